// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Residual.hpp"

namespace tenon::analysis {

/// Convergence test of the equations: residual of the forces relative to the load, the largest norm
/// of reactions, constraint forces and inertia forces so far, and gaps of constraints relative to
/// the displacements.
class Equilibrium {
 public:
  explicit Equilibrium(double tolerance) : tolerance_(tolerance) {}

  /// Returns true if the current state with this residual and gap is an equilibrium.
  /// @param is_first true before any iteration: the residual then counts as a load
  /// @note Collective.
  bool isReached(const Equations& equations, const Residual& residual, double gap, bool is_first);

  double load = 0.0;
  double forceResidual() const { return force_residual_; }  ///< residual relative to the load
  double gapResidual() const { return gap_residual_; }      ///< gap relative to the admissible gap: at most 1

 private:
  double tolerance_, force_residual_ = 0.0, gap_residual_ = 0.0;
};

}  // namespace tenon::analysis
