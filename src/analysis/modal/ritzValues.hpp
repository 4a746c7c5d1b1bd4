// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "ModalOperators.hpp"

namespace tenon::analysis {

/// Approximation theta of an eigenvalue of M x = theta (K + s M) x, and a bound of its distance
/// from the nearest eigenvalue.
struct RitzValue {
  double theta = 0.0;
  double error = 0.0;
};

/// Returns the Ritz values, descending, after at most `steps` Lanczos steps with one linear solve
/// each.
/// @throws IndefiniteStiffnessError if K + s M is not positive definite on V
/// @note Collective.
std::vector<RitzValue> ritzValues(ModalOperators& operators, int steps);

}  // namespace tenon::analysis
