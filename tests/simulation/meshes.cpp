// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "Problem.hpp"

namespace tenon::simulation::testing {
namespace {

constexpr double pi = 3.14159265358979323846;

/// Returns a third of the octant 1 <= r <= 2 of a sphere, about the axis number `axis`, of n x n x
/// m hexahedra: a quarter of a cube's face projected onto the sphere, with layers in geometric
/// progression. The group "zmin" is the inner surface.
mesh::Mesh thirdOfOctant(std::size_t axis, int n, int m) {
  const auto map = [axis](const Point& p) {
    const double along[3] = {1, std::tan(p[0] * pi / 4), std::tan(p[1] * pi / 4)};
    const double r = std::exp2(p[2]) / std::sqrt(1 + along[1] * along[1] + along[2] * along[2]);
    Point x{};
    for (std::size_t k = 0; k < 3; ++k) x[(axis + k) % 3] = r * along[k];
    return x;
  };
  return mesh::box(base::Communicator::self(), CellType::hex27, {n, n, m}, {0, 0, 0}, {1, 1, 1}, {map, nullptr});
}

}  // namespace

mesh::RawMesh octant(int n, int m) {
  mesh::RawMesh raw;
  raw.file = "octant";
  raw.groups = {{"all", 3}, {"inside", 2}};
  raw.group_sets = {{}, {0}, {1}};
  raw.blocks = {{CellType::hex27, {}, {}, {}}, {CellType::quad9, {}, {}, {}}};
  std::map<std::array<long, 3>, std::int32_t> numbers;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const mesh::Mesh third = thirdOfOctant(axis, n, m);
    std::vector<std::int32_t> number;
    for (LocalIndex node = 0; node < third.layout().numOwned(); ++node) {
      const double* x = third.points().data() + 3 * static_cast<std::ptrdiff_t>(node);
      const auto [at, is_new] =
          numbers.insert({{std::lround(x[0] * 1e9), std::lround(x[1] * 1e9), std::lround(x[2] * 1e9)},
                          static_cast<std::int32_t>(numbers.size())});
      number.push_back(at->second);
      if (is_new) raw.points.insert(raw.points.end(), x, x + 3);
    }
    for (std::size_t b = 0; b < 2; ++b) {
      const auto& source = third.blocks()[b];
      const auto& inside = third.group("zmin").cells[b];
      for (LocalIndex cell = 0; cell < source.num_owned; ++cell) {
        if (b == 1 && !std::binary_search(inside.begin(), inside.end(), cell)) continue;
        auto& block = raw.blocks[b];
        for (int a = 0; a < mesh::info(source.type).num_nodes; ++a)
          block.nodes.push_back(number[static_cast<std::size_t>(source.nodesOf(cell)[a])]);
        block.tags.push_back(static_cast<std::int64_t>(block.tags.size()) + 1);
        block.group_set.push_back(static_cast<std::int32_t>(b) + 1);
      }
    }
  }
  for (std::size_t i = 1; i <= numbers.size(); ++i) raw.node_tags.push_back(static_cast<std::int64_t>(i));
  mesh::normalise(raw);
  return raw;
}

mesh::RawMesh macNealHarder() {
  SmallMesh mesh;
  mesh.points = {{0, 0, 0},          {1, 0, 0},          {1, 1, 0},          {0, 1, 0},
                 {0, 0, 1},          {1, 0, 1},          {1, 1, 1},          {0, 1, 1},
                 {.249, .342, .192}, {.826, .288, .288}, {.850, .649, .263}, {.273, .750, .230},
                 {.320, .186, .643}, {.677, .305, .683}, {.788, .693, .644}, {.165, .745, .702}};
  // Faces of the cube, with outward normals.
  const std::vector<std::vector<std::int32_t>> faces{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                                     {2, 3, 7, 6}, {0, 4, 7, 3}, {1, 2, 6, 5}};
  mesh.hexes = {8, 9, 10, 11, 12, 13, 14, 15};
  SmallMesh::NamedCells boundary{"boundary", CellType::quad4, {}};
  for (const auto& face : faces) {
    boundary.nodes.insert(boundary.nodes.end(), face.begin(), face.end());
    for (const int a : {0, 1, 2, 3}) mesh.hexes.push_back(face[static_cast<std::size_t>(a)] + 8);
    for (const int a : {0, 1, 2, 3}) mesh.hexes.push_back(face[static_cast<std::size_t>(a)]);
  }
  mesh.groups = {boundary};
  return mesh.raw();
}

mesh::RawMesh slab(double low, double high, const std::vector<std::pair<std::string, std::int32_t>>& corners) {
  SmallMesh mesh;
  mesh.points = {{0, 0, low},  {1, 0, low},  {1, 1, low},  {0, 1, low},
                 {0, 0, high}, {1, 0, high}, {1, 1, high}, {0, 1, high}};
  mesh.hexes = {0, 1, 2, 3, 4, 5, 6, 7};
  for (const auto& [name, node] : corners) mesh.groups.push_back({name, CellType::point1, {node}});
  return mesh.raw();
}

mesh::RawMesh layers(CellType type, std::array<int, 3> cells) {
  const mesh::Mesh box = mesh::box(base::Communicator::self(), type, cells);
  const auto last = static_cast<std::size_t>(box.dimension() - 1);
  mesh::RawMesh raw;
  raw.file = "layers";
  raw.points.assign(box.points().begin(), box.points().end());
  raw.node_tags.assign(box.nodeTags().begin(), box.nodeTags().end());
  raw.groups = {{"lower", box.dimension()}, {"upper", box.dimension()}};
  raw.group_sets = {{}, {0}, {1}};
  for (std::size_t b = 0; b < box.blocks().size(); ++b) {
    const auto& cells_of_box = box.blocks()[b];
    auto& block = raw.blocks.emplace_back();
    block.type = cells_of_box.type;
    block.nodes = std::vector<std::int32_t>(cells_of_box.nodes.begin(), cells_of_box.nodes.end());
    block.tags = cells_of_box.tags;
    block.group_set.assign(block.tags.size(), 0);
    const int num_nodes = mesh::info(block.type).num_nodes;
    for (std::size_t c = 0; c < block.tags.size() && mesh::info(block.type).dimension == box.dimension(); ++c) {
      double middle = 0.0;
      for (int a = 0; a < num_nodes; ++a)
        middle +=
            box.points()[3 * static_cast<std::size_t>(cells_of_box.nodesOf(static_cast<LocalIndex>(c))[a]) + last];
      block.group_set[c] = middle / num_nodes < 0.5 ? 1 : 2;
    }
    for (const mesh::Group& group : box.groups()) {
      if (group.name == "all" || mesh::info(block.type).dimension != group.dimension) continue;
      const auto number = static_cast<int>(raw.groups.size());
      if (group.cells[b].empty()) continue;
      raw.groups.push_back({group.name, group.dimension});
      raw.group_sets.push_back({number});
      for (const LocalIndex cell : group.cells[b])
        block.group_set[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(raw.group_sets.size()) - 1;
    }
  }
  mesh::normalise(raw);
  return raw;
}

}  // namespace tenon::simulation::testing
