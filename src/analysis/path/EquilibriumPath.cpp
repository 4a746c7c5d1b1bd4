// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "EquilibriumPath.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "analysis/Residual.hpp"
#include "analysis/newton/Newton.hpp"
#include "analysis/steppers/products.hpp"
#include "analysis/steps/describeFailureLocation.hpp"
#include "analysis/steps/equationsSnapshot.hpp"
#include "base/text.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

constexpr double time_of_difference = 1e-6;  // relative to T: loads are linear in time between the entries of tables
constexpr double shortest_growth = 0.5, longest_growth = 2.0;
constexpr double longest_correction = 1.0;  // largest correction of one iteration, relative to the length of the step
constexpr double least_cosine = 0.5;        // between two steps: the path is smooth
// Least cosine between the tangents at both ends of a step, unless the step is the shortest one.
constexpr double resolved_cosine = 0.8;
constexpr double wanted_angle = 0.35;  // maximum desired angle between these tangents [rad]
constexpr double allowed_deviation =
    0.5;  // deviation of a node from the mean of both tangents, relative to the larger one
// Maximum relative to the first step, because t is interpolated linearly.
constexpr double length_at_bifurcation = 0.25;
constexpr double least_share = 1e-5;  // relative to the largest displacement: nodes that move less are ignored

la::Vector share(const la::Vector& vector) {
  return vector ? la::Vector::share(vector.get()) : la::Vector();
}

PathTangent share(const PathTangent& tangent) {
  return {share(tangent.x), share(tangent.multipliers), tangent.time,
          tangent.speed,    tangent.direction,          tangent.determinant};
}

}  // namespace

EquilibriumPath::Point EquilibriumPath::share(const Point& point) {
  return {analysis::share(point.x), analysis::share(point.multipliers), point.time};
}

EquilibriumPath::EquilibriumPath(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                 const ArcLengthParameters& data)
    : equations_(equations), solver_(solver), phases_(phases), data_(data), equilibrium_(data.tolerance) {
  equations_.setTime(0.0);
  now_ = point();
}

Snapshot EquilibriumPath::snapshot(int step, const solver::SolveStatistics& statistics) const {
  Snapshot snapshot = takeSnapshot(equations_, step, now_.time);
  auto course = std::make_shared<Course>();
  course->point = share(now_);
  if (tangent_) course->tangent = analysis::share(*tangent_);
  course->last = analysis::share(last_);
  course->length = length_, course->first_length = first_length_, course->load = equilibrium_.load;
  course->critical_points = critical_points_;
  course->statistics = statistics;
  snapshot.statistics = std::shared_ptr<const Course>(std::move(course));
  return snapshot;
}

solver::SolveStatistics EquilibriumPath::restore(const Snapshot& from) {
  const Course& course = *std::any_cast<const std::shared_ptr<const Course>&>(from.statistics);
  restoreStaticEquations(equations_, from);
  now_ = share(course.point), time_ = now_.time;
  tangent_.reset(), next_.reset();
  if (course.tangent) tangent_ = analysis::share(*course.tangent);
  last_ = analysis::share(course.last), increment_ = {};
  length_ = course.length, first_length_ = course.first_length, equilibrium_.load = course.load;
  critical_points_ = course.critical_points;
  return course.statistics;
}

EquilibriumPath::Point EquilibriumPath::point() const {
  return {equations_.unknowns().get(), equations_.rows().copyMultipliers(), time_};
}

void EquilibriumPath::setPoint(const Point& point) {
  time_ = point.time;
  equations_.setTime(time_);
  equations_.setUnknowns(point.x.get(), point.multipliers.get());
}

solver::SolveStatistics EquilibriumPath::advance(int step) {
  const double length = length_, first_length = first_length_, load = equilibrium_.load;
  try {
    return advanceOrFail(step);
  } catch (const base::Error& error) {
    if (!error.isOnAllRanks()) throw;
    setPoint(now_);
    length_ = length, first_length_ = first_length, equilibrium_.load = load;
    throw;
  }
}

solver::SolveStatistics EquilibriumPath::advanceOrFail(int step) {
  statistics_ = {};
  for (;;) {
    const double load = equilibrium_.load;
    try {
      tryStep();
      if (isResolved(*next_)) {
        accept(step, std::move(*next_));
        return statistics_;
      }
      setPoint(now_);
      equilibrium_.load = load;
      length_ *= 0.5;
      base::log().debug("Step {}, from t = {:.6g}, does not resolve the path: the arc length is halved.", step, time_);
    } catch (const base::NotConvergedError& error) {
      if (!error.isOnAllRanks()) throw;
      const bool is_over = length_ <= std::ldexp(first_length_, -data_.cuts);
      const std::string where = is_over ? describeFailureLocation(equations_) : "";
      setPoint(now_);
      equilibrium_.load = load;  // iterates of a failed step do not indicate the magnitude of loads
      if (is_over) fail(error, step, where);
      length_ *= 0.5;
      base::log().warn("Step {}, from t = {:.6g}, did not converge: the arc length is halved. {}", step, time_,
                       error.what());
    }
  }
}

void EquilibriumPath::accept(int step, PathTangent next) {
  equations_.mechanics().commit();
  const double length = std::sqrt(product(increment_.get(), increment_.get()));
  if (const auto critical = criticalPoint(step, *tangent_, next, length)) {
    base::log().info("step {}: {}", step, describe(*critical));
    critical_points_.push_back(*critical);
  }
  last_ = std::move(increment_);
  now_ = point();
  tangent_ = std::move(next);
  const double by_iterations = std::sqrt(static_cast<double>(data_.iterations) / std::max(1, iterations_));
  const double angle = std::acos(std::clamp(cosine_, -1.0, 1.0));
  const double by_angle = angle > 0.0 ? wanted_angle / angle : longest_growth;
  length_ *= std::clamp(std::min(by_iterations, by_angle), shortest_growth, longest_growth);
  length_ = std::min(length_, data_.longest * first_length_);
}

/// Returns the tangent at the current equilibrium, in the direction of the step that has led to it.
PathTangent EquilibriumPath::currentTangent() {
  solver_.linearise(phases_);
  Step by_time = tangent();
  PathTangent here;
  here.speed = std::sqrt(product(by_time.x.get(), by_time.x.get()));
  if (increment_ && product(by_time.x.get(), increment_.get()) < 0.0) here.direction = -1.0;
  here.x = std::move(by_time.x), here.multipliers = std::move(by_time.multipliers);
  here.time = time_;
  here.determinant = solver_.determinant();
  return here;
}

/// Returns true if the step is short enough to resolve the path, or cannot be shortened: the
/// tangents at its ends form a small angle, every node moves as they predict, and t reverses its
/// direction only where the determinant changes its sign.
bool EquilibriumPath::isResolved(const PathTangent& next) const {
  if (length_ <= std::ldexp(first_length_, -data_.cuts)) return true;
  const bool turns = next.direction != tangent_->direction;
  const bool has_determinants = next.determinant && tangent_->determinant;
  if (turns && has_determinants && !changesSign(*tangent_, next)) return false;
  if (!turns && changesSign(*tangent_, next) && length_ > length_at_bifurcation * first_length_) return false;
  return cosine_ >= resolved_cosine && followsTangents(next);
}

/// Returns true if the increment of every block of unknowns lies between the predictions of the
/// tangents at both ends. A jump to another part of the path moves some blocks much farther.
bool EquilibriumPath::followsTangents(const PathTangent& next) const {
  const double length = std::sqrt(product(increment_.get(), increment_.get()));
  const double before = tangent_->direction / tangent_->speed * length, after = next.direction / next.speed * length;
  const auto block = static_cast<std::size_t>(equations_.linearSystem().layout().block());
  std::vector<double> lengths;
  if (equations_.norms().weights() != nullptr) lengths = la::entriesOf(equations_.norms().weights());
  const la::ReadArray du(increment_.get()), of_before(tangent_->x.get()), of_after(next.x.get());
  const auto size = static_cast<std::size_t>(du.size());
  const auto normOf = [&](std::size_t first, const auto& entry) {
    double sum = 0.0;
    for (std::size_t i = first; i < first + block; ++i)
      sum += std::pow(entry(i) / (lengths.empty() ? 1.0 : lengths[i]), 2);
    return std::sqrt(sum);
  };
  double largest = 0.0;
  for (std::size_t i = 0; i < size; i += block)
    largest = std::max(largest, normOf(i, [&](std::size_t k) { return du.begin()[k]; }));
  largest = equations_.comm().max(largest);
  bool follows = true;
  for (std::size_t i = 0; i < size; i += block) {
    const double first = normOf(i, [&](std::size_t k) { return before * of_before.begin()[k]; });
    const double second = normOf(i, [&](std::size_t k) { return after * of_after.begin()[k]; });
    const double spread =
        normOf(i, [&](std::size_t k) { return before * of_before.begin()[k] - after * of_after.begin()[k]; });
    const double error = normOf(i, [&](std::size_t k) {
      return du.begin()[k] - 0.5 * (before * of_before.begin()[k] + after * of_after.begin()[k]);
    });
    const double allowed = 0.5 * spread + allowed_deviation * std::max(first, second) + least_share * largest;
    follows = follows && error <= allowed;
  }
  return !equations_.comm().any(!follows);
}

void EquilibriumPath::tryStep() {
  solver_.beginStep();
  if (!tangent_) tangent_ = currentTangent();
  predict();
  for (iterations_ = 0; time_ <= data_.end_time && !isEquilibrium(iterations_ == 0); ++iterations_) {
    if (iterations_ == data_.max_iterations)
      refuse(fmt::format("After {} the relative residual of the forces is {:.2e} (tolerance {:.0e}).",
                         base::formatCount(iterations_, "iteration"), equilibrium_.forceResidual(), data_.tolerance));
    correct();
  }
  if (time_ > data_.end_time) endAtFinalTime();
  requireSmooth();
  next_ = currentTangent();
  cosine_ = tangent_->direction * next_->direction * product(tangent_->x.get(), next_->x.get()) /
            (tangent_->speed * next_->speed);
}

void EquilibriumPath::requireSmooth() const {
  if (!last_) return;
  const double cosine = product(increment_.get(), last_.get()) /
                        std::sqrt(product(increment_.get(), increment_.get()) * product(last_.get(), last_.get()));
  if (!(cosine >= least_cosine)) refuse("The direction of the path changes by more than 60 degrees within one step.");
}

// Computes the equilibrium at T by Newton's method at this time, because tables may end at T.
void EquilibriumPath::endAtFinalTime() {
  time_ = data_.end_time;
  const la::Vector start = equations_.unknowns().get();
  equations_.setTime(time_);
  NewtonParameters parameters;
  parameters.tolerance = data_.tolerance, parameters.max_iterations = data_.max_iterations;
  Newton newton(equations_, solver_, parameters, "Reduce `step` in the analysis block to shorten the last step");
  newton.reportIterations();
  newton.setLoad(equilibrium_.load);
  statistics_ = solver::combine(statistics_,
                                newton.solve(phases_, fmt::format("the last step (t = {:.6g})", time_), start.get()));
  TENON_PETSC(VecWAXPY(increment_.get(), -1.0, now_.x.get(), point().x.get()));
}

void EquilibriumPath::predict() {
  if (!(tangent_->speed > 0.0))
    refuse(
        "The loads do not depend on time: specify a `history` for them. Before its first entry and after its last "
        "entry, a history is constant.");
  if (length_ == 0.0) length_ = first_length_ = tangent_->speed * data_.step;
  increment_ = la::makeZeroLike(tangent_->x.get());
  TENON_PETSC(VecZeroEntries(increment_.get()));
  const double dt = tangent_->direction * length_ / tangent_->speed;
  Step by_time;
  by_time.x = la::Vector::share(tangent_->x.get());
  if (tangent_->multipliers) by_time.multipliers = la::Vector::share(tangent_->multipliers.get());
  addStep(by_time, dt, dt);
}

bool EquilibriumPath::isEquilibrium(bool is_first) {
  const Residual residual = computeResidual(equations_);
  const la::Vector rows = equations_.rows().residual();
  const double gap = rows ? equations_.rows().gap(rows.get()) : 0.0;
  if (!std::isfinite(residual.free_norm + gap)) refuse("The forces are not finite.");
  const bool holds = equilibrium_.isReached(equations_, residual, gap, is_first);
  base::log().info("  iteration {}: t = {:.6g}, relative residual {:.2e}", iterations_, time_,
                   equilibrium_.forceResidual());
  return holds;
}

// Makes a correction in the plane normal to the increment so far: <du, dx + dt x'> = 0.
void EquilibriumPath::correct() {
  solver_.linearise(phases_);
  const Residual residual = computeResidual(equations_);
  const la::Vector rows = equations_.rows().residual();
  if (rows) TENON_PETSC(VecScale(rows.get(), -1.0));
  Step step = solve(residual.free.get(), rows.get());
  const Step by_time = tangent();
  const double along = product(increment_.get(), by_time.x.get());
  const double least =
      1e-12 * std::sqrt(product(increment_.get(), increment_.get()) * product(by_time.x.get(), by_time.x.get()));
  if (!(std::abs(along) > least)) refuse("The direction of the path changes by a right angle within one step.");
  const double dt = -product(increment_.get(), step.x.get()) / along;
  TENON_PETSC(VecAXPY(step.x.get(), dt, by_time.x.get()));
  if (rows) TENON_PETSC(VecAXPY(step.multipliers.get(), dt, by_time.multipliers.get()));
  if (!(product(step.x.get(), step.x.get()) <= std::pow(longest_correction * length_, 2)))
    refuse("A corrector increment is longer than the step.");
  addStep(step, 1.0, dt);
}

/// Returns dx/dt and dlambda/dt of equilibria:
///   A x' - G^T lambda' = dr/dt,   G x' + C lambda' = -dh/dt.
EquilibriumPath::Step EquilibriumPath::tangent() {
  const double forward = time_of_difference * data_.end_time;
  const double dt = time_ + forward <= data_.end_time ? forward : -forward;
  equations_.setTime(time_ + dt);
  const Residual later = computeResidual(equations_);
  la::Vector later_rows = equations_.rows().residual();
  equations_.setTime(time_);
  const Residual now = computeResidual(equations_);
  const la::Vector rows = equations_.rows().residual();
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
  step.x = la::makeZeroLike(f);
  if (g != nullptr) step.multipliers = la::makeZeroLike(g);
  statistics_ = solver::combine(statistics_, solver_.solveFor(f, g, step.x.get(), step.multipliers.get()));
  return step;
}

void EquilibriumPath::addStep(const Step& step, double factor, double dt) {
  time_ += dt;
  equations_.setTime(time_);
  const Point here = point();
  TENON_PETSC(VecAXPY(here.x.get(), factor, step.x.get()));
  if (step.multipliers) TENON_PETSC(VecAXPY(here.multipliers.get(), factor, step.multipliers.get()));
  TENON_PETSC(VecAXPY(increment_.get(), factor, step.x.get()));
  equations_.setUnknowns(here.x.get(), here.multipliers.get());
}

double EquilibriumPath::product(Vec a, Vec b) const {
  if (equations_.norms().weights() == nullptr) return dot(a, b);
  double sum = 0.0;
  const std::vector<double> lengths = la::entriesOf(equations_.norms().weights());
  const la::ReadArray of_a(a), of_b(b);
  for (std::size_t i = 0; i < lengths.size(); ++i) sum += of_a.begin()[i] / lengths[i] * (of_b.begin()[i] / lengths[i]);
  return equations_.comm().sum(sum);
}

void EquilibriumPath::refuse(const std::string& sentence) const {
  base::NotConvergedError error(sentence);
  error.markOnAllRanks();
  throw error;
}

void EquilibriumPath::fail(const base::NotConvergedError& error, int step, const std::string& where) const {
  refuse(
      fmt::format("The path cannot be followed beyond t = {:.6g}: step {} failed with the smallest step size "
                  "(`max_step_reductions: {}`). {} {}",
                  now_.time, step, data_.cuts, error.what(), where));
}

}  // namespace tenon::analysis
