// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Error.hpp"
#include "tenon/mesh/CellType.hpp"

// Compile-time properties of cell types, for kernels. tests/fem compares these properties with
// mesh::info().
namespace tenon::fem {

using mesh::CellType;

/// Shape of a reference cell.
enum class Shape {
  point,          ///< single point
  line,           ///< line with 2 vertices
  triangle,       ///< triangle
  quadrilateral,  ///< quadrilateral
  tetrahedron,    ///< tetrahedron
  hexahedron,     ///< hexahedron
  prism,          ///< triangular prism (wedge)
  pyramid         ///< pyramid with a quadrilateral base and 5 vertices
};

/// Returns the shape of a cell type.
constexpr Shape shapeOf(CellType type) {
  switch (type) {
    case CellType::point1:
      return Shape::point;
    case CellType::line2:
    case CellType::line3:
      return Shape::line;
    case CellType::tri3:
    case CellType::tri6:
      return Shape::triangle;
    case CellType::quad4:
    case CellType::quad8:
    case CellType::quad9:
      return Shape::quadrilateral;
    case CellType::tet4:
    case CellType::tet10:
      return Shape::tetrahedron;
    case CellType::hex8:
    case CellType::hex20:
    case CellType::hex27:
      return Shape::hexahedron;
    case CellType::prism6:
    case CellType::prism15:
      return Shape::prism;
    case CellType::pyramid5:
      return Shape::pyramid;
  }
  return Shape::point;
}

/// Returns the number of nodes of a cell type.
constexpr int numNodes(CellType type) {
  constexpr int nodes[mesh::num_cell_types] = {1, 2, 3, 3, 6, 4, 8, 9, 4, 10, 8, 20, 27, 6, 15, 5};
  return nodes[static_cast<int>(type)];
}

/// Returns the dimension of a cell type.
constexpr int dimensionOf(CellType type) {
  constexpr int dimensions[] = {0, 1, 2, 2, 3, 3, 3, 3};  // [shapes] dimension of each shape
  return dimensions[static_cast<int>(shapeOf(type))];
}

/// Returns the first-order cell type of the same shape, whose nodes are the vertices.
constexpr CellType linearType(CellType type) {
  constexpr CellType linear[] = {CellType::point1, CellType::line2, CellType::tri3,   CellType::quad4,
                                 CellType::tet4,   CellType::hex8,  CellType::prism6, CellType::pyramid5};
  return linear[static_cast<int>(shapeOf(type))];
}

/// Returns the number of vertices of a cell type.
constexpr int numVertices(CellType type) {
  return numNodes(linearType(type));
}
/// Returns the polynomial order of a cell type, 1 or 2.
constexpr int orderOf(CellType type) {
  return linearType(type) == type ? 1 : 2;
}

/// Type that represents a cell type at compile time, for use as the argument of generic lambdas:
/// [](auto cell) { constexpr CellType type = cell.type; ... }
template <CellType t>
struct CellTag {
  static constexpr CellType type = t;  ///< cell type
};

/// Calls `work` with the CellTag of a cell type that is known only at run time. The cell type must
/// have the dimension `dim`.
/// @tparam dim  dimension of the cell types for which `work` is instantiated
/// @param type  cell type
/// @param work  callable that takes a CellTag
/// @throws InternalError if `type` does not have the dimension `dim`
template <int dim, class Work>
void withCellType(CellType type, Work&& work) {
  bool done = false;
  const auto offer = [&](auto cell) {
    if constexpr (dimensionOf(decltype(cell)::type) == dim) {
      if (type != decltype(cell)::type) return;
      work(cell);
      done = true;
    }
  };
  offer(CellTag<CellType::point1>{}), offer(CellTag<CellType::line2>{}), offer(CellTag<CellType::line3>{});
  offer(CellTag<CellType::tri3>{}), offer(CellTag<CellType::tri6>{});
  offer(CellTag<CellType::quad4>{}), offer(CellTag<CellType::quad8>{}), offer(CellTag<CellType::quad9>{});
  offer(CellTag<CellType::tet4>{}), offer(CellTag<CellType::tet10>{});
  offer(CellTag<CellType::hex8>{}), offer(CellTag<CellType::hex20>{}), offer(CellTag<CellType::hex27>{});
  offer(CellTag<CellType::prism6>{}), offer(CellTag<CellType::prism15>{}), offer(CellTag<CellType::pyramid5>{});
  if (!done) throw base::InternalError("A cell type of another dimension reached an element kernel.");
}

}  // namespace tenon::fem
