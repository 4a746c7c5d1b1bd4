#pragma once
#include <optional>

#include "redundancy/WeightedRows.hpp"

namespace tenon::system {

/// The rows of a group that follow from the others, and how; nothing where that takes too much memory or time. Not
/// collective.
///
/// S = G diag(A)^-1 G^T + C, scaled to a unit diagonal, is factored by SparseElimination, with pivots of 1e-2 and more.
/// A row of which nothing remains (1e-12: it is nearer than 1e-6 of its length to what the others make) follows from
/// them. The few in between are postponed, and what remains of them at the end is factored densely, with pivoting: a
/// combination that fades away from an edge must not be resolved by a row where it is tiny.
///
/// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sec. 10.3.
std::optional<DependentRows> nullCombinations(const WeightedRows& group);

}  // namespace tenon::system
