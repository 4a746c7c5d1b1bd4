#pragma once
#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Whether the equations hold: what is left of the forces against the load, the largest norm of supports, constraints
/// and inertia so far, and the gaps of constraints against the motion.
class Equilibrium {
 public:
  explicit Equilibrium(double tolerance) : tolerance_(tolerance) {}

  /// Collective. At the present motion, of this balance and gap. `is_first`: before any iteration, what is left counts
  /// as a load.
  bool holds(Equations& equations, const Equations::Balance& balance, double gap, bool is_first);

  double load = 0.0;
  double forcesLeft() const { return forces_left_; }  ///< over the load
  double gapLeft() const { return gap_left_; }        ///< over what is allowed: at most 1

 private:
  double tolerance_, forces_left_ = 0.0, gap_left_ = 0.0;
};

}  // namespace tenon::analysis
