#pragma once
#include <optional>

#include "tenon/analysis/Analysis.hpp"
#include "tenon/analysis/NewtonParameters.hpp"

namespace tenon::analysis {

class LoadSteps;

/// Equilibrium at the times of load steps, f(u, t) + G^T lambda + r = 0 and Phi(u) + C lambda = 0. Where all forces are
/// linear, one solve for each; else Newton's method, from the equilibrium of the step before. A step that fails is made
/// again, half as long; steps grow again after some that went well.
class Statics : public Analysis {
 public:
  struct Data : NewtonParameters {
    int steps = 1;          ///< load steps, at t_i = i T / n, if none is cut
    double end_time = 1.0;  ///< T
    int cuts = 8;           ///< how often a step that fails is halved
  };
  static void declare(base::Parameters<Data>& p);

  explicit Statics(const Data& data) : data_(data) {}

  Kinematics kinematics() const override { return {}; }
  /// If none is cut; while it runs, if no further one is.
  int numSteps() const override;
  bool isLast(int step) const override;
  double endTime() const override { return data_.end_time; }
  /// No body may move without any force.
  void requireHeld(Equations& equations) const override { equations.requireSupported(); }
  void requireBeginnable(Equations& equations, TangentSolver& solver, base::Phases& phases) const override;

  /// One solve has nothing to go on from.
  bool canContinue() const override { return data_.steps > 1; }
  Steps steps() const override { return {"static", data_.end_time / data_.steps}; }
  Snapshot snapshot() const override;
  void continueFrom(Snapshot from) override { start_ = std::move(from); }

  using Analysis::run;
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const AtStep& at_step) override;

 private:
  Data data_;
  const LoadSteps* running_ = nullptr;  // while run() does
  std::optional<Snapshot> start_;
};

}  // namespace tenon::analysis
