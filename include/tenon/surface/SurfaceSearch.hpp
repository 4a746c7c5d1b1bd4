#pragma once
#include <array>
#include <gsl/span>
#include <memory>
#include <vector>

#include "tenon/fem/search/RankBoxes.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/surface/closestPoint.hpp"

namespace tenon::surface {

/// Where a point meets a surface: the closest point of one of its faces, as a combination of the face's nodes.
struct SurfacePoint {
  double distance = 0.0;   ///< infinite where the surface has no face at all
  double diameter = 0.0;   ///< of the face
  double round_off = 0.0;  ///< of the face: SurfaceFace::round_off
  std::int64_t element_tag = -1;
  int num_nodes = 0;
  std::array<base::GlobalIndex, 9> nodes;  ///< global numbers in the layout of the surface's mesh
  std::array<double, 9> weights{};         ///< shape functions at the closest point; their sum is 1
  mesh::CellType type = mesh::CellType::point1;
  std::array<double, 2> xi{};       ///< of the closest point
  std::array<double, 27> places{};  ///< of the face's nodes

  Face face() const;
};

/// Finds closest points on a named group of faces (edges in plane problems) that is spread over the ranks.
///
/// Each rank keeps the faces it owns in an R-tree and knows one box around the faces of every other rank. A point is
/// asked for on the rank of the nearest box, then on those whose boxes are no farther than what was found there. Faces
/// that are equally close, to their round-off, are told apart by the lowest element tag: the result does not
/// depend on the partition. Ties now, mortars and contact later search with it.
class SurfaceSearch {
 public:
  /// Collective. InputError where the group's dimension is not that of the mesh's surfaces.
  SurfaceSearch(const mesh::Mesh& mesh, const mesh::Group& group);
  ~SurfaceSearch();
  SurfaceSearch(SurfaceSearch&&) noexcept;
  SurfaceSearch& operator=(SurfaceSearch&&) noexcept;

  /// Collective. The closest point of the surface for each of this rank's points.
  std::vector<SurfacePoint> closest(gsl::span<const base::Vec3> points) const;

 private:
  struct Faces;  // of this rank, with their R-tree
  std::unique_ptr<Faces> faces_;
  fem::RankBoxes boxes_;  // of every rank's faces
};

}  // namespace tenon::surface
