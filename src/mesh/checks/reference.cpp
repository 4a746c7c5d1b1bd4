// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "reference.hpp"

#include <map>

namespace tenon::mesh {
namespace {

using MidpointVertices = std::vector<std::vector<int>>;
using Points = std::vector<std::array<double, 3>>;

const MidpointVertices hex20_edges{{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3},
                                   {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}};

MidpointVertices hex27MidpointVertices() {
  MidpointVertices all = hex20_edges;
  for (const std::vector<int>& face :
       MidpointVertices{{0, 1, 2, 3}, {0, 1, 5, 4}, {0, 3, 7, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {4, 5, 6, 7}})
    all.push_back(face);
  all.push_back({0, 1, 2, 3, 4, 5, 6, 7});
  return all;
}

const std::map<CellType, MidpointVertices> midpoint_vertices{
    {CellType::line3, {{0, 1}}},
    {CellType::tri6, {{0, 1}, {1, 2}, {2, 0}}},
    {CellType::quad8, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}},
    {CellType::quad9, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 1, 2, 3}}},
    {CellType::tet10, {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {2, 3}, {1, 3}}},
    {CellType::hex20, hex20_edges},
    {CellType::hex27, hex27MidpointVertices()},
    {CellType::prism15, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}}},
};

Points vertices(const CellTypeInfo& cell) {
  if (cell.dimension == 0) return {{0, 0, 0}};
  if (cell.dimension == 1) return {{-1, 0, 0}, {1, 0, 0}};
  const Points triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, square{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  if (cell.dimension == 2) return cell.num_vertices == 3 ? triangle : square;
  if (cell.num_vertices <= 5) {
    Points points = cell.num_vertices == 4 ? triangle : square;
    points.push_back({0, 0, 1});
    return points;
  }
  Points points;
  for (const double z : {-1.0, 1.0})
    for (auto point : cell.num_vertices == 6 ? triangle : square) points.push_back({point[0], point[1], z});
  return points;
}

std::vector<Points> allReferenceNodes() {
  std::vector<Points> all;
  for (int t = 0; t < num_cell_types; ++t) {
    const auto type = static_cast<CellType>(t);
    Points points = vertices(info(type));
    for (const auto& parents : midpointVertices(type)) {
      std::array<double, 3> middle{0, 0, 0};
      for (const int v : parents)
        for (std::size_t k = 0; k < 3; ++k)
          middle[k] += points[static_cast<std::size_t>(v)][k] / static_cast<double>(parents.size());
      points.push_back(middle);
    }
    all.push_back(std::move(points));
  }
  return all;
}

}  // namespace

const std::vector<std::vector<int>>& midpointVertices(CellType type) {
  static const MidpointVertices none;
  const auto found = midpoint_vertices.find(type);
  return found == midpoint_vertices.end() ? none : found->second;
}

const std::vector<std::array<double, 3>>& referenceNodes(CellType type) {
  static const std::vector<Points> all = allReferenceNodes();
  return all[static_cast<std::size_t>(type)];
}

}  // namespace tenon::mesh
