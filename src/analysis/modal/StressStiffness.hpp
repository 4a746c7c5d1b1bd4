#pragma once
#include "tenon/analysis/Equations.hpp"
#include "tenon/system/AssembledSystem.hpp"

namespace tenon::analysis {

/// What the motion u_0 and the multipliers lambda_0 take away from the stiffness A = -K per unit of them,
///   -A_s = (A(-e u_0) - A(e u_0)) / 2e,   its symmetric part,
/// with |e u_0| a ten-thousandth of the size of the bodies.
class StressStiffness {
 public:
  /// Collective. Of the present motion and multipliers; leaves both at zero.
  explicit StressStiffness(Equations& equations);

  /// Whether it is anything beside A(0).
  bool isAny() const { return is_any_; }
  /// Collective. y = -A_s x.
  void multiply(Vec x, Vec y) const;

 private:
  void place(Equations& equations, double factor) const;

  la::Vector x_, multipliers_;
  system::AssembledSystem forward_, backward_;
  double step_ = 0.0;
  bool is_any_ = false;
};

}  // namespace tenon::analysis
