// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "lineAxes.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "tenon/base/runCollectively.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::force {
namespace {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;

constexpr double nearly_along = 1e-6;

Mat3 axesOf(const Vec3& x, const Vec3& y) {
  Mat3 axes;
  axes.col(0) = x;
  axes.col(1) = (y - y.dot(x) * x).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return axes;
}

Vec3 usualAxis(const Vec3& x) {
  const Vec3 y = Vec3::UnitZ().cross(x);
  return y.norm() > nearly_along ? y : Vec3::UnitY();
}

}  // namespace

std::vector<std::vector<LineAxes>> lineAxes(const fem::Domain& domain, const fem::Region& region, const Vec3& y_axis,
                                            const std::string& context) {
  std::vector<std::vector<LineAxes>> all;
  for (const fem::RegionPart& part : region.parts())
    if (part.type() != mesh::CellType::line2)
      throw base::InputError(
          context + ": three-node lines are not supported, because each element must be straight. Use two-node lines.");
  base::runCollectively(domain.mesh.comm(), [&] {
    for (const fem::RegionPart& part : region.parts()) {
      auto& of_part = all.emplace_back();
      for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
        const LocalIndex* nodes = part.nodesOf(cell);
        const Vec3 D =
            la::NodeFrame::of(domain.state, nodes[1]).reference - la::NodeFrame::of(domain.state, nodes[0]).reference;
        const Vec3 x = D.normalized(), y = y_axis.isZero(0.0) ? usualAxis(x) : y_axis.normalized();
        if (y.cross(x).norm() <= nearly_along)
          throw base::InputError(
              fmt::format("{}: element {} is parallel to `y_axis`, but `y_axis` must not be parallel to any element.",
                          context, part.cells().tags[static_cast<std::size_t>(part.cell(cell))]));
        of_part.push_back({D.norm(), axesOf(x, y)});
      }
    }
  });
  return all;
}

}  // namespace tenon::force
