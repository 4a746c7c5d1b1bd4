// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CellSearch.hpp"

#include <algorithm>
#include <boost/iterator/function_output_iterator.hpp>
#include <cmath>

#include "boxTree.hpp"
#include "fem/shapes.hpp"
#include "inverseMap.hpp"

namespace tenon::fem {
namespace {

using base::LocalIndex;
using base::Vec3;

/// Best cell of one rank for a point.
struct FoundCell {
  std::int64_t tag = -1;
  double outside = 0.0;
  double xi[3] = {0, 0, 0};
  std::int32_t rank = -1, block = 0;
  LocalIndex cell = 0;
};

/// Returns true if `a` is preferred: cells that contain the point first, in ascending order of
/// tags; then other cells in ascending order of the distance.
bool isBetter(const FoundCell& a, const FoundCell& b) {
  if (a.tag < 0 || b.tag < 0) return a.tag >= 0;
  return a.outside != b.outside ? a.outside < b.outside : a.tag < b.tag;
}

/// Returns an order in which consecutive points are close to each other, so that the data of the
/// previous point are in the cache: column by column of small boxes that contain some points each.
std::vector<std::size_t> orderAlongColumns(gsl::span<const Vec3> points) {
  Box all;
  for (const Vec3& x : points) all.include(x);
  const double boxes_along = std::ceil(std::cbrt(static_cast<double>(points.size()) / 8.0));
  const Vec3 steps = (all.high - all.low).unaryExpr([&](double l) { return l > 0.0 ? boxes_along / l : 0.0; });
  std::vector<std::pair<double, std::size_t>> keys;
  keys.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 at = (points[i] - all.low).cwiseProduct(steps).array().floor();
    keys.emplace_back((at[0] * (boxes_along + 1.0) + at[1]) * (boxes_along + 1.0) + at[2], i);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::size_t> order;
  for (const auto& [key, i] : keys) order.push_back(i);
  return order;
}

}  // namespace

/// Cells of this rank: the tree of their boxes, and their positions in the mesh.
class CellSearch::Cells {
 public:
  Cells(const Domain& domain, double margin) : mesh_(domain.mesh) {
    std::vector<BoxTree::value_type> leaves;
    for (std::size_t b = 0; b < mesh_.blocks().size(); ++b) {
      const mesh::CellBlock& block = mesh_.blocks()[b];
      if (dimensionOf(block.type) != domain.dimension()) continue;
      for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
        const Box box = boxOf(block, cell, margin);
        leaves.emplace_back(treeBox(box), static_cast<int>(list_.size()));
        list_.push_back({static_cast<std::int32_t>(b), cell});
        box_.include(box);
      }
    }
    tree_ = BoxTree(leaves);  // bulk loading (packing)
  }

  const Box& box() const { return box_; }
  CellType typeOf(const FoundCell& found) const { return blockOf(found).type; }

  FoundCell find(const Vec3& x) const {
    FoundCell best;
    const auto visit = [&](const BoxTree::value_type& leaf) {
      const FoundCell found = evaluateCell(list_[static_cast<std::size_t>(leaf.second)], x, best);
      if (isBetter(found, best)) best = found;
    };
    tree_.query(boost::geometry::index::intersects(treePoint(x)), boost::make_function_output_iterator(visit));
    return best;
  }

  /// Appends the global numbers of the nodes of a cell.
  void addNodes(const FoundCell& found, std::vector<base::GlobalIndex>& nodes) const {
    const LocalIndex* local = blockOf(found).nodesOf(found.cell);
    for (int a = 0; a < numNodes(typeOf(found)); ++a) nodes.push_back(mesh_.layout().global(local[a]));
  }

  const base::Communicator& comm() const { return mesh_.comm(); }

 private:
  struct CellLocation {
    std::int32_t block;
    LocalIndex cell;
  };

  /// Evaluates one cell for a point. Returns no cell if `best` is preferred in any case.
  FoundCell evaluateCell(const CellLocation& one, const Vec3& x, const FoundCell& best) const {
    const mesh::CellBlock& block = mesh_.blocks()[static_cast<std::size_t>(one.block)];
    FoundCell found;
    const std::int64_t tag = block.tags[static_cast<std::size_t>(one.cell)];
    if (best.tag >= 0 && best.outside == 0.0 && best.tag < tag) return found;
    Vec3 places[27];
    const auto num_nodes = static_cast<std::size_t>(numNodes(block.type));
    for (std::size_t a = 0; a < num_nodes; ++a) places[a] = nodePosition(block.nodesOf(one.cell)[a]);
    if (!invertMap(block.type, gsl::span<const Vec3>(places, num_nodes), x, found.xi)) return found;
    found.outside = distanceOutside(block.type, found.xi);
    if (found.outside > 0.0 && found.outside <= faceTolerance(boxOf(block, one.cell))) found.outside = 0.0;
    found.tag = tag, found.rank = mesh_.comm().rank(), found.block = one.block, found.cell = one.cell;
    return found;
  }

  const mesh::CellBlock& blockOf(const FoundCell& found) const {
    return mesh_.blocks()[static_cast<std::size_t>(found.block)];
  }
  Eigen::Map<const Vec3> nodePosition(LocalIndex node) const {
    return Eigen::Map<const Vec3>(mesh_.points().data() + 3 * static_cast<std::size_t>(node));
  }
  /// Returns the distance of reference coordinates from the cell within which a point counts as
  /// inside.
  static double faceTolerance(const Box& box) { return std::max(1e-9, box.roundOff() / box.size()); }
  Box boxOf(const mesh::CellBlock& block, LocalIndex cell) const {
    Box box;
    for (int a = 0; a < numNodes(block.type); ++a) box.include(Vec3(nodePosition(block.nodesOf(cell)[a])));
    return box;
  }
  // Second-order edges extend beyond the box of the nodes by less than half of its size, because
  // their middle node is on the edge.
  Box boxOf(const mesh::CellBlock& block, LocalIndex cell, double margin) const {
    const Box box = boxOf(block, cell);
    return box.expandedBy((faceTolerance(box) + margin + (orderOf(block.type) == 2 ? 0.25 : 0.0)) * box.size());
  }

  const mesh::Mesh& mesh_;
  std::vector<CellLocation> list_;
  BoxTree tree_;
  Box box_;
};

CellSearch::CellSearch(const Domain& domain, double margin)
    : cells_(std::make_unique<Cells>(domain, margin)), boxes_(domain.mesh.comm(), cells_->box()) {}

CellSearch::~CellSearch() = default;

std::vector<ContainingCell> CellSearch::find(gsl::span<const Vec3> points) const {
  const std::vector<std::size_t> order = orderAlongColumns(points);
  std::vector<Vec3> places;
  for (const std::size_t i : order) places.push_back(points[i]);
  std::vector<FoundCell> best(points.size());
  boxes_.queryContaining<FoundCell>(
      places, [&](const Vec3& x, const auto& reply) { reply(cells_->find(x)); },
      [&](std::size_t i, const FoundCell& found) {
        if (isBetter(found, best[order[i]])) best[order[i]] = found;
      });

  const base::Communicator& comm = cells_->comm();
  std::vector<std::vector<FoundCell>> chosen(static_cast<std::size_t>(comm.size()));
  for (const FoundCell& found : best)
    if (found.tag >= 0) chosen[static_cast<std::size_t>(found.rank)].push_back(found);
  std::vector<std::vector<base::GlobalIndex>> nodes_of_chosen(chosen.size());
  const auto asked = comm.exchange(chosen);
  for (std::size_t r = 0; r < asked.size(); ++r)
    for (const FoundCell& found : asked[r]) cells_->addNodes(found, nodes_of_chosen[r]);
  const auto nodes = comm.exchange(nodes_of_chosen);

  std::vector<ContainingCell> cells(points.size());
  std::vector<std::size_t> next(nodes.size(), 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const FoundCell& found = best[i];
    if (found.tag < 0) continue;
    ContainingCell& cell = cells[i];
    const CellType type = cells_->typeOf(found);
    const auto rank = static_cast<std::size_t>(found.rank);
    cell.tag = found.tag, cell.outside = found.outside, cell.num_nodes = numNodes(type);
    std::copy_n(nodes[rank].data() + next[rank], cell.num_nodes, cell.nodes.begin());
    next[rank] += static_cast<std::size_t>(cell.num_nodes);
    shapeFunctions(type, found.xi, cell.weights.data());
  }
  return cells;
}

}  // namespace tenon::fem
