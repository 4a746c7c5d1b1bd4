// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench orders`.
struct OrdersOptions {
  std::string elem = "hex";        ///< "tet": n^3 boxes of 6 tet10 each; "hex": n^3 hex27
  int n = 12;                      ///< boxes along each edge of the unit cube
  double poisson = 0.3;            ///< Poisson's ratio
  bool matrix_free = false;        ///< p-multigrid on a matrix-free operator; GAMG has the stored matrix
  std::vector<std::string> petsc;  ///< command-line options for PETSc, used by both solvers
};

/// Solves the reference problem with second-order cells by conjugate gradients with p-multigrid
/// (`cg-p-amg`) and with GAMG alone (`cg-amg`), both to a relative residual of 1e-8. Prints one
/// JSON line on the root: iterations, set-up and solve of either, and the difference of the
/// displacements relative to the largest one.
/// @note Collective.
void measureOrders(const base::Communicator& comm, const OrdersOptions& options);

}  // namespace tenon::bench
