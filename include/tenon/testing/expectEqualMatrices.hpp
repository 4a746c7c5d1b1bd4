// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::system {
class MechanicalSystem;
}  // namespace tenon::system

namespace tenon::testing {

/// Verifies that every kind of linear system of a mechanical system has the same A = m M + b B + k
/// K: assembled, fixed pattern, composite and the sum of its parts, matrix-free.
/// @param mechanics  mechanical system in any configuration
/// @param tolerance  relative to the largest row sum; larger than 1e-12 if derivatives are finite
///   differences
/// @note Collective.
void expectEqualMatrices(const system::MechanicalSystem& mechanics, double tolerance = 1e-12);

}  // namespace tenon::testing
