#pragma once
#include <algorithm>
#include <array>
#include <utility>

#include "ScaledProblem.hpp"

// What methods that ask for products with N have in common.
namespace tenon::contact {

/// Scalar products over all ranks, together. Collective.
template <std::size_t n>
std::array<double, n> products(const base::Communicator& comm,
                               const std::array<std::pair<const Impulses*, const Impulses*>, n>& pairs) {
  std::array<double, n> values{};
  for (std::size_t k = 0; k < n; ++k) values[k] = pairs[k].first->dot(*pairs[k].second);
  comm.sumInPlace(gsl::span<double>(values));
  return values;
}

/// Whether the law holds to the tolerance; else whether the convex problem is solved well enough to go on to the next.
enum class State { goes_on, next, done };

inline State judge(const ScaledProblem::Errors& errors, double tolerance) {
  constexpr double inner_share = 0.1;  // of the error of the law, down to which each convex problem is solved
  if (errors.complementarity <= tolerance) return State::done;
  if (errors.convex <= std::max(0.5 * tolerance, inner_share * errors.complementarity)) return State::next;
  return State::goes_on;
}

}  // namespace tenon::contact
