// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::solver {

/// Value of -pc_type for exact solves.
constexpr const char* exact_name = "tenon_exact";
/// Value of -pc_type for p-multigrid.
constexpr const char* p_multigrid_name = "tenon_p_multigrid";

}  // namespace tenon::solver
