// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsnes.h>

#include <functional>

namespace tenon::analysis {

/// Makes `search` take full steps. If the residual is not finite after a full step, outside the
/// domain of a constitutive model or with inverted elements, the search fails, or halves the step
/// if `*halves` is true. `halves` must outlive `search`.
void takeFullSteps(SNESLineSearch search, const bool* halves);

/// Makes `search` shorten steps until the norm of the residual decreases (Armijo's condition,
/// quadratic interpolation).
/// @param has_other_rows returns true after a trial step if the active set differs from that of the
/// tangent. The residual is then discontinuous, and a full step is taken, which leads to the
/// solution although the residual grows. Has to outlive `search`; nullptr: never.
void backtrack(SNESLineSearch search, const std::function<bool()>* has_other_rows);

}  // namespace tenon::analysis
