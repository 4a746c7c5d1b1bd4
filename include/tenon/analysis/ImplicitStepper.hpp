#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// A stepper whose equations hold at the end of the step, with the accelerations a there as unknowns:
///   q = q_n (+) (d0 + p a),   v = v0 + w a
/// (see Kinematics). It writes p, w, d0 and v0.
class ImplicitStepper : public Stepper {
 public:
  /// Collective. d0 and v0 of the step h that begins where `now` is.
  virtual void predict(double h, const MotionVectors& now, Vec d0, Vec v0) = 0;

  /// True for q_{n+1} = q_n (+) h v_{n+1}, v_{n+1} = v_n + h a: the angular momentum of rigid bodies is then balanced over
  /// the step (force::GyroscopicForce).
  virtual bool balancesMomentum() const { return false; }

  void begin(Stage& stage, double h, bool is_start) override;
  solver::SolveStatistics advance(Stage& stage, double h, double time) final;
};

}  // namespace tenon::analysis
