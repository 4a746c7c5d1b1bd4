// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Equations.hpp"

namespace tenon::analysis {

/// Residual P (f + G^T lambda - M a) and norms of its parts.
struct Residual {
  la::Vector free;               ///< residual at unconstrained degrees of freedom
  double free_norm = 0.0;        ///< norm |P (f + G^T lambda - M a)|
  double reaction_norm = 0.0;    ///< norm |(I - P) (f + G^T lambda - M a)|
  double constraint_norm = 0.0;  ///< norm |G^T lambda|
  double inertia_norm = 0.0;     ///< norm |M a|
};

/// Evaluates the residual in the current state.
/// @param excluded Forces to subtract from f, over the layout; nullptr: none.
/// @note Collective.
Residual computeResidual(const Equations& equations, Vec excluded = nullptr);

}  // namespace tenon::analysis
