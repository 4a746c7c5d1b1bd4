#pragma once
#include <cstdint>
#include <vector>

namespace tenon::solver {

/// Couplings of a linear system [A G^T; G -C] as a graph. A vertex stands for the degrees of freedom of a node, or for
/// one multiplier; an edge for entries that are not zero.
struct CouplingGraph {
  std::vector<std::int32_t> starts{0};   ///< [vertices + 1] places in `neighbours`
  std::vector<std::int32_t> neighbours;  ///< of each vertex, both ways, without itself
  std::vector<std::int32_t> sizes;       ///< [vertices] degrees of freedom
  std::int32_t first_multiplier = 0;     ///< Vertices from here on are multipliers, whose diagonal entry is zero.

  std::int32_t numVertices() const { return static_cast<std::int32_t>(sizes.size()); }
};

/// Cost of an LU factorisation.
struct FactorCounts {
  double operations = 0.0;  ///< floating-point operations of the elimination; 0: not known
  double entries = 0.0;     ///< entries of both factors
};

/// Counts operations and entries of the factors without computing them: a symbolic factorisation in an order by nested
/// dissection (METIS). Multipliers are eliminated after their neighbours, which is where pivoting puts them off to.
FactorCounts countFactors(const CouplingGraph& graph);

}  // namespace tenon::solver
