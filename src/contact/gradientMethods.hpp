// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "contact/ConeProblem.hpp"

// Methods that need one product with N per iteration.
namespace tenon::contact {

/// Solves the problem by Nesterov's accelerated projected gradient method with restarts.
/// @see Mazhar, Heyn, Negrut and Tasora, ACM Trans. Graph. 34 (2015), 32
/// @note Collective.
Outcome accelerateGradients(const ConeProblem& problem, const ConeSolver::Limits& limits, Impulses& x);

/// Spectral projected gradient method with Barzilai-Borwein steps.
/// @see Birgin, Martinez and Raydan, SIAM J. Optim. 10 (2000), 1196-1211
/// @see Heyn, Anitescu, Tasora and Negrut, Int. J. Numer. Meth. Eng. 95 (2013), 541-561, for
///   contacts
class BarzilaiBorwein : public ConeSolver {
 public:
  bool supportsConvexLaw() const override { return true; }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
