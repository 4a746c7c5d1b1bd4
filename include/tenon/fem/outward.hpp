#pragma once
#include <vector>

#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Which way the faces of a region look (edges in plane problems): +1 where CellIntegrator's normal points out of the
/// solid, -1 where it points into it, 0 for faces that touch no node of this rank. Order of nodes in a mesh file says
/// nothing of it; the solid cell that has the face does. Of a mesh without any solid, a surface in space or a line in
/// the plane, the cells' own sides are outward: +1. [parts of the region][cells]
///
/// Collective. InputError, which begins with `wanted_by`, for a face between two cells or of none.
std::vector<std::vector<double>> outwardSigns(const Domain& domain, const Region& faces, const std::string& wanted_by);
/// The same, with 0 for a face between two cells or of none.
std::vector<std::vector<double>> outwardSignsIfAny(const Domain& domain, const Region& faces);

}  // namespace tenon::fem
