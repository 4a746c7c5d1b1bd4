#pragma once
#include "tenon/analysis/Analysis.hpp"

namespace tenon::analysis {

/// A path of equilibria f(u, t) + G^T lambda + r = 0, Phi(u, t) + C lambda = 0 along which the time t, a factor of the
/// loads, is an unknown and may go back: through limit points, where a structure snaps. A step has the length
///   |du| = ds
/// over the free unknowns, turns as lengths at their lever. Predictor along the tangent du/dt, the way that goes on
/// from the step before (Feng, Peric and Owen, Comput. Struct. 60 (1996), 779-787); corrections in the plane normal to
/// the step so far (Ramm, Strategies for tracing the nonlinear response near limit points, 1981). ds follows the
/// iterations that a step took and the angle between the tangents at its ends. It is halved where a step fails, where
/// that angle is large, where a node moves farther than both tangents say, and where t turns although the determinant
/// keeps its sign: such a step may have jumped to another part of the path. Limit points and bifurcations are reported.
class ArcLength : public Analysis {
 public:
  struct Data {
    double step = 0.1;      ///< change of t in the first step, which gives ds
    double end_time = 1.0;  ///< where it ends, T
    int steps = 200;        ///< at most
    int cuts = 20;
    int iterations = 5;     ///< wanted of a step
    double longest = 10.0;  ///< length of a step, over that of the first
    double tolerance = 1e-8;
    int max_iterations = 15;
  };
  static void declare(base::Parameters<Data>& p);

  explicit ArcLength(const Data& data) : data_(data) {}

  Kinematics kinematics() const override { return {}; }
  int numSteps() const override { return data_.steps; }
  bool knowsNumSteps() const override { return false; }
  bool isLast(int step) const override { return is_over_ || step == data_.steps; }
  double endTime() const override { return data_.end_time; }
  void requireHeld(Equations& equations) const override;

  using Analysis::run;
  /// NotConvergedError where a step fails however short it is, and where T is not reached in `steps`.
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const AtStep& at_step) override;

 private:
  Data data_;
  bool is_over_ = false;
};

}  // namespace tenon::analysis
