#pragma once
#include <vector>

#include "tenon/la/Layout.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::surface {

/// Collective. Gives the faces of a surface their bulges (SurfaceFace::bulge): together they are a surface whose
/// normals do not jump at nodes, and in space by little along edges. `owned`: this rank's faces, line2, tri3 or quad4,
/// with their normals on one side. `layout`: of the nodes' numbers. `crease`: edges at which normals turn by more, in
/// radians, stay sharp.
///
/// A normal at a node is the mean of those of the faces around it, weighted so that on a circle or a sphere it is exact
/// (Max, Weights for computing vertex normals from facet normals, J. Graphics Tools 4 (1999), 1-6). An edge is the
/// parabola that is normal to both (Nagata, Simple local interpolation of surfaces using normal vectors, Comput. Aided
/// Geom. Des. 22 (2005), 327-347), in the direction of their mean; faces between such edges as Neto, Oliveira, Menezes
/// and Alves smooth contacts (Comput. Methods Appl. Mech. Engrg. 271 (2014), 114-133).
void smoothen(const la::Layout& layout, double crease, std::vector<SurfaceFace>& owned);

}  // namespace tenon::surface
