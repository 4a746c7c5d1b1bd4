#include "tenon/analysis/Transient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "steppers/CentralDifference.hpp"
#include "Newton.hpp"
#include "steppers/consistentStart.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::analysis {
namespace {

constexpr int most_lines = 20;  // of steps in the log

std::vector<std::string> stepperNames() {
  std::vector<std::string> names;
  for (const auto& stepper : steppers()) names.push_back(stepper.first);
  names.emplace_back(CentralDifference::name);
  std::sort(names.begin(), names.end());
  return names;
}

void requireStable(const StepperParameters& parameters) {
  const auto require = [&](const char* stepper, bool holds, const char* what) {
    if (parameters.stepper == stepper && !holds)
      throw base::InputError(fmt::format("The stepper '{}' needs {}.", stepper, what));
  };
  require("generalised-alpha", parameters.rho >= 0 && parameters.rho <= 1, "0 <= rho <= 1");
  require("hht", parameters.alpha >= 0 && parameters.alpha <= 1.0 / 3, "0 <= alpha <= 1/3");
  require("newmark", parameters.gamma >= 0.5 && 2 * parameters.beta >= parameters.gamma, "2 beta >= gamma >= 1/2");
}

la::Vector copyOf(Vec vector) {
  la::Vector copy = la::like(vector);
  TENON_PETSC(VecCopy(vector, copy.get()));
  return copy;
}

Snapshot snapshotOf(const Equations& equations, const MotionVectors& now, Stepper& stepper, const Steps& steps,
                    int step, double time) {
  Snapshot snapshot{steps, step, time, {copyOf(now.q.get()), copyOf(now.v.get()), copyOf(now.a.get())}, {}, {}};
  for (const la::Vector* part : stepper.memory())
    if (*part) snapshot.memory.push_back(copyOf(part->get()));
  if (equations.constraints() == nullptr) return snapshot;
  snapshot.multipliers = equations.constraints()->makeVector();
  const la::Vector x = la::like(now.a.get());
  equations.getUnknowns(x.get(), snapshot.multipliers.get());
  return snapshot;
}

}  // namespace

void Transient::declare(base::Parameters<Data>& p) {
  const auto number = [&](const char* name, double StepperParameters::*member, const char* help) {
    p.optional(name, static_cast<double Data::*>(member), "", help);
  };
  p.required("step", &Data::step, "time", "the longest step: there are ceil(end_time / step) of equal length")
      .positive();
  p.required("end_time", &Data::end_time, "time", "when it ends; it begins at 0").positive();
  p.optional("stepper", static_cast<std::string Data::*>(&StepperParameters::stepper), "", "how a step is made")
      .oneOf(stepperNames());
  number("rho", &StepperParameters::rho,
         "of generalised-alpha: what is left of a vibration far too quick for the step");
  number("alpha", &StepperParameters::alpha, "of hht: 0 keeps all energy, 1/3 damps most");
  number("beta", &StepperParameters::beta, "of newmark");
  number("gamma", &StepperParameters::gamma, "of newmark");
  NewtonParameters::declareNewton(p);
}

Transient::Transient(const Data& data) : data_(data) {
  requireStable(data_);
}

// A millionth of a step more is none.
int Transient::numSteps() const {
  return std::max(1, static_cast<int>(std::ceil(data_.end_time / data_.step - 1e-6)));
}

Kinematics Transient::kinematics() const {
  if (isExplicit()) return CentralDifference::kinematics(stepLength());
  return steppers().at(data_.stepper)(data_)->kinematics(stepLength());
}

MotionVectors Transient::restore(Equations& equations, Stepper& stepper) const {
  const MotionVectors& motion = start_->motion;
  const la::Vector none = la::like(motion.q.get());
  equations.setKinematics({0.0, 0.0, 1.0}, motion.q.get(), none.get(), motion.v.get(), motion.a.get());
  equations.mechanics().setTime(start_->time);
  equations.setUnknowns(motion.a.get(), start_->multipliers.get());
  const std::vector<la::Vector*> memory = stepper.memory();
  for (std::size_t m = 0; m < start_->memory.size(); ++m) *memory[m] = copyOf(start_->memory[m].get());
  return {copyOf(motion.q.get()), copyOf(motion.v.get()), copyOf(motion.a.get())};
}

bool Transient::isExplicit() const {
  return data_.stepper == CentralDifference::name;
}

Solution Transient::runExplicitly(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                                  const AtStep& at_step) {
  const double h = stepLength();
  if (start_) throw base::InputError("The stepper 'central-difference' has no checkpoints to go on from.");
  snapshot_ = []() -> Snapshot {
    throw base::InputError("The stepper 'central-difference' writes no checkpoints: the run ends without one.");
  };
  consistentStart(equations, solver, h, phases);
  CentralDifference stepper(equations, h, phases);
  base::log().info("central-difference: steps of {:.6g}, at most {:.6g} are stable at the start", h,
                   stepper.longestStep());
  const auto describe = [&](const Wanted& wanted) { return equations.describe(wanted); };
  if (at_step) at_step(0, 0.0, describe);
  for (int i = 1; i <= last; ++i) {
    const double time = data_.end_time * i / numSteps();
    {
      const auto phase = phases.begin("steps");
      stepper.step(time);
    }
    if (i % std::max(1, numSteps() / most_lines) == 0 || i == last)
      base::log().info("step {} of {} (t = {:.6g})", i, numSteps(), time);
    if (at_step) at_step(i, time, describe);
  }
  return describe({});
}

Solution Transient::run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                        const AtStep& at_step) {
  if (isExplicit()) return runExplicitly(equations, solver, phases, last, at_step);
  const double h = stepLength();
  const auto stepper = steppers().at(data_.stepper)(data_);
  solver.keepPreconditioner();
  MotionVectors now = start_ ? restore(equations, *stepper) : consistentStart(equations, solver, h, phases);
  int step_done = start_ ? start_->step : 0;
  double time_now = start_ ? start_->time : 0.0;
  start_.reset();
  snapshot_ = [&] { return snapshotOf(equations, now, *stepper, steps(), step_done, time_now); };
  solver::SolveStatistics statistics;
  const auto describe = [&](const Wanted& wanted) {
    Solution solution = equations.describe(wanted);
    solution.statistics = statistics;
    return solution;
  };
  if (at_step) at_step(step_done, time_now, describe);
  Newton newton(equations, solver, data_, "A shorter `step` in the analysis block asks less of each");
  const la::Vector d0 = la::like(now.q.get()), v0 = la::like(now.v.get());
  for (int i = step_done + 1; i <= last; ++i) {
    const double time = data_.end_time * i / numSteps();
    const std::string step = fmt::format("step {} of {} (t = {:.6g})", i, numSteps(), time);
    stepper->predict(h, now, d0.get(), v0.get());
    equations.setKinematics(stepper->kinematics(h), now.q.get(), d0.get(), v0.get(), now.a.get());
    equations.moveTo(time);
    solver.beginStep();
    statistics = solver::joined(
        statistics, equations.isLinear() ? moveOnce(equations, solver, phases) : newton.solve(phases, step));
    MotionVectors next = equations.motion();
    stepper->accept(h, now, next);
    now = std::move(next);
    step_done = i, time_now = time;
    if (i % std::max(1, numSteps() / most_lines) == 0 || i == last)
      base::log().info("{}: {} linear solves, {} iterations so far", step, statistics.solves, statistics.iterations);
    if (at_step) at_step(i, time, describe);
  }
  snapshot_ = {};
  return describe({});
}

}  // namespace tenon::analysis
