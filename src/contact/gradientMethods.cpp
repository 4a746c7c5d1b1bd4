// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "gradientMethods.hpp"

#include <algorithm>
#include <cmath>

#include "contact/solvers/steps.hpp"

namespace tenon::contact {
namespace {

// Number of previous values of the objective whose maximum a step of the spectral method may not
// exceed.
constexpr int memory = 10;
constexpr double sufficient = 1e-4;  // share of the decrease predicted by the gradient

/// Objective along the steps of the spectral method, relative to its value at the beginning of the
/// convex problem.
class Objective {
 public:
  /// Begins another convex problem.
  void restart() { values_.assign(1, 0.0); }
  /// Returns the length t <= 1 of a step, and adds the objective at its end,
  /// value + t slope + t^2 bent / 2.
  double advance(double slope, double bent) {
    // The largest admissible t has a closed form.
    const double bound = *std::max_element(values_.begin(), values_.end()), value = values_.back();
    double t = 1.0;
    if (value + slope + 0.5 * bent > bound + sufficient * slope && bent > 0.0) t = std::min(1.0, -slope / bent);
    values_.push_back(value + (t * slope + 0.5 * t * t * bent));
    if (values_.size() > memory) values_.erase(values_.begin());
    return t;
  }

 private:
  std::vector<double> values_{0.0};
};

/// Projects a step along the gradient g from `ahead`. The curvature is increased until it bounds
/// that of the objective along the step.
/// @param next    end of the step
/// @param change  step
/// @note Collective.
void descend(const ScaledProblem& scaled, const Impulses& ahead, const Impulses& g, double& curvature, Impulses& next,
             Impulses& change, Impulses& of_change) {
  for (;;) {
    next = ahead - g / curvature;
    scaled.project(next);
    change = next - ahead;
    scaled.multiply(change, of_change);
    const auto [bent, length] = products<2>(scaled.comm(), {{{&change, &of_change}, {&change, &change}}});
    if (!(bent > curvature * length * (1.0 + 1e-12))) return;  // or NaN
    curvature = std::max(2.0 * curvature, std::min(bent / length, 4.0 * curvature));
  }
}

/// Returns the factor of the extrapolation of accelerated gradients and updates its parameter.
double extrapolation(double& theta) {
  const double next = 0.5 * theta * (std::sqrt(theta * theta + 4.0) - theta);
  const double beta = theta * (1.0 - theta) / (theta * theta + next);
  theta = next;
  return beta;
}

}  // namespace

Outcome accelerateGradients(const ConeProblem& problem, const ConeSolver::Limits& limits, Impulses& x) {
  ScaledProblem scaled(problem);
  const base::Communicator& comm = scaled.comm();
  Impulses now = scaled.toScaled(x), product, g, next, change, of_change, ahead, of_ahead;
  scaled.project(now);
  scaled.multiply(now, product);
  scaled.augment(product);
  ahead = now, of_ahead = product;
  double theta = 1.0, curvature = 1.0;
  Outcome outcome{0, scaled.complementarity(now, product), true};
  while (beginsIteration(outcome, limits)) {
    scaled.gradient(of_ahead, g);
    descend(scaled, ahead, g, curvature, next, change, of_change);
    change = next - now;    // the step
    of_ahead += of_change;  // N next
    of_change = of_ahead - product;
    const double uphill = products<1>(comm, {{{&g, &change}}})[0];
    now.swap(next);
    product = of_ahead;
    const auto errors = scaled.errors(now, product);
    outcome.complementarity = errors.complementarity;
    const State state = checkConvergence(errors, limits.tolerance);
    if (state == State::done) break;
    if (state == State::next) scaled.augment(product);
    if (state == State::next || uphill > 0.0) {
      theta = 1.0;
      ahead = now;
    } else {
      const double beta = extrapolation(theta);
      ahead = now + beta * change;
      of_ahead += beta * of_change;
    }
    curvature *= 0.97;
  }
  x = scaled.toImpulses(now);
  return outcome;
}

Outcome BarzilaiBorwein::solve(const ConeProblem& problem, const Limits& limits, Impulses& x) {
  ScaledProblem scaled(problem);
  const base::Communicator& comm = scaled.comm();
  Impulses now = scaled.toScaled(x), product, g, change, of_change;
  scaled.project(now);
  scaled.multiply(now, product);
  scaled.augment(product);
  double step = 1.0;
  Objective objective;
  Outcome outcome{0, scaled.complementarity(now, product), true};
  while (beginsIteration(outcome, limits)) {
    scaled.gradient(product, g);
    change = now - step * g;
    scaled.project(change);
    change -= now;
    scaled.multiply(change, of_change);
    const auto [product_with_g, bent, length] =
        products<3>(comm, {{{&g, &change}, {&change, &of_change}, {&change, &change}}});
    const double slope = std::min(product_with_g, -length / step);  // equal in exact arithmetic
    const double t = objective.advance(slope, bent);
    now += t * change;
    product += t * of_change;
    step = bent > 0.0 ? std::clamp(length / bent, 1e-3, 1e3) : 1.0;
    const auto errors = scaled.errors(now, product);
    outcome.complementarity = errors.complementarity;
    const State state = checkConvergence(errors, limits.tolerance);
    if (state == State::done) break;
    if (state == State::next) {
      scaled.augment(product);
      objective.restart();
    }
  }
  x = scaled.toImpulses(now);
  return outcome;
}

}  // namespace tenon::contact
