// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Generated boxes. Verifies the properties of a distributed mesh
// for each cell type and any partition.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "invariants.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::mesh {
namespace {

using testing::straightVolume;
using testing::totalVolume;

const auto world = base::Communicator::world;

std::vector<CellType> boxTypes() {
  return {CellType::tri3,   CellType::tri6,    CellType::quad4,   CellType::quad8, CellType::quad9,
          CellType::tet4,   CellType::tet10,   CellType::hex8,    CellType::hex20, CellType::hex27,
          CellType::prism6, CellType::prism15, CellType::pyramid5};
}

TEST(Box, fillsItsVolumeWithEveryCellType) {
  for (const CellType type : boxTypes()) {
    const Mesh mesh = box(world(), type, {3, 2, 4}, {1, 2, 3}, {2, 4, 6});
    EXPECT_NEAR(totalVolume(mesh), info(type).dimension == 3 ? 6.0 : 2.0, 1e-12) << info(type).name;
    for (const CellBlock& block : mesh.blocks())
      for (LocalIndex cell = 0; info(block.type).dimension == mesh.dimension() && cell < block.numCells(); ++cell)
        EXPECT_GT(straightVolume(mesh, block, cell), 0);
  }
}

TEST(Box, satisfiesTheInvariantsOfDistribution) {
  for (const CellType type : boxTypes()) {
    SCOPED_TRACE(info(type).name);
    const Mesh mesh = box(world(), type, {3, 2, 2});
    testing::expectWellDistributed(mesh);
  }
}

TEST(Box, satisfiesTheInvariantsForRandomParts) {
  BoxOptions options;
  const int ranks = world().size();
  options.part = [=](const Point& c) {
    return static_cast<int>(std::fabs(std::sin(12.9898 * c[0] + 78.233 * c[1] + 37.719 * c[2]) * 43758.5453)) % ranks;
  };
  for (const CellType type : {CellType::tet4, CellType::tet10, CellType::hex20, CellType::hex27, CellType::tri6,
                              CellType::quad9, CellType::pyramid5}) {
    SCOPED_TRACE(info(type).name);
    const Mesh mesh = box(world(), type, {3, 3, 3}, {0, 0, 0}, {1, 1, 1}, options);
    testing::expectWellDistributed(mesh);
    EXPECT_NEAR(totalVolume(mesh), 1.0, 1e-13);
  }
}

TEST(Box, allowsRanksWithoutCells) {
  BoxOptions options;
  options.part = [](const Point&) { return 0; };
  const Mesh mesh = box(world(), CellType::hex8, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, options);
  EXPECT_EQ(mesh.layout().numOwned(), world().isRoot() ? 8 : 0);
  EXPECT_EQ(mesh.layout().numGlobal(), 8);
  EXPECT_EQ(mesh.blocks().size(), 2u);
  EXPECT_EQ(mesh.groups().size(), 7u);
}

TEST(Box, namesItsSides) {
  const Mesh mesh = box(world(), CellType::tet10, {2, 3, 4}, {0, 0, 0}, {2, 3, 4});
  const std::map<std::string, std::pair<int, double>> sides{{"xmin", {0, 0}}, {"xmax", {0, 2}}, {"ymin", {1, 0}},
                                                            {"ymax", {1, 3}}, {"zmin", {2, 0}}, {"zmax", {2, 4}}};
  for (const auto& [name, plane] : sides) {
    const auto [axis, level] = plane;
    const std::vector<LocalIndex> nodes = mesh.nodesOf(mesh.group(name));
    const std::set<LocalIndex> on_side(nodes.begin(), nodes.end());
    for (LocalIndex node = 0; node < mesh.layout().numLocal(); ++node) {
      const bool expected =
          std::fabs(mesh.points()[3 * static_cast<std::size_t>(node) + static_cast<std::size_t>(axis)] - level) < 1e-12;
      EXPECT_EQ(on_side.count(node) > 0, expected) << name;
    }
  }
  EXPECT_EQ(mesh.nodesOf(mesh.group("all")).size(), static_cast<std::size_t>(mesh.layout().numLocal()));
  EXPECT_THROW(mesh.group("top"), base::InputError);
}

/// Verifies that second-order nodes lie in the middle of edges, faces
/// and cells, and that cells share them.
TEST(Box, sharesTheNodesOfSecondOrder) {
  const std::map<CellType, std::int64_t> nodes{
      {CellType::tri6, 7 * 5},       {CellType::quad8, 7 * 5 - 6}, {CellType::quad9, 7 * 5},
      {CellType::tet10, 7 * 5 * 9},  {CellType::hex27, 7 * 5 * 9}, {CellType::hex20, 60 + 45 + 40 + 48},
      {CellType::prism15, 193 + 30},  // hex20 plus the midpoints of the diagonals of the triangles: 5 levels of 6
  };
  for (const auto& [type, count] : nodes) {
    SCOPED_TRACE(info(type).name);
    const Mesh mesh = box(world(), type, {3, 2, 4});
    EXPECT_EQ(mesh.layout().numGlobal(), count);
    const auto points = testing::allPoints(mesh);
    for (const CellBlock& block : mesh.blocks()) {
      EXPECT_EQ(info(block.type).order, 2) << info(block.type).name;
      if (info(block.type).dimension != mesh.dimension()) continue;
      for (const auto& [position, cell] : testing::allCells(mesh, block)) {
        const std::size_t edge_node = static_cast<std::size_t>(info(type).num_vertices);
        for (std::size_t k = 0; k < 3; ++k)  // in Gmsh's order the node between nodes 0 and 1 follows the vertices
          ASSERT_NEAR(points.at(cell[edge_node])[k], 0.5 * (points.at(cell[0])[k] + points.at(cell[1])[k]), 1e-15);
      }
    }
  }
}

TEST(Box, doesNotDependOnTheRanks) {
  for (const CellType type : {CellType::prism15, CellType::hex27, CellType::tet10, CellType::quad9}) {
    SCOPED_TRACE(info(type).name);
    const Mesh spread = box(world(), type, {2, 2, 2});
    const Mesh whole = box(base::Communicator::self(), type, {2, 2, 2});
    testing::expectSameMesh(spread, whole);
  }
}

TEST(Box, mapsItsNodes) {
  BoxOptions options;
  options.map = [](const Point& p) { return Point{p[0] + 0.1 * p[1], 2 * p[1], p[2]}; };
  EXPECT_NEAR(totalVolume(box(world(), CellType::hex27, {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, options)), 2.0, 1e-13);
}

TEST(Box, rejectsInvalidArguments) {
  EXPECT_THROW(box(world(), CellType::line2, {1, 1, 1}), base::InputError);
  EXPECT_THROW(box(world(), CellType::hex8, {1, 0, 1}), base::InputError);
}

}  // namespace
}  // namespace tenon::mesh
