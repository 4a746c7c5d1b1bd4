// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

namespace tenon::solver {

/// Graph of the couplings in a linear system [A G^T; G -C]. A vertex represents either the degrees
/// of freedom of one node or one Lagrange multiplier. An edge represents nonzero entries that
/// couple two vertices.
struct CouplingGraph {
  /// Position in `neighbours` at which the entries of each vertex start, [vertices + 1].
  std::vector<std::int32_t> starts{0};
  /// Neighbours of each vertex, excluding the vertex itself. Every edge is listed in both
  /// directions.
  std::vector<std::int32_t> neighbours;
  std::vector<std::int32_t> sizes;  ///< number of degrees of freedom of each vertex, [vertices]
  /// Index of the first multiplier. This and all later vertices have a zero diagonal entry.
  std::int32_t first_multiplier = 0;

  /// Returns the number of vertices.
  std::int32_t numVertices() const { return static_cast<std::int32_t>(sizes.size()); }
};

/// Cost of an LU factorisation: number of operations and number of entries in the factors.
struct FactorCounts {
  double operations = 0.0;  ///< number of floating-point operations of the elimination; 0 if unknown
  double entries = 0.0;     ///< total number of entries in the two factors
};

/// Computes the number of operations and the number of factor entries by a symbolic factorisation
/// with nested dissection (METIS). Multipliers are eliminated after their neighbours, because
/// pivoting postpones their elimination.
/// @param graph  couplings of the whole system
/// @return operations and entries of an LU factorisation on one rank
/// @throws InternalError if METIS fails
/// @note Not collective.
/// @see METIS: METIS_NodeND()
FactorCounts countFactors(const CouplingGraph& graph);

}  // namespace tenon::solver
