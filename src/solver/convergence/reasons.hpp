// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::solver {

/// Returns a description of a KSPConvergedReason, which is given by its PETSc name.
std::string describeReason(const std::string& reason);

}  // namespace tenon::solver
