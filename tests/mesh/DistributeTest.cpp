// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Meshes from files, partitioned by METIS or arbitrarily and distributed over the ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>

#include "invariants.hpp"
#include "io/Hdf5File.hpp"
#include "io/TemporaryFolder.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/distribution/partition.hpp"
#include "mesh/reading/GmshReader.hpp"
#include "mesh/reading/partitioned.hpp"
#include "mesh/reading/readMeshes.hpp"

namespace tenon::mesh {
namespace {

const auto world = base::Communicator::world;
const char* const files[] = {"data/solids1.41.1.msh",  "data/solids2.22.0.msh", "data/hex27.41.0.msh",
                             "data/pyramids.22.1.msh", "data/plane1.41.0.msh",  "data/plane2.41.1.msh",
                             "data/plane2i.22.0.msh"};

/// Returns a partition that ignores the connectivity.
std::vector<int> scattered(std::size_t num_cells, int num_parts) {
  std::vector<int> parts(num_cells);
  for (std::size_t cell = 0; cell < num_cells; ++cell)
    parts[cell] = static_cast<int>((cell * 7919 + 3) % 101) % num_parts;
  return parts;
}

Mesh wholeMesh(const std::string& file) {
  RawMesh raw = readGmsh(file);
  std::vector<int> parts(raw.numTopCells(), 0);
  return distribute(base::Communicator::self(), std::move(raw), std::move(parts));
}

TEST(ReadMesh, distributesEveryCellType) {
  for (const char* file : files) {
    SCOPED_TRACE(file);
    const Mesh mesh = readMesh(world(), file);
    testing::expectWellDistributed(mesh);
    testing::expectSameMesh(mesh, wholeMesh(file));
  }
}

TEST(Distribute, givesTheSameMeshForAnyPartition) {
  for (const char* file : files) {
    SCOPED_TRACE(file);
    RawMesh raw = world().isRoot() ? readGmsh(file) : RawMesh{};
    std::vector<int> parts = scattered(raw.numTopCells(), world().size());
    const Mesh mesh = distribute(world(), std::move(raw), std::move(parts));
    testing::expectWellDistributed(mesh);
    testing::expectSameMesh(mesh, wholeMesh(file));
  }
}

TEST(Distribute, keepsTheNumbersOfTheFile) {
  RawMesh raw = readGmsh(files[0]);
  for (std::size_t i = 0; i < raw.numNodes(); ++i) raw.node_tags[i] = 1000 - 7 * static_cast<std::int64_t>(i);
  for (RawBlock& block : raw.blocks)
    for (std::size_t c = 0; c < block.numCells(); ++c) block.tags[c] = 3 * static_cast<std::int64_t>(c) + 5;
  std::vector<int> parts = scattered(raw.numTopCells(), world().size());
  const Mesh mesh = distribute(world(), std::move(raw), std::move(parts));
  for (std::size_t i = 0; i < mesh.nodeTags().size(); ++i)
    EXPECT_EQ(mesh.nodeTags()[i], 1000 - 7 * mesh.nodePositions()[i]);
  for (const CellBlock& block : mesh.blocks())
    for (std::size_t c = 0; c < block.tags.size(); ++c) EXPECT_EQ(block.tags[c], 3 * block.positions[c] + 5);
}

TEST(Distribute, leavesRanksWithoutCells) {
  const std::string text =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
      "$Elements\n2\n1 4 2 5 1 1 2 3 4\n2 2 2 6 1 1 3 2\n$EndElements\n";
  RawMesh raw = world().isRoot() ? parseGmsh(text, "tet.msh") : RawMesh{};
  const int last = world().size() - 1;
  const Mesh mesh = distribute(world(), std::move(raw), std::vector<int>(world().isRoot() ? 1 : 0, last));
  testing::expectWellDistributed(mesh);
  EXPECT_EQ(mesh.layout().numOwned(), world().rank() == last ? 4 : 0);
  EXPECT_EQ(mesh.layout().numGhosts(), 0);
  ASSERT_EQ(mesh.blocks().size(), 2u);
  EXPECT_EQ(mesh.blocks()[0].num_owned, world().rank() == last ? 1 : 0);
  EXPECT_EQ(mesh.nodesOf(mesh.group("6")).size(), world().rank() == last ? 3u : 0u);
}

TEST(Distribute, numbersAlongTheMesh) {
  const Mesh mesh = readMesh(world(), "data/solids1.41.0.msh");
  LocalIndex next = 0;  // owned nodes in the order of their first occurrence
  for (const CellBlock& block : mesh.blocks())
    for (const LocalIndex node : block.nodes) {
      if (!mesh.layout().isOwned(node) || node < next) continue;
      EXPECT_EQ(node, next);
      ++next;
    }
  EXPECT_EQ(next, mesh.layout().numOwned());
}

TEST(ReadMeshes, partitionsSeveralObjectsTogether) {
  const std::vector<Mesh> meshes = readMeshes(world(), {{"data/solids1.41.0.msh", {"hexes"}},
                                                        {"data/solids1.41.0.msh", {"tets", "prisms"}},
                                                        {"data/pyramids.41.0.msh", {}}});
  ASSERT_EQ(meshes.size(), 3u);
  const double volumes[] = {1, 2, 1};
  for (std::size_t m = 0; m < 3; ++m) {
    testing::expectWellDistributed(meshes[m]);
    EXPECT_NEAR(testing::totalVolume(meshes[m]), volumes[m], 1e-12);
  }
  EXPECT_EQ(meshes[0].groups().size(), 2u);
  EXPECT_EQ(meshes[1].group("tet hull").dimension, 2);
}

TEST(ReadMeshes, failsOnAllRanksAlike) {
  const auto sentence = [&](const MeshSource& source) {
    return io::testing::messageOf<base::Error>([&] { readMeshes(world(), {source}); });
  };
  EXPECT_EQ(sentence({"none.msh", {}}), "Cannot read the mesh 'none.msh': No such file or directory.");
  EXPECT_EQ(sentence({"data/solids.geo", {}}),
            "'data/solids.geo' is not a Gmsh mesh: it does not begin with $MeshFormat. Use `tenon convert` to import "
            "Abaqus, VTK, MED, Exodus and other formats.");
  EXPECT_EQ(sentence({"data/hex27.41.0.msh", {"cubes"}})
                .find("'data/hex27.41.0.msh' has no group 'cubes'; did you mean 'cube'?"),
            0u);
}

TEST(Partition, balancesCostsOverParts) {
  const RawMesh solids = readGmsh("data/solids1.41.0.msh"), pyramids = readGmsh("data/pyramids.41.0.msh");
  const auto parts = partition({&solids, &pyramids}, 3);
  ASSERT_EQ(parts.size(), 2u);
  ASSERT_EQ(parts[0].size(), solids.numTopCells());
  ASSERT_EQ(parts[1].size(), pyramids.numTopCells());
  std::vector<int> costs(3, 0);  // the total is 2 * 8 + 2 * 4 + 6 * 1 + 6 * 3 = 48
  std::size_t cell = 0;
  for (const RawBlock& block : solids.blocks)
    for (std::size_t c = 0; info(block.type).dimension == 3 && c < block.numCells(); ++c)
      costs[static_cast<std::size_t>(parts[0][cell++])] += info(block.type).partition_cost;
  for (const int part : parts[1]) costs[static_cast<std::size_t>(part)] += info(CellType::pyramid5).partition_cost;
  EXPECT_EQ(std::accumulate(costs.begin(), costs.end(), 0), 48);
  for (const int cost : costs) EXPECT_NEAR(cost, 16, 8);
  EXPECT_EQ(partition({&solids, &pyramids}, 3), parts);
}

/// A chain of 60 bodies, listed in another order, on 4 parts. At least three joints must be cut.
TEST(Partition, keepsChainsOfBodiesTogether) {
  constexpr std::int32_t bodies = 60, apart = 17;
  std::vector<std::array<double, 3>> points(bodies, {0, 0, 0});
  const RawMesh mesh = meshOfPoints("chain", points, std::vector<std::string>(bodies));
  std::vector<JoinedNodes> joints;
  for (std::int32_t i = 1; i < bodies; ++i) joints.push_back({{0, apart * (i - 1) % bodies}, {0, apart * i % bodies}});
  const auto parts = partition({&mesh}, 4, joints).front();
  int cuts = 0;
  for (const JoinedNodes& joint : joints)
    cuts += parts[static_cast<std::size_t>(joint.first.node)] != parts[static_cast<std::size_t>(joint.second.node)];
  EXPECT_GE(cuts, 3);
  EXPECT_LE(cuts, 5);
  for (int part = 0; part < 4; ++part) EXPECT_NEAR(std::count(parts.begin(), parts.end(), part), 15, 3);
}

/// Verifies that a body joined to a node gets the part of a cell with this node.
TEST(Partition, placesBodiesWithTheCellsTheyAreJoinedTo) {
  const RawMesh solids = readGmsh("data/solids1.41.0.msh"), body = meshOfPoints("body", {{0, 0, 0}}, {"hub"});
  const CellTypeInfo& type = info(solids.blocks.front().type);
  for (std::int32_t cell = 0; cell < static_cast<std::int32_t>(solids.blocks.front().numCells()); ++cell) {
    const std::int32_t node = solids.blocks.front().nodes[static_cast<std::size_t>(cell * type.num_nodes)];
    std::vector<int> of_node;
    const auto parts = partition({&solids, &body}, 2, {{{1, 0}, {0, node}}});
    for (std::int32_t c = 0; c < static_cast<std::int32_t>(solids.blocks.front().numCells()); ++c)
      for (int v = 0; v < type.num_vertices; ++v)
        if (solids.blocks.front().nodes[static_cast<std::size_t>(c * type.num_nodes + v)] == node)
          of_node.push_back(parts[0][static_cast<std::size_t>(c)]);
    EXPECT_THAT(of_node, ::testing::Contains(parts[1].front())) << node;
  }
}

TEST(Partition, handlesFewCells) {
  const RawMesh mesh = readGmsh("data/hex27.41.0.msh");
  EXPECT_EQ(partition({&mesh}, 1).front(), (std::vector<int>{0, 0}));
  EXPECT_EQ(partition({&mesh}, 5).front(), (std::vector<int>{0, 1}));
}

TEST(Partitioned, givesTheSameMeshOnAnyNumberOfRanks) {
  const io::testing::TemporaryFolder folder;
  for (const char* file : {files[0], files[1], files[4]})
    for (const int num_parts : {2, 8}) {
      SCOPED_TRACE(std::string(file) + " in parts: " + std::to_string(num_parts));
      const std::string path = folder / "mesh.h5";
      if (world().isRoot()) {
        const RawMesh raw = readGmsh(file);
        writePartitioned(raw, num_parts == 8 ? scattered(raw.numTopCells(), 8) : partition({&raw}, num_parts).front(),
                         num_parts, path);
      }
      world().barrier();
      const Mesh mesh = readMesh(world(), path);
      EXPECT_EQ(mesh.file(), path);
      testing::expectWellDistributed(mesh);
      testing::expectSameMesh(mesh, wholeMesh(file));
      world().barrier();
    }
}

TEST(Partitioned, refusesOtherFiles) {
  const io::testing::TemporaryFolder folder;
  const std::string path = folder / "other.h5";
  {
    auto file = io::Hdf5File::create(world(), path);
    file.writeText("/note", "nothing");
    file.commit();
  }
  EXPECT_EQ(io::testing::messageOf<base::InputError>([&] { readMesh(world(), path); }),
            "'" + path + "': this HDF5 file is not a mesh written by 'tenon partition'.");
  EXPECT_NE(io::testing::messageOf<base::InputError>([&] { readMeshes(world(), {{path, {"cells"}}}); }), "");
}

/// Writes two hexahedra, one on top of the other, with their groups, in two parts. The mesh has 12
/// nodes. Called on the root.
void writeTwoCells(const std::string& path) {
  const RawMesh raw = parseGmsh(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"ends\"\n3 2 \"body\"\n$EndPhysicalNames\n"
      "$Nodes\n12\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n"
      "9 0 0 2\n10 1 0 2\n11 1 1 2\n12 0 1 2\n$EndNodes\n$Elements\n4\n21 3 2 1 1 4 3 2 1\n22 3 2 1 1 9 10 11 12\n"
      "23 5 2 2 2 1 2 3 4 5 6 7 8\n24 5 2 2 2 5 6 7 8 9 10 11 12\n$EndElements\n",
      "two.msh");
  writePartitioned(raw, {0, 1}, 2, path);
}

/// Writes the file of writeTwoCells() with one changed dataset. @note Collective.
template <class T>
void writeChanged(const std::string& path, const std::string& dataset, hid_t type,
                  const std::function<void(std::vector<T>&)>& change) {
  if (world().isRoot()) {
    writeTwoCells(path);
    const io::Hdf5Handle file(TENON_HDF5(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)), H5Fclose);
    const io::Hdf5Handle handle(TENON_HDF5(H5Dopen2(file.id(), dataset.c_str(), H5P_DEFAULT)), H5Dclose);
    std::vector<T> values(static_cast<std::size_t>(H5Dget_storage_size(handle.id())) / sizeof(T));
    TENON_HDF5(H5Dread(handle.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    change(values);
    TENON_HDF5(H5Dwrite(handle.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  }
  world().barrier();
}

/// Returns the message about the file of writeTwoCells() with one damaged dataset, without its
/// beginning. @note Collective.
template <class T>
std::string readingErrorOf(const std::string& path, const std::string& dataset, hid_t type,
                           const std::function<void(std::vector<T>&)>& spoil) {
  writeChanged(path, dataset, type, spoil);
  const std::string sentence = io::testing::messageOf<base::FileError>([&] { readMesh(world(), path); });
  world().barrier();
  const std::string start = "'" + path + "' is damaged: ";
  EXPECT_EQ(sentence.substr(0, start.size()), start) << dataset;
  return sentence.substr(std::min(start.size(), sentence.size()));
}

TEST(Partitioned, validatesAllData) {
  using Integers = std::vector<std::int64_t>;
  const io::testing::TemporaryFolder folder;
  const std::string path = folder / "two.h5";
  const auto points = [&](std::size_t at, double value) {
    return readingErrorOf<double>(path, "/nodes/points", H5T_NATIVE_DOUBLE, [&](auto& x) { x[at] = value; });
  };
  const auto integers = [&](const std::string& dataset, const std::function<void(Integers&)>& spoil) {
    return readingErrorOf<std::int64_t>(path, dataset, H5T_NATIVE_INT64, spoil);
  };
  const auto startsWith = [](const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; };

  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(points(0, nan).find("has the invalid coordinate nan"), std::string::npos);
  EXPECT_NE(points(35, -infinity).find("has the invalid coordinate -inf"), std::string::npos);
  EXPECT_TRUE(startsWith(integers("/cells/hex8/nodes", [](auto& all) { all[5] = 12; }),
                         "a hex8 refers to row 12 of the nodes, but the number of rows is 12."));
  EXPECT_TRUE(startsWith(integers("/cells/hex8/nodes", [](auto& all) { all[15] = -1; }),
                         "a hex8 refers to row -1 of the nodes, but the number of rows is 12."));
  const std::string of_nodes = "the positions of nodes are not a permutation: ";
  EXPECT_TRUE(startsWith(integers("/nodes/positions", [](auto& all) { all[3] = 12; }),
                         of_nodes + "row 12 is out of range, because the number of rows is 12."));
  EXPECT_TRUE(startsWith(integers("/nodes/positions", [](auto& all) { all[11] = -4; }),
                         of_nodes + "row -4 is out of range, because the number of rows is 12."));
  EXPECT_TRUE(startsWith(integers("/nodes/positions", [](auto& all) { all[3] = all[11]; }), of_nodes));
  EXPECT_TRUE(startsWith(integers("/cells/hex8/positions", [](auto& all) { all[0] = 1000; }),
                         "the positions of cells of the type hex8 are not a permutation: row 1000 is out of range, "
                         "because the number of rows is 2."));
  EXPECT_TRUE(
      startsWith(integers("/nodes/tags", [](auto& all) { all[0] = all[11] = -9; }), "two nodes have the tag -9."));
  const auto far_apart = [](Integers& all) { all[0] = all[11] = std::int64_t{1} << 60, all[1] = -all[0]; };
  EXPECT_TRUE(startsWith(integers("/nodes/tags", far_apart), "two nodes have the tag 1152921504606846976."));
  EXPECT_TRUE(startsWith(integers("/cells/hex8/tags", [](auto& all) { all[0] = all[1]; }),
                         "two cells of the type hex8 have the tag 24."));
  EXPECT_TRUE(startsWith(integers("/cells/hex8/part_starts", [](auto& all) { all[1] = 100; }),
                         "the parts of /cells/hex8 do not match the number of rows, 2."));
  EXPECT_TRUE(startsWith(
      readingErrorOf<std::int32_t>(path, "/cells/quad4/group_set", H5T_NATIVE_INT32, [](auto& sets) { sets[0] = 77; }),
      "a quad4 refers to the group set 77, which does not exist."));
  const auto lonely = [](Integers& nodes) { std::replace(nodes.begin(), nodes.end(), nodes[0], nodes[1]); };
  EXPECT_NE(integers("/cells/hex8/nodes", lonely).find("belongs to no cell of the highest dimension"),
            std::string::npos);
}

TEST(Partitioned, acceptsAnyDistinctTags) {
  const io::testing::TemporaryFolder folder;
  const std::string path = folder / "two.h5";
  const std::vector<std::function<std::int64_t(std::int64_t)>> kinds{[](std::int64_t tag) { return tag + 1000; },
                                                                     [](std::int64_t tag) { return tag * tag + 5; },
                                                                     [](std::int64_t tag) { return -tag; }};
  for (const auto& kind : kinds) {
    writeChanged<std::int64_t>(path, "/nodes/tags", H5T_NATIVE_INT64,
                               [&](auto& tags) { std::transform(tags.begin(), tags.end(), tags.begin(), kind); });
    EXPECT_EQ(readMesh(world(), path).layout().numGlobal(), 12);
    world().barrier();
  }
}

TEST(Partitioned, checksSizesBeforeAllocating) {
  const io::testing::TemporaryFolder folder;
  const std::string path = folder / "two.h5";
  if (world().isRoot()) {
    writeTwoCells(path);  // then with 2^40 rows that have not been written
    const hsize_t rows = hsize_t{1} << 40;
    const char* dataset = "/nodes/part_starts";
    const io::Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    const io::Hdf5Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose);
    EXPECT_GE(H5Ldelete(file.id(), dataset, H5P_DEFAULT), 0);
    const io::Hdf5Handle made(
        H5Dcreate2(file.id(), dataset, H5T_NATIVE_INT64, space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
    EXPECT_TRUE(static_cast<bool>(made));
  }
  world().barrier();
  const std::string sentence = io::testing::messageOf<base::FileError>([&] { readMesh(world(), path); });
  EXPECT_EQ(sentence.find("'" + path + "' is damaged: "), 0u) << sentence;
  EXPECT_NE(sentence.find("does not fit into a file of"), std::string::npos) << sentence;
}

}  // namespace
}  // namespace tenon::mesh
