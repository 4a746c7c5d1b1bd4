// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CellPairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

using base::Vec3;

constexpr std::size_t max_vertices = 4;

/// Side of a cell.
struct CellSide {
  std::array<std::int64_t, max_vertices> vertices;  // positions of the nodes in the mesh file, ascending; -1: none
  std::int64_t element;
  double area;
  std::array<double, 3> centre;  // centre of the cell
};

Vec3 pointOf(const mesh::Mesh& mesh, base::LocalIndex node) {
  return Eigen::Map<const Vec3>(&mesh.points()[3 * static_cast<std::ptrdiff_t>(node)]);
}

/// Returns the area of a polygon, or the length of a line.
double areaOf(const std::vector<Vec3>& corners) {
  if (corners.size() == 2) return (corners[1] - corners[0]).norm();
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 2; i < corners.size(); ++i) sum += (corners[i - 1] - corners[0]).cross(corners[i] - corners[0]);
  return 0.5 * sum.norm();
}

/// Adds the sides of a cell.
void addSides(const mesh::Mesh& mesh, const fem::RegionPart& part, base::LocalIndex cell,
              std::vector<CellSide>& sides) {
  const mesh::CellTypeInfo& info = mesh::info(part.type());
  const base::LocalIndex* const nodes = part.nodesOf(cell);
  Vec3 centre = Vec3::Zero();
  for (int v = 0; v < info.num_vertices; ++v) centre += pointOf(mesh, nodes[v]) / info.num_vertices;
  for (const auto& [type, of_facet] : info.facets) {
    CellSide side{{-1, -1, -1, -1}, part.cells().tags[static_cast<std::size_t>(part.cell(cell))], 0.0, {}};
    std::vector<Vec3> corners;
    for (std::size_t v = 0; v < static_cast<std::size_t>(mesh::info(type).num_vertices); ++v) {
      const base::LocalIndex node = nodes[of_facet[v]];
      side.vertices[v] = mesh.nodePositions()[static_cast<std::ptrdiff_t>(node)];
      corners.push_back(pointOf(mesh, node));
    }
    std::sort(side.vertices.begin(), side.vertices.end());
    side.area = areaOf(corners) * mesh.thickness();
    if (mesh.isAxisymmetric()) side.area *= M_PI * (corners[0][0] + corners[1][0]);  // 2 pi r at the centre
    side.centre = {centre[0], centre[1], centre[2]};
    sides.push_back(side);
  }
}

/// Returns the pair of two cells with a common side.
CellPair pairOf(const CellSide& a, const CellSide& b) {
  const Vec3 distance(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1], a.centre[2] - b.centre[2]);
  return {std::min(a.element, b.element), std::max(a.element, b.element), a.area / distance.norm()};
}

/// Checks that no two neighbouring cells have the same centre.
/// @note Collective.
void requireDistances(const mesh::Mesh& mesh, const std::vector<CellPair>& pairs) {
  base::runCollectively(mesh.comm(), [&] {
    for (const CellPair& pair : pairs)
      if (!std::isfinite(pair.weight))
        throw base::InputError(
            fmt::format("Elements {} and {} have the same centre, so that the smoothness between them is not defined: "
                        "remove one of them from the mesh.",
                        pair.first, pair.second));
  });
}

}  // namespace

// The largest node of a side determines the rank on which its cells meet.
std::vector<CellPair> cellPairs(const mesh::Mesh& mesh, const fem::Region& region) {
  std::vector<CellSide> own;
  for (const fem::RegionPart& part : region.parts())
    for (base::LocalIndex cell = 0; cell < part.numOwned(); ++cell) addSides(mesh, part, cell, own);
  std::vector<std::vector<CellSide>> outgoing(static_cast<std::size_t>(mesh.comm().size()));
  for (const CellSide& side : own)
    outgoing[static_cast<std::size_t>(side.vertices.back() % mesh.comm().size())].push_back(side);
  std::vector<CellSide> sides;
  for (const std::vector<CellSide>& of_rank : mesh.comm().exchange(outgoing))
    sides.insert(sides.end(), of_rank.begin(), of_rank.end());
  std::sort(sides.begin(), sides.end(), [](const CellSide& a, const CellSide& b) {
    return std::tie(a.vertices, a.element) < std::tie(b.vertices, b.element);
  });
  std::vector<CellPair> pairs;
  for (std::size_t s = 1; s < sides.size(); ++s)
    if (sides[s].vertices == sides[s - 1].vertices && sides[s].element != sides[s - 1].element)
      pairs.push_back(pairOf(sides[s - 1], sides[s]));
  requireDistances(mesh, pairs);
  return pairs;
}

}  // namespace tenon::system
