#include "EquilibriumPath.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "Newton.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"
#include "whereItFails.hpp"

namespace tenon::analysis {
namespace {

constexpr double time_of_difference = 1e-6;  // over T: loads are linear in time between the entries of tables
constexpr double shortest_growth = 0.5, longest_growth = 2.0;
constexpr double longest_correction = 1.0;  // of one iteration, over the length of the step
constexpr double least_cosine = 0.5;        // between two steps: the path is smooth

}  // namespace

EquilibriumPath::EquilibriumPath(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                 const ArcLength::Data& data)
    : equations_(equations), solver_(solver), phases_(phases), data_(data), equilibrium_(data.tolerance) {
  equations_.moveTo(0.0);
  now_ = point();
}

EquilibriumPath::Point EquilibriumPath::point() const {
  Point point;
  point.x = equations_.linearSystem().layout().makeVector();
  if (equations_.constraints() != nullptr) point.multipliers = equations_.constraints()->makeVector();
  equations_.getUnknowns(point.x.get(), point.multipliers.get());
  point.time = time_;
  return point;
}

void EquilibriumPath::moveTo(const Point& point) {
  time_ = point.time;
  equations_.moveTo(time_);
  equations_.setUnknowns(point.x.get(), point.multipliers.get());
}

solver::SolveStatistics EquilibriumPath::advance(int step) {
  statistics_ = {};
  for (;;) {
    const double load = equilibrium_.load;
    try {
      tryStep();
      equations_.mechanics().commit();
      last_ = std::move(increment_);
      now_ = point();
      length_ *= std::clamp(std::sqrt(static_cast<double>(data_.iterations) / std::max(1, iterations_)),
                            shortest_growth, longest_growth);
      return statistics_;
    } catch (const base::NotConvergedError& error) {
      if (!error.onAllRanks()) throw;
      const bool is_over = length_ <= std::ldexp(first_length_, -data_.cuts);
      const std::string where = is_over ? whereItFails(equations_) : "";
      moveTo(now_);
      equilibrium_.load = load;  // what did not converge says nothing of the size of loads
      if (is_over) giveUp(error, step, where);
      length_ *= 0.5;
      base::log().warn("Step {}, from t = {:.6g}, has failed and is made half as long. {}", step, time_, error.what());
    }
  }
}

void EquilibriumPath::tryStep() {
  solver_.beginStep();
  predict();
  for (iterations_ = 0; time_ <= data_.end_time && !isEquilibrium(iterations_ == 0); ++iterations_) {
    if (iterations_ == data_.max_iterations)
      refuse(fmt::format("After {} iterations {:.2e} of the load is left (at most {:.0e} is accepted).", iterations_,
                         equilibrium_.forcesLeft(), data_.tolerance));
    correct();
  }
  if (time_ > data_.end_time) endAtLast();
  requireSmooth();
}

void EquilibriumPath::requireSmooth() const {
  if (!last_) return;
  const double cosine = product(increment_.get(), last_.get()) /
                        std::sqrt(product(increment_.get(), increment_.get()) * product(last_.get(), last_.get()));
  if (!(cosine >= least_cosine)) refuse("The path turns by more than 60 degrees within one step.");
}

// Beyond T tables may not go on: from here to the equilibrium at T, by Newton's method at that time.
void EquilibriumPath::endAtLast() {
  time_ = data_.end_time;
  equations_.moveTo(time_);
  NewtonParameters parameters;
  parameters.tolerance = data_.tolerance, parameters.max_iterations = data_.max_iterations;
  Newton newton(equations_, solver_, parameters, "A smaller `step` in the analysis block comes nearer to the end");
  newton.tellIterations();
  newton.setLoad(equilibrium_.load);
  statistics_ = solver::joined(statistics_, newton.solve(phases_, fmt::format("the last step (t = {:.6g})", time_)));
}

void EquilibriumPath::predict() {
  solver_.linearise(phases_);
  const Step by_time = tangent();
  const double speed = std::sqrt(product(by_time.x.get(), by_time.x.get()));
  if (!(speed > 0.0))
    refuse(
        "Nothing moves as time goes on: loads change by a `history`, which is constant before its first entry and "
        "after its last one.");
  if (length_ == 0.0) length_ = first_length_ = speed * data_.step;
  const bool goes_on = !last_ || product(by_time.x.get(), last_.get()) >= 0.0;
  increment_ = la::like(by_time.x.get());
  TENON_PETSC(VecZeroEntries(increment_.get()));
  const double dt = (goes_on ? length_ : -length_) / speed;
  follow(by_time, dt, dt);
}

bool EquilibriumPath::isEquilibrium(bool is_first) {
  const Equations::Balance balance = equations_.balance();
  const la::Vector rows = equations_.violation();
  const double gap = rows ? equations_.gap(rows.get()) : 0.0;
  if (!std::isfinite(balance.free_norm + gap)) refuse("The forces are no numbers.");
  const bool holds = equilibrium_.holds(equations_, balance, gap, is_first);
  base::log().info("  iteration {}: t = {:.6g}, {:.2e} of the load is left", iterations_, time_,
                   equilibrium_.forcesLeft());
  return holds;
}

// In the plane normal to the step so far: <du, dx + dt x'> = 0.
void EquilibriumPath::correct() {
  solver_.linearise(phases_);
  const Equations::Balance balance = equations_.balance();
  const la::Vector rows = equations_.violation();
  if (rows) TENON_PETSC(VecScale(rows.get(), -1.0));
  Step step = solve(balance.free.get(), rows.get());
  const Step by_time = tangent();
  const double along = product(increment_.get(), by_time.x.get());
  const double least =
      1e-12 * std::sqrt(product(increment_.get(), increment_.get()) * product(by_time.x.get(), by_time.x.get()));
  if (!(std::abs(along) > least)) refuse("The path turns by a right angle within one step.");
  const double dt = -product(increment_.get(), step.x.get()) / along;
  TENON_PETSC(VecAXPY(step.x.get(), dt, by_time.x.get()));
  if (rows) TENON_PETSC(VecAXPY(step.multipliers.get(), dt, by_time.multipliers.get()));
  if (!(product(step.x.get(), step.x.get()) <= std::pow(longest_correction * length_, 2)))
    refuse("A correction is longer than the step.");
  follow(step, 1.0, dt);
}

/// dx/dt and dlambda/dt of equilibria: A x' - G^T lambda' = dr/dt, G x' + C lambda' = -dh/dt.
EquilibriumPath::Step EquilibriumPath::tangent() {
  const double forward = time_of_difference * data_.end_time;
  const double dt = time_ + forward <= data_.end_time ? forward : -forward;
  equations_.moveTo(time_ + dt);
  const Equations::Balance later = equations_.balance();
  la::Vector later_rows = equations_.violation();
  equations_.moveTo(time_);
  const Equations::Balance now = equations_.balance();
  const la::Vector rows = equations_.violation();
  TENON_PETSC(VecAXPY(later.free.get(), -1.0, now.free.get()));
  TENON_PETSC(VecScale(later.free.get(), 1.0 / dt));
  if (rows) {
    TENON_PETSC(VecAXPY(later_rows.get(), -1.0, rows.get()));
    TENON_PETSC(VecScale(later_rows.get(), -1.0 / dt));
  }
  return solve(later.free.get(), later_rows.get());
}

EquilibriumPath::Step EquilibriumPath::solve(Vec f, Vec g) {
  const auto phase = phases_.begin("solve");
  Step step;
  step.x = la::like(f);
  if (g != nullptr) step.multipliers = la::like(g);
  statistics_ = solver::joined(statistics_, solver_.solveFor(f, g, step.x.get(), step.multipliers.get()));
  return step;
}

void EquilibriumPath::follow(const Step& step, double factor, double dt) {
  time_ += dt;
  equations_.moveTo(time_);
  const Point here = point();
  TENON_PETSC(VecAXPY(here.x.get(), factor, step.x.get()));
  if (step.multipliers) TENON_PETSC(VecAXPY(here.multipliers.get(), factor, step.multipliers.get()));
  TENON_PETSC(VecAXPY(increment_.get(), factor, step.x.get()));
  equations_.setUnknowns(here.x.get(), here.multipliers.get());
}

double EquilibriumPath::product(Vec a, Vec b) const {
  if (equations_.weights() == nullptr) {
    PetscScalar sum = 0.0;
    TENON_PETSC(VecDot(a, b, &sum));
    return sum;
  }
  double sum = 0.0;
  const std::vector<double> lengths = la::entriesOf(equations_.weights());
  const la::ReadArray of_a(a), of_b(b);
  for (std::size_t i = 0; i < lengths.size(); ++i) sum += of_a.begin()[i] / lengths[i] * (of_b.begin()[i] / lengths[i]);
  return equations_.comm().sum(sum);
}

void EquilibriumPath::refuse(const std::string& sentence) const {
  base::NotConvergedError error(sentence);
  error.markOnAllRanks();
  throw error;
}

void EquilibriumPath::giveUp(const base::NotConvergedError& error, int step, const std::string& where) const {
  refuse(fmt::format(
      "The path cannot be followed beyond t = {:.6g}: step {} has failed, however short it was made (`cuts: {}`). "
      "{} {}",
      now_.time, step, data_.cuts, error.what(), where));
}

}  // namespace tenon::analysis
