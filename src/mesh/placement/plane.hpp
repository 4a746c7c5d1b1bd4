// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>

#include "mesh/reading/MeshShare.hpp"

namespace tenon::mesh {

/// Returns true if all points have a common z, up to a tolerance that depends on the size and the
/// location of the mesh. @note Collective.
/// @param points  coordinates of the points of this rank, [points x 3]
bool lieInPlane(const base::Communicator& comm, gsl::span<const double> points);

/// Checks that the placement of a plane mesh does not leave the plane.
/// @throws InputError if a plane mesh is rotated or reflected out of its plane, unless `space` of
///   the outline places it in space
/// @note Collective.
void requireInPlane(const base::Communicator& comm, const MeshOutline& outline, const MeshShare& share);

/// Places a whole mesh on one rank.
/// @throws InputError if the placement moves a plane mesh out of its plane
/// @note Not collective.
void place(RawMesh& mesh, const Placement& placement);

}  // namespace tenon::mesh
