// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "contact/ConeProblem.hpp"

// Methods that solve linear systems by conjugate gradients between projections.
namespace tenon::contact {

/// Conjugate gradients on the faces of the cones.
///
/// A gradient projection step finds the faces of the cones on which the impulses lie, conjugate
/// gradients minimise on these faces, and a projected search returns to the cones. The method is
/// akin to MPRGP in its handling of cones and in the order of its steps. A face is the range of the
/// Jacobian of the projection: all directions for sticking contacts, the ray and the rotations of
/// the impulse for slipping contacts, and none for open contacts. If the error stagnates,
/// accelerateGradients() takes over.
/// @see More and Toraldo, SIAM J. Optim. 1 (1991), 93-113
/// @see Dostal and Kozubek, Math. Program. 135 (2012), 195-220
class ConjugateGradient : public ConeSolver {
 public:
  bool supportsConvexLaw() const override { return true; }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

/// Alternating direction method of multipliers (ADMM). Each iteration solves a linear system with N
/// + rho by conjugate gradients and projects, with over-relaxation and with a rho that balances
/// both residuals.
/// @see Boyd, Parikh, Chu, Peleato and Eckstein, Found. Trends Mach. Learn. 3 (2011), 1-122
/// @see Tasora, Mangoni, Benatti and Garziera, Int. J. Numer. Meth. Eng. 122 (2021), 4093-4113, for
///   contacts
class AlternatingDirections : public ConeSolver {
 public:
  bool supportsConvexLaw() const override { return true; }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
