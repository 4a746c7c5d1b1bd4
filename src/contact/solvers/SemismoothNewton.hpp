// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "contact/ConeProblem.hpp"

namespace tenon::contact {

/// Semismooth Newton method on the natural map of Coulomb's law, with quadratic convergence close
/// to a solution for any ratio of masses.
///
/// The step length satisfies Armijo's condition on |F|^2. All samples are evaluated together; if
/// none satisfies the condition, the best one is used. Far from a solution, and if Newton steps
/// stall, accelerated gradients improve the iterate, with more iterations each time. If the
/// impulses are not unique, as in packings with friction, gradients may perform all iterations. The
/// number of iterations counts both kinds.
/// @see Alart and Curnier, Comput. Methods Appl. Mech. Eng. 92 (1991), 353-375
/// @see Macklin, Erleben, Mueller, Chentanez, Jeschke and Makoviychuk, ACM Trans. Graph. 38 (2019),
///   140
class SemismoothNewton : public ConeSolver {
 public:
  bool supportsConvexLaw() const override { return true; }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
