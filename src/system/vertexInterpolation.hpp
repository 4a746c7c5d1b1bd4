// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Returns the interpolation from the nodes at vertices of elements to all nodes: the transfer
/// operator of p-multigrid from second-order elements to first-order elements on the same mesh.
///
/// A vertex keeps its value. A node within an edge, a face or an element has the value u(xi) =
/// sum_a N_a(xi) u_a with the first-order shape functions N_a of its element, which is the same in
/// all elements that share the node. Degrees of freedom without such elements (frames, scalars,
/// first-order bodies) keep their values. Rigid-body modes are interpolated exactly if edges are
/// straight.
///
/// @return P, [dofs x dofs at vertices], AIJ with the block size of `layout`. Rows have the order
///   of `layout`; columns have the same order without nodes that are not vertices. An empty handle
///   if no object has second-order elements.
/// @note Collective.
la::Matrix vertexInterpolation(const MechanicalSystem& mechanics, const la::CombinedLayout& layout);

}  // namespace tenon::system
