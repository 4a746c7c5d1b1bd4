#pragma once
#include <array>
#include <cstdint>
#include <gsl/span>
#include <string>
#include <vector>

namespace tenon::mesh {

/// Cells by shape and number of nodes. Node order is Gmsh's throughout.
enum class CellType : std::uint8_t {
  point1,
  line2,
  line3,
  tri3,
  tri6,
  quad4,
  quad8,
  quad9,
  tet4,
  tet10,
  hex8,
  hex20,
  hex27,
  prism6,
  prism15,
  pyramid5
};
inline constexpr int num_cell_types = 16;

/// What has to be known of a cell type; one row of one table (src/mesh/CellType.cpp).
struct CellTypeInfo {
  const char* name;  ///< as in case files and results: "tet10"
  int dimension;     ///< 0 point, 1 line, 2 face, 3 solid
  int num_nodes;
  int num_vertices;                ///< the first nodes are the vertices
  int order;                       ///< 1 or 2
  int gmsh_type;                   ///< element type in .msh files
  int vtk_type;                    ///< cell type of VTK
  const char* xdmf_topology;       ///< TopologyType in XDMF 3
  gsl::span<const int> vtk_order;  ///< vtk[i] = gmsh[vtk_order[i]]; empty where the orders agree
  int partition_cost;              ///< relative cost of its element matrix, the weight METIS balances
  std::vector<std::pair<CellType, std::vector<int>>>
      facets;  ///< faces of a solid, edges of a face: type and nodes, outward
};

const CellTypeInfo& info(CellType type);
/// The type of Gmsh's element number, or nothing where tenon has none.
const CellType* cellTypeOfGmsh(int gmsh_type);

}  // namespace tenon::mesh
