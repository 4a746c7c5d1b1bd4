// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::solver {

/// Determinant of a factored matrix, sign · 2^exponent.
struct Determinant {
  double sign = 1.0;      ///< Sign: -1, 0 or 1.
  double exponent = 0.0;  ///< Exponent of base 2, not necessarily an integer.
};

}  // namespace tenon::solver
