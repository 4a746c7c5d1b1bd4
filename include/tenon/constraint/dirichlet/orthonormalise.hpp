// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/constraint/DirichletCondition.hpp"

namespace tenon::constraint {

/// Orthonormal directions N, which vanish on prescribed degrees of freedom, and their prescribed
/// values: N^T u = values.
struct ConstrainedDirections {
  JacobianRows rows;           ///< N^T; each row belongs to one rank
  std::vector<double> values;  ///< prescribed values, [rows of this rank]
};

/// Function that returns the number of a local node in the mesh file, for messages.
using NodeTag = std::function<std::int64_t(const la::State&, LocalIndex)>;

/// Orthonormalises the directions that conditions constrain.
///
/// Nodes are treated first, each on its own: directions are made orthogonal to prescribed degrees
/// of freedom and to each other, in the order of the conditions. Directions that depend on earlier
/// ones are dropped. A degree of freedom that the directions of a node determine completely is
/// added to `dofs`. Attached nodes share the constraints of both and are equal in the remaining
/// directions. Sums over groups come last, by Gram-Schmidt over the ranks.
///
/// @param directions  directions as given by the conditions
/// @param dofs  prescribed degrees of freedom, one set per state; extended here
/// @param conditions  all conditions, in the same order on all ranks
/// @param tag  numbers of nodes, for messages
/// @throws InputError if two conditions prescribe different values (both are named), or if a node
///   is attached twice
/// @note Collective.
ConstrainedDirections orthonormalise(const ObliqueDirections& directions, std::vector<ConstrainedDofs>& dofs,
                                     const std::vector<const DirichletCondition*>& conditions, const NodeTag& tag);

}  // namespace tenon::constraint
