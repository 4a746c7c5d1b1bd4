// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TimeStepping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analysis/adjoint/Trajectory.hpp"
#include "analysis/checks/modelChecks.hpp"
#include "analysis/describeSolution.hpp"
#include "analysis/steppers/representable.hpp"
#include "constraintRates.hpp"
#include "describeFailureLocation.hpp"
#include "equationsSnapshot.hpp"
#include "findContradiction.hpp"
#include "invalidConfiguration.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "solveWithContactDetection.hpp"
#include "stepperRestart.hpp"
#include "system/ContactForces.hpp"
#include "system/evaluation.hpp"
#include "system/mapped/MappedForce.hpp"
#include "tenon/base/History.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "velocityTables.hpp"

namespace tenon::analysis {

using base::LocalIndex;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Returns the times at which a table of any load, condition or constraint has an entry, ascending,
/// each once, and equal on all ranks.
std::vector<double> collectTableTimes(const system::MechanicalSystem& mechanics) {
  std::vector<double> times;
  const auto add = [&](const auto& contributor) {
    if (const auto* tabulated = dynamic_cast<const base::TabulatedInTime*>(&contributor))
      for (const auto& entry : tabulated->history().table()) times.push_back(entry.first);
  };
  for (const force::ForceField* force : mechanics.forceFields()) {
    const auto* mapped = dynamic_cast<const system::MappedForce*>(force);
    add(mapped != nullptr ? mapped->force() : *force);
  }
  for (const base::History* history : collectVelocityTables(mechanics, false))
    for (const auto& entry : history->table()) times.push_back(entry.first);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// Returns the times at which a step must end with error control: entries of tables of loads,
/// conditions and constraints.
std::vector<double> endsOf(const system::MechanicalSystem& mechanics, const StepParameters& steps) {
  return steps.error > 0.0 ? collectTableTimes(mechanics) : std::vector<double>{};
}

}  // namespace

/// Trial step, which can be undone: the state is then that of its beginning.
class TimeStepping::Attempt {
 public:
  Attempt(Equations& equations, double time)
      : equations_(equations),
        time_(time),
        before_(equations.unknowns().states()),
        multipliers_(equations.rows().copyMultipliers()) {}

  const StateVectors& before() const { return before_; }
  void undo() {
    equations_.setState(time_, before_, multipliers_.get());
    equations_.updatePairs(share_at_begin);
    equations_.updateActiveSet();
  }

 private:
  Equations& equations_;
  double time_;
  StateVectors before_;
  la::Vector multipliers_;
};

TimeStepping::TimeStepping(Equations& equations, TangentSolver& solver, base::Phases& phases,
                           std::unique_ptr<Stepper> stepper, const Data& data)
    : equations_(equations),
      solver_(solver),
      data_(data),
      newton_(equations, solver, data.newton, "Reduce `step` in the analysis block"),
      context_{equations, solver, phases, {}},
      stepper_(std::move(stepper)),
      control_(data.steps, stepper_->order(), endsOf(equations.mechanics(), data.steps)) {
  solver_.keepPreconditioner();
  if (!stepper_->handlesVelocityJumps()) tables_ = collectVelocityTables(equations.mechanics(), true);
  if (control_.isErrorControlled()) local_error_.emplace(equations_);
  if (stepper_->needsImpulses() && equations_.rows().activeSet() != nullptr) {
    requireRigidBounds();
    impulses_.emplace(equations_, solver_);
  }
  base::runCollectively(equations_.comm(), [&] {
    if (!stepper_->supportsBounds()) requireNoBounds(equations_.mechanics(), "this time integrator");
    if (data.project_velocities) requireNoBounds(equations_.mechanics(), "`project_velocities`");
  });
  if (data.project_velocities) projection_.emplace(equations_, solver_, data.steps.step);
  context_.solve = [this](Vec start) {
    solver_.beginStep();
    if (equations_.tangent().isLinear()) return solveLinearStep(equations_, solver_, context_.phases);
    const std::string name = fmt::format("step {} (t = {:.6g})", step_ + 1, control_.nextTime());
    return solveWithContactDetection(
        equations_, name, [&] { return newton_.solve(context_.phases, name, std::exchange(start, nullptr)); });
  };
}

void TimeStepping::start() {
  requireInDomain(equations_);
  equations_.rows().releaseBounds();  // the active set is determined in the first step
  recordStart(false);
  consistentStart(equations_, solver_, control_.length(), context_.phases);
  recordStart(true);
  if (equations_.updatePairs(share_at_begin)) equations_.updateActiveSet();
  equations_.mechanics().commit();
  stepper_->begin(context_, control_.length(), true);
}

void TimeStepping::restartFrom(const Snapshot& from) {
  restoreStepper(from, *stepper_);
  restoreEquations(equations_, from, [&] { equations_.setState(from.time, from.state, from.multipliers.get()); });
  control_.restore(from.step_control, from.time);
  newton_.setLoad(from.reference_values.load);
  step_ = from.step, time_ = from.time;
  if (system::ContactForces* forces = equations_.mechanics().contactForces()) forces->clear();
  stepper_->begin(context_, control_.length(), from.memory && from.step == 0);
  stepper_->setBodyContacts(context_, from.body_contacts);
  restoreActiveRows(equations_, from);
  if (from.statistics.has_value()) {
    record_ = std::any_cast<const Record&>(from.statistics);
    if (record_.contacts) stepper_->setContacts(*record_.contacts);
  }
  if (data_.trajectory == nullptr) return;
  data_.trajectory->truncateAfter(step_);
  if (data_.trajectory->size() == 0) recordStart(false);
}

// Returns the current state with the numbers of the time integrator, of which accept() has not been
// called.
TrajectoryRecord TimeStepping::recordState(int step, double time) const {
  TrajectoryRecord record;
  record.length = control_.length();
  for (const Stepper::RestartData::NumberReference& one : stepper_->restartData().numbers)
    record.stepper_numbers.push_back(*one.number);
  record.after = takeSnapshot(equations_, step, time);
  return record;
}

void TimeStepping::recordStart(bool is_consistent) {
  if (data_.trajectory == nullptr) return;
  TrajectoryRecord record = recordState(step_, time_);
  record.kind = is_consistent ? TrajectoryRecord::Kind::start : TrajectoryRecord::Kind::initial;
  data_.trajectory->append(std::move(record));
}

Snapshot TimeStepping::snapshot() const {
  Snapshot snapshot = takeSnapshot(equations_, step_, time_);
  snapshot.stepping = data_.stepping;
  snapshot.step_control = control_.state();
  snapshot.reference_values.load = newton_.load();
  snapshot.body_contacts = stepper_->bodyContacts();
  storeStepper(*stepper_, snapshot);
  Record record = record_;
  record.contacts = stepper_->contacts();
  snapshot.statistics = record;
  return snapshot;
}

Solution TimeStepping::evaluateSolution(const SolutionRequest& request) const {
  Solution solution = describeSolution(equations_, request);
  solution.statistics = record_.statistics;
  solution.contacts = stepper_->contacts();
  solution.jump_work = record_.jump_work;
  if (request.body_contacts) solution.body_contacts = stepper_->bodyContacts();
  return solution;
}

void TimeStepping::advance() {
  requireIntact();
  if (stepper_->canReduceStep())
    reduceUntilAccepted();
  else
    advanceAndAccept();
  equations_.mechanics().commit();
  record_.statistics = solver::combine(record_.statistics, of_step_);
  time_ = control_.nextTime();
  warnAboutErrors();
  control_.largest = record_.largest;
  control_.recordSuccess(2 * of_step_.solves > data_.newton.max_iterations, record_.error);
  ++step_;
}

void TimeStepping::requireIntact() const {
  if (!is_broken_) return;
  base::InputError error(
      fmt::format("The last step failed, and the time integrator '{}' cannot repeat a step: restore a snapshot before "
                  "the next step, or choose another `stepper`.",
                  data_.stepping.stepper));
  error.markOnAllRanks();
  throw error;
}

void TimeStepping::reduceUntilAccepted() {
  const StepControl control = control_;
  const double load = newton_.load();
  try {
    while (!tryStep()) {
    }
  } catch (const base::Error&) {
    control_ = control;
    newton_.setLoad(load);
    throw;
  }
}

// Computes a step that cannot be repeated.
void TimeStepping::advanceAndAccept() {
  is_broken_ = true;
  advanceOnce();
  double largest = 0.0;
  for (const auto& body : equations_.mechanics().bodies()) {
    const la::State& state = std::as_const(*body).state();
    const auto owned = static_cast<std::size_t>(state.layout().numOwned() * state.block());
    for (const auto values : {state.displacement(), state.velocity(), state.acceleration()})
      for (std::size_t i = 0; i < owned; ++i)
        largest = std::isfinite(values[i]) ? std::max(largest, std::abs(values[i])) : infinity;
  }
  requireNumbers(equations_.comm().max(largest));
  is_broken_ = false;
}

void TimeStepping::requireNumbers(double largest) const {
  base::runCollectively(equations_.comm(), [&] {
    if (largest > largest_representable)
      throw base::NotConvergedError(
          fmt::format("The solution {} at t = {:.6g}, in step {}: values above {:.0e} are not supported.",
                      std::isinf(largest) ? "is infinite or NaN" : fmt::format("reaches {:.2g}", largest),
                      control_.nextTime(), step_ + 1, largest_representable));
  });
}

void TimeStepping::advanceOnce() {
  if (impulses_) impulses_->beginStep();
  of_step_ = stepper_->advance(context_, control_.length(), control_.nextTime());
  if (impulses_) {
    la::Vector smooth = impulses_->endStep(control_.nextTime(), control_.length(), context_.phases);
    stepper_->setNextAcceleration(std::move(smooth), impulses_->hasImpact());
    of_step_ = solver::combine(of_step_, impulses_->statistics());
  }
  if (projection_) of_step_ = solver::combine(of_step_, projection_->project(context_.phases));
}

// Returns true if the slope of a table jumps in the step. Velocities then jump, too, by an impulse,
// which a time integrator would spread over the following steps, and without damping over all of
// them. The end of the run does not count.
bool TimeStepping::hasVelocityJump(double from, double to) const {
  constexpr double resolved = 3.999;  // steps: a table with denser entries is a sample of a smooth function
  return control_.numRemaining() > 1 && hasSlopeJump(tables_, from, to, resolved * control_.length());
}

// Returns true if velocities violate nonlinear constraints. In second-order methods these errors
// alternate from step to step and grow until no step converges (Cardona and Geradin, Comput.
// Struct. 33 (1989), 801-820).
bool TimeStepping::oscillates(const StateVectors& now) const {
  constexpr double much = 0.1;      // relative to the speed; errors of resolved steps are of the order h^2
  constexpr double at_rest = 1e-6;  // relative to the size: negligible displacement in a step
  const auto& constraints = equations_.mechanics().constraints();
  const auto bends = [](const auto& one) { return one->active && !one->isUnilateral() && !one->isLinear(); };
  if (stepper_->order() < 2 || stepper_->handlesVelocityJumps() ||
      std::none_of(constraints.begin(), constraints.end(), bends))
    return false;
  std::vector<double> rates = la::entriesOf(computeMissingRates(equations_, now.v.get()).get());
  std::size_t row = 0;
  for (const auto& constraint : constraints)
    for (LocalIndex r = 0; r < constraint->numRows(); ++r, ++row)
      if (!bends(constraint)) rates[row] = 0.0;
  const la::Vector missing = equations_.rows().makeVector();
  la::setEntries(missing.get(), rates);
  const double slow = at_rest * equations_.unknowns().size() / control_.length();
  return equations_.rows().gap(missing.get()) >
         std::max(slow, much * equations_.norms().largestDisplacement(now.v.get()));
}

std::optional<JumpRestart> TimeStepping::restartAfterDiscontinuity(const StateVectors& now) {
  record_.jump_work = 0.0;
  const bool is_jump = hasVelocityJump(time_, control_.nextTime());
  if (!is_jump && !oscillates(now)) return {};
  const double before = system::kineticEnergyOf(equations_.mechanics());
  const la::Vector multipliers = equations_.rows().multipliersOfBounds();
  JumpRestart next =
      restartAfterJump(equations_, solver_, control_.nextTime(), control_.length(), multipliers.get(), context_.phases);
  of_step_ = solver::combine(of_step_, next.statistics);
  if (is_jump) record_.jump_work = system::kineticEnergyOf(equations_.mechanics()) - before;
  return next;
}

// Rejects compliance and cohesion, which are defined for forces and not for impulses.
void TimeStepping::requireRigidBounds() const {
  base::runCollectively(equations_.comm(), [&] {
    for (const auto& one : equations_.mechanics().constraints()) {
      if (!one->active || !one->isUnilateral()) continue;
      if (one->compliance > 0.0 || one->friction().cohesion > 0.0)
        throw base::InputError(
            fmt::format("'{}' has a bound with {}, but this time integrator supports only bounds without compliance "
                        "and cohesion: use `stepper: implicit-euler`, or remove this parameter.",
                        one->name(), one->compliance > 0.0 ? "a compliance" : "cohesion"));
    }
  });
}

// Returns true if the step was made.
bool TimeStepping::tryStep() {
  if (equations_.updatePairs(share_at_begin)) equations_.updateActiveSet();
  Attempt attempt(equations_, time_);
  try {
    advanceOnce();
    const StateVectors now = equations_.unknowns().states();
    requireNoInversion(now);
    record_.error = errorOf(attempt.before(), now);
    if (!control_.admits(record_.error)) {
      base::log().debug("step {} of size {:.3g} has a relative error of {:.2e} and is repeated", step_ + 1,
                        control_.length(), record_.error);
      control_.reduce(record_.error);
      attempt.undo();
      return false;
    }
    acceptStep(attempt.before(), now);
    return true;
  } catch (const base::NotConvergedError& error) {
    if (!error.isOnAllRanks()) throw;
    const double length = control_.length();
    const bool is_over = !control_.halve();
    std::string where = is_over ? describeFailureLocation(equations_) : "";
    attempt.undo();
    if (is_over) {
      equations_.setTime(control_.nextTime());
      where += findContradiction(equations_);
      attempt.undo();
      fail(error, where);
    }
    base::log().warn("Step {} (from t = {:.6g}, size {:.3g}) did not converge: the step size is reduced to {:.3g}. {}",
                     step_ + 1, time_, length, control_.length(), error.what());
  } catch (const base::Error& error) {
    if (error.isOnAllRanks()) attempt.undo();
    throw;
  }
  return false;
}

// Accepts a step, which ends with a restart after a discontinuity.
void TimeStepping::acceptStep(const StateVectors& before, const StateVectors& now) {
  std::optional<TrajectoryRecord> recorded;
  if (data_.trajectory != nullptr) recorded = recordState(step_ + 1, control_.nextTime());
  std::optional<JumpRestart> afresh = restartAfterDiscontinuity(now);
  stepper_->accept(control_.length(), before, now);
  if (afresh) stepper_->restart(impulses_ ? std::move(afresh->accelerations) : la::Vector());
  if (recorded) recordStep(std::move(*recorded), afresh.has_value());
}

void TimeStepping::recordStep(TrajectoryRecord record, bool has_restarted) {
  const int step = record.after.step;
  const double time = record.after.time;
  data_.trajectory->append(std::move(record));
  if (!has_restarted) return;
  TrajectoryRecord restart = recordState(step, time);
  restart.kind = TrajectoryRecord::Kind::start;
  data_.trajectory->append(std::move(restart));
}

// Checks for errors that a solver does not report.
void TimeStepping::requireNoInversion(const StateVectors& now) const {
  requireNumbers(std::max({largestEntry(now.q.get()), largestEntry(now.v.get()), largestEntry(now.a.get())}));
  const std::string fault = equations_.tangent().isLinear() ? "" : describeInvalidConfiguration(equations_.mechanics());
  base::runCollectively(equations_.comm(), [&] {
    if (!fault.empty()) throw base::NotConvergedError(fmt::format("At the end of the step, {}.", fault));
  });
}

// Returns the local error relative to the largest displacement so far.
double TimeStepping::errorOf(const StateVectors& before, const StateVectors& now) {
  if (!local_error_) return 0.0;
  const double error = local_error_->estimate(control_.length(), before, now);
  record_.largest = std::max(control_.largest, local_error_->sizeOf(now));
  return error == 0.0 ? 0.0 : error / record_.largest;
}

// Warns of errors that exceed the tolerance. In the first of the longest steps the displacement may
// still be close to zero.
void TimeStepping::warnAboutErrors() {
  if (record_.error <= data_.steps.error || time_ <= data_.steps.step || record_.has_warned) return;
  record_.has_warned = true;
  base::log().warn(
      "Step {} (t = {:.6g}) has a relative error of {:.2e} with the smallest step size (`max_step_reductions: {}`): "
      "increase `max_step_reductions` or reduce `step` to satisfy `error_tolerance: {}`.",
      step_ + 1, time_, record_.error, data_.steps.cuts, data_.steps.error);
}

void TimeStepping::fail(const base::NotConvergedError& error, const std::string& where) const {
  base::NotConvergedError end(
      fmt::format("The time integration stops at t = {:.6g}: step {} failed with the smallest step size "
                  "(`max_step_reductions: {}`, down to {:.3g}). {} {}",
                  time_, step_ + 1, data_.steps.cuts, control_.length(), error.what(), where));
  end.markOnAllRanks();
  throw end;
}

}  // namespace tenon::analysis
