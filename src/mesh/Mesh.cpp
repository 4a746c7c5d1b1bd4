// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mesh/Mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/reading/groups.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::mesh {

const Group& Mesh::group(const std::string& name, int dimension) const {
  return groups_[findGroup(groups_, name, file_, dimension)];
}

void Mesh::setSpaceDimension(int dimension) {
  if (dimension == 2 && dimension_ > 1 && space_dimension_ == 3)
    throw base::InputError(
        fmt::format("`space: 2` requires that all cells of '{}' lie in a plane of constant z.", file_));
  space_dimension_ = dimension;
}

void Mesh::makeAxisymmetric() {
  if (space_dimension_ != 2)
    throw base::InputError(fmt::format(
        "'{}' must lie in a plane of constant z: an axisymmetric mesh has x = r and y along the axis.", file_));
  double extent = 0;
  for (std::size_t i = 0; i < points_.size(); i += 3)
    extent = std::max({extent, std::abs(points_[i]), std::abs(points_[i + 1])});
  axis_tolerance_ = 1e-12 * comm().max(extent);
  std::int64_t outside = std::numeric_limits<std::int64_t>::max();
  for (std::size_t node = 0; node < node_tags_.size(); ++node)
    if (points_[3 * node] < -axis_tolerance_) outside = std::min(outside, node_tags_[node]);
  outside = comm().min(outside);
  if (outside != std::numeric_limits<std::int64_t>::max())
    throw base::InputError(fmt::format(
        "Node {} of '{}' has x < 0, but in an axisymmetric mesh, x is the distance from the axis.", outside, file_));
  is_axisymmetric_ = true;
}

void Mesh::setThickness(double thickness) {
  if (space_dimension_ != 2 || is_axisymmetric_)
    throw base::InputError(
        fmt::format("'{}' cannot have a thickness, because it is {}: only plane objects have a thickness.", file_,
                    is_axisymmetric_ ? "axisymmetric" : "three-dimensional"));
  if (!(thickness > 0.0) || !std::isfinite(thickness))
    throw base::InputError(fmt::format("The thickness of '{}' must be positive, but is {}.", file_, thickness));
  thickness_ = thickness;
}

// The owner of a node has every cell that contains it, so that its flag is correct; ghosts receive
// their flags from the owners.
std::vector<LocalIndex> Mesh::nodesOf(const Group& group) const {
  std::vector<char> belongs(static_cast<std::size_t>(layout_->numLocal()), 0);
  for (const LocalIndex node : group.nodes) belongs[static_cast<std::size_t>(node)] = 1;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const int num_nodes = info(blocks_[b].type).num_nodes;
    for (const LocalIndex cell : group.cells[b]) {
      const LocalIndex* nodes = blocks_[b].nodesOf(cell);
      for (int i = 0; i < num_nodes; ++i) belongs[static_cast<std::size_t>(nodes[i])] = 1;
    }
  }
  la::Halo(*layout_).updateGhosts<char>(belongs, 1);
  std::vector<LocalIndex> nodes;
  for (LocalIndex node = 0; node < layout_->numLocal(); ++node)
    if (belongs[static_cast<std::size_t>(node)] != 0) nodes.push_back(node);
  return nodes;
}

}  // namespace tenon::mesh
