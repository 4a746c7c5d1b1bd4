#pragma once
#include "tenon/la/CombinedLayout.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Interpolates from the nodes at vertices of cells to all nodes: the transfer operator of p-multigrid from
/// second-order cells to first-order cells on the same mesh.
///
/// A vertex keeps its value; a node within an edge, a face or a cell takes u(xi) = sum_a N_a(xi) u_a of the first-order
/// shape functions N_a of its cell, which is the same in all cells that share it. Unknowns without such cells (frames,
/// scalars, first-order bodies) keep their values. Rigid motions are interpolated exactly where edges are straight.
///
/// @return P, [unknowns x unknowns at vertices], AIJ with the block size of `layout`; rows as `layout` has them, columns
/// in the same order without nodes that are not vertices. An empty handle where no object has second-order cells.
/// @note Collective.
la::Matrix vertexInterpolation(const MechanicalSystem& mechanics, const la::CombinedLayout& layout);

}  // namespace tenon::system
