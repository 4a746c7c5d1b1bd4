#pragma once
#include "tenon/analysis/Analysis.hpp"
#include "tenon/analysis/NewtonParameters.hpp"

namespace tenon::analysis {

/// Equilibrium at the times of load steps, f(u, t) + G^T lambda + r = 0 and Phi(u) + C lambda = 0. Where all forces are
/// linear, one solve for each; else Newton's method, from the equilibrium of the step before.
class Statics : public Analysis {
 public:
  struct Data : NewtonParameters {
    int steps = 1;          ///< load steps, at t_i = i T / n
    double end_time = 1.0;  ///< T
  };
  static void declare(base::Parameters<Data>& p);

  explicit Statics(const Data& data) : data_(data) {}

  Kinematics kinematics() const override { return {}; }
  int numSteps() const override { return data_.steps; }
  /// No body may move without any force.
  void requireHeld(Equations& equations) const override { equations.requireSupported(); }

  using Analysis::run;
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const AtStep& at_step) override;

 private:
  Data data_;
};

}  // namespace tenon::analysis
