// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench long-row`.
struct LongRowOptions {
  std::string elem = "hex";        ///< "hex": trilinear hexahedra; "quad": bilinear quadrilaterals in plane strain
  int n = 20;                      ///< cells along each edge of the unit cube or square
  std::string row = "none";        ///< additional constraint: see makeRows() in longRow.cpp
  bool nonlinear = false;          ///< true for a Saint Venant-Kirchhoff material, solved by Newton's method
  std::string preset;              ///< default: few-rows; schur for `rigid`; cg-amg without rows
  std::vector<std::string> petsc;  ///< command-line options for PETSc
};

/// Measures the unit cube or square, E = 1e5, nu = 0.3, clamped at the bottom and pulled at the
/// top, with dense rows over all its nodes. The time includes everything except the mesh. Prints
/// one JSON line on the root.
/// @throws InputError for a nonlinear plane problem.
/// @note Collective.
void measureLongRow(const base::Communicator& comm, const LongRowOptions& options);

}  // namespace tenon::bench
