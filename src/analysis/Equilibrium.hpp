#pragma once
#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Convergence test of the equations: residual of the forces relative to the load, the largest norm
/// of reactions, constraint forces and inertia forces so far, and gaps of constraints relative to
/// the displacements.
class Equilibrium {
 public:
  explicit Equilibrium(double tolerance) : tolerance_(tolerance) {}

  /// Returns true if the current state with this residual and gap is an equilibrium.
  /// @param is_first True before any iteration: the residual then counts as a load.
  /// @note Collective.
  bool holds(Equations& equations, const Equations::Balance& balance, double gap, bool is_first);

  double load = 0.0;
  double forcesLeft() const { return forces_left_; }  ///< residual relative to the load
  double gapLeft() const { return gap_left_; }        ///< gap relative to the admissible gap: at most 1

 private:
  double tolerance_, forces_left_ = 0.0, gap_left_ = 0.0;
};

}  // namespace tenon::analysis
