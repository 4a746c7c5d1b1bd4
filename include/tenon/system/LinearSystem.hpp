#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/Terms.hpp"

namespace tenon::system {

/// What every linear system may be told.
struct SystemOptions {
  What what;
  la::HeldDiagonal held_diagonal = la::HeldDiagonal::meanOfDiagonal;
  la::AssemblyRules rules = {};  ///< on_change: of systems that store matrices
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

  /// Collective. Takes over what MechanicalSystem::findPairs() has changed: further ghosts of the states.
  void follow();

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

  /// P where conditions block oblique directions that are to be taken out of A; nullptr where held() says it all.
  const la::Projection* obliqueProjection() const;

  /// Collective. P f, forces at the present motion, zero on what conditions take out: the right-hand side of a step.
  la::Vector residual() const;

 protected:
  /// Collective.
  LinearSystem(const MechanicalSystem& mechanics, const SystemOptions& options);

  virtual void assembleTerms(const Terms& terms, const Factors& factors) = 0;
  /// The layout has other ghosts than before: local numbers of all ghosts are others.
  virtual void forgetGhosts() {}

 private:
  const MechanicalSystem& mechanics_;
  SystemOptions options_;
  std::shared_ptr<la::CombinedLayout> layout_;
  std::vector<char> held_;
  Factors factors_;
  std::vector<std::string> asymmetric_;
};

/// What a case says of any kind of system.
struct SystemData {
  bool stiffness = true, damping = true, mass = true, projective_conditions = true;
  bool geometric_stiffness = true, mapped_contributors = true;
  bool checking = false;
  std::string held_diagonal = "mean";

  SystemOptions options() const;

  /// For the Data of a kind, which derives from this or is this.
  template <class Data>
  static void declareFlags(base::Parameters<Data>& p) {
    const auto flag = [&](const char* name, bool SystemData::*member, const char* help) {
      p.optional(name, static_cast<bool Data::*>(member), "", help);
    };
    flag("stiffness", &SystemData::stiffness, "whether A holds K = df/dx");
    flag("damping", &SystemData::damping, "whether A holds B = df/dv and Rayleigh damping");
    flag("mass", &SystemData::mass, "whether A holds M");
    flag("projective_conditions", &SystemData::projective_conditions, "whether held unknowns are taken out of A");
    flag("geometric_stiffness", &SystemData::geometric_stiffness,
         "whether K holds what follows from the curvature of mappings");
    flag("mapped_contributors", &SystemData::mapped_contributors, "whether A holds what acts on mapped objects");
    flag("checking", &SystemData::checking,
         "whether every index and shape is looked at before it reaches the matrix; each bad one is an error");
    p.optional("held_diagonal", static_cast<std::string Data::*>(&SystemData::held_diagonal), "",
               "the diagonal of held unknowns: the mean of the others in size, or 1")
        .oneOf({"mean", "one"});
  }
};

/// What a case says of a kind that stores matrices.
struct StoredSystemData : SystemData {
  std::string on_change = "rebuild";

  SystemOptions options() const;

  template <class Data>
  static void declareStored(base::Parameters<Data>& p) {
    declareFlags(p);
    p.optional("on_change", static_cast<std::string Data::*>(&StoredSystemData::on_change), "",
               "when a contributor writes where it did not before: make the matrix anew, or refuse")
        .oneOf({"rebuild", "refuse"});
  }
};

}  // namespace tenon::system
