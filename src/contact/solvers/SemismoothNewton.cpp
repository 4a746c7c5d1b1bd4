// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SemismoothNewton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "NewtonSystem.hpp"
#include "contact/gradientMethods.hpp"
#include "steps.hpp"

namespace tenon::contact {
namespace {

constexpr double near = 0.03;            // error below which Newton steps are worth their cost
constexpr double shift_of_error = 0.01;  // increased tenfold after each step that stalls
constexpr int first_gradients = 50, most_gradients = 1000;
constexpr int most_steps = 20, most_stalls = 3;
constexpr double progress = 0.5;  // share of |F|^2; steps that leave a larger share stall
constexpr double armijo = 1e-4;
constexpr std::size_t samples = 10;
constexpr double solved = 1e-4;  // share of |F|^2 without impulses; a larger share remains if the problem is infeasible

/// Sequence of Newton iterates.
class Descent {
 public:
  Descent(const ConeProblem& problem, ScaledProblem& scaled)
      : scaled_(scaled), map_(problem, scaled), system_(problem, scaled, map_) {
    const Impulses nothing = Impulses::Zero(problem.numImpulses());
    map_.evaluate(nothing, nothing, F_);
    most_merit_ = solved * products<1>(scaled.comm(), {{{&F_, &F_}}})[0];
  }

  /// Begins at y. @note Collective.
  void begin(const Impulses& y) {
    now_ = y;
    shift_ = shift_of_error;
    best_error_ = std::numeric_limits<double>::infinity();
    look();
  }
  /// Performs one step. Returns the remaining share of |F|^2. @note Collective.
  double step() {
    const double before = merit_, shift = shift_ * std::min(1.0, error_);
    map_.linearise(now_, product_);
    system_.solve(-F_, shift, std::clamp(error_, 1e-6, 0.1), direction_);
    scaled_.multiply(direction_, of_direction_);
    now_ += lengthOfStep() * direction_;
    look();
    const double left = merit_ / before;
    shift_ = left > progress ? 10.0 * shift_ : std::max(shift_of_error, 0.1 * shift_);
    return left;
  }
  /// Returns the error of the current iterate.
  double error() const { return error_; }
  /// Returns the smallest error of a feasible iterate; infinite if there is none.
  double bestError() const { return best_error_; }
  /// Returns the best iterate within the cones; undefined if bestError() is infinite.
  const Impulses& best() const { return best_; }

 private:
  void look() {
    scaled_.multiply(now_, product_);
    map_.evaluate(now_, product_, F_);
    merit_ = products<1>(scaled_.comm(), {{{&F_, &F_}}})[0];
    const Impulses feasible = now_ - F_;
    Impulses product;
    scaled_.multiply(feasible, product);
    error_ = scaled_.complementarity(feasible, product);
    // Errors are relative to the impulses, which grow without bound in infeasible problems. In that
    // case a small error does not indicate a solution.
    if (merit_ > most_merit_ || error_ >= best_error_) return;
    best_ = feasible, best_error_ = error_;
  }

  double lengthOfStep() {
    std::array<double, samples> merits{};
    Impulses F;
    double t = 1.0;
    for (double& merit : merits) {
      map_.evaluate(now_ + t * direction_, product_ + t * of_direction_, F);
      merit = F.squaredNorm();
      t *= 0.5;
    }
    scaled_.comm().sumInPlace(gsl::span<double>(merits));
    t = 1.0;
    for (const double merit : merits) {
      if (merit <= (1.0 - 2.0 * armijo * t) * merit_) return t;
      t *= 0.5;
    }
    const auto best = std::min_element(merits.begin(), merits.end()) - merits.begin();
    return std::ldexp(1.0, -static_cast<int>(best));
  }

  ScaledProblem& scaled_;
  NaturalMap map_;
  NewtonSystem system_;
  Impulses now_, product_, F_, direction_, of_direction_, best_;
  double shift_ = shift_of_error, merit_ = 0.0, most_merit_ = 0.0, error_ = 0.0,
         best_error_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Outcome SemismoothNewton::solve(const ConeProblem& problem, const Limits& limits, Impulses& x) {
  ScaledProblem scaled(problem);
  Descent descent(problem, scaled);
  Outcome outcome;
  Impulses y = scaled.toScaled(x), product;
  scaled.project(y);
  scaled.multiply(y, product);
  outcome.complementarity = scaled.complementarity(y, product);
  int portion = first_gradients;
  while (outcome.complementarity > limits.tolerance && outcome.iterations < limits.max_iterations) {
    if (outcome.complementarity <= near) {
      descent.begin(y);
      for (int k = 0, stalls = 0; k < most_steps && stalls < most_stalls; ++k) {
        if (descent.bestError() <= limits.tolerance || outcome.iterations == limits.max_iterations) break;
        stalls = descent.step() > progress ? stalls + 1 : 0;
        ++outcome.iterations;
      }
      const bool is_nearer = descent.bestError() <= 0.5 * outcome.complementarity;
      if (descent.bestError() < outcome.complementarity) {
        y = descent.best();
        outcome.complementarity = descent.bestError();
      }
      if (outcome.complementarity <= limits.tolerance) break;
      if (!is_nearer) portion = std::min(2 * portion, most_gradients);
    }
    x = scaled.toImpulses(y);
    const int left = limits.max_iterations - outcome.iterations;
    const Outcome nearer = accelerateGradients(problem, {limits.tolerance, std::min(portion, left)}, x);
    outcome.iterations += nearer.iterations;
    outcome.complementarity = nearer.complementarity;
    y = scaled.toScaled(x);
  }
  x = scaled.toImpulses(y);
  outcome.converged = outcome.complementarity <= limits.tolerance;
  return outcome;
}

}  // namespace tenon::contact
