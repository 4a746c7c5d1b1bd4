// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "surfaceFaces.hpp"
#include "tenon/la/layout/Layout.hpp"

namespace tenon::surface {

/// Computes the bulges of the faces of a surface (SurfaceFace::bulge). The resulting surface has
/// normals that are continuous at nodes, and that jump only slightly across edges in 3D.
///
/// The normal at a node is the mean of the normals of the adjacent faces, with weights for which it
/// is exact on a circle and on a sphere (Max). An edge is a parabola with an offset in the
/// direction of the mean of both nodal normals, and perpendicular to both on average (Nagata). The
/// faces between such edges follow the contact smoothing of Neto et al.
///
/// @param layout  layout of the node numbers
/// @param crease  angle in radians; edges at which the normals rotate by more remain sharp
/// @param owned   owned faces of this rank, of type line2, tri3 or quad4, with normals on one side
/// @note Collective.
/// @see Max, Weights for computing vertex normals from facet normals, J. Graphics Tools 4 (1999),
///   1-6
/// @see Nagata, Simple local interpolation of surfaces using normal vectors, Comput. Aided Geom.
///   Des. 22 (2005), 327-347
/// @see Neto, Oliveira, Menezes and Alves, Comput. Methods Appl. Mech. Engrg. 271 (2014), 114-133
void smoothFaces(const la::Layout& layout, double crease, std::vector<SurfaceFace>& owned);

}  // namespace tenon::surface
