// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Transient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "analysis/adjoint/TransientGradient.hpp"
#include "analysis/checks/modelChecks.hpp"
#include "analysis/steppers/MoreauJean.hpp"
#include "analysis/steps/TimeStepping.hpp"
#include "base/text.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/check.hpp"

namespace tenon::analysis {
namespace {

constexpr int most_lines = 20;  // maximum number of steps in the log

std::string lineOf(const ContactStatistics& contacts) {
  return fmt::format(
      "{}, complementarity {:.1e}, {} so far{}", base::formatCount(contacts.last, "contact"), contacts.complementarity,
      base::formatCount(contacts.iterations, "iteration"),
      contacts.asleep ? fmt::format(", {} asleep", base::formatCount(*contacts.asleep, "body", "bodies")) : "");
}

/// Declares the parameters of a time integrator of tenon in the block of the analysis.
template <class Part>
void includeStepper(base::Parameters<Transient::Data>& p, Part Transient::Data::*part) {
  base::Parameters<Part> parameters;
  Part::declare(parameters);
  p.include(parameters, part, "number",
            [](auto&, const auto&, const base::CaseNode& node) { std::ignore = node.number(); });
}

std::unique_ptr<Stepper> makeStepper(const Transient::Data& data) {
  const std::string& name = data.stepper.name();
  if (!data.stepper.hasBlock()) {
    if (name == "generalised-alpha") return GeneralisedAlphaParameters::make(data.generalised_alpha);
    if (name == "hht") return HhtParameters::make(data.hht);
    if (name == "newmark") return NewmarkParameters::make(data.newmark);
    if (name == "moreau-jean") return std::make_unique<MoreauJean>(data.moreau_jean);
  }
  return data.stepper.make();
}

/// Checks that the steps, and the places at which shorter steps may begin, can be counted by
/// integers.
void requireCountable(const StepParameters& parameters) {
  constexpr double most_steps = 2147483647.0, most_places = 4611686018427387904.0;
  const double steps = parameters.end_time / parameters.step, halvings = std::min(parameters.cuts, 40);
  const double most = std::min(most_steps, most_places / std::pow(2.0, halvings));
  if (!(steps <= most))
    throw base::InputError(
        fmt::format("`end_time` {:.6g} requires {:.3g} steps with `step: {:.6g}`, but at most {:.10g} are possible{}: "
                    "increase `step`.",
                    parameters.end_time, steps, parameters.step, most,
                    most < most_steps ? fmt::format(" with `max_step_reductions: {}`", parameters.cuts) : ""));
}

/// Run of a transient analysis.
class TransientRun : public AnalysisRun {
 public:
  TransientRun(Equations& equations, TangentSolver& solver, base::Phases& phases, const Transient::Data& data,
               const SteppingScheme& stepping, const std::optional<Snapshot>& start, Trajectory* trajectory)
      : equations_(equations),
        solver_(solver),
        phases_(phases),
        data_(data),
        stepping_(stepping),
        trajectory_(trajectory) {
    if (trajectory_ != nullptr) trajectory_->clear();
    makeMotion();
    if (start)
      motion_->restartFrom(*start);
    else
      motion_->start();
  }

  bool isDone() const override { return motion_->isDone(); }
  int numCompletedSteps() const override { return motion_->numCompletedSteps(); }
  double time() const override { return motion_->time(); }
  int numSteps() const override { return motion_->numSteps(); }
  bool reportsStart() const override { return true; }

  void advance() override {
    requireNotDone();
    const int line = lineNumber();
    motion_->advance();
    if (lineNumber() > line || isDone()) logStep();
  }

  Solution evaluateSolution(const SolutionRequest& request) const override {
    return motion_->evaluateSolution(request);
  }

  Snapshot snapshot() const override { return motion_->snapshot(); }
  void restore(const Snapshot& snapshot) override {
    requireSame(stepping_, snapshot);
    makeMotion();
    motion_->restartFrom(snapshot);
  }

 private:
  void makeMotion() {
    motion_ = std::make_unique<TimeStepping>(
        equations_, solver_, phases_, makeStepper(data_),
        TimeStepping::Data{data_, data_, stepping_, data_.project_velocities, trajectory_});
  }

  int lineNumber() const { return static_cast<int>(most_lines * motion_->time() / data_.end_time); }

  void logStep() const {
    const solver::SolveStatistics& statistics = motion_->statistics();
    const std::string of = data_.error == 0.0 ? fmt::format(" of {}", numSteps()) : "";
    const std::string work = motion_->contacts()
                                 ? lineOf(*motion_->contacts())
                                 : fmt::format("{}, {} so far", base::formatCount(statistics.solves, "linear solve"),
                                               base::formatCount(statistics.iterations, "iteration"));
    base::log().info("step {}{} (t = {:.6g}): {}", numCompletedSteps(), of, time(), work);
  }

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  Transient::Data data_;
  SteppingScheme stepping_;
  Trajectory* trajectory_;
  std::unique_ptr<TimeStepping> motion_;
};

}  // namespace

void Transient::declare(base::Parameters<Data>& p) {
  p.required("step", static_cast<double Data::*>(&StepParameters::step), "time",
             "maximum step size: the run has ceil(end_time / step) equal steps unless a step is subdivided")
      .positive();
  p.required("end_time", static_cast<double Data::*>(&StepParameters::end_time), "time",
             "end time; the run begins at t = 0")
      .positive();
  p.optional("max_step_reductions", static_cast<int Data::*>(&StepParameters::cuts), "",
             "maximum number of times that a step that does not converge is halved")
      .nonNegative()
      .formerly({"cuts"});
  p.optional("stepper", &Data::stepper, "",
             "time integrator: the name of a type of `tenon list stepper`, or a block with its `type` and parameters");
  includeStepper(p, &Data::generalised_alpha);
  includeStepper(p, &Data::hht);
  includeStepper(p, &Data::newmark);
  includeStepper(p, &Data::moreau_jean);
  p.optional("error_tolerance", static_cast<double Data::*>(&StepParameters::error), "",
             "tolerance of the local error of a step, relative to the largest displacement so far: the step size is "
             "adapted to it, and steps end at the entries of time tables; 0: constant step size `step`")
      .nonNegative()
      .formerly({"error"});
  p.optional("project_velocities", &Data::project_velocities, "",
             "true if the velocities are projected after each step onto the constraints, G v + dPhi/dt = 0");
  NewtonParameters::declareNewton(p);
}

Transient::Transient(const Data& data) : data_(data) {
  const auto stepper = makeStepper(data_);
  requireCountable(data_);
  handles_rigid_contacts_ = stepper->handlesRigidContacts();
  const bool is_implicit = stepper->canReduceStep();
  if (data.error > 0.0 && !is_implicit)
    throw base::InputError(
        fmt::format("The time integrator '{}' has a constant step size and does not support `error_tolerance`: remove "
                    "this parameter, or choose another `stepper`.",
                    data.stepper.name()));
  if (data.project_velocities && !is_implicit)
    throw base::InputError(
        fmt::format("The time integrator '{}' solves no equations and does not support `project_velocities`: remove "
                    "this parameter, or choose another `stepper`.",
                    data.stepper.name()));
}

Kinematics Transient::kinematics() const {
  return makeStepper(data_)->kinematics(StepControl(data_, 1).length());
}

int Transient::numSteps() const {
  return StepControl(data_, 1).numRemaining();
}

SteppingScheme Transient::steppingScheme() const {
  return {data_.stepper.name(), data_.error > 0.0 ? data_.step : StepControl(data_, 1).length()};
}

void Transient::requireValidStart(Equations& equations, TangentSolver& solver, base::Phases& phases) const {
  requireMasses(equations);
  TimeStepping(equations, solver, phases, makeStepper(data_),
               {data_, data_, steppingScheme(), data_.project_velocities})
      .requireValidStart();
}

std::unique_ptr<AnalysisRun> Transient::begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                              int /*last*/) {
  return std::make_unique<TransientRun>(equations, solver, phases, data_, steppingScheme(),
                                        std::exchange(start_, std::nullopt), std::exchange(trajectory_, nullptr));
}

std::unique_ptr<RunGradient> Transient::differentiate(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                                      const GradientTerms& terms) {
  std::unique_ptr<Stepper> stepper = makeStepper(data_);
  requireDifferentiableInTime(equations, data_.stepper.name(), *stepper, data_.project_velocities);
  std::unique_ptr<ImplicitStepper> implicit(dynamic_cast<ImplicitStepper*>(stepper.release()));
  auto gradient = std::make_unique<TransientGradient>(equations, solver, phases, terms, std::move(implicit));
  trajectory_ = terms.parameters.empty() ? nullptr : &gradient->trajectory();
  return gradient;
}

}  // namespace tenon::analysis
