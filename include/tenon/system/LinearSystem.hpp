#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/la/HeldEntries.hpp"
#include "tenon/system/Terms.hpp"

namespace tenon::system {

/// What every linear system may be told.
struct SystemOptions {
  What what;
  la::HeldDiagonal held_diagonal = la::HeldDiagonal::meanOfDiagonal;
};

/// A x = b of one mechanical system at its present motion, as solvers see it: A = m M + b B + k K in some form. Any
/// number of them may live over one mechanical system, which has to outlive them.
class LinearSystem {
 public:
  virtual ~LinearSystem() = default;
  LinearSystem(const LinearSystem&) = delete;
  LinearSystem& operator=(const LinearSystem&) = delete;

  /// The kind, as cases name it.
  virtual std::string kind() const = 0;

  /// Collective. Forms A at the present motion. Contributors whose factor is zero are not called. InputError for
  /// factors that are no finite numbers.
  void assemble(const Factors& factors);

  /// A, of the last assemble(); the same object as long as its pattern stays.
  virtual Mat get() const = 0;
  /// Whether get() has stored entries, and not products only.
  virtual bool isStored() const { return true; }

  const MechanicalSystem& mechanics() const { return mechanics_; }
  const SystemOptions& options() const { return options_; }
  const la::CombinedLayout& layout() const { return *layout_; }
  std::shared_ptr<const la::CombinedLayout> sharedLayout() const { return layout_; }

  /// Of the last assemble().
  const Factors& factors() const { return factors_; }
  /// Whether A is symmetric: every contributor to the last assemble() declares a symmetric tangent.
  bool isSymmetric() const { return asymmetric_.empty(); }
  /// Names of the contributors that make A non-symmetric.
  const std::vector<std::string>& asymmetricContributors() const { return asymmetric_; }

  /// Local unknowns of the combined layout, [numLocal x block]: 1 where held. Ghosts included.
  const std::vector<char>& held() const { return held_; }

  /// Collective. Forces at the present motion, zero on held unknowns: the right-hand side of a step.
  la::Vector residual() const;
  /// Collective. Rest position of every unknown.
  la::Vector restPositions() const;

 protected:
  /// Collective.
  LinearSystem(const MechanicalSystem& mechanics, const SystemOptions& options);

  virtual void assembleTerms(const Terms& terms, const Factors& factors) = 0;

 private:
  const MechanicalSystem& mechanics_;
  SystemOptions options_;
  std::shared_ptr<const la::CombinedLayout> layout_;
  std::vector<char> held_;
  Factors factors_;
  std::vector<std::string> asymmetric_;
};

/// Reads the flags that every kind of system has in a case.
template <class Data>
void declareFlags(base::Parameters<Data>& p) {
  p.optional("stiffness", static_cast<bool Data::*>(&Data::stiffness), "", "whether A holds K = df/dx");
  p.optional("damping", static_cast<bool Data::*>(&Data::damping), "",
             "whether A holds B = df/dv and Rayleigh damping");
  p.optional("mass", static_cast<bool Data::*>(&Data::mass), "", "whether A holds M");
  p.optional("projective_conditions", static_cast<bool Data::*>(&Data::projective_conditions), "",
             "whether held unknowns are taken out");
}

/// What a case says of any kind of system.
struct SystemData {
  bool stiffness = true, damping = true, mass = true, projective_conditions = true;

  SystemOptions options() const { return {{stiffness, damping, mass, projective_conditions}, {}}; }
};

}  // namespace tenon::system
