// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Statics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/adjoint/GradientSteps.hpp"
#include "analysis/steps/LoadSteps.hpp"
#include "base/text.hpp"
#include "describeSolution.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/check.hpp"

namespace tenon::analysis {
namespace {

/// Run of a static analysis.
class StaticRun : public AnalysisRun {
 public:
  StaticRun(Equations& equations, TangentSolver& solver, base::Phases& phases, const Statics::Data& data,
            const SteppingScheme& stepping, const std::optional<Snapshot>& start)
      : equations_(equations),
        solver_(solver),
        phases_(phases),
        data_(data),
        stepping_(stepping),
        reports_start_(start.has_value()) {
    makeSteps();
    if (start) steps_->restartFrom(*start);
  }

  bool isDone() const override { return steps_->isDone(); }
  int numCompletedSteps() const override { return steps_->numCompletedSteps(); }
  double time() const override { return steps_->time(); }
  int numSteps() const override { return steps_->numSteps(); }
  bool reportsStart() const override { return reports_start_; }

  void advance() override {
    requireNotDone();
    const solver::SolveStatistics of_step = steps_->advance();
    statistics_ = solver::combine(statistics_, of_step);
    if (data_.steps > 1 || of_step.solves > 1)
      base::log().info("step {} of {} (t = {:.6g}): {}, {} so far", steps_->numCompletedSteps(), numSteps(),
                       steps_->time(), base::formatCount(of_step.solves, "linear solve"),
                       base::formatCount(statistics_.iterations, "iteration"));
  }

  Solution evaluateSolution(const SolutionRequest& request) const override {
    Solution solution = describeSolution(equations_, request);
    solution.statistics = statistics_;
    return solution;
  }

  Snapshot snapshot() const override {
    Snapshot snapshot = steps_->snapshot(stepping_);
    snapshot.statistics = statistics_;
    return snapshot;
  }

  void restore(const Snapshot& snapshot) override {
    requireSame(stepping_, snapshot);
    makeSteps();
    steps_->restartFrom(snapshot);
    if (snapshot.statistics.has_value())
      statistics_ = std::any_cast<const solver::SolveStatistics&>(snapshot.statistics);
  }

 private:
  void makeSteps() {
    steps_ = std::make_unique<LoadSteps>(equations_, solver_, phases_, data_,
                                         StepParameters{data_.stepSize(), data_.end_time, data_.cuts, 0.0});
  }

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  Statics::Data data_;
  SteppingScheme stepping_;
  std::unique_ptr<LoadSteps> steps_;
  bool reports_start_;
  solver::SolveStatistics statistics_;
};

}  // namespace

void Statics::declare(base::Parameters<Data>& p) {
  p.optional("steps", &Data::steps, "",
             "number n of load steps, at the times t_i = i T / n unless a step is subdivided")
      .positive();
  p.optional("end_time", &Data::end_time, "time", "end time T of time-dependent loads and prescribed displacements")
      .positive();
  p.optional("max_step_reductions", &Data::cuts, "",
             "maximum number of times that a step that does not converge is halved; after four successful steps, the "
             "step size grows again")
      .nonNegative()
      .formerly({"cuts"});
  NewtonParameters::declareNewton(p);
}

// Contradictions of linear constraints appear in the matrix of the first step; those of nonlinear
// constraints cannot be detected in advance.
void Statics::requireValidStart(Equations& equations, TangentSolver& solver, base::Phases& phases) const {
  if (!equations.tangent().isLinear()) return;
  equations.setTime(data_.stepSize());
  solver.requireConsistent(phases);
  equations.setTime(0.0);
}

std::unique_ptr<RunGradient> Statics::differentiate(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                                    const GradientTerms& terms) {
  return std::make_unique<GradientSteps>(equations, solver, phases, terms);
}

std::unique_ptr<AnalysisRun> Statics::begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                            int /*last*/) {
  return std::make_unique<StaticRun>(equations, solver, phases, data_, steppingScheme(),
                                     std::exchange(start_, std::nullopt));
}

}  // namespace tenon::analysis
