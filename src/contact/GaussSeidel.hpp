// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "contact/ConeProblem.hpp"

namespace tenon::contact {

/// Projected Gauss-Seidel method over the contacts and rows of a rank, and Jacobi method between
/// ranks.
///
/// If c ranks have contacts of a body, each rank uses a share 1 / c of its inertia, and the
/// velocity of the body is the mean of the results of these ranks, so that the update never
/// overshoots. With a relaxation factor other than 1 the update of each contact is scaled and
/// projected (PSOR).
/// @see Tonge, Benevolenski and Voroshilov, ACM Trans. Graph. 31 (2012), 105
class GaussSeidel : public ConeSolver {
 public:
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

/// Projected Jacobi method, which assigns a share of the inertia of a body to each of its contacts
/// and rows. All contacts use the velocities at the beginning of a sweep, so that the impulses
/// depend neither on the order of the contacts nor on the partition.
class Jacobi : public ConeSolver {
 public:
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
