// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cotangents.hpp"

// Conditions under which the solution of a step is differentiable and its tangent is exact.
namespace tenon::analysis {

/// Checks that the tangent of the model is the exact derivative of its equations.
/// @throws InputError that names the contributor without a derivative, and the remedy: internal
///   variables, rotations in space, incomplete geometric stiffness, a system that omits parts of
///   the tangent, friction, or bounds on rigid bodies
/// @note Collective.
void requireDifferentiable(const Equations& equations);

/// Compares the product K x of the tangent with a central difference of f + G^T lambda in the
/// current state, which is not changed. Finds contributors with an approximate tangent.
/// @param direction  admissible direction x
/// @throws InputError that names a contributor whose tangent is not the derivative of its force
/// @note Collective.
void requireExactTangent(Equations& equations, Vec direction);

/// Number of rows with bounds at which the solution is not differentiable, or nearly so.
struct NearChanges {
  std::int64_t rows = 0;  ///< rows with bounds
  std::int64_t near = 0;  ///< rows of which both gap and multiplier are almost zero
};

/// Counts the rows with bounds whose state is about to change: closed rows with a multiplier, or
/// open rows with a gap, below 1e-6 of the largest one. At such rows only one-sided derivatives
/// exist.
/// @note Collective.
NearChanges countNearChanges(const Equations& equations);

}  // namespace tenon::analysis
