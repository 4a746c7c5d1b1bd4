// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <set>

#include "NodeColumns.hpp"
#include "NodeSite.hpp"
#include "mesh/distribution/boundary.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::mesh {

/// Decomposition of cells into simplices or prisms. The order of the pieces depends on the mesh
/// only.
class CellCutter {
 public:
  /// Rule of the decomposition.
  enum class Rule : std::uint8_t {
    simplices,  ///< tetrahedra, and triangles on faces
    five_tets,  ///< simplices, five of each hexahedron
    prisms      ///< two prisms of each hexahedron
  };
  /// @param selected  [blocks][cells] cells to be divided
  /// @param along     direction of the prisms; zero: from nodes 0-3 to nodes 4-7
  /// @throws InputError on all ranks if the mesh cannot be divided in this way
  /// @note Collective.
  CellCutter(const Mesh& mesh, const std::vector<std::vector<char>>& selected, Rule rule,
             const base::Vec3& along = base::Vec3::Zero());

  std::vector<Piece> cut(std::size_t block, LocalIndex cell) const;

 private:
  using Vertices = std::vector<int>;

  /// Returns the edges of selected hexahedra for which keep(nodes, vertex, vertex) is true.
  template <class Keep>
  std::vector<NodePair> edgesOfHexahedra(Keep&& keep) const;
  void colourVertices();
  void findColumns();
  void requireFittingPrisms() const;

  std::vector<Vertices> verticesOfPieces(std::size_t block, LocalIndex cell) const;
  std::vector<Vertices> cones(CellType type, const LocalIndex* nodes) const;
  std::vector<Vertices> fiveTets(const LocalIndex* nodes) const;
  std::vector<Vertices> twoPrisms(const LocalIndex* nodes) const;
  int axisOf(const LocalIndex* nodes) const;
  int lowestOf(const LocalIndex* nodes, const Vertices& vertices) const;
  base::Vec3 point(LocalIndex node) const {
    return Eigen::Map<const base::Vec3>(&mesh_.points()[static_cast<std::size_t>(node) * 3]);
  }

  const Mesh& mesh_;
  Rule rule_;
  base::Vec3 along_;
  const std::vector<std::vector<char>>& selected_;
  std::vector<std::int64_t> order_;  // [local nodes] order that defines "lowest"
  std::vector<char> is_odd_;         // [local nodes] colour of vertices, for 5 tetrahedra
  std::set<FacetKey> cut_quads_;     // quadrilaterals that prisms divide
};

}  // namespace tenon::mesh
