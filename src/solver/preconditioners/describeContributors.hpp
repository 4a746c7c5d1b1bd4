// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace tenon::solver {

/// Returns the subject and verb of a message: "the tangent of pressure on a/top is", "the tangents
/// of x, y and 3 more are".
std::string describeContributors(const std::vector<std::string>& contributors);

}  // namespace tenon::solver
