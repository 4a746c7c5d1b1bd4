// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "constraint/dirichlet/ConstrainedDirections.hpp"
#include "tenon/constraint/DirichletCondition.hpp"

namespace tenon::constraint {

/// Orthonormalises the directions that are constrained by Dirichlet conditions.
///
/// Directions at single nodes are treated first: they are made orthogonal to the prescribed degrees
/// of freedom of the node and to each other, in the order of the conditions. Directions that depend
/// linearly on earlier ones are dropped. A degree of freedom that is completely determined by the
/// directions of its node is added to `dofs`. Two attached nodes share the constraints of both and
/// have equal displacements in the remaining directions. Weighted sums over groups are treated
/// last, by Gram-Schmidt orthonormalisation over all ranks.
///
/// @param directions  directions as specified by the conditions
/// @param dofs  prescribed degrees of freedom, one set per state; this function adds further ones
/// @param conditions  all conditions, in the same order on all ranks
/// @param tag  function that returns the number of a node in the mesh file, for messages
/// @throws InputError if two conditions prescribe different values at a node (the message names
///   both), if a weighted sum contradicts the values prescribed at its nodes, or if a node is
///   attached twice
/// @throws InternalError if a condition or its state is not in the given lists
/// @note Collective.
ConstrainedDirections orthonormalise(const ObliqueDirections& directions, std::vector<ConstrainedDofs>& dofs,
                                     const std::vector<const DirichletCondition*>& conditions, const NodeTag& tag);

}  // namespace tenon::constraint
