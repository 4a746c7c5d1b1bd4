#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// What `tenon info` tells of a mesh.
struct MeshInfo {
  struct GroupInfo {
    std::string name;
    int dimension;
    std::int64_t num_cells;
    double measure;  ///< length, area or volume
  };
  /// Scaled Jacobian of the cells of highest dimension: the least over a cell's vertices of the volume spanned by its
  /// edges there over the product of their lengths, 1 for the ideal shape, not positive for inverted cells
  /// (P. Knupp, Algebraic mesh quality metrics, SIAM J. Sci. Comput. 23, 2001). Cells of second order are evaluated in
  /// all nodes. Surfaces and lines in space are never counted as inverted.
  struct Quality {
    double least = 1, mean = 0;
    std::int64_t worst_tag = -1;
    std::int64_t num_inverted = 0;
  };
  /// What one part would hold.
  struct Part {
    std::int64_t cells = 0, cost = 0, owned_nodes = 0, ghost_cells = 0, ghost_nodes = 0;
  };

  std::string file;
  int dimension = 0;
  std::int64_t num_nodes = 0;
  std::vector<std::pair<CellType, std::int64_t>> cells;  ///< by type
  std::vector<GroupInfo> groups;
  std::array<double, 3> low{}, high{};  ///< bounding box
  double measure = 0;                   ///< volume, plane: area
  Quality quality;
  std::vector<Part> parts;          ///< empty unless asked for
  std::int64_t num_cut_facets = 0;  ///< facets between cells of different parts
};

/// Measures a mesh on one rank; with num_parts > 0 also what METIS would make of it. Not collective.
MeshInfo inspect(const RawMesh& mesh, int num_parts = 0);

/// The text that `tenon info` prints.
std::string format(const MeshInfo& info);

}  // namespace tenon::mesh
