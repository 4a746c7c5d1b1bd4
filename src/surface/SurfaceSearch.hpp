// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <gsl/span>
#include <memory>
#include <vector>

#include "closestPoint.hpp"
#include "fem/search/RankBoxes.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::surface {

/// Closest point of a surface, as a point of one of its faces and as a combination of the nodes of
/// this face.
struct SurfacePoint {
  double distance = 0.0;          ///< distance to the queried point; infinite if the surface has no faces
  double diameter = 0.0;          ///< diameter of the face
  double round_off = 0.0;         ///< round-off of the face (SurfaceFace::round_off)
  std::int64_t element_tag = -1;  ///< element number of the face in the mesh file; -1 if the surface has no faces
  int num_nodes = 0;              ///< number of nodes of the face
  std::array<base::GlobalIndex, 9> nodes;        ///< global node numbers in the layout of the mesh of the surface
  std::array<double, 9> weights{};               ///< shape functions at the closest point; their sum is 1
  mesh::CellType type = mesh::CellType::point1;  ///< cell type of the face
  std::array<double, 2> xi{};                    ///< reference coordinates of the closest point
  std::array<double, 27> positions{};            ///< positions of the nodes of the face

  /// Returns the geometry of the face.
  Face face() const;
};

/// Search for closest points on a named group of faces (edges in plane problems) that is
/// distributed over the ranks.
///
/// Each rank stores its owned faces in an R-tree and one bounding box of the faces of every other
/// rank. A point is searched on the rank with the closest box first, and then on all ranks whose
/// boxes are not farther away than the point found. Among faces that are equally close within their
/// round-off, the face with the lowest element tag is selected, so that the result does not depend
/// on the partition.
class SurfaceSearch {
 public:
  /// Creates the search trees.
  /// @throws InputError if the dimension of the group is not that of the surfaces of the mesh
  /// @note Collective.
  SurfaceSearch(const mesh::Mesh& mesh, const mesh::Group& group);
  ~SurfaceSearch();
  SurfaceSearch(SurfaceSearch&&) noexcept;
  SurfaceSearch& operator=(SurfaceSearch&&) noexcept;

  /// Returns the closest point of the surface for each point of this rank. @note Collective.
  std::vector<SurfacePoint> closest(gsl::span<const base::Vec3> points) const;

 private:
  struct Faces;  // owned faces with their R-tree
  std::unique_ptr<Faces> faces_;
  fem::RankBoxes boxes_;  // bounding boxes of the faces of all ranks
};

}  // namespace tenon::surface
