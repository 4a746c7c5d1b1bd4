// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tiedSides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "surface/SurfaceSearch.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

using base::InputError;
using base::LocalIndex;

void TiedSides::requireDistinct() const {
  if (slave_domain.state.block() != master_domain.state.block())
    throw InputError(fmt::format("'{}' cannot join {} and {}: one is two-dimensional, but the other is not.", name,
                                 slave.name(), master.name()));
  if (&slave_domain.state != &master_domain.state) return;
  if (slave.group == master.group)
    throw InputError(
        fmt::format("Both sides of {} '{}' are {}, but must be different groups.", kind, name, slave.name()));
  const mesh::Mesh& mesh = slave_domain.mesh;
  const std::vector<LocalIndex> slaves = fem::ownedNodes(slave_domain, slave.group);
  const std::vector<LocalIndex> masters = fem::ownedNodes(master_domain, master.group);
  base::runCollectively(mesh.comm(), [&] {
    std::vector<LocalIndex> shared;
    std::set_intersection(slaves.begin(), slaves.end(), masters.begin(), masters.end(), std::back_inserter(shared));
    if (shared.empty()) return;
    throw InputError(
        fmt::format("Node {} belongs to both sides of {} '{}', {} and {}: a node cannot be joined to itself.",
                    mesh.nodeTags()[static_cast<std::size_t>(shared[0])], kind, name, slave.name(), master.name()));
  });
}

double TiedSides::smallestDistance() const {
  std::vector<base::Vec3> places;
  for (const LocalIndex node : fem::ownedNodes(slave_domain, slave.group))
    places.emplace_back(
        Eigen::Map<const base::Vec3>(slave_domain.mesh.points().data() + 3 * static_cast<std::size_t>(node)));
  double smallest = std::numeric_limits<double>::infinity();
  const mesh::Mesh& mesh = master_domain.mesh;
  for (const surface::SurfacePoint& point : surface::SurfaceSearch(mesh, mesh.group(master.group)).closest(places))
    smallest = std::min(smallest, point.distance);
  return mesh.comm().min(smallest);
}

std::string forLargeRotationsOfGap(double diameters) {
  constexpr double none = 1e-4;  // a rotation by pi strains the faces next to the gap by twice that
  if (diameters <= none) return {};
  return fmt::format(
      "the gaps between the sides of the tie are up to {:.2g} face diameters wide; close the gaps in the mesh, or set "
      "`small_rotations: true` if the rotations are small",
      diameters);
}

std::string tieName(const std::string& given, const fem::ObjectGroup& slave, const fem::ObjectGroup& master) {
  if (!given.empty()) return given;
  return fmt::format("tie_{}_{}_{}_{}", slave.object, slave.group, master.object, master.group);
}

}  // namespace tenon::constraint
