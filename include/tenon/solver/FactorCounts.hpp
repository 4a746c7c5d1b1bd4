// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

namespace tenon::solver {

/// Graph of the couplings in a linear system [A G^T; G -C]. A vertex stands for the degrees of
/// freedom of one node, or for one Lagrange multiplier. An edge stands for nonzero entries.
struct CouplingGraph {
  /// Start of the entries of each vertex in `neighbours`, [vertices + 1].
  std::vector<std::int32_t> starts{0};
  /// Neighbours of each vertex, in both directions, without the vertex itself.
  std::vector<std::int32_t> neighbours;
  std::vector<std::int32_t> sizes;  ///< number of degrees of freedom of each vertex, [vertices]
  /// Index of the first multiplier; this and all later vertices have a zero diagonal entry.
  std::int32_t first_multiplier = 0;

  /// Returns the number of vertices.
  std::int32_t numVertices() const { return static_cast<std::int32_t>(sizes.size()); }
};

/// Cost of an LU factorisation.
struct FactorCounts {
  double operations = 0.0;  ///< Number of floating-point operations of the elimination; 0: unknown.
  double entries = 0.0;     ///< Number of entries of both factors.
};

/// Counts the operations and entries of the factors by a symbolic factorisation, ordered by nested
/// dissection (METIS). Multipliers are eliminated after their neighbours, because pivoting delays
/// them until then.
/// @param graph  couplings of the whole system
/// @return Operations and entries of an LU factorisation on one rank.
/// @throws InternalError if METIS fails.
/// @note Not collective.
/// @see METIS: METIS_NodeND()
FactorCounts countFactors(const CouplingGraph& graph);

}  // namespace tenon::solver
