// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CellCutter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "tenon/base/Error.hpp"

namespace tenon::mesh {
namespace {

bool isHexahedron(CellType type) {
  return info(type).num_vertices == 8;
}

/// Vertices of a hexahedron as seen along each of its axes: the lower quadrilateral, then the upper
/// one.
constexpr std::array<std::array<int, 8>, 3> axes{
    {{0, 3, 7, 4, 1, 2, 6, 5}, {0, 4, 5, 1, 3, 7, 6, 2}, {0, 1, 2, 3, 4, 5, 6, 7}}};

/// Tetrahedron on the vertices 0, 2, 5, 7, and those in the other corners.
constexpr int five_tets[5][4] = {{0, 2, 7, 5}, {0, 1, 2, 5}, {0, 2, 3, 7}, {0, 5, 7, 4}, {2, 7, 5, 6}};
/// Rotation by 90 degrees about the third axis, which maps these vertices to the others.
constexpr int turned[8] = {1, 2, 3, 0, 5, 6, 7, 4};

[[noreturn]] void refuse(const Mesh& mesh, const std::string& why) {
  throw base::InputError(fmt::format("'{}': {}", mesh.file(), why));
}

/// Returns the type of pieces with this number of vertices and the order of the cell that is
/// divided.
CellType pieceType(CellType source, int num_vertices) {
  if (source == CellType::quad9 && num_vertices == 4) return CellType::quad8;  // faces of quadratic prisms
  if (num_vertices == info(source).num_vertices) return source;
  const CellType linear = num_vertices == 3 ? CellType::tri3 : num_vertices == 4 ? CellType::tet4 : CellType::prism6;
  return info(source).order == 1 ? linear : quadraticType(linear);
}

Piece pieceOn(CellType source, const std::vector<int>& vertices) {
  const CellType type = pieceType(source, static_cast<int>(vertices.size()));
  if (info(type).num_vertices == info(source).num_vertices) return {type, sitesOf(type)};
  Piece piece{type, {}};
  for (const NodeSite site : sitesOf(type)) {
    std::vector<int> at;
    for (std::size_t v = 0; v < vertices.size(); ++v)
      if ((site & (NodeSite{1} << v)) != 0) at.push_back(vertices[v]);
    piece.sites.push_back(at.size() == 1 ? NodeSite{1} << static_cast<unsigned>(at[0])
                                         : siteBetween(source, at[0], at[1]));
  }
  return piece;
}

}  // namespace

CellCutter::CellCutter(const Mesh& mesh, const std::vector<std::vector<char>>& selected, Rule rule,
                       const base::Vec3& along)
    : mesh_(mesh),
      rule_(rule),
      along_(along),
      selected_(selected),
      order_(mesh.nodePositions().begin(), mesh.nodePositions().end()) {
  if (rule_ == Rule::five_tets) colourVertices();
  if (rule_ == Rule::prisms) findColumns();
}

template <class Keep>
std::vector<NodePair> CellCutter::edgesOfHexahedra(Keep&& keep) const {
  std::vector<NodePair> links;
  for (std::size_t b = 0; b < mesh_.blocks().size(); ++b) {
    const CellBlock& block = mesh_.blocks()[b];
    if (!isHexahedron(block.type)) continue;
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
      if (selected_[b][static_cast<std::size_t>(cell)] == 0) continue;
      const LocalIndex* nodes = block.nodesOf(cell);
      for (const auto& [u, v] : edgesOf(block.type))
        if (keep(nodes, u, v)) links.emplace_back(nodes[u], nodes[v]);
    }
  }
  return links;
}

void CellCutter::colourVertices() {
  const std::vector<NodePair> edges = edgesOfHexahedra([](const LocalIndex*, int, int) { return true; });
  is_odd_ = linkNodes(mesh_, edges).is_odd;
  const auto colour = [&](LocalIndex node) { return is_odd_[static_cast<std::size_t>(node)]; };
  const bool is_bad =
      std::any_of(edges.begin(), edges.end(), [&](const NodePair& e) { return colour(e.first) == colour(e.second); });
  if (mesh_.comm().any(is_bad))
    refuse(mesh_,
           "the divisions of adjacent hexahedra into 5 tetrahedra do not match; divide each hexahedron into 6 "
           "tetrahedra.");
  constexpr std::int64_t after_all = std::int64_t{1} << 62;
  for (std::size_t node = 0; node < order_.size(); ++node)
    if (is_odd_[node] != 0) order_[node] += after_all;
}

void CellCutter::findColumns() {
  const auto is_upright = [&](const LocalIndex* nodes, int u, int v) {
    const auto& axis = axes[static_cast<std::size_t>(axisOf(nodes))];
    for (std::size_t i = 0; i < 4; ++i)
      if (std::minmax(u, v) == std::minmax(axis[i], axis[i + 4])) return true;
    return false;
  };
  order_ = linkNodes(mesh_, edgesOfHexahedra(is_upright)).lowest;
  for (std::size_t b = 0; b < mesh_.blocks().size(); ++b) {
    const CellBlock& block = mesh_.blocks()[b];
    if (!isHexahedron(block.type)) continue;
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
      if (selected_[b][static_cast<std::size_t>(cell)] == 0) continue;
      const LocalIndex* nodes = block.nodesOf(cell);
      const auto& axis = axes[static_cast<std::size_t>(axisOf(nodes))];
      for (const std::size_t first : {0, 4}) {
        LocalIndex quad[4];
        for (std::size_t i = 0; i < 4; ++i) quad[i] = nodes[axis[first + i]];
        cut_quads_.insert(facetKey(quad, 4));
      }
    }
  }
  requireFittingPrisms();
}

// The owner of a node has all cells around it, and therefore both neighbours of a face.
void CellCutter::requireFittingPrisms() const {
  std::int64_t bad = std::numeric_limits<std::int64_t>::max();
  for (std::size_t b = 0; b < mesh_.blocks().size(); ++b) {
    const CellBlock& block = mesh_.blocks()[b];
    if (info(block.type).dimension != 3) continue;
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
      if (selected_[b][static_cast<std::size_t>(cell)] == 0) continue;
      const LocalIndex* nodes = block.nodesOf(cell);
      const auto& axis = axes[isHexahedron(block.type) ? static_cast<std::size_t>(axisOf(nodes)) : 2];
      for (const auto& [type, at] : info(block.type).facets) {
        if (info(type).num_vertices != 4) continue;
        LocalIndex quad[4];
        for (std::size_t i = 0; i < 4; ++i) quad[i] = nodes[at[i]];
        const auto isIn = [&](auto first) {
          return std::all_of(at.begin(), at.begin() + 4,
                             [&](int v) { return std::find(first, first + 4, v) != first + 4; });
        };
        const bool cuts = isHexahedron(block.type) && (isIn(axis.begin()) || isIn(axis.begin() + 4));
        if (!cuts && cut_quads_.count(facetKey(quad, 4)) > 0)
          bad = std::min(bad, block.tags[static_cast<std::size_t>(cell)]);
      }
    }
  }
  bad = mesh_.comm().min(static_cast<long>(bad));
  if (bad != std::numeric_limits<std::int64_t>::max())
    refuse(mesh_,
           fmt::format("the prisms do not match at element {}, because one of its faces is divided only by a "
                       "neighbour: the hexahedra do not form columns along one direction; specify the direction of the "
                       "columns by 'along', or divide the hexahedra into tets.",
                       bad));
}

std::vector<Piece> CellCutter::cut(std::size_t block, LocalIndex cell) const {
  const CellType type = mesh_.blocks()[block].type;
  std::vector<Piece> pieces;
  for (const Vertices& vertices : verticesOfPieces(block, cell)) pieces.push_back(pieceOn(type, vertices));
  return pieces;
}

std::vector<CellCutter::Vertices> CellCutter::verticesOfPieces(std::size_t block, LocalIndex cell) const {
  const CellType type = mesh_.blocks()[block].type;
  const LocalIndex* nodes = mesh_.blocks()[block].nodesOf(cell);
  Vertices whole;
  for (int v = 0; v < info(type).num_vertices; ++v) whole.push_back(v);
  if (rule_ == Rule::prisms) {
    if (isHexahedron(type)) return twoPrisms(nodes);
    const bool is_cut = info(type).dimension == 2 && whole.size() == 4 && cut_quads_.count(facetKey(nodes, 4)) > 0;
    return is_cut ? cones(type, nodes) : std::vector<Vertices>{whole};
  }
  if (isHexahedron(type) && rule_ == Rule::five_tets) return fiveTets(nodes);
  const bool is_simplex = info(type).num_vertices == info(type).dimension + 1;
  return is_simplex ? std::vector<Vertices>{whole} : cones(type, nodes);
}

int CellCutter::lowestOf(const LocalIndex* nodes, const Vertices& vertices) const {
  return *std::min_element(vertices.begin(), vertices.end(), [&](int a, int b) {
    return order_[static_cast<std::size_t>(nodes[a])] < order_[static_cast<std::size_t>(nodes[b])];
  });
}

std::vector<CellCutter::Vertices> CellCutter::cones(CellType type, const LocalIndex* nodes) const {
  const auto fan = [&](const Vertices& polygon) {
    const int low = lowestOf(nodes, polygon);
    const auto n = polygon.size();
    const auto at = static_cast<std::size_t>(std::find(polygon.begin(), polygon.end(), low) - polygon.begin());
    std::vector<Vertices> triangles;
    for (std::size_t i = 1; i + 1 < n; ++i)
      triangles.push_back({low, polygon[(at + i) % n], polygon[(at + i + 1) % n]});
    return triangles;
  };
  Vertices all;
  for (int v = 0; v < info(type).num_vertices; ++v) all.push_back(v);
  if (info(type).dimension == 2) return fan(all);
  const int apex = lowestOf(nodes, all);
  std::vector<Vertices> tets;
  for (const auto& [facet, at] : info(type).facets) {
    const Vertices polygon(at.begin(), at.begin() + info(facet).num_vertices);
    if (std::find(polygon.begin(), polygon.end(), apex) != polygon.end()) continue;
    for (const Vertices& triangle : fan(polygon)) tets.push_back({apex, triangle[0], triangle[1], triangle[2]});
  }
  return tets;
}

std::vector<CellCutter::Vertices> CellCutter::fiveTets(const LocalIndex* nodes) const {
  const bool turn = is_odd_[static_cast<std::size_t>(nodes[0])] != 0;
  std::vector<Vertices> tets;
  for (const auto& tet : five_tets) {
    Vertices& vertices = tets.emplace_back(tet, tet + 4);
    if (turn)
      for (int& v : vertices) v = turned[v];
  }
  return tets;
}

int CellCutter::axisOf(const LocalIndex* nodes) const {
  if (along_.isZero()) return 2;
  int best = 2;
  double most = -1;
  for (int k = 0; k < 3; ++k) {
    const auto& axis = axes[static_cast<std::size_t>(k)];
    base::Vec3 edges = base::Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) edges += point(nodes[axis[i + 4]]) - point(nodes[axis[i]]);
    const double cosine = std::abs(edges.normalized().dot(along_));
    if (cosine > most) best = k, most = cosine;
  }
  return best;
}

std::vector<CellCutter::Vertices> CellCutter::twoPrisms(const LocalIndex* nodes) const {
  const auto& axis = axes[static_cast<std::size_t>(axisOf(nodes))];
  const int low = lowestOf(nodes, {axis[0], axis[1], axis[2], axis[3]});
  const auto first = static_cast<std::size_t>(std::find(axis.begin(), axis.begin() + 4, low) - axis.begin());
  const auto at = [&](std::size_t i, std::size_t level) { return axis[(first + i) % 4 + level]; };
  return {{at(0, 0), at(1, 0), at(2, 0), at(0, 4), at(1, 4), at(2, 4)},
          {at(0, 0), at(2, 0), at(3, 0), at(0, 4), at(2, 4), at(3, 4)}};
}

}  // namespace tenon::mesh
