// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "StepUnknowns.hpp"
#include "bounds/ActiveSet.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {

/// Rows of the constraints in the linear system of a step, with their multipliers lambda / scale:
///   h = Phi + C lambda,   [G  -C/k] [dx; -dlambda] = -h/k,
/// k = p for rows on positions and k = w for rows on velocities. An ActiveSet treats rows with
/// bounds; it changes only in updateActiveSet() and releaseBounds(). Without constraints, all
/// returned vectors and matrices are nullptr. All functions are collective unless noted otherwise.
class ConstraintRows {
 public:
  /// Assembles G, with zero multipliers. All arguments must outlive this object.
  ConstraintRows(const system::MechanicalSystem& mechanics, const system::LinearSystem& system,
                 const WeightedNorms& norms, const StepUnknowns& unknowns);

  /// Returns G and C; nullptr without constraints. @note Not collective.
  const system::ConstraintJacobian* jacobian() const { return jacobian_.get(); }
  /// Returns the active set; nullptr if no constraint has a bound. @note Not collective.
  ActiveSet* activeSet() const { return active_set_.get(); }
  /// Returns the multipliers, which remain owned by this object. @note Not collective.
  Vec multipliers() const { return multipliers_.get(); }
  /// Returns a copy of the multipliers.
  la::Vector copyMultipliers() const { return multipliers_ ? la::copyOf(multipliers_.get()) : la::Vector(); }
  /// Returns a copy of the multipliers of active constraints with bounds; 0 for other rows.
  la::Vector multipliersOfBounds() const;
  /// Returns a zero vector with one entry per row.
  la::Vector makeVector() const { return multipliers_ ? la::makeZeroLike(multipliers_.get()) : la::Vector(); }
  /// Returns the physical multipliers of the rows of this rank, by constraint.
  /// @note Not collective.
  std::vector<std::vector<double>> physicalMultipliers(Vec multipliers) const;

  /// Sets the multipliers, also those of rows with bounds, without an update of G.
  void setMultipliers(Vec multipliers);
  /// Sets the multipliers, and updates G to the current states.
  void update(Vec multipliers);
  /// Assembles G anew after a change of candidate pairs.
  void assembleAnew();
  /// Assembles G anew after any change of the constraints except the number of their rows.
  void invalidate();

  /// Decides which rows with bounds are active, and sets the multipliers of the others to 0.
  /// @param stiffness Stiffness of the bodies [force/length]; 0: not yet known.
  /// @param touching Gap below which rows are active in the first decision of a step.
  /// @param changes Rows that may change.
  void updateActiveSet(double stiffness, double touching, RowChanges changes);
  /// Makes all rows with bounds inactive until the next updateActiveSet(), for computations without
  /// contact.
  void releaseBounds();
  /// Returns G as in the linear system, where inactive rows are empty; G itself if no constraint
  /// has a bound.
  Mat activeRows(Mat G) const { return active_set_ ? active_set_->activeRows(G) : G; }
  /// Returns a flag for each owned row: true if the row is active as an equality (closed or
  /// sticking).
  /// @note Not collective.
  std::vector<char> closedRowFlags() const;

  /// Returns h of the active rows, scaled like G, and 0 for inactive rows.
  la::Vector residual() const;
  /// Returns the largest gap, |h| / |dPhi/dq| over all rows: the distance from a state that
  /// satisfies the constraints.
  double gap(Vec residual) const;
  /// Returns the gap of each row of this rank; 0 for inactive rows. @note Not collective.
  std::vector<double> gaps(Vec residual) const;
  /// Multiplies h by the relaxation r of each row, in place, as required by Newton's method.
  void relax(Vec residual) const;
  /// Divides rows by k, in place: h / k, as in the linear system.
  void divideByFactors(Vec rows) const;
  /// Multiplies rows by k, in place: k h.
  void multiplyByFactors(Vec rows) const;
  /// Returns the compliances C / k of the linear system; nullptr without compliance.
  Vec compliance() const;

 private:
  bool isLinear() const;
  Vec factors() const;
  la::Vector allRows() const;
  void passMultipliers();

  const system::MechanicalSystem& mechanics_;
  const system::LinearSystem& system_;
  const WeightedNorms& norms_;
  const StepUnknowns& unknowns_;
  std::unique_ptr<system::ConstraintJacobian> jacobian_;
  std::unique_ptr<ActiveSet> active_set_;
  la::Vector multipliers_;
  mutable la::Vector factors_, soft_;  // k and C / k by row, for the kinematics formed_for_
  mutable Kinematics formed_for_;
};

}  // namespace tenon::analysis
