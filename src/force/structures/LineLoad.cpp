#include "tenon/force/structures/LineLoad.hpp"

#include <Eigen/Geometry>

#include "cellwise.hpp"
#include "lineAxes.hpp"
#include "tenon/fem/plane.hpp"
#include "tenon/la/NodeFrame.hpp"

namespace tenon::force {
namespace {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;

constexpr int degree = 7;  // four points: cubic loads times cubic functions are integrated exactly

/// Shape functions at s along an element of length L: linear ones, and Hermite's of displacements and rotations.
struct LineShapes {
  LineShapes(double s, double L)
      : N{1 - s, s},
        H{1 - 3 * s * s + 2 * s * s * s, 3 * s * s - 2 * s * s * s},
        H_turn{L * s * (1 - s) * (1 - s), -L * s * s * (1 - s)} {}
  double N[2], H[2], H_turn[2];
};

}  // namespace

void LineLoad::declare(base::Parameters<Data>& p) {
  p.required("load", &Data::load, "force/length",
             "force per length in the reference configuration, also a field of x, y, z, t or of a file; it keeps its "
             "direction");
  p.optional("axes", &Data::axes, "", "axes of the components: those of space, or of each line, x along it")
      .oneOf({"global", "local"});
  p.optional("y_axis", &Data::y_axis, "",
             "of local axes: direction whose part square to the line is y; default: horizontal, z cross the line");
  p.optional("group", &Data::group, "", "group of lines; default: all lines of the object");
  declareHistory(p);
}

LineLoad::LineLoad(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      name_(domain.nameOf("line-load", data.group)),
      state_(domain.state),
      region_(domain, data.group, 1, name_),
      load_(data.load, domain, region_, name_),
      rotates_(domain.state.kind() == la::Kind::frames),
      is_local_(data.axes == "local") {
  fem::requireInPlane(domain, data.y_axis, name_);
  for (const auto& of_part : lineAxes(domain, region_, data.y_axis, name_)) {
    auto& kept = axes_.emplace_back();
    for (const LineAxes& line : of_part) kept.push_back(line.axes);
  }
}

LineLoad::Resultants LineLoad::resultants(std::size_t p, LocalIndex cell) const {
  const fem::RegionPart& part = region_.parts()[p];
  const LocalIndex* nodes = part.nodesOf(cell);
  const Vec3 a = la::NodeFrame::of(state_, nodes[0]).rest, b = la::NodeFrame::of(state_, nodes[1]).rest;
  const double L = (b - a).norm();
  static const fem::Rule rule = fem::quadrature(mesh::CellType::line2, degree);
  Resultants sums;
  for (auto* of : {&sums.linear, &sums.cubic, &sums.moments}) of->fill(Vec3::Zero());
  for (int q = 0; q < rule.numPoints(); ++q) {
    const double s = 0.5 * (1 + rule.points[static_cast<std::size_t>(q)][0]);
    const LineShapes shapes(s, L);
    fem::PointGeometry point;
    point.num_nodes = 2;
    point.shape = shapes.N;
    point.position = (1 - s) * a + s * b;
    Vec3 load = load_.vectorAt(part, cell, point, time());
    if (is_local_) load = axes_[p][static_cast<std::size_t>(cell)] * load;
    load *= factor() * 0.5 * L * rule.weights[static_cast<std::size_t>(q)];
    for (std::size_t end = 0; end < 2; ++end) {
      sums.linear[end] += shapes.N[end] * load;
      sums.cubic[end] += shapes.H[end] * load;
      sums.moments[end] += shapes.H_turn[end] * load;
    }
  }
  return sums;
}

Vec3 LineLoad::currentAxis(const LocalIndex* nodes, double& length) const {
  const auto a = la::NodeFrame::of(state_, nodes[0]), b = la::NodeFrame::of(state_, nodes[1]);
  const Vec3 d = b.rest - a.rest + b.displacement - a.displacement;
  length = d.norm();
  return d / length;
}

void LineLoad::addForce(la::ForceVector& f) const {
  const auto motions = la::motionsOf(state_);
  double* const values = f.on(state_).data();
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      const LocalIndex* nodes = part.nodesOf(cell);
      const Resultants of = resultants(p, cell);
      double length = 0;
      const Vec3 r = rotates_ ? currentAxis(nodes, length) : Vec3(Vec3::Zero());
      for (std::size_t end = 0; end < 2; ++end) {
        base::Vec6 load;
        load << of.linear[end], r.cross(of.moments[end]);
        const Vec3 across = of.cubic[end] - of.linear[end];
        if (rotates_) load.head<3>() += across - r * r.dot(across);
        double* node = values + static_cast<std::ptrdiff_t>(nodes[end]) * state_.block();
        for (const int motion : motions) *node++ += load[motion];
      }
    }
  }
}

// d(r r^T c) = (r.c 1 + r c^T) dr and d(r x m) = -[m] dr, with dr = (1 - r r^T) (du_2 - du_1) / l.
void LineLoad::addStiffness(la::StiffnessMatrix& K) const {
  if (!rotates_) return;
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  const auto motions = la::motionsOf(state_);
  const auto block = static_cast<int>(motions.size());
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    addCellStiffnesses(part, block, la::ElementSymmetry::general, dfdx, [&](LocalIndex cell) {
      const Resultants of = resultants(p, cell);
      double length = 0;
      const Vec3 r = currentAxis(part.nodesOf(cell), length);
      const Mat3 turning = (Mat3::Identity() - r * r.transpose()) / length;
      Eigen::MatrixXd full = Eigen::MatrixXd::Zero(12, 12), kept(2 * block, 2 * block);
      for (int end = 0; end < 2; ++end) {
        const auto e = static_cast<std::size_t>(end);
        const Vec3 across = of.cubic[e] - of.linear[e];
        const Mat3 force = -(r.dot(across) * Mat3::Identity() + r * across.transpose()) * turning;
        const Mat3 moment = -la::cross(of.moments[e]) * turning;
        for (const int by : {0, 1}) {
          const double sign = by == 0 ? -1 : 1;
          full.block<3, 3>(6 * end, 6 * by) = sign * force;
          full.block<3, 3>(6 * end + 3, 6 * by) = sign * moment;
        }
      }
      for (int i = 0; i < 2 * block; ++i)
        for (int j = 0; j < 2 * block; ++j)
          kept(i, j) = full(6 * (i / block) + motions[static_cast<std::size_t>(i % block)],
                            6 * (j / block) + motions[static_cast<std::size_t>(j % block)]);
      return kept;
    });
  }
}

}  // namespace tenon::force
