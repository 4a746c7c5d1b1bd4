// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ArcLength.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/checks/modelChecks.hpp"
#include "analysis/checks/restraint.hpp"
#include "analysis/path/EquilibriumPath.hpp"
#include "base/text.hpp"
#include "describeSolution.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

const SteppingScheme arc_length_scheme{"arc-length", 0.0};

/// Run of an arc-length analysis.
class ArcLengthRun : public AnalysisRun {
 public:
  ArcLengthRun(Equations& equations, TangentSolver& solver, base::Phases& phases, const ArcLength::Data& data)
      : equations_(equations), data_(data), path_(equations, solver, phases, data_) {}

  bool isDone() const override { return step_ > 0 && path_.time() >= data_.end_time; }
  bool isLast() const override { return isDone() || step_ == data_.steps; }
  int numCompletedSteps() const override { return step_; }
  double time() const override { return path_.time(); }
  int numSteps() const override { return isDone() ? step_ : data_.steps; }

  void advance() override {
    requireNotDone();
    if (step_ == data_.steps) refuseMoreSteps();
    statistics_ = solver::combine(statistics_, path_.advance(step_ + 1));
    ++step_;
    base::log().info("step {} (t = {:.6g}): {}, {} so far", step_, time(),
                     base::formatCount(statistics_.solves, "linear solve"),
                     base::formatCount(statistics_.iterations, "iteration"));
  }

  Solution evaluateSolution(const SolutionRequest& request) const override {
    Solution solution = describeSolution(equations_, request);
    solution.statistics = statistics_;
    solution.critical_points = path_.criticalPoints();
    return solution;
  }

  Snapshot snapshot() const override {
    Snapshot snapshot = path_.snapshot(step_, statistics_);
    snapshot.stepping = arc_length_scheme;
    return snapshot;
  }

  void restore(const Snapshot& snapshot) override {
    requireSame(arc_length_scheme, snapshot);
    statistics_ = path_.restore(snapshot);
    step_ = snapshot.step;
  }

 private:
  [[noreturn]] void refuseMoreSteps() const {
    base::NotConvergedError error(fmt::format(
        "The path has reached t = {:.6g} after {}, before `end_time: {:.6g}`: increase `steps` or `step` to "
        "continue.",
        time(), base::formatCount(step_, "step"), data_.end_time));
    error.markOnAllRanks();
    throw error;
  }

  Equations& equations_;
  ArcLength::Data data_;
  EquilibriumPath path_;
  int step_ = 0;
  solver::SolveStatistics statistics_;
};

}  // namespace

void ArcLength::declare(base::Parameters<Data>& p) {
  p.optional("step", &Data::step, "time", "change of t in the first step; it defines the arc length").positive();
  p.optional("end_time", &Data::end_time, "time", "the path ends when t first reaches this value").positive();
  p.optional("steps", &Data::steps, "", "maximum number of steps along the path").positive();
  p.optional("max_step_reductions", &Data::cuts, "",
             "maximum number of times that a step that does not converge is halved")
      .nonNegative()
      .formerly({"cuts"});
  p.optional("desired_iterations", &Data::iterations, "",
             "target number of iterations per step: the next step is longer after fewer iterations, and shorter after "
             "more iterations")
      .positive()
      .formerly({"iterations"});
  p.optional("max_step_ratio", &Data::longest, "", "maximum arc length relative to that of the first step")
      .positive()
      .formerly({"longest"});
  p.optional("tolerance", &Data::tolerance, "",
             "relative tolerance: residual forces relative to the load, and constraint residuals relative to the "
             "displacements")
      .positive();
  p.optional("max_iterations", &Data::max_iterations, "", "maximum number of iterations of a step").positive();
}

void ArcLength::requireSupported(Equations& equations) const {
  base::runCollectively(equations.comm(), [&] {
    requireNoBounds(equations.mechanics(), "an arc-length analysis");
    requireNoRates(equations.mechanics(), "an arc-length analysis");
  });
  analysis::requireSupported(equations);
}

std::unique_ptr<AnalysisRun> ArcLength::begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                              int /*last*/) {
  return std::make_unique<ArcLengthRun>(equations, solver, phases, data_);
}

}  // namespace tenon::analysis
