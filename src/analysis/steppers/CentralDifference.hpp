#pragma once
#include <string>
#include <vector>

#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Central differences in time with a diagonal mass, in the form that has velocities at the ends of steps:
///   q_{n+1} = q_n + h v_n + h^2/2 a_n,
///   (M - h/2 B) a_{n+1} = P f(q_{n+1}, v_n + h/2 a_n, t_{n+1}),
///   v_{n+1} = v_n + h/2 (a_n + a_{n+1}).
/// Second order, explicit; stable for h <= 2 / omega, omega the highest frequency of M and K. Keeps energy over long
/// times (Hairer, Lubich and Wanner, Acta Numerica 12 (2003), 399-450). K is never formed. Held motions u(t) have
/// v = (u(t + h) - u(t - h)) / 2h and a = (u(t + h) - 2 u(t) + u(t - h)) / h^2.
///
/// Works on the states themselves. An instability is seen long after it began, so that no step is made again.
class CentralDifference : public Stepper {
 public:
  static std::unique_ptr<Stepper> make(const StepperParameters&) { return std::make_unique<CentralDifference>(); }

  /// Of A, the matrix that is diagonal.
  Kinematics kinematics(double h) const override { return {0.0, 0.5 * h, 1.0, 1.0, 1.0}; }
  /// InputError for constraints by multipliers, masses or dampings that are not diagonal, and at the start for steps
  /// that are too long: `h` beyond 2 / omega of the present K.
  void begin(Stage& stage, double h, bool is_start) override;
  /// NotConvergedError where accelerations are no numbers any more.
  solver::SolveStatistics advance(Stage& stage, double h, double time) override;
  bool canBeCut() const override { return false; }

 private:
  using Arrays = std::vector<std::vector<double>>;  // by body

  void invertMasses(Stage& stage, double h);
  Arrays heldDisplacements(const system::MechanicalSystem& mechanics) const;
  void moveHeld(system::MechanicalSystem& mechanics, double h, double time, const Arrays& before) const;
  void requireNumbers(const system::MechanicalSystem& mechanics, double time) const;

  double longest_step_ = 0.0;                   // 2 / omega; infinite where there is no stiffness
  Arrays inverse_;                              // of the diagonal, of owned unknowns, 0 of held ones
  std::vector<std::vector<std::size_t>> held_;  // those
  int steps_ = 0;
};

}  // namespace tenon::analysis
