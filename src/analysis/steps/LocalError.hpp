#pragma once
#include "tenon/analysis/Equations.hpp"
#include "tenon/system/MatrixFreeSystem.hpp"

namespace tenon::analysis {

/// What one step errs by: how far its increment d is from that of accelerations which are linear in time between those
/// at its ends,
///   e = d - (h v_n + h^2 (a_n / 3 + a_{n+1} / 6)),
/// for Newmark's method (beta - 1/6) h^2 (a_{n+1} - a_n) (Zienkiewicz and Xie, Earthquake Engng Struct. Dyn. 20 (1991),
/// 871-887). Accelerations fit the equations of motion, with constraints, so that this holds for any stepper. For
/// rotations in space the same of the angular velocity w, whose increment has Magnus' term - h^3 w x w' / 12 too
/// (Iserles and others, Acta Numerica 9 (2000), 215-365).
///
/// Sizes are those of masses, |e| = sqrt(e . M e): rotations and translations add up, and meshes do not matter.
class LocalError {
 public:
  /// The equations have to outlive this.
  explicit LocalError(Equations& equations) : equations_(equations), mass_(equations.mechanics()) {}

  // All are collective.

  /// |e| of the step h to the present motion, `now`.
  double of(double h, const MotionVectors& before, const MotionVectors& now);
  /// |q| without what is held.
  double sizeOf(const MotionVectors& now) { return norm(now.q.get()); }

 private:
  double norm(Vec vector);
  void addTurning(double h, const MotionVectors& before, Vec error) const;

  Equations& equations_;
  system::MatrixFreeSystem mass_;
};

}  // namespace tenon::analysis
