// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "contact/Neighbourhood.hpp"

namespace tenon::contact {

/// Returns true if the problem is infeasible, so that the impulses x are not a solution in spite of
/// a small error.
///
/// A solution satisfies x . u~ = 0 with v = M^-1 J^T x and u~ = J (v_0 + v) + C x + b + mu |u_t|
/// e_n. The work of the impulses on the changes of velocity and on the compliance then equals the
/// work that the free motion requires:
///   x . (J v + C x) = - x . (u~ - J v - C x).
///
/// If rigid constraints compress bodies by more than the compliance admits, no solution exists. The
/// impulses grow along a direction d of the cones with J^T d = 0, C d = 0 and r . d < 0 (Farkas'
/// lemma for cones), change no velocity, and remain insufficient. Errors relative to the impulses
/// then fall below any tolerance. The function returns true if the left-hand side is less than a
/// hundredth of the right-hand side and the latter is not round-off.
/// @note Collective.
bool isInfeasible(const ConeProblem& problem, const Impulses& x, const std::vector<double>& v);

/// Numbers of two bodies that are compressed by infeasible constraints; -1: none.
struct InfeasiblePair {
  std::int64_t first = -1, second = -1;  ///< numbers of the bodies
};
/// Returns the two bodies of the largest normal impulse; none without contact. @note Collective.
InfeasiblePair findInfeasiblePair(const Neighbourhood& neighbourhood, const Impulses& x);

}  // namespace tenon::contact
