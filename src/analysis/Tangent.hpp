// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ConstraintRows.hpp"
#include "base/Phases.hpp"

namespace tenon::analysis {

/// Matrix A = s M - w B - p K of the linear system of a step, with K = d(f + G^T lambda)/dq, and
/// the magnitude of the stiffness.
class Tangent {
 public:
  /// Creates a tangent without values. All arguments must outlive this object.
  Tangent(system::MechanicalSystem& mechanics, system::LinearSystem& system, const WeightedNorms& norms,
          const StepUnknowns& unknowns, const ConstraintRows& rows)
      : mechanics_(mechanics), system_(system), norms_(norms), unknowns_(unknowns), rows_(rows) {}

  /// Returns true if one linear solve is sufficient: all forces and constraints are linear, and A
  /// contains all their contributions.
  bool isLinear() const;
  /// Returns true if A is up to date, so that assemble() would not change it.
  bool isAssembled() const;
  /// Assembles A in the current state, in the phase "assemble".
  /// @throws InputError if a node has neither stiffness nor mass, usually because an object or a
  ///   part of it has no material; the message names the first such node.
  /// @note Collective.
  void assemble(base::Phases& phases) { assemble(phases, unknowns_.kinematics().factors()); }
  /// Assembles A with other factors, see assemble(). @note Collective.
  void assemble(base::Phases& phases, const system::Factors& factors);
  /// Assembles A with other factors, without checks and for an inspection, and returns it.
  /// assemble() must be called before A is used again.
  /// @note Collective.
  Mat assembleFor(const system::Factors& factors);
  /// Announces a change of the model: A is assembled anew, and the magnitude of the stiffness is
  /// determined again.
  void invalidate();
  /// Announces a change of candidate pairs: A is assembled anew.
  void discard() { is_assembled_ = false; }
  /// Returns the number of calls of invalidate(), for objects that store matrices.
  int revision() const { return revision_; }

  /// Returns the rigid-body modes of all unknowns, see la::rigidModes(); nullptr if there are none.
  /// @note Collective.
  MatNullSpace rigidModes();

  /// Returns the largest diagonal entry of -K; negative: not determined yet.
  double largestStiffness() const { return largest_stiffness_; }
  /// Returns the stiffness with which the active set compares multipliers and gaps [force/length].
  double stiffnessOfBounds() const { return unknowns_.kinematics().isStatic() ? largest_stiffness_ : bound_stiffness_; }
  /// Returns |K| |q - rest|, the force whose round-off the residual contains. @note Collective.
  double roundOffForceNorm() const;
  /// Restores both magnitudes of the stiffness, for example from a snapshot.
  void restoreStiffness(double largest, double of_bounds) {
    largest_stiffness_ = largest, bound_stiffness_ = of_bounds;
  }

 private:
  void requireDiagonal(Vec diagonal, const system::Factors& factors) const;
  void findLargestStiffness(Vec diagonal, const system::Factors& factors);

  system::MechanicalSystem& mechanics_;
  system::LinearSystem& system_;
  const WeightedNorms& norms_;
  const StepUnknowns& unknowns_;
  const ConstraintRows& rows_;
  la::NullSpace rigid_modes_;
  double largest_stiffness_ = -1.0;  // largest diagonal entry of -K; negative: not determined yet
  double bound_stiffness_ = 0.0;     // transient analyses: largest diagonal entry of A / p
  bool is_assembled_ = false;
  int revision_ = 0;
};

}  // namespace tenon::analysis
