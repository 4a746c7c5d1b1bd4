// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "invariants.hpp"

#include <gtest/gtest.h>

#include "tenon/la/layout/Halo.hpp"

namespace tenon::mesh::testing {
namespace {

std::size_t index(LocalIndex i) {
  return static_cast<std::size_t>(i);
}

void expectCounting(std::vector<std::int64_t> mine, const base::Communicator& comm, const char* what) {
  std::vector<std::int64_t> all = comm.gatherAll(mine);
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], static_cast<std::int64_t>(i)) << what;
}

void expectOwnedOnce(const Mesh& mesh) {
  for (const CellBlock& block : mesh.blocks())
    expectCounting({block.positions.begin(), block.positions.begin() + block.num_owned}, mesh.comm(),
                   info(block.type).name);
  expectCounting({mesh.nodePositions().begin(), mesh.nodePositions().begin() + mesh.layout().numOwned()}, mesh.comm(),
                 "nodes");
}

void expectRightCellsHere(const Mesh& mesh) {
  const std::set<std::int64_t> owned(mesh.nodePositions().begin(),
                                     mesh.nodePositions().begin() + mesh.layout().numOwned());
  std::vector<char> needed(index(mesh.layout().numLocal()), 0);
  for (const CellBlock& block : mesh.blocks()) {
    const std::set<std::int64_t> here(block.positions.begin(), block.positions.end());
    const std::set<std::int64_t> own(block.positions.begin(), block.positions.begin() + block.num_owned);
    ASSERT_EQ(here.size(), block.positions.size());
    const CellNodes all = allCells(mesh, block);
    for (const auto& [position, nodes] : all) {
      const bool touches = std::any_of(nodes.begin(), nodes.end(), [&](std::int64_t n) { return owned.count(n) > 0; });
      ASSERT_EQ(here.count(position) > 0, touches || own.count(position) > 0)
          << info(block.type).name << " " << position;
    }
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell)
      for (std::size_t i = 0; i < index(info(block.type).num_nodes); ++i) {
        const LocalIndex node = block.nodesOf(cell)[i];
        needed[index(node)] = 1;
        ASSERT_EQ(mesh.nodePositions()[index(node)], all.at(block.positions[index(cell)])[i]);
      }
  }
  EXPECT_EQ(std::count(needed.begin(), needed.end(), 0), 0);
}

void expectGhostsLikeOwners(const Mesh& mesh) {
  std::vector<double> points(mesh.points().begin(), mesh.points().end());
  std::vector<std::int64_t> tags(mesh.nodeTags().begin(), mesh.nodeTags().end());
  std::fill(points.begin() + 3 * mesh.layout().numOwned(), points.end(), -1.0);
  std::fill(tags.begin() + mesh.layout().numOwned(), tags.end(), -1);
  const la::Halo halo(mesh.layout());
  halo.updateGhosts<double>(points, 3);
  halo.updateGhosts<std::int64_t>(tags, 1);
  EXPECT_TRUE(std::equal(points.begin(), points.end(), mesh.points().begin(), mesh.points().end()));
  EXPECT_TRUE(std::equal(tags.begin(), tags.end(), mesh.nodeTags().begin(), mesh.nodeTags().end()));
}

}  // namespace

double straightVolume(const Mesh& mesh, const CellBlock& block, LocalIndex cell) {
  const CellTypeInfo& type = info(block.type);
  const LocalIndex* nodes = block.nodesOf(cell);
  const auto at = [&](int i) { return &mesh.points()[3 * index(nodes[i])]; };
  double volume = 0;
  for (const auto& [facet_type, facet] : type.facets) {
    if (type.dimension == 2) {
      const double *a = at(facet[0]), *b = at(facet[1]);
      volume += 0.5 * (a[0] * b[1] - b[0] * a[1]);
      continue;
    }
    for (std::size_t i = 1; i + 1 < index(info(facet_type).num_vertices); ++i) {
      const double *a = at(facet[0]), *b = at(facet[i]), *c = at(facet[i + 1]);
      volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                 a[2] * (b[0] * c[1] - b[1] * c[0])) /
                6;
    }
  }
  return volume;
}

double totalVolume(const Mesh& mesh) {
  double volume = 0;
  for (const CellBlock& block : mesh.blocks())
    for (LocalIndex cell = 0; info(block.type).dimension == mesh.dimension() && cell < block.num_owned; ++cell)
      volume += straightVolume(mesh, block, cell);
  return mesh.comm().sum(volume);
}

CellNodes allCells(const Mesh& mesh, const CellBlock& block) {
  const std::size_t n = index(info(block.type).num_nodes);
  std::vector<std::int64_t> mine;
  for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
    mine.push_back(block.positions[index(cell)]);
    for (std::size_t i = 0; i < n; ++i) mine.push_back(mesh.nodePositions()[index(block.nodesOf(cell)[i])]);
  }
  const std::vector<std::int64_t> all = mesh.comm().gatherAll(mine);
  CellNodes cells;
  for (auto at = all.begin(); at != all.end(); at += static_cast<std::ptrdiff_t>(n) + 1)
    cells[*at].assign(at + 1, at + 1 + static_cast<std::ptrdiff_t>(n));
  return cells;
}

std::map<std::int64_t, std::array<double, 3>> allPoints(const Mesh& mesh) {
  struct Placed {
    std::int64_t position;
    std::array<double, 3> point;
  };
  std::vector<Placed> mine;
  for (std::size_t i = 0; i < index(mesh.layout().numOwned()); ++i)
    mine.push_back(
        {mesh.nodePositions()[i], {mesh.points()[3 * i], mesh.points()[3 * i + 1], mesh.points()[3 * i + 2]}});
  std::map<std::int64_t, std::array<double, 3>> points;
  for (const Placed& node : mesh.comm().gatherAll(mine)) points[node.position] = node.point;
  return points;
}

std::set<std::int64_t> allOfGroup(const Mesh& mesh, const Group& group, std::size_t block) {
  std::vector<std::int64_t> mine;
  for (const LocalIndex cell : group.cells[block])
    if (cell < mesh.blocks()[block].num_owned) mine.push_back(mesh.blocks()[block].positions[index(cell)]);
  const std::vector<std::int64_t> all = mesh.comm().gatherAll(mine);
  return {all.begin(), all.end()};
}

std::set<std::int64_t> allNodesOfGroup(const Mesh& mesh, const Group& group) {
  std::vector<std::int64_t> mine;
  for (const LocalIndex node : mesh.nodesOf(group))
    if (mesh.layout().isOwned(node)) mine.push_back(mesh.nodePositions()[index(node)]);
  const std::vector<std::int64_t> all = mesh.comm().gatherAll(mine);
  return {all.begin(), all.end()};
}

void expectWellDistributed(const Mesh& mesh) {
  expectOwnedOnce(mesh);
  expectRightCellsHere(mesh);
  expectGhostsLikeOwners(mesh);
}

void expectSameMesh(const Mesh& a, const Mesh& b) {
  EXPECT_EQ(a.dimension(), b.dimension());
  EXPECT_EQ(allPoints(a), allPoints(b));
  ASSERT_EQ(a.blocks().size(), b.blocks().size());
  ASSERT_EQ(a.groups().size(), b.groups().size());
  for (std::size_t i = 0; i < a.blocks().size(); ++i) {
    EXPECT_EQ(a.blocks()[i].type, b.blocks()[i].type);
    EXPECT_EQ(allCells(a, a.blocks()[i]), allCells(b, b.blocks()[i]));
  }
  for (std::size_t g = 0; g < a.groups().size(); ++g) {
    EXPECT_EQ(a.groups()[g].name, b.groups()[g].name);
    EXPECT_EQ(a.groups()[g].dimension, b.groups()[g].dimension);
    EXPECT_EQ(allNodesOfGroup(a, a.groups()[g]), allNodesOfGroup(b, b.groups()[g]));
    for (std::size_t i = 0; i < a.blocks().size(); ++i)
      EXPECT_EQ(allOfGroup(a, a.groups()[g], i), allOfGroup(b, b.groups()[g], i));
  }
}

}  // namespace tenon::mesh::testing
