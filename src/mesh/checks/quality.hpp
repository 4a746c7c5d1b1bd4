#pragma once
#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Scaled Jacobian of one cell of dimension 2 or 3 by its vertices [num_vertices x 3]; see MeshInfo::Quality.
double scaledJacobian(CellType type, const double* vertices);

}  // namespace tenon::mesh
