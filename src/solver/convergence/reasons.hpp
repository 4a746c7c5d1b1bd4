// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::solver {

/// Returns the meaning of a KSPConvergedReason, given by its PETSc name, in words.
std::string describeReason(const std::string& reason);

}  // namespace tenon::solver
