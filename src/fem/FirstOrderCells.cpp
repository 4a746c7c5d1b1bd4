// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FirstOrderCells.hpp"

#include <Eigen/Geometry>

#include "shapes.hpp"

namespace tenon::fem {
namespace {

base::Vec3 place(CellType type, int node) {
  return Eigen::Map<const base::Vec3>(nodeCoordinates(type, node));
}

int nodeAt(CellType type, const base::Vec3& where) {
  for (int a = 0; a < numNodes(type); ++a)
    if ((place(type, a) - where).norm() < 1e-12) return a;
  throw base::InternalError("A second-order cell has no node at a vertex of one of its first-order subcells.");
}

/// Returns the children at the vertices: the cell, scaled by one half towards each vertex.
std::vector<int> cornerChildren(CellType type) {
  std::vector<int> nodes;
  for (int corner = 0; corner < numVertices(type); ++corner)
    for (int vertex = 0; vertex < numVertices(type); ++vertex)
      nodes.push_back(nodeAt(type, 0.5 * (place(type, corner) + place(type, vertex))));
  return nodes;
}

/// Adds the tetrahedra of the octahedron that remains of a tetrahedron without its corners, divided
/// along one diagonal.
void addOctahedron(std::vector<int>& nodes) {
  const auto middle = [](int a, int b) {
    return nodeAt(CellType::tet10, 0.5 * (place(CellType::tet10, a) + place(CellType::tet10, b)));
  };
  const int ends[] = {middle(0, 2), middle(1, 3)};
  const int ring[] = {middle(0, 1), middle(1, 2), middle(2, 3), middle(0, 3)};
  for (int i = 0; i < 4; ++i) {
    int tet[] = {ends[0], ends[1], ring[i], ring[(i + 1) % 4]};
    const auto edge = [&](int k) {
      return base::Vec3(place(CellType::tet10, tet[k]) - place(CellType::tet10, tet[0]));
    };
    if (edge(1).cross(edge(2)).dot(edge(3)) < 0.0) std::swap(tet[2], tet[3]);
    nodes.insert(nodes.end(), tet, tet + 4);
  }
}

}  // namespace

std::vector<int> firstOrderNodes(CellType type) {
  if (type == CellType::hex27 || type == CellType::quad9) return cornerChildren(type);
  if (type != CellType::tet10 && type != CellType::tri6) return {};
  std::vector<int> nodes = cornerChildren(type);
  if (type == CellType::tet10)
    addOctahedron(nodes);
  else
    nodes.insert(nodes.end(), {3, 4, 5});
  return nodes;
}

FirstOrderCells::FirstOrderCells(const RegionPart& part) : type_(part.type()), table_(part.table()) {
  const std::vector<int> children = firstOrderNodes(part.type());
  if (children.empty()) return;
  type_ = linearType(part.type());
  nodes_.reserve(children.size() * static_cast<std::size_t>(part.numCells()));
  for (LocalIndex cell = 0; cell < part.numCells(); ++cell)
    for (const int node : children) nodes_.push_back(part.nodesOf(cell)[node]);
  const int per_child = numVertices(type_);
  table_ = {nodes_.data(), per_child, static_cast<LocalIndex>(nodes_.size() / static_cast<std::size_t>(per_child))};
}

}  // namespace tenon::fem
