// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Returns the orientation of the faces of a region (edges in plane problems), [parts of the
/// region][cells]: +1 if the normal of CellIntegrator points out of the solid, -1 if it points into
/// the solid, and 0 for faces without a node of this rank. The orientation follows from the solid
/// cell at the face, because the order of nodes in a mesh file is arbitrary. In a mesh without
/// solid cells, such as a surface in 3D or a line in 2D, all signs are +1.
/// @throws InputError, whose message starts with `context`, if a face lies between two cells or
///   belongs to none
/// @note Collective.
std::vector<std::vector<double>> outwardSigns(const Domain& domain, const Region& faces, const std::string& context);
/// Returns the orientations that outwardSigns() returns, but 0 for a face that lies between two
/// cells or belongs to none.
/// @note Collective.
std::vector<std::vector<double>> outwardSignsIfAny(const Domain& domain, const Region& faces);

}  // namespace tenon::fem
