// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "Tangent.hpp"

namespace tenon::analysis {

/// Equations of constrained mechanics at one time, in the unknowns x of a step and the multipliers,
///   r(x, lambda) = P (f(q, v, t) + G^T lambda - M a),   h(x, lambda) = Phi(q, v, t) + C lambda,
///   [A   G^T] [   dx ]   [  r  ]
///   [G  -C/k] [-dlam ] = [-h/k ],   A = s M - w B - p K,   K = d(f + G^T lambda)/dq.
///
/// q, v and a follow from x by Kinematics (StepUnknowns). ConstraintRows contains h, G, C, k and
/// lambda, and Tangent contains A; computeResidual() evaluates r, and describeSolution() all
/// forces. P sets constrained degrees of freedom to zero. Dirichlet boundary conditions are imposed
/// first, so that f and Phi include the prescribed values. TangentSolver solves the linear systems.
///
/// This class sets time, states and multipliers consistently in all parts. None of its functions
/// but updateActiveSet() decides which rows with bounds are active.
class Equations {
 public:
  /// Creates the equations of statics, with q = x the current displacement, imposed Dirichlet
  /// boundary conditions and zero multipliers.
  /// @param mechanics Mechanical system, which must outlive this object.
  /// @param system Representation of A for the same mechanical system; nullptr: a stored matrix
  /// with a fixed sparsity pattern.
  /// @note Collective.
  explicit Equations(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system = nullptr);

  /// Returns the mechanical system.
  system::MechanicalSystem& mechanics() const { return mechanics_; }
  /// Returns the communicator of the mechanical system.
  const base::Communicator& comm() const { return mechanics_.comm(); }
  /// Returns the representation of A.
  const system::LinearSystem& linearSystem() const { return *system_; }
  /// Returns the norms of displacements and forces.
  const WeightedNorms& norms() const { return norms_; }
  /// Returns the unknowns of the step.
  StepUnknowns& unknowns() { return unknowns_; }
  /// Returns the unknowns of the step.
  const StepUnknowns& unknowns() const { return unknowns_; }
  /// Returns the rows of the constraints.
  ConstraintRows& rows() { return rows_; }
  /// Returns the rows of the constraints.
  const ConstraintRows& rows() const { return rows_; }
  /// Returns G and C; nullptr without constraints.
  const system::ConstraintJacobian* constraints() const { return rows_.jacobian(); }
  /// Returns the tangent.
  Tangent& tangent() { return tangent_; }
  /// Returns the tangent.
  const Tangent& tangent() const { return tangent_; }

  /// Begins a step: sets the time of loads and prescribed values and imposes the Dirichlet boundary
  /// conditions. In statics, rows with neither a gap nor a force may become active again.
  /// @note Collective.
  void setTime(double time);
  /// Sets the unknowns and the multipliers of the system, with ghosts and G.
  /// @param multipliers Multipliers of the system, nullptr without constraints.
  /// @note Collective.
  void setUnknowns(Vec x, Vec multipliers);
  /// Sets states, multipliers and time, for example to those of a snapshot. The unknowns are then
  /// the accelerations.
  /// @param multipliers Multipliers of the system, nullptr without constraints.
  /// @note Collective.
  void setState(double time, const StateVectors& states, Vec multipliers);
  /// Decides in the current state which rows with bounds are active, and sets the multipliers of
  /// the others to 0.
  /// @param changes Rows that may change.
  /// @note Collective.
  void updateActiveSet(RowChanges changes = RowChanges::free);

  /// Repeats contact detection if points have moved by more than the fraction `share` of the last
  /// search distance.
  /// @return True if the candidate pairs, and with them G, have changed. The active set should then
  /// be updated.
  /// @note Collective.
  bool updatePairs(double share);
  /// Announces that a program has changed a stiffness, a mass or a constraint, so that matrices are
  /// assembled anew. Loads and prescribed values are evaluated in each step and need no
  /// announcement. The number of rows of each constraint must not change.
  /// @note Collective.
  void invalidate();

 private:
  system::MechanicalSystem& mechanics_;
  std::unique_ptr<system::LinearSystem> system_;
  WeightedNorms norms_;
  StepUnknowns unknowns_;
  ConstraintRows rows_;
  Tangent tangent_;
};

}  // namespace tenon::analysis
