// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {

bool lieInPlane(const base::Communicator& comm, gsl::span<const double> points) {
  constexpr double round_off = 1e-10;  // relative to the extent
  std::array<double, 3> low, high;
  low.fill(std::numeric_limits<double>::max());
  high.fill(std::numeric_limits<double>::lowest());
  for (std::size_t i = 0; i < points.size(); ++i) {
    low[i % 3] = std::min(low[i % 3], points[i]);
    high[i % 3] = std::max(high[i % 3], points[i]);
  }
  for (double& least : low) least = comm.min(least);
  for (double& most : high) most = comm.max(most);
  const double extent = std::max(high[0] - low[0], high[1] - low[1]);
  const double spacing = std::numeric_limits<double>::epsilon() * std::max(std::abs(low[2]), std::abs(high[2]));
  return high[2] - low[2] <= std::max(round_off * extent, 8 * spacing);
}

void requireInPlane(const base::Communicator& comm, const MeshOutline& outline, const MeshShare& share) {
  const bool may_leave = outline.dimension == 2 ? outline.space == 3 : outline.space != 2;
  if (outline.placement.keepsPlane() || outline.dimension > 2 || may_leave) return;
  if (!lieInPlane(comm, share.points)) return;
  base::runCollectively(comm, [&] {
    throw base::InputError(fmt::format(
        "'{}' lies in a plane of constant z, but `place` rotates or mirrors it out of this plane: rotate it "
        "about z, mirror it with a normal in the plane, or write `space: 3` for a surface in 3D.",
        outline.file));
  });
}

void place(RawMesh& mesh, const Placement& placement) {
  const base::Communicator alone = base::Communicator::self();
  MeshOutline outline{mesh.file, mesh.dimension, {}, {}, {}, {}};
  outline.placement = placement;
  MeshShare share;
  share.points = mesh.points;
  requireInPlane(alone, outline, share);
  placement.applyTo(mesh.points);
  if (!placement.reversesOrientation()) return;
  const int space = mesh.dimension == 2 && lieInPlane(alone, mesh.points) ? 2 : 3;
  for (RawBlock& block : mesh.blocks)
    if (hasOrientation(block.type, space)) reflectNodeOrder(block.type, block.nodes);
}

}  // namespace tenon::mesh
