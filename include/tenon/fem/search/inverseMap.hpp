#pragma once
#include <gsl/span>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::fem {

/// Reference coordinates of the point `x` in a cell with nodes at `nodes`, x(xi) = sum_a N_a(xi) x_a: Newton's method
/// from the cell's centre. In plane cells the third coordinate is left out. False where it does not converge, which
/// happens only to points far outside of a curved cell. Not collective.
bool invertMap(mesh::CellType type, gsl::span<const base::Vec3> nodes, const base::Vec3& x, double* xi);

/// How far reference coordinates leave the cell: 0 inside and on its boundary.
double outsideBy(mesh::CellType type, const double* xi);

}  // namespace tenon::fem
