#pragma once
#include <string>
#include <vector>

#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Central differences in time with a diagonal mass, in the form that has velocities at the ends of steps:
///   q_{n+1} = q_n + h v_n + h^2/2 a_n,
///   (M - h/2 B) a_{n+1} = P f(q_{n+1}, v_n + h/2 a_n, t_{n+1}),
///   v_{n+1} = v_n + h/2 (a_n + a_{n+1}).
/// Second order, explicit; stable for h <= 2 / omega, omega the highest frequency of M and K. Keeps energy over long
/// times (Hairer, Lubich and Wanner, Acta Numerica 12 (2003), 399-450). K is never formed.
class CentralDifference {
 public:
  static constexpr const char* name = "central-difference";
  /// Of A, the matrix that is diagonal.
  static Kinematics kinematics(double h) { return {0.0, 0.5 * h, 1.0, 1.0, 1.0}; }

  /// Collective. From the motion of the states, whose accelerations fit. InputError for constraints by multipliers,
  /// masses or dampings that are not diagonal, and steps that are too long: `h` beyond 2 / omega of the present K.
  CentralDifference(Equations& equations, double h, base::Phases& phases);

  /// Collective. One step, to this time. NotConvergedError where accelerations are no numbers any more.
  void step(double time);

  /// 2 / omega; infinite where there is no stiffness.
  double longestStep() const { return longest_step_; }

 private:
  void requireNoConstraints() const;
  void invertMasses(base::Phases& phases);
  void requireDiagonal(Vec diagonal) const;
  void findLongestStep();
  void requireNumbers(double time) const;

  Equations& equations_;
  double h_, longest_step_;
  std::vector<std::vector<double>> inverse_;  // of the diagonal, by body: owned unknowns, 0 of held ones
  int steps_ = 0;
};

}  // namespace tenon::analysis
