// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Returns a + b for two AIJ matrices of the same layout and any patterns, in one pass over their
/// rows. MatAXPY searches for every inserted entry, which took a seventh of a solver's set-up.
/// @note Collective.
la::Matrix sumOfAij(Mat a, Mat b);

/// Updates `sum`, a result of sumOfAij(a, b), for other values of a and b. @note Collective.
void updateSumOfAij(Mat a, Mat b, Mat sum);

}  // namespace tenon::solver
