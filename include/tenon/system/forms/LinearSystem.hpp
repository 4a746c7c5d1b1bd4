// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/la/assembly/AssemblyRules.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/Factors.hpp"

namespace tenon::system {

struct Terms;

/// Matrix to be inverted, with a description of its rows for messages.
struct SystemMatrix {
  Mat A = nullptr;                          ///< matrix A to be inverted; not owned by this object
  std::vector<la::NamedRows> objects = {};  ///< block rows of A that belong to each object
  /// Rigid-body modes of all dofs, see la::rigidModes(); nullptr if unknown.
  MatNullSpace rigid_modes = nullptr;
};

/// Options common to all linear systems.
struct SystemOptions {
  MatrixContents contents;  ///< contributions that A contains
  /// Rule for the diagonal entries of constrained dofs.
  la::DirichletDiagonal held_diagonal = la::DirichletDiagonal::meanOfDiagonal;
  /// Treatment of pattern changes (`on_change`), for systems with assembled matrices, and extent of
  /// the checks (`checking`).
  la::AssemblyRules rules = {};
};

/// Base class of the linear systems A x = b that solvers use. The system matrix A = m M + b B + k K
/// is evaluated in the current configuration of a mechanical system. Derived classes differ in the
/// representation of A. Several linear systems may refer to one mechanical system, which must
/// outlive them.
class LinearSystem {
 public:
  virtual ~LinearSystem() = default;
  LinearSystem(const LinearSystem&) = delete;
  LinearSystem& operator=(const LinearSystem&) = delete;

  /// Returns the name of this kind of linear system in case files.
  virtual std::string kind() const = 0;

  /// Computes A in the current configuration. Contributors whose factor is zero are not called.
  /// @throws InputError if a factor is not finite
  /// @throws InternalError if a contributor changes the pattern and the options reject such changes
  /// @note Collective.
  void assemble(const Factors& factors);

  /// Updates the layout after MechanicalSystem::updatePairs() has added ghosts to the states.
  /// assemble() calls this function.
  /// @note Collective.
  void adaptToNewGhosts();

  /// Returns the system matrix A of the last assemble(). The Mat object remains the same as long as
  /// the pattern does not change.
  virtual Mat get() const = 0;
  /// Returns true if A is assembled, and false if it is matrix-free.
  virtual bool isStored() const { return true; }

  /// Returns the mechanical system.
  const MechanicalSystem& mechanics() const { return mechanics_; }
  /// Returns the options.
  const SystemOptions& options() const { return options_; }
  /// Returns the layout of the rows of A.
  const la::CombinedLayout& layout() const { return *layout_; }
  /// Returns the layout as a shared pointer.
  std::shared_ptr<const la::CombinedLayout> sharedLayout() const { return layout_; }

  /// Returns the factors of the last assemble().
  const Factors& factors() const { return factors_; }
  /// Returns true if A is symmetric, that is, if all contributors to the last assemble() declare a
  /// symmetric tangent.
  bool isSymmetric() const { return asymmetric_.empty(); }
  /// Returns the names of the contributors that make A unsymmetric.
  const std::vector<std::string>& asymmetricContributors() const { return asymmetric_; }

  /// Returns a flag for each local degree of freedom of the combined layout, including ghosts,
  /// [numLocal x block]: 1 if the degree of freedom is to be eliminated from A because of a
  /// Dirichlet condition, otherwise 0.
  const std::vector<char>& constrainedFlags() const { return constrained_flags_; }

  /// Returns the projection P if oblique directions are to be eliminated from A; nullptr if
  /// constrainedFlags() is sufficient.
  const la::Projection* obliqueProjection() const;

  /// Returns the projected residual P r as a new vector. The residual r is the sum of all forces in
  /// the current configuration, excluding inertia forces and constraint forces. The result is r
  /// itself if MatrixContents::projective_conditions is false for A. @note Collective.
  la::Vector residual() const;

 protected:
  /// Creates the layout and the flags of constrained degrees of freedom. @note Collective.
  LinearSystem(const MechanicalSystem& mechanics, const SystemOptions& options);

  /// Computes A as a sum of terms. @note Collective.
  virtual void assembleTerms(const Terms& terms, const Factors& factors) = 0;
  /// Discards data that depend on local ghost indices. Called after the ghosts of the layout have
  /// changed.
  virtual void invalidateGhosts() {}

 private:
  const MechanicalSystem& mechanics_;
  SystemOptions options_;
  std::shared_ptr<la::CombinedLayout> layout_;
  std::vector<char> constrained_flags_;
  Factors factors_;
  std::vector<std::string> asymmetric_;
};

/// Parameters common to all kinds of linear systems.
struct SystemData {
  bool stiffness = true,             ///< true if A contains the stiffness matrix K
      damping = true,                ///< true if A contains the damping matrix B, including Rayleigh damping
      mass = true,                   ///< true if A contains the mass matrix M
      projective_conditions = true;  ///< true if constrained dofs are eliminated from A
  bool geometric_stiffness = true,   ///< true if K contains the geometric stiffness of nonlinear mappings
      mapped_contributors = true;    ///< true if A contains contributors on mapped states
  /// True if the indices and shapes of all blocks are checked before insertion.
  bool checking = false;
  std::string held_diagonal = "mean";  ///< diagonal entries of constrained dofs: mean or one

  /// Converts the parameters to options.
  SystemOptions options() const;

  /// Declares these parameters for a kind of linear system.
  /// @tparam Data  parameters of the kind; this class or a class derived from it
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
         "true if every index and block shape is checked before insertion; an invalid one ends the run with an error");
    p.optional(
         "prescribed_diagonal", static_cast<std::string Data::*>(&SystemData::held_diagonal), "",
         "diagonal entries of constrained degrees of freedom: the mean magnitude of the other diagonal entries, or 1")
        .oneOf({"mean", "one"})
        .formerly({"held_diagonal"});
  }
};

/// Parameters common to all kinds of linear systems with assembled matrices.
struct StoredSystemData : SystemData {
  std::string on_change = "rebuild";  ///< treatment of pattern changes: rebuild or refuse

  /// Converts the parameters to options.
  SystemOptions options() const;

  /// Declares these parameters for a kind of linear system with an assembled matrix.
  /// @tparam Data  parameters of the kind; this class or a class derived from it
  template <class Data>
  static void declareStored(base::Parameters<Data>& p) {
    declareFlags(p);
    p.optional("on_change", static_cast<std::string Data::*>(&StoredSystemData::on_change), "",
               "if a contributor writes to new positions: rebuild the sparsity pattern, or stop with an error")
        .oneOf({"rebuild", "refuse"});
  }
};

}  // namespace tenon::system
