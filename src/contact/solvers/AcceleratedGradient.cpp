// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AcceleratedGradient.hpp"

#include <algorithm>
#include <cstdint>

#include "NewtonSystem.hpp"
#include "SemismoothNewton.hpp"
#include "contact/gradientMethods.hpp"

namespace tenon::contact {
namespace {

constexpr int patience = 300;        // iterations after which linear systems are worthwhile
constexpr int most_by_newton = 500;  // iterations of the attempt with Newton

}  // namespace

Outcome AcceleratedGradient::solve(const ConeProblem& problem, const Limits& limits, Impulses& x) {
  const auto size = problem.layout.comm().sum(static_cast<std::int64_t>(problem.numImpulses()));
  if (size > NewtonSystem::most_dense) return accelerateGradients(problem, limits, x);
  int iterations = 0;
  const auto left = [&](int most) {
    Limits of = limits;
    of.max_iterations = std::min(most, limits.max_iterations - iterations);
    return of;
  };
  const auto count = [&](Outcome outcome) {
    outcome.iterations = iterations += outcome.iterations;
    return outcome;
  };
  Outcome outcome = count(accelerateGradients(problem, left(patience), x));
  if (outcome.converged || iterations == limits.max_iterations) return outcome;
  Impulses by_newton = x;
  outcome = count(SemismoothNewton().solve(problem, left(most_by_newton), by_newton));
  if (outcome.converged) x = by_newton;
  if (outcome.converged || iterations == limits.max_iterations) return outcome;
  return count(accelerateGradients(problem, left(limits.max_iterations), x));
}

}  // namespace tenon::contact
