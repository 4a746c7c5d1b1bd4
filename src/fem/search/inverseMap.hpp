// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::fem {

/// Computes the reference coordinates of the point `x` in a cell, x(xi) = sum_a N_a(xi) x_a, with
/// Newton's method from the cell's centre. In plane cells the third coordinate is ignored.
///
/// @param type  cell type
/// @param nodes  positions of the nodes
/// @param x  point
/// @param xi  reference coordinates (result)
/// @return false if the iteration does not converge, which occurs only for points far outside a
/// curved cell
/// @note Not collective.
bool invertMap(mesh::CellType type, gsl::span<const base::Vec3> nodes, const base::Vec3& x, double* xi);

/// Returns the distance of reference coordinates from the cell: 0 inside and on the boundary.
double distanceOutside(mesh::CellType type, const double* xi);

}  // namespace tenon::fem
