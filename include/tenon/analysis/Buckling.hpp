#pragma once
#include "tenon/analysis/Analysis.hpp"

namespace tenon::analysis {

/// Linear buckling: the lowest factors mu > 0 of the loads at which a shape phi can grow beside the linear response
/// u_0, lambda_0 to them,
///   (K_0 + mu K_s) phi - G^T lambda = 0,   G phi + C lambda = 0,
/// K_0 the stiffness of the unloaded reference configuration and K_s the geometric stiffness of the response there, at
/// frozen stresses (StressStiffness.hpp). Sought as the largest theta = 1 / mu of -K_s phi = theta K_0 phi by SLEPc's
/// Krylov-Schur method, as modes of vibration are (Modal.hpp). Each shape is a step, at the time of its number, of
/// largest component 1. Source: Bathe, Finite Element Procedures, 2nd ed. (2014), 6.8.2.
class Buckling : public Analysis {
 public:
  struct Data {
    int modes = 3;
    double time = 1.0;  ///< of the loads that mu multiplies
    double tolerance = 1e-6;
  };
  static void declare(base::Parameters<Data>& p);

  explicit Buckling(const Data& data) : data_(data) {}

  Kinematics kinematics() const override { return {}; }
  int numSteps() const override { return data_.modes; }
  int solvesPerMatrix() const override { return 60; }
  /// No body may move without any force. InputError for forces whose stiffness at rest is not symmetric.
  void requireHeld(Equations& equations) const override;

  /// InputError that names a nonlinear force without initial-stress stiffness.
  void requireBeginnable(Equations& equations, TangentSolver& solver, base::Phases& phases) const override;

  using Analysis::run;
  /// @throws InputError if there is no geometric stiffness, or one that is not symmetric. @throws NotConvergedError if
  /// there are fewer shapes than `last`, or K_0 is not positive definite.
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const AtStep& at_step) override;

 private:
  Data data_;
};

}  // namespace tenon::analysis
