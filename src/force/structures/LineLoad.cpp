// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LineLoad.hpp"

#include <Eigen/Geometry>

#include "cellwise.hpp"
#include "fem/plane.hpp"
#include "lineAxes.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::force {
namespace {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;

constexpr int degree = 7;  // four points: exact for cubic loads times cubic functions

/// Shape functions at s along an element of length L: linear functions, and Hermite cubics of the
/// rotations.
struct LineShapes {
  LineShapes(double s, double L) : N{1 - s, s}, H{L * s * (1 - s) * (1 - s), -L * s * s * (1 - s)} {}
  double N[2], H[2];
};

}  // namespace

void LineLoad::declare(base::Parameters<Data>& p) {
  p.required("load", &Data::load, "force/length",
             "force per length in the reference configuration; constant, function of x, y, z, t, or values from a "
             "file; the direction of the load is fixed");
  p.optional("axes", &Data::axes, "",
             "axes of the components: global axes, or local axes of each line with x along the line")
      .oneOf({"global", "local"});
  p.optional("y_axis", &Data::y_axis, "",
             "for local axes: direction whose component normal to the line defines the y axis; default: horizontal, "
             "the cross product of the z direction and the line direction");
  p.optional("group", &Data::group, "", "group of lines; default: all lines of the object");
  declareHistory(p);
}

LineLoad::LineLoad(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      name_(domain.nameOf("line-load", data.group)),
      state_(domain.state),
      region_(domain, data.group, 1, name_),
      load_(data.load, domain, region_, name_),
      rotates_(domain.state.kind() == la::NodeKind::frames),
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
  const Vec3 a = la::NodeFrame::of(state_, nodes[0]).reference, b = la::NodeFrame::of(state_, nodes[1]).reference;
  const double L = (b - a).norm();
  static const fem::QuadratureRule rule = fem::quadrature(mesh::CellType::line2, degree);
  Resultants sums;
  for (auto* of : {&sums.forces, &sums.levers}) of->fill(Vec3::Zero());
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
      sums.forces[end] += shapes.N[end] * load;
      sums.levers[end] += shapes.H[end] * load;
    }
  }
  return sums;
}

LineLoad::Axes LineLoad::currentAxes(const LocalIndex* nodes) const {
  const auto a = la::NodeFrame::of(state_, nodes[0]), b = la::NodeFrame::of(state_, nodes[1]);
  const Vec3 reference = (b.reference - a.reference).normalized();
  const Vec3 line = b.reference - a.reference + b.displacement - a.displacement;
  Axes axes;
  axes.length = line.norm();
  axes.line = line / axes.length;
  axes.nodes = {a.rotation * reference, b.rotation * reference};
  return axes;
}

void LineLoad::addForce(la::ForceVector& f) const {
  const auto motions = la::frameComponentsOf(state_);
  double* const values = f.on(state_).data();
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      const LocalIndex* nodes = part.nodesOf(cell);
      const Resultants of = resultants(p, cell);
      for (std::size_t end = 0; end < 2; ++end) {
        base::Vec6 load;
        load << of.forces[end], Vec3::Zero();
        if (rotates_) {
          const Axes axes = currentAxes(nodes);
          const Vec3 across = (of.sum() - axes.line * axes.line.dot(of.sum())) / axes.length;
          load.head<3>() += end == 0 ? across : -across;
          load.tail<3>() = axes.nodes[end].cross(of.levers[end]);
        }
        double* node = values + static_cast<std::ptrdiff_t>(nodes[end]) * state_.block();
        for (const int motion : motions) *node++ += load[motion];
      }
    }
  }
}

/// Returns the derivative. With T = (1 - r r^T) / l the derivative of T c with respect to the line
/// is -(r.c T + r (T c)^T + T c r^T) / l; the derivative of t x m with respect to the rotation of
/// the node is t m^T - t.m 1.
Eigen::Matrix<double, 12, 12> LineLoad::stiffness(const Resultants& of, const Axes& axes) {
  const Vec3& r = axes.line;
  const Mat3 T = (Mat3::Identity() - r * r.transpose()) / axes.length;
  const Vec3 across = T * of.sum();
  const Mat3 force = -(r.dot(of.sum()) * T + r * across.transpose() + across * r.transpose()) / axes.length;
  Eigen::Matrix<double, 12, 12> K = Eigen::Matrix<double, 12, 12>::Zero();
  for (int end = 0; end < 2; ++end) {
    for (const int by : {0, 1}) K.block<3, 3>(6 * end, 6 * by) = end == by ? Mat3(-force) : force;
    const Vec3 &t = axes.nodes[static_cast<std::size_t>(end)], &m = of.levers[static_cast<std::size_t>(end)];
    K.block<3, 3>(6 * end + 3, 6 * end + 3) = t * m.transpose() - t.dot(m) * Mat3::Identity();
  }
  return K;
}

void LineLoad::addStiffness(la::StiffnessMatrix& K) const {
  if (!rotates_) return;
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  const auto motions = la::frameComponentsOf(state_);
  const auto block = static_cast<int>(motions.size());
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    addCellStiffnesses(part, block, la::ElementSymmetry::general, dfdx, [&](LocalIndex cell) {
      const auto full = stiffness(resultants(p, cell), currentAxes(part.nodesOf(cell)));
      Eigen::MatrixXd kept(2 * block, 2 * block);
      for (int i = 0; i < 2 * block; ++i)
        for (int j = 0; j < 2 * block; ++j)
          kept(i, j) = full(6 * (i / block) + motions[static_cast<std::size_t>(i % block)],
                            6 * (j / block) + motions[static_cast<std::size_t>(j % block)]);
      return kept;
    });
  }
}

}  // namespace tenon::force
