// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "contact/ConeProblem.hpp"

namespace tenon::contact {

/// Accelerated projected gradients. If a small problem, such as a tall stack, does not converge
/// soon, Newton's method is tried once; if it fails, gradients continue.
class AcceleratedGradient : public ConeSolver {
 public:
  bool supportsConvexLaw() const override { return true; }
  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override;
};

}  // namespace tenon::contact
