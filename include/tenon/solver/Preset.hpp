#pragma once
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"

namespace tenon::solver {

/// A short named list of PETSc options, with the reason for it. The weakest source of options: the environment, the
/// case's `petsc:` block and the command line each win over it (SolverOptions).
struct Preset {
  /// Which systems it is made for.
  enum class Multipliers { required, none, either };
  struct Option {
    std::string name;   ///< with the leading dash
    std::string value;  ///< empty: a flag
    std::string help;
  };

  std::string name;
  std::string reason;  ///< one sentence: when and why
  Multipliers multipliers = Multipliers::either;
  std::vector<Option> options;
};

/// The presets there are, in the order of registration.
class Presets {
 public:
  void add(Preset preset);

  /// InputError with "did you mean" for an unknown name.
  const Preset& find(const std::string& name) const;

  /// What a case gets that names none: the first preset made for systems with (without) multipliers.
  const Preset& preferred(bool has_multipliers) const;

  std::vector<std::string> names() const;
  const std::vector<Preset>& all() const { return presets_; }

  /// The rows of `tenon list preset`: each option is a parameter whose default is the preset's value.
  std::vector<base::TypeInfo> types() const;

 private:
  std::vector<Preset> presets_;
};

/// InputError unless the preset is made for a system with (without) multipliers; names those that are.
void requireSuited(const Preset& preset, const Presets& presets, bool has_multipliers);

/// Every preset of tenon, one line each.
void registerPresets(Presets& presets);

}  // namespace tenon::solver
