// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench matrixfree`.
struct MatrixFreeOptions {
  std::string elem = "hex";                 ///< "tet": n^3 boxes of 6 tets each; "hex": n^3 hexes
  int order = 2;                            ///< 1: tet4, hex8; 2: tet10, hex27
  std::string material = "linear-elastic";  ///< as in a case file, with young and poisson; nonlinear ones are displaced
  int n = 20;                               ///< boxes along each edge of the unit cube
  int reps = 10;                            ///< alternations of 3 products each; the fastest product is reported
};

/// Measures the product with A = -K of the reference problem, alternately by the matrix-free system
/// and by the assembled AIJ matrix. Reports the nanoseconds per dof of the fastest product of each,
/// as wall-clock and processor time (all ranks share the dofs), and the difference of the results.
/// Prints one JSON line on the root.
/// @note Collective.
void measureMatrixFree(const base::Communicator& comm, const MatrixFreeOptions& options);

}  // namespace tenon::bench
