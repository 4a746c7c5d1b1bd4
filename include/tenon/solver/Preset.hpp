#pragma once
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"
#include "tenon/solver/SystemSize.hpp"

namespace tenon::solver {

/// What a preset has to know of a system.
struct SystemTraits {
  bool has_multipliers = false;
  bool has_few_multipliers = false;     ///< see areFew()
  bool has_entries = true;              ///< something stored to make a preconditioner from; false: products only
  std::vector<std::string> asymmetric;  ///< who makes A non-symmetric
  SystemSize size = {};                 ///< decides whether `direct` is chosen; total() = 0: not known
  double direct_seconds = default_direct_seconds;  ///< longest factorisation for which `direct` is chosen [s]
  int solves_per_matrix = 1;                       ///< how many solves have one matrix, at least
  bool fits_into_memory = true;                    ///< True if the factors do, on all machines.
  /// The key or option by which the user configures an iterative solver without naming a preset: `direct` is not
  /// chosen then. Empty: none.
  std::string configured_by = {};
  /// Rigid bodies and particles in motion, joined by multipliers: hardly anything but the masses couples degrees of
  /// freedom in A.
  bool has_only_joints = false;

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
  bool is_for_joints = false;     ///< Preferred to all others where SystemTraits::has_only_joints holds.
  bool for_second_order = false;  ///< chosen before others where there are second-order cells, and only there
  bool only_by_name = false;  ///< Never chosen for a system: only the rows of its constraints tell whether it suits.
};

/// Name of the preset that factors the whole system.
inline constexpr const char* direct_preset = "direct";

/// A preset that was chosen for a system, and the reason in words.
struct ChosenPreset {
  const Preset* preset = nullptr;
  std::string reason;
};

/// The presets there are, in the order of registration.
class Presets {
 public:
  void add(Preset preset);

  /// InputError with "did you mean" for an unknown name.
  const Preset& find(const std::string& name) const;

  /// Returns the preset of a case that names none: `direct` if the system has entries, is factored quickly
  /// (isFactoredQuickly) and the user does not configure the solver; else iterative().
  /// @throws InputError if no preset suits the system.
  ChosenPreset choose(const SystemTraits& system) const;

  /// Returns the preset that is made for joints if the system has nothing else, otherwise the first iterative preset
  /// that is made for such systems, among those for any order of cells. @throws InputError if there is none.
  const Preset& iterative(const SystemTraits& system) const;

  std::vector<std::string> names() const;
  const std::vector<Preset>& all() const { return presets_; }

  /// The rows of `tenon list preset`: each option is a parameter whose default is the preset's value.
  std::vector<base::TypeInfo> types() const;

 private:
  /// Returns the first preset for second-order cells that is made for such systems; nullptr if there is none.
  const Preset* forSecondOrder(const SystemTraits& system) const;

  std::vector<Preset> presets_;
};

/// InputError unless the preset is made for such a system; names those that are, and who makes it non-symmetric.
void requireSuited(const Preset& preset, const Presets& presets, const SystemTraits& system);

/// Every preset of tenon, one line each.
void registerPresets(Presets& presets);

}  // namespace tenon::solver
