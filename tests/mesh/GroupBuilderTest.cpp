// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Groups that a case defines. Verifies their contents on any number of
// ranks and for meshes at any position.
#include "mesh/GroupBuilder.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "invariants.hpp"
#include "io/TemporaryFolder.hpp"
#include "mesh/distribution/distribute.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::mesh {
namespace {

using base::Vec3;
using testing::allNodesOfGroup;
using testing::allOfGroup;

const auto world = base::Communicator::world;
const std::vector<CellType> types{CellType::tri6,  CellType::quad4,  CellType::tet10,   CellType::hex8,
                                  CellType::hex27, CellType::prism6, CellType::pyramid5};

GroupDefinition rule(decltype(GroupPart::rule) what, std::optional<int> dimension = {}) {
  return {"mine", {{std::move(what), dimension, {}}}};
}

const Group& made(Mesh& mesh, const GroupDefinition& definition) {
  GroupBuilder(mesh).build(definition);
  return mesh.group(definition.name);
}

/// Returns a box whose cells are distributed pseudo-randomly over the ranks. @note Collective.
Mesh chequered(const base::Communicator& comm, CellType type, std::array<int, 3> cells = {3, 2, 2},
               const std::function<Point(const Point&)>& map = {}) {
  BoxOptions options;
  options.map = map;
  options.part = [&](const Point& c) { return static_cast<int>(37 * c[0] + 101 * c[1] + 53 * c[2]) % comm.size(); };
  return box(comm, type, cells, {0, 0, 0}, {1, 1, 1}, options);
}

/// Returns two hex8 side by side along x and a group of one outer face. The mesh has no other face.
Mesh twoHexes() {
  RawMesh raw;
  if (world().isRoot()) {
    raw.file = "two.msh";
    for (int i = 0; i < 12; ++i) {
      raw.node_tags.push_back(100 + i);
      for (const int x : {i % 3, i / 3 % 2, i / 6}) raw.points.push_back(x);
    }
    raw.groups = {{"end", 2}};
    raw.group_sets.push_back({0});
    raw.blocks = {{CellType::hex8, {0, 1, 4, 3, 6, 7, 10, 9, 1, 2, 5, 4, 7, 8, 11, 10}, {7, 9}, {0, 0}},
                  {CellType::quad4, {2, 5, 11, 8}, {3}, {1}}};
    normalise(raw);
  }
  std::vector<int> parts{0, world().size() - 1};
  return distribute(world(), std::move(raw), parts);
}

std::int64_t numOwned(const Mesh& mesh, const Group& group, int dimension) {
  long count = 0;
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b)
    for (const LocalIndex cell : group.cells[b])
      if (info(mesh.blocks()[b].type).dimension == dimension && cell < mesh.blocks()[b].num_owned) ++count;
  return mesh.comm().sum(count);
}

std::string sentence(Mesh& mesh, const GroupDefinition& definition) {
  return io::testing::messageOf<base::InputError>([&] { GroupBuilder(mesh).build(definition); });
}

TEST(GroupBuilder, theBoundaryOfABoxIsItsSides) {
  for (const CellType type : types) {
    SCOPED_TRACE(info(type).name);
    Mesh mesh = chequered(world(), type);
    const bool plane = mesh.dimension() == 2;
    std::set<std::int64_t> nodes;
    std::vector<std::set<std::int64_t>> cells(mesh.blocks().size());
    for (const char* side : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"}) {
      if (plane && side[0] == 'z') continue;
      for (const std::int64_t node : allNodesOfGroup(mesh, mesh.group(side))) nodes.insert(node);
      for (std::size_t b = 0; b < cells.size(); ++b)
        for (const std::int64_t cell : allOfGroup(mesh, mesh.group(side), b)) cells[b].insert(cell);
    }
    const Group& boundary = made(mesh, rule(Boundary{}));
    EXPECT_EQ(allNodesOfGroup(mesh, boundary), nodes);
    ASSERT_EQ(mesh.blocks().size(), cells.size()) << "the faces are there already";
    for (std::size_t b = 0; b < cells.size(); ++b) EXPECT_EQ(allOfGroup(mesh, boundary, b), cells[b]);
    EXPECT_TRUE(boundary.hasCellsOf(mesh.dimension() - 1) && boundary.hasCellsOf(0));
    EXPECT_FALSE(boundary.hasCellsOf(mesh.dimension()));
  }
}

/// Verifies the generated faces. The integral of x . n / 3 over a closed surface with outward
/// normals is the enclosed volume, and the area vectors add up to zero.
TEST(GroupBuilder, addsFacesThatTheFileLacks) {
  Mesh mesh = twoHexes();
  const std::set<std::int64_t> end = allNodesOfGroup(mesh, mesh.group("end"));
  const Group boundary = made(mesh, rule(Boundary{}));
  EXPECT_EQ(numOwned(mesh, boundary, 2), 10);
  EXPECT_EQ(allNodesOfGroup(mesh, mesh.group("end")), end) << "groups of the file keep their cells";
  ASSERT_EQ(info(mesh.blocks()[1].type).dimension, 2);
  const CellBlock& faces = mesh.blocks()[1];
  const auto at = [&](LocalIndex node) { return Vec3(Eigen::Map<const Vec3>(&mesh.points()[3 * std::size_t(node)])); };
  double volume = 0, area = 0;
  for (const LocalIndex face : boundary.cells[1]) {
    if (face >= faces.num_owned) continue;
    const LocalIndex* n = faces.nodesOf(face);
    EXPECT_TRUE(mesh.layout().isOwned(n[0]));
    const Vec3 normal = 0.5 * (at(n[2]) - at(n[0])).cross(at(n[3]) - at(n[1]));
    volume += 0.25 * (at(n[0]) + at(n[1]) + at(n[2]) + at(n[3])).dot(normal) / 3;
    area += normal.norm();
  }
  EXPECT_NEAR(world().sum(volume), 2.0, 1e-14);
  EXPECT_NEAR(world().sum(area), 10.0, 1e-14);
  std::set<std::int64_t> tags;
  for (LocalIndex face = 0; face < faces.numCells(); ++face) {
    const LocalIndex* n = faces.nodesOf(face);
    EXPECT_EQ(mesh.layout().isOwned(n[0]), face < faces.num_owned);
    EXPECT_TRUE(tags.insert(faces.tags[static_cast<std::size_t>(face)]).second) << "a number of its own";
  }
}

TEST(GroupBuilder, doesNotDependOnThePartition) {
  for (const CellType type : types) {
    SCOPED_TRACE(info(type).name);
    const std::vector<decltype(GroupPart::rule)> rules{WholeMesh{},
                                                       Boundary{},
                                                       InBox{{std::make_pair(0.0, 0.4), std::nullopt, std::nullopt}},
                                                       OnPlane{{0, 1, 0}, {0, 3, 0}},
                                                       InSphere{{0, 0, 0}, 0.8},
                                                       NearestNode{{0.4, 0.5, 0}}};
    for (const auto& what : rules) {
      SCOPED_TRACE(what.index());
      Mesh spread = chequered(world(), type), whole = chequered(base::Communicator::self(), type);
      const Group a = made(spread, rule(what)), b = made(whole, rule(what));
      EXPECT_EQ(allNodesOfGroup(spread, a), allNodesOfGroup(whole, b));
      EXPECT_EQ(a.has_cells_of, b.has_cells_of);
      ASSERT_EQ(spread.blocks().size(), whole.blocks().size());
      for (std::size_t i = 0; i < a.cells.size(); ++i) EXPECT_EQ(allOfGroup(spread, a, i), allOfGroup(whole, b, i));
    }
  }
}

/// Verifies meshes that are far from the origin or very small, such as meshes in UTM
/// coordinates or of a chip in metres.
TEST(GroupBuilder, isInvariantUnderTranslationAndScaling) {
  for (const double size : {1.0, 1e-6, 1e6})
    for (const double shift : {0.0, 4e6}) {
      SCOPED_TRACE(size);
      SCOPED_TRACE(shift);
      if (shift > 1e6 * size) continue;  // nodes would coincide
      const Vec3 origin(shift, -shift, 0.3 * shift);
      Mesh mesh = chequered(world(), CellType::hex8, {4, 4, 4}, [&](const Point& p) {
        return Point{origin[0] + size * p[0], origin[1] + size * p[1], origin[2] + size * p[2]};
      });
      GroupBuilder builder(mesh);
      const auto count = [&](const std::string& name) {
        return std::make_tuple(allNodesOfGroup(mesh, mesh.group(name)).size(), numOwned(mesh, mesh.group(name), 2),
                               numOwned(mesh, mesh.group(name), 3));
      };
      using Counts = std::tuple<std::size_t, std::int64_t, std::int64_t>;
      const double third = origin[0] + size * 0.25 * (1 + 1e-9);
      builder.build(
          {"half", {{InBox{{std::make_pair(third, origin[0] + 2 * size), std::nullopt, std::nullopt}}, {}, {}}}});
      EXPECT_EQ(count("half"), Counts(100, 16 + 4 * 12, 48));
      builder.build({"cut", {{OnPlane{origin + Vec3(0.5, 0.5, 0) * size, {1, 1, 0}}, {}, {}}}});
      EXPECT_EQ(count("cut"), Counts(25, 0, 0));
      builder.build({"side", {{OnPlane{origin, {0, 0, -2}}, {}, {}}}});
      EXPECT_EQ(count("side"), Counts(25, 16, 0));
      builder.build({"ball", {{InSphere{origin, 0.25 * size}, {}, {}}}});
      EXPECT_EQ(count("ball"), Counts(4, 0, 0));
      builder.build({"tip", {{NearestNode{origin + Vec3(2, 2, 2) * size}, {}, {}}}});
      EXPECT_EQ(count("tip"), Counts(1, 0, 0));
    }
}

TEST(GroupBuilder, unitesPartsAndRestrictsTheDimension) {
  Mesh mesh = twoHexes();
  GroupBuilder builder(mesh);
  builder.build({"corner", {{NodeList{{100, 103}}, {}, {}}}});
  builder.build(
      {"both", {{OtherGroup{"corner"}, {}, {}}, {OtherGroup{"end"}, {}, {}}, {OnPlane{{0, 0, 0}, {0, 0, 1}}, 2, {}}}});
  const Group& both = mesh.group("both");
  EXPECT_EQ(allNodesOfGroup(mesh, both).size(), 8u);
  EXPECT_EQ(numOwned(mesh, both, 2), 3);
  EXPECT_EQ(mesh.comm().sum(static_cast<long>(both.nodes.size())) > 0, true);
  builder.build({"ends", {{OtherGroup{"end"}, 0, {}}}});
  EXPECT_EQ(allNodesOfGroup(mesh, mesh.group("ends")).size(), 4u);
  EXPECT_FALSE(mesh.group("ends").hasCellsOf(2));
  builder.build({"left", {{InBox{{std::make_pair(-1.0, 1.0), std::nullopt, std::nullopt}}, 3, {}}}});
  EXPECT_EQ(numOwned(mesh, mesh.group("left"), 3), 1);
  EXPECT_FALSE(mesh.group("left").hasCellsOf(2));
  EXPECT_EQ(allNodesOfGroup(mesh, mesh.group("left")).size(), 8u);
  builder.build({"near", {{InSphere{{0, 0, 0}, 0.9}, {}, 0.11}}});
  EXPECT_EQ(allNodesOfGroup(mesh, mesh.group("near")).size(), 4u) << "a tolerance of its own";
}

TEST(GroupBuilder, reportsErrors) {
  Mesh mesh = twoHexes();
  EXPECT_EQ(sentence(mesh, {"end", {{WholeMesh{}, {}, {}}}}),
            "'two.msh' already has a group 'end': choose another name.");
  EXPECT_EQ(sentence(mesh, rule(OnPlane{{0, 0, 5}, {0, 0, 1}})),
            "The group 'mine' of 'two.msh' would be empty: the plane contains no node.");
  EXPECT_EQ(sentence(mesh, rule(OnPlane{{1, 0, 0}, {1, 0, 0}}, 2)),
            "The group 'mine' of 'two.msh' would be empty: the plane contains no face.");
  EXPECT_EQ(sentence(mesh, rule(NodeList{{100, 99}})), "'two.msh' has no node 99 that belongs to a cell.");
  EXPECT_NE(sentence(mesh, rule(OtherGroup{"edn"})).find("did you mean 'end'?"), std::string::npos);
  EXPECT_EQ(sentence(mesh, rule(OtherGroup{"end"}, 3)),
            "The group 'mine' of 'two.msh' would be empty: the group 'end' contains no solid cell.");
}

/// Verifies groups of the same name and different dimension. Meshes of other programs often use one
/// physical name for faces and volumes.
TEST(GroupBuilder, distinguishesGroupsOfOneName) {
  RawMesh raw;
  if (world().isRoot()) {
    raw.file = "one.msh";
    raw.node_tags = {1, 2, 3, 4};
    raw.points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    raw.groups = {{"part", 3}, {"part", 2}};
    raw.group_sets.push_back({0}), raw.group_sets.push_back({1});
    raw.blocks = {{CellType::tet4, {0, 1, 2, 3}, {1}, {1}}, {CellType::tri3, {0, 2, 1}, {2}, {2}}};
    normalise(raw);
  }
  Mesh mesh = distribute(world(), std::move(raw), {0});
  EXPECT_EQ(io::testing::messageOf<base::InputError>([&] { mesh.group("part"); }),
            "'one.msh' has a group 'part' of dimension 3 and another of dimension 2; choose one under `groups` of the "
            "object, e.g. my_group: {group: part, dimension: 3}.");
  EXPECT_EQ(mesh.group("part", 2).dimension, 2);
  EXPECT_EQ(mesh.group("part", 3).dimension, 3);
  EXPECT_EQ(allNodesOfGroup(mesh, made(mesh, rule(OtherGroup{"part"}, 2))).size(), 3u);
}

}  // namespace
}  // namespace tenon::mesh
