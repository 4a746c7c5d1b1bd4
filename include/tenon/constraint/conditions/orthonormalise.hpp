#pragma once
#include <functional>
#include <vector>

#include "tenon/constraint/Condition.hpp"
#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// Orthonormal directions N, zero on held unknowns, and what they are held at: N^T u = values.
struct BlockedDirections {
  JacobianRows rows;           ///< N^T; a row belongs to one rank
  std::vector<double> values;  ///< [rows of this rank]
};

/// Number of a local node in the mesh file, for messages.
using NodeTag = std::function<std::int64_t(const la::State&, LocalIndex)>;

/// Makes orthonormal what conditions block. Collective.
///
/// Node by node first: directions are made orthogonal to held unknowns and to each other, in the order of the
/// conditions; what depends on earlier ones is dropped, and an unknown that they block altogether becomes held in
/// `held` (one per state). Attached nodes share what either of them may not do, and move together in the rest. Sums
/// over groups come last, by Gram-Schmidt over the ranks. `conditions`: all of them, in one order on all ranks.
/// InputError, naming both conditions, where two of them ask for different values, and where a node is attached twice.
BlockedDirections orthonormalise(const ObliqueDirections& directions, std::vector<HeldUnknowns>& held,
                                 const std::vector<const Condition*>& conditions, const NodeTag& tag);

}  // namespace tenon::constraint
