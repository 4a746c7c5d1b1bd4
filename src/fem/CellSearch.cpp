#include "tenon/fem/CellSearch.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <iterator>
#include <limits>

#include "tenon/fem/inverseMap.hpp"
#include "tenon/fem/shapes.hpp"

namespace tenon::fem {
namespace {

namespace bg = boost::geometry;
using base::LocalIndex;
using base::Vec3;
using Box = std::array<Vec3, 2>;
using TreePoint = bg::model::point<double, 3, bg::cs::cartesian>;
using TreeBox = bg::model::box<TreePoint>;
using Tree = bg::index::rtree<std::pair<TreeBox, int>, bg::index::rstar<16>>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double on_face = 1e-9;  // reference coordinates this far outside count as inside

TreePoint treePoint(const Vec3& x) {
  return TreePoint(x[0], x[1], x[2]);
}

bool holds(const Box& box, const Vec3& x) {
  return (x.array() >= box[0].array()).all() && (x.array() <= box[1].array()).all();
}

/// Inside before outside, then the lowest tag; outside, the least so.
bool isBetter(const HoldingCell& a, const HoldingCell& b) {
  if (a.tag < 0 || b.tag < 0) return a.tag >= 0;
  const double a_outside = a.outside <= on_face ? 0.0 : a.outside, b_outside = b.outside <= on_face ? 0.0 : b.outside;
  return a_outside != b_outside ? a_outside < b_outside : a.tag < b.tag;
}

// What travels between the ranks.
struct Question {
  int number;
  double x[3];
};
struct Answer {
  int number;
  HoldingCell cell;
};

}  // namespace

class CellSearch::Cells {
 public:
  Cells(const Domain& domain, double margin) {
    std::vector<Tree::value_type> leaves;
    for (const mesh::CellBlock& block : domain.mesh.blocks()) {
      if (dimensionOf(block.type) != domain.dimension()) continue;
      for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
        add(domain.mesh, block, cell);
        const Box box = boxOf(list_.back(), margin);
        leaves.emplace_back(TreeBox(treePoint(box[0]), treePoint(box[1])), static_cast<int>(leaves.size()));
        box_ = {box_[0].cwiseMin(box[0]), box_[1].cwiseMax(box[1])};
      }
    }
    tree_ = Tree(leaves);  // packed at once
  }

  const Box& box() const { return box_; }

  HoldingCell find(const Vec3& x) const {
    HoldingCell best;
    for (auto leaf = tree_.qbegin(bg::index::intersects(treePoint(x))); leaf != tree_.qend(); ++leaf) {
      const One& one = list_[static_cast<std::size_t>(leaf->second)];
      double xi[3];
      const gsl::span<const Vec3> nodes(one.places.data(), static_cast<std::size_t>(numNodes(one.type)));
      if (!invertMap(one.type, nodes, x, xi)) continue;
      HoldingCell cell;
      cell.tag = one.tag;
      cell.outside = outsideBy(one.type, xi);
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
    list_.push_back(one);
  }

  // Edges of second order bulge by less than half of the nodes' box (their middle node lies on them).
  static Box boxOf(const One& one, double margin) {
    Box box{one.places[0], one.places[0]};
    for (std::size_t a = 1; a < static_cast<std::size_t>(numNodes(one.type)); ++a)
      box = {box[0].cwiseMin(one.places[a]), box[1].cwiseMax(one.places[a])};
    const double size = (box[1] - box[0]).maxCoeff();
    const Vec3 reach = Vec3::Constant((on_face + margin + (orderOf(one.type) == 2 ? 0.25 : 0.0)) * size);
    return {box[0] - reach, box[1] + reach};
  }

  std::vector<One> list_;
  Tree tree_;
  Box box_{Vec3::Constant(infinity), Vec3::Constant(-infinity)};
};

CellSearch::CellSearch(const Domain& domain, double margin)
    : comm_(domain.mesh.comm()), cells_(std::make_unique<Cells>(domain, margin)) {
  const Box& box = cells_->box();
  for (const auto& b :
       comm_.gather(std::array<double, 6>{box[0][0], box[0][1], box[0][2], box[1][0], box[1][1], box[1][2]}))
    boxes_.push_back({Vec3(b[0], b[1], b[2]), Vec3(b[3], b[4], b[5])});
}

CellSearch::~CellSearch() = default;

std::vector<HoldingCell> CellSearch::find(gsl::span<const Vec3> points) const {
  std::vector<std::vector<Question>> questions(boxes_.size());
  for (std::size_t r = 0; r < boxes_.size(); ++r)
    for (std::size_t i = 0; i < points.size(); ++i)
      if (holds(boxes_[r], points[i]))
        questions[r].push_back({static_cast<int>(i), {points[i][0], points[i][1], points[i][2]}});
  const auto asked = comm_.exchange(questions);
  std::vector<std::vector<Answer>> replies(asked.size());
  for (std::size_t r = 0; r < asked.size(); ++r)
    for (const Question& q : asked[r]) replies[r].push_back({q.number, cells_->find(Vec3(q.x[0], q.x[1], q.x[2]))});
  std::vector<HoldingCell> found(points.size());
  for (const auto& from_rank : comm_.exchange(replies))
    for (const Answer& answer : from_rank) {
      HoldingCell& mine = found[static_cast<std::size_t>(answer.number)];
      if (isBetter(answer.cell, mine)) mine = answer.cell;
    }
  return found;
}

}  // namespace tenon::fem
