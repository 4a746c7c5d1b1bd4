// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Meshes in memory, compared with the same meshes in files, for any distribution over the ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "invariants.hpp"
#include "io/TemporaryFolder.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/distribution/partition.hpp"
#include "mesh/reading/GmshReader.hpp"
#include "mesh/reading/NamedCellType.hpp"
#include "mesh/reading/memoryMesh.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::mesh {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

base::Communicator memoryWorld() {
  return base::Communicator::world();
}

/// Returns a block of n^3 hexahedra with groups of faces, nodes and cells.
MeshData blockOfHexes(int n) {
  MeshData data;
  const auto node = [&](int i, int j, int k) { return std::int64_t{k} * (n + 1) * (n + 1) + j * (n + 1) + i; };
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) data.points.insert(data.points.end(), {1.0 / 3 * i, 0.1 * j * j, 0.7 * k});
  MeshData::Cells hexes{"hex8", {}};
  MeshData::Group base{"base", "quad4"}, corner{"corner", "quad4"}, tip{"tip", "node"}, half{"half", "hex8"};
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        if (j < n / 2) half.indices.push_back(static_cast<std::int64_t>(hexes.nodes.size()) / 8);
        for (const int above : {0, 1})
          hexes.nodes.insert(hexes.nodes.end(), {node(i, j, k + above), node(i + 1, j, k + above),
                                                 node(i + 1, j + 1, k + above), node(i, j + 1, k + above)});
        if (k > 0) continue;
        const std::vector<std::int64_t> face{node(i, j, 0), node(i, j + 1, 0), node(i + 1, j + 1, 0),
                                             node(i + 1, j, 0)};
        base.nodes.insert(base.nodes.end(), face.begin(), face.end());
        if (i == 0 && j == 0) corner.nodes = {face[2], face[1], face[0], face[3]};
      }
  for (int i = 0; i <= n; ++i) tip.indices.push_back(node(i, n, n));
  data.cells.push_back(std::move(hexes));
  data.groups = {base, corner, tip, half};
  return data;
}

/// Returns the number of nodes of a cell of a type; 1 for "node".
std::size_t widthOf(const std::string& type) {
  const auto found = findCellType(type);
  return found ? static_cast<std::size_t>(info(found->type).num_nodes) : 1;
}

/// Returns rank `rank`'s part of a mesh: contiguous shares of all arrays.
MeshData partOf(const MeshData& whole, int rank, int size) {
  MeshData part;
  const auto share = [&](const auto& values, std::size_t width) {
    const std::size_t rows = values.size() / width, r = static_cast<std::size_t>(rank),
                      s = static_cast<std::size_t>(size);
    return std::decay_t<decltype(values)>(values.begin() + static_cast<std::ptrdiff_t>(width * (rows * r / s)),
                                          values.begin() + static_cast<std::ptrdiff_t>(width * (rows * (r + 1) / s)));
  };
  part.points = share(whole.points, 3);
  for (const auto& cells : whole.cells) {
    const std::size_t width = widthOf(cells.type);
    part.cells.push_back({cells.type, share(cells.nodes, width)});
  }
  for (const auto& group : whole.groups) {
    const std::size_t width = widthOf(group.type);
    part.groups.push_back({group.name, group.type, share(group.indices, 1), share(group.nodes, width)});
  }
  return part;
}

MeshData onRoot(const MeshData& whole) {
  return memoryWorld().isRoot() ? whole : MeshData{};
}

Mesh distributed(const MeshData& part) {
  RawMesh raw = gatherMesh(memoryWorld(), part, "block");
  std::vector<int> parts;
  if (memoryWorld().isRoot()) parts = partition({&raw}, memoryWorld().size()).front();
  return distribute(memoryWorld(), std::move(raw), std::move(parts));
}

/// Expects the same numbering of nodes and cells on each rank.
void expectSameNumbering(const Mesh& a, const Mesh& b) {
  EXPECT_EQ(a.nodePositions(), b.nodePositions());
  EXPECT_EQ(a.nodeTags(), b.nodeTags());
  EXPECT_EQ(a.layout().numOwned(), b.layout().numOwned());
  EXPECT_EQ(a.points(), b.points());
  ASSERT_EQ(a.blocks().size(), b.blocks().size());
  for (std::size_t i = 0; i < a.blocks().size(); ++i) {
    EXPECT_EQ(a.blocks()[i].type, b.blocks()[i].type);
    EXPECT_EQ(a.blocks()[i].nodes, b.blocks()[i].nodes);
    EXPECT_EQ(a.blocks()[i].positions, b.blocks()[i].positions);
  }
}

std::string errorOf(const MeshData& part) {
  try {
    gatherMesh(memoryWorld(), part, "block");
  } catch (const base::InputError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    return error.what();
  }
  return "";
}

/// Returns the error of a mesh that is changed on the last rank only.
std::string errorAfter(const std::function<void(MeshData&)>& change) {
  MeshData part = partOf(blockOfHexes(2), memoryWorld().rank(), memoryWorld().size());
  if (memoryWorld().rank() == memoryWorld().size() - 1) change(part);
  return errorOf(part);
}

TEST(MemoryMesh, equalsTheSameMeshInAFile) {
  const io::testing::TemporaryFolder folder(memoryWorld());
  const std::string path = folder.path() + "/block.msh";
  const MeshData data = onRoot(blockOfHexes(4));
  writeMemoryMesh(memoryWorld(), data, "block", path);
  const Mesh from_file = readMesh(memoryWorld(), path), from_memory = distributed(data);
  testing::expectWellDistributed(from_memory);
  testing::expectSameMesh(from_memory, from_file);
  expectSameNumbering(from_memory, from_file);
}

TEST(MemoryMesh, isTheSameForAnyShares) {
  const MeshData whole = blockOfHexes(4);
  const Mesh one = distributed(onRoot(whole));
  const Mesh shares = distributed(partOf(whole, memoryWorld().rank(), memoryWorld().size()));
  testing::expectSameMesh(shares, one);
  expectSameNumbering(shares, one);
  EXPECT_EQ(testing::allOfGroup(one, one.group("half"), 0).size(), 32u);
  EXPECT_EQ(testing::allNodesOfGroup(one, one.group("tip")), (std::set<std::int64_t>{120, 121, 122, 123, 124}));
  EXPECT_EQ(testing::allNodesOfGroup(one, one.group("corner")), (std::set<std::int64_t>{0, 1, 5, 6}));
}

// Files of all cell types: the cells of the file in memory give the mesh of the file.
TEST(MemoryMesh, equalsTheReadersOfFiles) {
  for (const char* file : {"data/solids1.41.1.msh", "data/solids2.22.0.msh", "data/hex27.41.0.msh",
                           "data/pyramids.22.1.msh", "data/plane2.41.1.msh"}) {
    SCOPED_TRACE(file);
    MeshData data;
    if (memoryWorld().isRoot()) {
      const RawMesh raw = readGmsh(file);
      data.points = raw.points;
      for (const RawBlock& block : raw.blocks) {
        data.cells.push_back({info(block.type).name, {block.nodes.begin(), block.nodes.end()}});
        for (std::size_t cell = 0; cell < block.numCells(); ++cell)
          for (const int group : raw.group_sets[static_cast<std::size_t>(block.group_set[cell])])
            data.groups.push_back({raw.groups[static_cast<std::size_t>(group)].name,
                                   info(block.type).name,
                                   {static_cast<std::int64_t>(cell)}});
      }
    }
    const Mesh mesh = distributed(data), expected = readMesh(memoryWorld(), file);
    testing::expectWellDistributed(mesh);
    ASSERT_EQ(mesh.groups().size(), expected.groups().size());
    EXPECT_EQ(testing::allPoints(mesh), testing::allPoints(expected));
    for (std::size_t b = 0; b < mesh.blocks().size(); ++b)
      EXPECT_EQ(testing::allCells(mesh, mesh.blocks()[b]), testing::allCells(expected, expected.blocks()[b]));
    EXPECT_EQ(mesh.nodePositions(), expected.nodePositions());
  }
}

TEST(MemoryMesh, readsTheNamesOfMeshioInTheOrderOfVtk) {
  const RawMesh raw = readGmsh("data/solids2.22.0.msh");
  for (const RawBlock& block : raw.blocks) {
    const auto& order = info(block.type).vtk_order;
    const auto n = block.nodesPerCell();
    const std::string name = block.type == CellType::tet10     ? "tetra10"
                             : block.type == CellType::hex20   ? "hexahedron20"
                             : block.type == CellType::prism15 ? "wedge15"
                                                               : "";
    if (name.empty()) continue;
    MeshData data{raw.points, {{name, {}}}, {}};
    for (std::size_t i = 0; i < block.nodes.size(); ++i)
      data.cells[0].nodes.push_back(block.nodes[i - i % n + static_cast<std::size_t>(order[i % n])]);
    const RawMesh made = gatherMesh(base::Communicator::self(), data, "block");
    MeshData same{raw.points, {{info(block.type).name, {block.nodes.begin(), block.nodes.end()}}}, {}};
    EXPECT_EQ(made.blocks[0].nodes, gatherMesh(base::Communicator::self(), same, "block").blocks[0].nodes);
  }
}

TEST(MemoryMesh, mergesCellsOfSeveralGroups) {
  const RawMesh raw = gatherMesh(base::Communicator::self(), blockOfHexes(2), "block");
  ASSERT_EQ(raw.blocks.size(), 3u);
  EXPECT_EQ(raw.blocks[1].type, CellType::quad4);
  EXPECT_EQ(raw.blocks[1].numCells(), 4u);  // `corner` is one of the faces of `base`, in another orientation
  EXPECT_EQ(raw.group_sets[static_cast<std::size_t>(raw.blocks[1].group_set[0])], (std::vector<int>{1, 2}));
  EXPECT_EQ(raw.group_sets[static_cast<std::size_t>(raw.blocks[1].group_set[1])], (std::vector<int>{1}));
  EXPECT_EQ(raw.groups[0].name, "tip");
  EXPECT_EQ(raw.groups[3].name, "half");
}

TEST(MemoryMesh, dropsUnusedNodes) {
  MeshData data = blockOfHexes(1);
  data.points.insert(data.points.begin(), {5, 5, 5});
  for (auto& cells : data.cells)
    for (auto& node : cells.nodes) ++node;
  data.groups.clear();
  const RawMesh raw = gatherMesh(base::Communicator::self(), data, "block");
  EXPECT_EQ(raw.numNodes(), 8u);
  EXPECT_EQ(raw.num_dropped_nodes, 1);
  EXPECT_EQ(raw.node_tags.front(), 2);
}

TEST(MemoryMesh, reportsWrongArrays) {
  EXPECT_EQ(
      errorAfter([](MeshData& d) { d.points.push_back(0); }),
      "'block': the number of coordinates is " +
          std::to_string(partOf(blockOfHexes(2), memoryWorld().size() - 1, memoryWorld().size()).points.size() + 1) +
          ", but must be a multiple of 3.");
  EXPECT_THAT(errorAfter([](MeshData& d) { d.points[4] = std::numeric_limits<double>::quiet_NaN(); }),
              StartsWith("'block': point 1 has the invalid coordinate nan"));
  EXPECT_THAT(errorAfter([](MeshData& d) { d.cells[0].type = "hex9"; }),
              StartsWith("'block': there is no cell type 'hex9'; did you mean 'hex8'?"));
  EXPECT_THAT(errorAfter([](MeshData& d) { d.cells[0].nodes.push_back(0); }), HasSubstr("must be a multiple of 8"));
  EXPECT_THAT(errorAfter([](MeshData& d) { d.cells[0].nodes[9] = 27; }),
              HasSubstr("entry 1 refers to node 27, but the nodes are numbered from 0 to 26"));
  EXPECT_THAT(errorAfter([](MeshData& d) { d.cells[0].nodes[0] = -1; }), HasSubstr("refers to node -1"));
  EXPECT_THAT(errorAfter([](MeshData& d) { d.groups[3].indices.push_back(8); }),
              HasSubstr("the group 'half' include the index 8, but the number of cells of this type is 8"));
  EXPECT_THAT(errorAfter([](MeshData& d) { d.groups[2].indices.push_back(27); }), HasSubstr("number of nodes is 27"));
  EXPECT_THAT(errorAfter([](MeshData& d) { d.groups[0].name = "a\nb"; }), HasSubstr("not a valid name of a group"));
  EXPECT_THAT(errorOf({}), HasSubstr("there are no cells"));
}

}  // namespace
}  // namespace tenon::mesh
