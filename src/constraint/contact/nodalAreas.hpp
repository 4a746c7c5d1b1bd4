#pragma once
#include <vector>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::constraint {

/// Collective. The area (length in plane problems) at rest that each owned node of a surface stands for: those of its
/// faces, shared in proportion to int N_j^2 (Hinton, Rock & Zienkiewicz 1976), so that none is negative. 0 elsewhere.
std::vector<double> nodalAreas(const mesh::Mesh& mesh, const mesh::Group& group);

}  // namespace tenon::constraint
