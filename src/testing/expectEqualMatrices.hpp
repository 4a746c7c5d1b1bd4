// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::system {
class MechanicalSystem;
}  // namespace tenon::system

namespace tenon::testing {

/// Verifies that all types of linear systems represent the same matrix A = m M + b B + k K: the
/// systems with fixed pattern and with general assembly, the composite system, the sum of its
/// parts, and the matrix-free system.
/// @param mechanics  mechanical system in any configuration
/// @param tolerance  tolerance relative to the largest row sum; must exceed 1e-12 if derivatives
///   are computed by finite differences
/// @note Collective.
void expectEqualMatrices(const system::MechanicalSystem& mechanics, double tolerance = 1e-12);

}  // namespace tenon::testing
