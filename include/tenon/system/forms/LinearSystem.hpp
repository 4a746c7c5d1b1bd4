// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/forms/Terms.hpp"

namespace tenon::system {

/// Options common to all linear systems.
struct SystemOptions {
  MatrixContents contents;  ///< Contributions that A contains.
  /// Diagonal entry of constrained dofs.
  la::DirichletDiagonal held_diagonal = la::DirichletDiagonal::meanOfDiagonal;
  /// Reaction to a changed pattern (`on_change`), for systems that store matrices.
  la::AssemblyRules rules = {};
};

/// Linear system A x = b of one mechanical system in its current configuration, as used by solvers,
/// with A = m M + b B + k K in some form. Any number of linear systems may refer to one mechanical
/// system, which must outlive them.
class LinearSystem {
 public:
  virtual ~LinearSystem() = default;
  LinearSystem(const LinearSystem&) = delete;
  LinearSystem& operator=(const LinearSystem&) = delete;

  /// Returns the name of this kind of linear system in case files.
  virtual std::string kind() const = 0;

  /// Forms A in the current configuration. Contributors with a zero factor are not called.
  /// @throws InputError if a factor is not finite
  /// @note Collective.
  void assemble(const Factors& factors);

  /// Updates the system after MechanicalSystem::updatePairs() has added ghosts to the states.
  /// @note Collective.
  void adaptToNewGhosts();

  /// Returns the system matrix A of the last assemble(). The object remains the same as long as its
  /// pattern does not change.
  virtual Mat get() const = 0;
  /// Returns true if get() has stored entries, and false if it is matrix-free.
  virtual bool isStored() const { return true; }

  /// Returns the mechanical system.
  const MechanicalSystem& mechanics() const { return mechanics_; }
  /// Returns the options.
  const SystemOptions& options() const { return options_; }
  /// Returns the layout of the rows of A.
  const la::CombinedLayout& layout() const { return *layout_; }
  /// Returns the layout for shared ownership.
  std::shared_ptr<const la::CombinedLayout> sharedLayout() const { return layout_; }

  /// Returns the factors of the last assemble().
  const Factors& factors() const { return factors_; }
  /// Returns true if A is symmetric: all contributors of the last assemble() declare a symmetric
  /// tangent.
  bool isSymmetric() const { return asymmetric_.empty(); }
  /// Returns the names of the contributors that make A non-symmetric.
  const std::vector<std::string>& asymmetricContributors() const { return asymmetric_; }

  /// Returns a flag for each local degree of freedom of the combined layout, ghosts included,
  /// [numLocal x block]: 1 if constrained.
  const std::vector<char>& constrainedFlags() const { return constrained_flags_; }

  /// Returns the projection P if conditions constrain oblique directions that are to be removed
  /// from A; nullptr if constrainedFlags() is sufficient.
  const la::Projection* obliqueProjection() const;

  /// Returns P f, the forces in the current configuration without those in constrained directions:
  /// the right-hand side of a step. @note Collective.
  la::Vector residual() const;

 protected:
  /// Creates the layout and the flags of constrained degrees of freedom. @note Collective.
  LinearSystem(const MechanicalSystem& mechanics, const SystemOptions& options);

  /// Forms A as a sum of terms. @note Collective.
  virtual void assembleTerms(const Terms& terms, const Factors& factors) = 0;
  /// Called after the ghosts of the layout have changed; local ghost indices are invalid.
  virtual void invalidateGhosts() {}

 private:
  const MechanicalSystem& mechanics_;
  SystemOptions options_;
  std::shared_ptr<la::CombinedLayout> layout_;
  std::vector<char> constrained_flags_;
  Factors factors_;
  std::vector<std::string> asymmetric_;
};

/// Parameters of a case for all kinds of linear systems.
struct SystemData {
  bool stiffness = true,             ///< True if A contains the stiffness matrix K.
      damping = true,                ///< True if A contains the damping matrix B, Rayleigh damping included.
      mass = true,                   ///< True if A contains the mass matrix M.
      projective_conditions = true;  ///< True if rows and columns of constrained dofs are removed.
  bool geometric_stiffness = true,   ///< True if K contains the geometric stiffness of nonlinear mappings.
      mapped_contributors = true;    ///< True if A has contributions of mapped states.
  /// True if indices and shapes are verified before insertion.
  bool checking = false;
  std::string held_diagonal = "mean";  ///< Diagonal of constrained dofs: mean or one.

  /// Returns the options that belong to these parameters.
  SystemOptions options() const;

  /// Declares these parameters for `Data`, the parameters of a kind of system, which must be this
  /// class or derived from it.
  template <class Data>
  static void declareFlags(base::Parameters<Data>& p) {
    const auto flag = [&](const char* name, bool SystemData::*member, const char* help) {
      p.optional(name, static_cast<bool Data::*>(member), "", help);
    };
    flag("stiffness", &SystemData::stiffness, "true if A includes the stiffness K = df/dx");
    flag("damping", &SystemData::damping, "true if A includes the damping B = df/dv and Rayleigh damping");
    flag("mass", &SystemData::mass, "true if A includes the mass matrix M");
    flag("projective_conditions", &SystemData::projective_conditions,
         "true if constrained degrees of freedom are eliminated from A");
    flag("geometric_stiffness", &SystemData::geometric_stiffness,
         "true if K includes the geometric stiffness of nonlinear mappings");
    flag("mapped_contributors", &SystemData::mapped_contributors,
         "true if A includes contributors that act on mapped objects");
    flag("checking", &SystemData::checking,
         "true if every index and block shape is checked before insertion; invalid ones are errors");
    p.optional("prescribed_diagonal", static_cast<std::string Data::*>(&SystemData::held_diagonal), "",
               "diagonal entries of constrained degrees of freedom: the mean magnitude of the other entries, or 1")
        .oneOf({"mean", "one"})
        .formerly({"held_diagonal"});
  }
};

/// Parameters of a case for the kinds that store matrices.
struct StoredSystemData : SystemData {
  std::string on_change = "rebuild";  ///< Reaction to a changed pattern: rebuild or refuse.

  /// Returns the options that belong to these parameters.
  SystemOptions options() const;

  /// Declares these parameters for `Data`, the parameters of a kind of system that stores matrices.
  template <class Data>
  static void declareStored(base::Parameters<Data>& p) {
    declareFlags(p);
    p.optional("on_change", static_cast<std::string Data::*>(&StoredSystemData::on_change), "",
               "if a contributor writes to new positions: rebuild the sparsity pattern, or stop with an error")
        .oneOf({"rebuild", "refuse"});
  }
};

}  // namespace tenon::system
