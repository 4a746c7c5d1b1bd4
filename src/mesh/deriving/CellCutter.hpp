#pragma once
#include <set>

#include "NodeColumns.hpp"
#include "Spot.hpp"
#include "distribution/boundary.hpp"
#include "tenon/mesh/derive.hpp"

namespace tenon::mesh {

/// A cell made of a part of another one, by places in that.
struct Piece {
  CellType type;
  std::vector<Spot> spots;
};

/// Says what becomes of each cell when cells become cells of another type: pieces, in an order that depends on the
/// mesh alone.
class CellCutter {
 public:
  /// Collective. `selected`: [blocks][cells] that are to be cut. InputError, the same on all ranks, where a mesh cannot
  /// be cut in that way.
  CellCutter(const Mesh& mesh, const Derivation& how, const std::vector<std::vector<char>>& selected);

  std::vector<Piece> cut(std::size_t block, LocalIndex cell) const;

 private:
  using Vertices = std::vector<int>;

  /// Of the edges of selected hexahedra those for which keep(nodes, vertex, vertex) holds.
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
  DerivedKind kind_;
  int tets_per_hex_;
  base::Vec3 along_;
  const std::vector<std::vector<char>>& selected_;
  std::vector<std::int64_t> order_;  // [local nodes] what "lowest" means
  std::vector<char> is_odd_;         // [local nodes] colour of vertices, for 5 tetrahedra
  std::set<FacetKey> cut_quads_;     // by prisms
};

}  // namespace tenon::mesh
