// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <utility>

#include "contact/ConeProblem.hpp"

// Common parts of the methods that need products with N.
namespace tenon::contact {

/// Returns several scalar products over all ranks with one reduction. @note Collective.
template <std::size_t n>
std::array<double, n> products(const base::Communicator& comm,
                               const std::array<std::pair<const Impulses*, const Impulses*>, n>& pairs) {
  std::array<double, n> values{};
  for (std::size_t k = 0; k < n; ++k) values[k] = pairs[k].first->dot(*pairs[k].second);
  comm.sumInPlace(gsl::span<double>(values));
  return values;
}

/// State of an iteration: the law holds to the tolerance (done), the convex problem is solved
/// accurately enough for the next one (next), or neither (proceed).
enum class State { proceed, next, done };

/// Returns the state of an iteration.
inline State checkConvergence(const ScaledProblem::Errors& errors, double tolerance) {
  // Error to which each convex problem is solved, relative to the error of the law.
  constexpr double inner_share = 0.1;
  if (errors.complementarity <= tolerance) return State::done;
  if (errors.convex <= std::max(0.5 * tolerance, inner_share * errors.complementarity)) return State::next;
  return State::proceed;
}

/// Counts a further iteration. Returns false if the law holds to the tolerance or if the number of
/// iterations is at its limit, and the solution has then not converged.
inline bool beginsIteration(Outcome& outcome, const ConeSolver::Limits& limits) {
  if (!(outcome.complementarity > limits.tolerance)) return false;
  outcome.converged = outcome.iterations != limits.max_iterations;
  if (outcome.converged) ++outcome.iterations;
  return outcome.converged;
}

}  // namespace tenon::contact
