// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Embedded.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "children.hpp"
#include "fem/search/CellSearch.hpp"
#include "fem/search/NodeSearch.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mapping {
namespace {

bool contains(const fem::ContainingCell& cell, double tolerance) {
  return cell.tag >= 0 && cell.outside <= tolerance;
}

/// Returns the nodes of the child that no element contains.
std::vector<LocalIndex> nodesOutside(const std::vector<fem::ContainingCell>& cells, double tolerance) {
  std::vector<LocalIndex> outside;
  for (std::size_t node = 0; node < cells.size(); ++node)
    if (!contains(cells[node], tolerance)) outside.push_back(static_cast<LocalIndex>(node));
  return outside;
}

/// Throws an InputError if nodes lie outside the parent. The message contains their number and the
/// first few of them.
/// @note Collective.
void refuseOutside(const fem::Domain& child, const std::string& parent, const std::vector<LocalIndex>& outside) {
  const NodeSummary nodes(child, outside);
  if (nodes.numGlobal() == 0) return;
  refuse(
      fmt::format("{} of object '{}' cannot be embedded in any cell of object '{}': {}. Move one of the objects, "
                  "specify a larger 'tolerance', or specify 'outside: nearest' to use the nearest cell.",
                  nodes.numGlobal() == 1 ? "One node" : fmt::format("{} nodes", nodes.numGlobal()), child.object,
                  parent, nodes.description()));
}

/// Finds elements near the nodes that no element contains, at increasing distances. Nodes that are
/// too far from every element are left without one. @note Collective.
void findNear(const fem::Domain& parent, const std::vector<base::Vec3>& places, const std::vector<LocalIndex>& outside,
              std::vector<fem::ContainingCell>& cells) {
  std::vector<LocalIndex> left = outside;
  for (double margin = 0.25; margin <= Embedded::max_outside; margin *= 2.0) {
    std::vector<base::Vec3> wanted;
    for (const LocalIndex node : left) wanted.push_back(places[static_cast<std::size_t>(node)]);
    const auto found = fem::CellSearch(parent, margin).find(wanted);
    std::vector<LocalIndex> far;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const bool is_near = contains(found[i], margin);
      if (!is_near) far.push_back(left[i]);
      cells[static_cast<std::size_t>(left[i])] = is_near ? found[i] : fem::ContainingCell{};
    }
    left = std::move(far);
  }
}

/// Assigns the nearest node, as an element of one node, to nodes without an element.
/// @note Collective.
void findNodes(const fem::Domain& parent, const std::vector<base::Vec3>& places,
               std::vector<fem::ContainingCell>& cells) {
  std::vector<std::size_t> far;
  std::vector<base::Vec3> wanted;
  for (std::size_t node = 0; node < cells.size(); ++node)
    if (cells[node].tag < 0) far.push_back(node), wanted.push_back(places[node]);
  const auto nearest = fem::NodeSearch(parent, ownNodes(parent)).nearest(wanted);
  for (std::size_t i = 0; i < far.size(); ++i) {
    fem::ContainingCell& cell = cells[far[i]];
    cell.num_nodes = 1, cell.nodes[0] = nearest[i].node, cell.weights[0] = 1.0;
  }
}

const fem::Domain& parentOf(const Embedded::Data& data, const fem::Domain& child, const fem::FindDomain& find) {
  const fem::Domain& parent = find(data.parent);
  if (&parent == &child) throw base::InputError(fmt::format("Object '{}' cannot be embedded in itself.", child.object));
  if (parent.state.kind() != la::NodeKind::points || child.state.kind() != la::NodeKind::points ||
      parent.dimension() != child.dimension())
    throw base::InputError(
        fmt::format("Object '{}' cannot be embedded in '{}': both must be meshes with the same space dimension.",
                    child.object, data.parent));
  return parent;
}

/// Returns the weights of the nodes of the containing or nearest elements. @note Collective.
WeightTable weightsOf(const Embedded::Data& data, const fem::Domain& child, const fem::FindDomain& find) {
  const fem::Domain& parent = parentOf(data, child, find);
  const std::vector<base::Vec3> places = ownedCoordinates(child);
  std::vector<fem::ContainingCell> cells = fem::CellSearch(parent, data.tolerance).find(places);
  const std::vector<LocalIndex> outside = nodesOutside(cells, data.tolerance);
  if (data.outside == "error") refuseOutside(child, data.parent, outside);
  const auto num_outside = child.mesh.comm().sum(static_cast<long>(outside.size()));
  if (num_outside > 0) {
    findNear(parent, places, outside, cells);
    findNodes(parent, places, cells);
    base::log().info(
        "For {} of the {} nodes of '{}', no cell of '{}' contains the position, and the nearest cell is used.",
        num_outside, child.mesh.layout().numGlobal(), child.object, data.parent);
  }
  WeightTable weights;
  for (const auto& cell : cells) {
    for (std::size_t a = 0; a < static_cast<std::size_t>(cell.num_nodes); ++a)
      weights.add(0, cell.nodes[a], cell.weights[a]);
    weights.endNode();
  }
  return weights;
}

}  // namespace

void Embedded::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "object whose cells contain the nodes");
  p.optional("tolerance", &Data::tolerance, "", "maximum distance of a node from its cell, relative to the cell size")
      .nonNegative();
  p.optional("outside", &Data::outside, "",
             "treatment of nodes outside all cells: end with an error, or use the nearest cell")
      .oneOf({"error", "nearest"});
}

Embedded::Embedded(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(fmt::format("embedded {} in {}", child.object, data.parent), child.state, {&find(data.parent).state},
                   weightsOf(data, child, find)) {}

}  // namespace tenon::mapping
