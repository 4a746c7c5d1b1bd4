// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::solver {

/// Determinant of a factorised matrix, sign · 2^exponent.
struct Determinant {
  double sign = 1.0;      ///< sign of the determinant: -1, 0 or 1
  double exponent = 0.0;  ///< base-2 exponent, not necessarily an integer
};

}  // namespace tenon::solver
