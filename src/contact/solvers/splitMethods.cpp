// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "splitMethods.hpp"

#include <algorithm>
#include <cmath>

#include "NaturalMap.hpp"
#include "contact/gradientMethods.hpp"
#include "steps.hpp"

namespace tenon::contact {
namespace {

/// Minimisation of one convex problem min y . N y / 2 + (r + augmentation) . y and its current
/// iterate.
class Minimisation {
 public:
  Minimisation(const ConeProblem& problem, ScaledProblem& scaled, const Impulses& y)
      : now(y), scaled_(scaled), map_(problem, scaled) {
    scaled.project(now);
    scaled.multiply(now, product);
    scaled.augment(product);
  }

  /// Performs a step along the projected gradient. The step length is the reciprocal of the largest
  /// curvature so far.
  /// @note Collective.
  void project() {
    scaled_.gradient(product, g_);
    for (;;) {
      change_ = now - g_ / curvature_;
      scaled_.project(change_);
      change_ -= now;
      scaled_.multiply(change_, of_change_);
      const auto [bent, length] = products<2>(scaled_.comm(), {{{&change_, &of_change_}, {&change_, &change_}}});
      ++num_products;
      if (!(bent > curvature_ * length * (1.0 + 1e-12))) break;  // or NaN
      curvature_ = std::max(2.0 * curvature_, std::min(bent / length, 4.0 * curvature_));
    }
    now += change_;
    product += of_change_;
  }

  /// Minimises by conjugate gradients on the current face of the cones, and returns to the cones.
  /// @note Collective.
  void minimiseOnFace(int most) {
    map_.linearise(now, product);
    scaled_.gradient(product, g_);
    Impulses mean_rate = Impulses::Zero(now.size()), of_way = mean_rate, left = -g_, on_face, along, of_along;
    map_.applyProjection(left, on_face);
    along = on_face;
    double size = products<1>(scaled_.comm(), {{{&left, &on_face}}})[0], largest_decrease = 0.0;
    for (int k = 0; k < most && size > 0.0; ++k) {
      scaled_.multiply(along, of_along);
      ++num_products;
      const auto [bent, length] = products<2>(scaled_.comm(), {{{&along, &of_along}, {&along, &along}}});
      if (bent <= flat * length) break;
      const double t = size / bent, decrease = 0.5 * t * size;
      mean_rate += t * along, of_way += t * of_along;
      left -= t * of_along;
      largest_decrease = std::max(largest_decrease, decrease);
      if (decrease <= little * largest_decrease) break;
      map_.applyProjection(left, on_face);
      const double next = products<1>(scaled_.comm(), {{{&left, &on_face}}})[0];
      along = on_face + next / size * along;
      size = next;
    }
    search(mean_rate);
  }

  Impulses now, product;
  int num_products = 0;

 private:
  // Decreases of the objective below this share of the largest one end the search on a face.
  static constexpr double little = 0.01;
  // Curvature at the round-off of N, whose diagonal is about 1: the impulses cancel each other.
  static constexpr double flat = 1e-13;
  static constexpr int most_halvings = 4;

  // Moves to the first point P(y + t way) with a lower objective, t = 1, 1/2, ...; stays if there
  // is none.
  void search(const Impulses& mean_rate) {
    for (int k = 0; k < most_halvings; ++k) {
      change_ = now + std::ldexp(1.0, -k) * mean_rate;
      scaled_.project(change_);
      change_ -= now;
      scaled_.multiply(change_, of_change_);
      ++num_products;
      const auto [downhill, bent] = products<2>(scaled_.comm(), {{{&g_, &change_}, {&change_, &of_change_}}});
      if (downhill + 0.5 * bent >= 0.0) continue;
      now += change_;
      product += of_change_;
      return;
    }
  }

  ScaledProblem& scaled_;
  NaturalMap map_;
  double curvature_ = 1.0;
  Impulses g_, change_, of_change_;
};

}  // namespace

// On strongly curved faces, such as those of slipping contacts and of rolling or spinning friction,
// the iterates finally oscillate at small errors. Accelerated gradients continue from there.
Outcome ConjugateGradient::solve(const ConeProblem& problem, const Limits& limits, Impulses& x) {
  constexpr int most_on_face = 50, most_stalls = 20;
  constexpr double progress = 0.5;
  ScaledProblem scaled(problem);
  Minimisation at(problem, scaled, scaled.toScaled(x));
  Outcome outcome{0, scaled.complementarity(at.now, at.product), true};
  double best = outcome.complementarity;
  int stalls = 0;
  while (outcome.complementarity > limits.tolerance && stalls < most_stalls &&
         outcome.iterations < limits.max_iterations) {
    at.project();
    ScaledProblem::Errors errors = scaled.errors(at.now, at.product);
    if (checkConvergence(errors, limits.tolerance) == State::proceed) {
      at.minimiseOnFace(std::min(most_on_face, limits.max_iterations));
      errors = scaled.errors(at.now, at.product);
    }
    outcome.iterations = at.num_products;
    outcome.complementarity = errors.complementarity;
    if (checkConvergence(errors, limits.tolerance) == State::next) scaled.augment(at.product);
    stalls = outcome.complementarity < progress * best ? 0 : stalls + 1;
    if (stalls == 0) best = outcome.complementarity;
  }
  x = scaled.toImpulses(at.now);
  outcome.converged = outcome.complementarity <= limits.tolerance;
  if (outcome.converged || outcome.iterations >= limits.max_iterations) return outcome;
  const Outcome rest = accelerateGradients(problem, {limits.tolerance, limits.max_iterations - outcome.iterations}, x);
  return {outcome.iterations + rest.iterations, rest.complementarity, rest.converged};
}

namespace {

/// Solves (N + rho) y = b by conjugate gradients from y, to a residual of `share` times |b|.
/// @note Collective.
void solveShifted(const ScaledProblem& scaled, double rho, const Impulses& b, double share, Impulses& y, Impulses& Ny) {
  constexpr int most = 50;
  Impulses left = b - Ny - rho * y, along = left, of_along;
  auto [size, whole] = products<2>(scaled.comm(), {{{&left, &left}, {&b, &b}}});
  const double enough = share * share * whole;
  for (int k = 0; k < most && size > enough; ++k) {
    scaled.multiply(along, of_along);
    const auto [bent, length] = products<2>(scaled.comm(), {{{&along, &of_along}, {&along, &along}}});
    const double t = size / (bent + rho * length);
    y += t * along;
    Ny += t * of_along;
    left -= t * (of_along + rho * along);
    const double next = products<1>(scaled.comm(), {{{&left, &left}}})[0];
    along = left + next / size * along;
    size = next;
  }
}

}  // namespace

Outcome AlternatingDirections::solve(const ConeProblem& problem, const Limits& limits, Impulses& x) {
  constexpr double over = 1.6, unbalanced = 10.0, balance = 2.0;
  constexpr int balances_every = 10;
  ScaledProblem scaled(problem);
  const base::Communicator& comm = scaled.comm();
  Impulses z = scaled.toScaled(x), Nz, g;
  scaled.project(z);
  scaled.multiply(z, Nz);
  scaled.augment(Nz);
  scaled.gradient(Nz, g);
  double rho = 0.3;
  Impulses y = z, Ny = Nz, w = -g / rho, constant = g - Nz;
  Outcome outcome{0, scaled.complementarity(z, Nz), true};
  while (beginsIteration(outcome, limits)) {
    solveShifted(scaled, rho, rho * (z - w) - constant, std::clamp(0.01 * outcome.complementarity, 1e-15, 1e-4), y, Ny);
    const Impulses before = z, relaxed = over * y + (1.0 - over) * before;
    z = relaxed + w;
    scaled.project(z);
    w += relaxed - z;
    scaled.multiply(z, Nz);
    const ScaledProblem::Errors errors = scaled.errors(z, Nz);
    outcome.complementarity = errors.complementarity;
    if (checkConvergence(errors, limits.tolerance) == State::next) {
      scaled.augment(Nz);
      scaled.gradient(Nz, g);
      constant = g - Nz;
    }
    const Impulses apart = y - z, moved = rho * (z - before);
    const auto [primal, dual] = products<2>(comm, {{{&apart, &apart}, {&moved, &moved}}});
    if (outcome.iterations % balances_every != 0) continue;
    const double factor = primal > unbalanced * dual ? balance : dual > unbalanced * primal ? 1.0 / balance : 1.0;
    rho *= factor;
    w /= factor;
  }
  x = scaled.toImpulses(z);
  return outcome;
}

}  // namespace tenon::contact
