#include "tenon/fem/search/CellSearch.hpp"

#include <algorithm>

#include "tenon/fem/search/boxTree.hpp"
#include "tenon/fem/search/inverseMap.hpp"
#include "tenon/fem/shapes.hpp"

namespace tenon::fem {
namespace {

using base::LocalIndex;
using base::Vec3;

/// Inside before outside, then the lowest tag; outside, the least so.
bool isBetter(const HoldingCell& a, const HoldingCell& b) {
  if (a.tag < 0 || b.tag < 0) return a.tag >= 0;
  return a.outside != b.outside ? a.outside < b.outside : a.tag < b.tag;
}

}  // namespace

class CellSearch::Cells {
 public:
  Cells(const Domain& domain, double margin) {
    std::vector<BoxTree::value_type> leaves;
    for (const mesh::CellBlock& block : domain.mesh.blocks()) {
      if (dimensionOf(block.type) != domain.dimension()) continue;
      for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
        add(domain.mesh, block, cell);
        const Box box = boxOf(list_.back(), margin);
        leaves.emplace_back(treeBox(box), static_cast<int>(leaves.size()));
        box_.include(box);
      }
    }
    tree_ = BoxTree(leaves);  // packed at once
  }

  const Box& box() const { return box_; }

  HoldingCell find(const Vec3& x) const {
    HoldingCell best;
    for (auto leaf = tree_.qbegin(boost::geometry::index::intersects(treePoint(x))); leaf != tree_.qend(); ++leaf) {
      const One& one = list_[static_cast<std::size_t>(leaf->second)];
      double xi[3];
      const gsl::span<const Vec3> nodes(one.places.data(), static_cast<std::size_t>(numNodes(one.type)));
      if (!invertMap(one.type, nodes, x, xi)) continue;
      HoldingCell cell;
      cell.tag = one.tag;
      const double outside = outsideBy(one.type, xi);
      cell.outside = outside <= one.on_face ? 0.0 : outside;
      cell.num_nodes = numNodes(one.type);
      cell.nodes = one.nodes;
      shapeFunctions(one.type, xi, cell.weights.data());
      if (isBetter(cell, best)) best = cell;
    }
    return best;
  }

 private:
  struct One {
    CellType type;
    std::int64_t tag;
    std::array<base::GlobalIndex, 27> nodes;
    std::array<Vec3, 27> places;
    double on_face = 1e-9;  // reference coordinates this far outside count as inside
  };

  void add(const mesh::Mesh& mesh, const mesh::CellBlock& block, LocalIndex cell) {
    One one;
    one.type = block.type;
    one.tag = block.tags[static_cast<std::size_t>(cell)];
    const LocalIndex* nodes = block.nodesOf(cell);
    for (std::size_t a = 0; a < static_cast<std::size_t>(numNodes(block.type)); ++a) {
      one.nodes[a] = mesh.layout().global(nodes[a]);
      one.places[a] = Eigen::Map<const Vec3>(mesh.points().data() + 3 * static_cast<std::size_t>(nodes[a]));
    }
    const Box box = boxOf(one);
    one.on_face = std::max(one.on_face, box.roundOff() / box.size());
    list_.push_back(one);
  }

  static Box boxOf(const One& one) {
    Box box;
    for (std::size_t a = 0; a < static_cast<std::size_t>(numNodes(one.type)); ++a) box.include(one.places[a]);
    return box;
  }
  // Edges of second order bulge by less than half of the nodes' box (their middle node lies on them).
  static Box boxOf(const One& one, double margin) {
    const Box box = boxOf(one);
    return box.grownBy((one.on_face + margin + (orderOf(one.type) == 2 ? 0.25 : 0.0)) * box.size());
  }

  std::vector<One> list_;
  BoxTree tree_;
  Box box_;
};

CellSearch::CellSearch(const Domain& domain, double margin)
    : cells_(std::make_unique<Cells>(domain, margin)), boxes_(domain.mesh.comm(), cells_->box()) {}

CellSearch::~CellSearch() = default;

std::vector<HoldingCell> CellSearch::find(gsl::span<const Vec3> points) const {
  std::vector<HoldingCell> found(points.size());
  boxes_.askHolding<HoldingCell>(
      points, [&](const Vec3& x, const auto& reply) { reply(cells_->find(x)); },
      [&](std::size_t i, const HoldingCell& cell) {
        if (isBetter(cell, found[i])) found[i] = cell;
      });
  return found;
}

}  // namespace tenon::fem
