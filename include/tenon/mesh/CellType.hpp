// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <gsl/span>
#include <string>
#include <vector>

namespace tenon::mesh {

/// Cell types by shape and number of nodes, in Gmsh's node order.
enum class CellType : std::uint8_t {
  point1,   ///< point
  line2,    ///< first-order line
  line3,    ///< second-order line
  tri3,     ///< first-order triangle
  tri6,     ///< second-order triangle
  quad4,    ///< first-order quadrilateral
  quad8,    ///< second-order quadrilateral without a central node
  quad9,    ///< second-order quadrilateral with a central node
  tet4,     ///< first-order tetrahedron
  tet10,    ///< second-order tetrahedron
  hex8,     ///< first-order hexahedron
  hex20,    ///< second-order hexahedron with nodes on edges only
  hex27,    ///< second-order hexahedron with nodes on faces and at the centre
  prism6,   ///< first-order prism
  prism15,  ///< second-order prism with nodes on edges only
  pyramid5  ///< first-order pyramid
};
/// Number of cell types.
inline constexpr int num_cell_types = 16;

/// Properties of a cell type, i.e. one row of the table in src/mesh/CellType.cpp.
struct CellTypeInfo {
  const char* name;                ///< name in case files and results, such as "tet10"
  int dimension;                   ///< dimension of the cell: 0 point, 1 line, 2 face, 3 solid
  int num_nodes;                   ///< number of nodes
  int num_vertices;                ///< number of vertices, which are the first nodes
  int order;                       ///< polynomial order, 1 or 2
  int gmsh_type;                   ///< element type in .msh files
  int vtk_type;                    ///< VTK cell type
  const char* xdmf_topology;       ///< TopologyType in XDMF 3
  gsl::span<const int> vtk_order;  ///< permutation vtk[i] = gmsh[vtk_order[i]]; empty if the orders agree
  int partition_cost;              ///< relative cost of the element matrix, used as a weight by METIS
  std::vector<std::pair<CellType, std::vector<int>>>
      facets;  ///< type and nodes of each face of a solid or each edge of a face, oriented outward
};

/// Returns the properties of a cell type. The reference is valid until the program ends.
const CellTypeInfo& info(CellType type);
/// Returns the cell type that corresponds to a Gmsh element type, or nullptr if tenon does not
/// support this type.
/// @see Gmsh's manual, "MSH file format", field element-type
const CellType* cellTypeOfGmsh(int gmsh_type);

}  // namespace tenon::mesh
