// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "curvedFace.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::surface {

/// Face of a surface in a form that can be sent to any rank.
struct SurfaceFace {
  Face face;                                 ///< geometry of the face
  std::array<base::GlobalIndex, 9> nodes{};  ///< global node numbers in the layout of the mesh of the surface
  std::int64_t tag = -1;                     ///< element number in the mesh file
  double diameter = 0.0;                     ///< largest distance between two vertices
  double round_off = 0.0;  ///< accuracy of positions on the face: 1e-9 diameters, or the round-off of the coordinates
  fem::Box box;            ///< bounding box including round-off
  Bulge bulge;             ///< bulge of the smooth surface that the face represents; set by smoothFaces()
};

/// Computes the diameter, round-off and bounding box of a face from its current nodal positions.
void updateExtents(SurfaceFace& face);

/// Returns the faces of a named group (edges in plane problems) that this rank owns.
/// @throws InputError if the group is not a surface
/// @note Collective.
std::vector<SurfaceFace> ownedFaces(const mesh::Mesh& mesh, const mesh::Group& group);

/// Returns the owned faces of a group with outward normals, independent of their orientation in the
/// mesh file. Faces without an adjacent body or with a body on each side keep the orientation of
/// the file.
/// @note Collective.
std::vector<SurfaceFace> ownedFacesOutward(const fem::Domain& domain, const mesh::Group& group);

/// Returns the owned edges of a group of edges, also for three-dimensional meshes.
/// @throws InputError if the group does not consist of edges
/// @note Collective.
std::vector<SurfaceFace> ownedEdges(const mesh::Mesh& mesh, const mesh::Group& group);

/// Faces in the vicinity of several boxes, each face once.
struct NearFaces {
  std::vector<SurfaceFace> faces;  ///< faces of the surface
  std::vector<std::vector<std::size_t>>
      faces_of_box;  ///< [boxes] indices of the faces at each box, ordered by element tag
};

/// Returns the faces of all ranks that intersect the boxes of this rank.
/// @param comm   communicator
/// @param owned  owned faces of the surface on this rank
/// @param boxes  boxes of this rank
/// @note Collective.
NearFaces nearFaces(const base::Communicator& comm, const std::vector<SurfaceFace>& owned,
                    const std::vector<fem::Box>& boxes);

/// Returns copies of the faces of all ranks that intersect each box, [boxes]. The parameters are
/// those of nearFaces().
/// @note Collective.
std::vector<std::vector<SurfaceFace>> facesInBoxes(const base::Communicator& comm,
                                                   const std::vector<SurfaceFace>& owned,
                                                   const std::vector<fem::Box>& boxes);

}  // namespace tenon::surface
