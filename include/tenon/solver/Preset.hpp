#pragma once
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"

namespace tenon::solver {

/// What a preset has to know of a system.
struct SystemTraits {
  bool has_multipliers = false;
  bool has_few_multipliers = false;     ///< see areFew()
  bool has_entries = true;              ///< something stored to make a preconditioner from; false: products only
  std::vector<std::string> asymmetric;  ///< who makes A non-symmetric

  bool isSymmetric() const { return asymmetric.empty(); }
};

/// So few multipliers beside so many unknowns that multigrid on A need not mind them, and what is spent on robustness
/// is lost: those of means, volumes and other rows over a whole body.
bool areFew(PetscInt multipliers, PetscInt unknowns);

/// A short named list of PETSc options, with the reason for it. The weakest source of options: the environment, the
/// case's `petsc:` block and the command line each win over it (SolverOptions).
struct Preset {
  /// Which systems it is made for.
  enum class Multipliers { required, few, none, either };  ///< few: any number, best where there are few
  struct Option {
    std::string name;   ///< with the leading dash
    std::string value;  ///< empty: a flag
    std::string help;
    bool on_one_rank_only = false;
  };

  std::string name;
  std::string reason;  ///< one sentence: when and why
  Multipliers multipliers = Multipliers::either;
  std::vector<Option> options;
  bool needs_symmetry = false;
  bool needs_entries = true;
};

/// The presets there are, in the order of registration.
class Presets {
 public:
  void add(Preset preset);

  /// InputError with "did you mean" for an unknown name.
  const Preset& find(const std::string& name) const;

  /// What a case gets that names none: the first preset made for such systems. InputError where there is none.
  const Preset& preferred(const SystemTraits& system) const;

  std::vector<std::string> names() const;
  const std::vector<Preset>& all() const { return presets_; }

  /// The rows of `tenon list preset`: each option is a parameter whose default is the preset's value.
  std::vector<base::TypeInfo> types() const;

 private:
  std::vector<Preset> presets_;
};

/// InputError unless the preset is made for such a system; names those that are, and who makes it non-symmetric.
void requireSuited(const Preset& preset, const Presets& presets, const SystemTraits& system);

/// Every preset of tenon, one line each.
void registerPresets(Presets& presets);

}  // namespace tenon::solver
