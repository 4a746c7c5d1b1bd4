// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Meshes derived from other meshes. Verifies that no cell or group is lost, that neighbours
// conform, and that the result does not depend on the number of ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "invariants.hpp"
#include "io/TemporaryFolder.hpp"
#include "mesh/GroupBuilder.hpp"
#include "mesh/derive.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::mesh {
namespace {

const auto world = base::Communicator::world;
constexpr double pi = 3.141592653589793;

DerivationStep to(const std::string& type, const std::string& group = "", int tets_per_hex = 6,
                  const base::Vec3& along = base::Vec3::Zero()) {
  return {derivationNamed(type, tets_per_hex, along), group};
}

/// Moves the inner nodes of the unit cube. The sides remain plane.
Point distorted(const Point& x) {
  const double bump = 0.08 * std::sin(pi * x[0]) * std::sin(pi * x[1]) * std::sin(pi * x[2]);
  return {x[0] + bump, x[1] - 0.7 * bump, x[2] + 0.4 * bump};
}
/// Bends all sides of a box.
Point bent(const Point& x) {
  return {x[0] + 0.1 * x[1] * x[1] + 0.07 * x[1] * x[2], x[1] + 0.12 * x[2] * x[0], x[2] + 0.1 * x[0] * x[1]};
}

BoxOptions moved(Point (*map)(const Point&)) {
  BoxOptions options;
  options.map = map;
  return options;
}

Mesh makeBox(CellType type, std::array<int, 3> cells = {3, 2, 3}, Point (*map)(const Point&) = distorted,
             const base::Communicator& comm = world()) {
  return box(comm, type, cells, {0, 0, 0}, {1, 1, 1}, moved(map));
}

std::int64_t countOf(const Mesh& mesh, CellType type) {
  long count = 0;
  for (const CellBlock& block : mesh.blocks())
    if (block.type == type) count = block.num_owned;
  return mesh.comm().sum(count);
}

/// Returns the vertices of all cells of a type by their node tags, each set sorted. With `group`
/// only its cells are returned.
/// @note Collective.
std::multiset<std::vector<std::int64_t>> cellsByTags(const Mesh& mesh, CellType type, const Group* group = nullptr) {
  const auto n = static_cast<std::size_t>(info(type).num_vertices);
  std::vector<std::int64_t> mine;
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const CellBlock& block = mesh.blocks()[b];
    if (block.type != type) continue;
    for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
      if (group != nullptr && !std::binary_search(group->cells[b].begin(), group->cells[b].end(), cell)) continue;
      std::vector<std::int64_t> tags;
      for (std::size_t i = 0; i < n; ++i)
        tags.push_back(mesh.nodeTags()[static_cast<std::size_t>(block.nodesOf(cell)[i])]);
      std::sort(tags.begin(), tags.end());
      mine.insert(mine.end(), tags.begin(), tags.end());
    }
  }
  const auto all = mesh.comm().gatherAll(mine);
  std::multiset<std::vector<std::int64_t>> cells;
  for (auto at = all.begin(); at != all.end(); at += static_cast<std::ptrdiff_t>(n))
    cells.emplace(at, at + static_cast<std::ptrdiff_t>(n));
  return cells;
}

/// Expects the properties that hold for each derived mesh. @note Collective.
void expectSound(const Mesh& source, const DerivedMesh& derived) {
  const Mesh& mesh = derived.mesh;
  testing::expectWellDistributed(mesh);
  // Each derived node lies at the weighted sum of its source nodes.
  ASSERT_EQ(derived.starts.size(), static_cast<std::size_t>(mesh.layout().numOwned()) + 1);
  std::map<std::int64_t, std::array<double, 3>> points;  // indexed by global number
  struct Placed {
    std::int64_t number;
    std::array<double, 3> x;
  };
  std::vector<Placed> mine;
  for (LocalIndex n = 0; n < source.layout().numOwned(); ++n) {
    const double* x = &source.points()[3 * static_cast<std::size_t>(n)];
    mine.push_back({source.layout().global(n).value(), {x[0], x[1], x[2]}});
  }
  for (const Placed& node : source.comm().gatherAll(mine)) points[node.number] = node.x;
  for (std::size_t n = 0; n + 1 < derived.starts.size(); ++n) {
    double sum = 0, x[3] = {0, 0, 0};
    for (std::size_t k = derived.starts[n]; k < derived.starts[n + 1]; ++k) {
      sum += derived.weights[k];
      for (std::size_t i = 0; i < 3; ++i) x[i] += derived.weights[k] * points.at(derived.nodes[k].value())[i];
    }
    EXPECT_NEAR(sum, 1, 1e-14);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(x[i], mesh.points()[3 * n + i], 1e-14);
  }
  // Inverse relation: derived nodes with a single weight are nodes of the source, and each derived
  // cell belongs to one source cell.
  const auto nodes = derivedNodes(source, derived);
  long num_kept = 0;
  for (std::size_t n = 0; n < static_cast<std::size_t>(source.layout().numOwned()); ++n)
    num_kept += nodes[n].value() >= 0 ? 1 : 0;
  long num_single = 0;
  for (std::size_t n = 0; n + 1 < derived.starts.size(); ++n)
    num_single += derived.starts[n + 1] - derived.starts[n] == 1 ? 1 : 0;
  EXPECT_EQ(mesh.comm().sum(num_kept), mesh.comm().sum(num_single));
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (nodes[n].value() >= 0 && mesh.layout().isOwned(nodes[n])) {
      EXPECT_EQ(mesh.nodeTags()[static_cast<std::size_t>(mesh.layout().local(nodes[n]))], source.nodeTags()[n]);
    }
  long num_pieces = 0, num_cells = 0;
  for (const auto& block : derivedCells(source, derived))
    for (const auto& pieces : block) num_pieces += static_cast<long>(pieces.size());
  for (const CellBlock& block : mesh.blocks()) num_cells += block.num_owned;
  EXPECT_EQ(mesh.comm().sum(num_pieces), mesh.comm().sum(num_cells));
}

struct Applied {
  CellType type;
  const char* kind;
  CellType result;
};
void PrintTo(const Applied& one, std::ostream* out) {
  *out << info(one.type).name << " -> " << info(one.result).name << " (" << one.kind << ")";
}

class Derive : public ::testing::TestWithParam<Applied> {};

TEST_P(Derive, isSoundAndTheSameOnAllRanks) {
  const auto [type, kind, result] = GetParam();
  const Mesh source = makeBox(type, {3, 2, 3}, bent);
  const DerivedMesh derived = derive(source, to(kind));
  EXPECT_EQ(derived.mesh.blocks().front().type, result);
  EXPECT_EQ(derived.mesh.spaceDimension(), source.spaceDimension());
  expectSound(source, derived);
  const Mesh alone = makeBox(type, {3, 2, 3}, bent, base::Communicator::self());
  testing::expectSameMesh(derived.mesh, derive(alone, to(kind)).mesh);
  BoxOptions on_last = moved(bent);
  on_last.part = [](const Point&) { return world().size() - 1; };
  const Mesh elsewhere = box(world(), type, {3, 2, 3}, {0, 0, 0}, {1, 1, 1}, on_last);
  const DerivedMesh there = derive(elsewhere, to(kind));
  testing::expectSameMesh(derived.mesh, there.mesh);
  expectSound(elsewhere, there);
}

using CT = CellType;
INSTANTIATE_TEST_SUITE_P(
    AllKinds, Derive,
    ::testing::Values(Applied{CT::hex8, "part", CT::hex8}, Applied{CT::hex20, "points", CT::point1},
                      Applied{CT::prism6, "points", CT::point1}, Applied{CT::hex8, "surface", CT::quad4},
                      Applied{CT::tet10, "surface", CT::tri6}, Applied{CT::prism15, "surface", CT::tri6},
                      Applied{CT::tri6, "surface", CT::line3}, Applied{CT::tet4, "faces", CT::tri3},
                      Applied{CT::hex27, "edges", CT::line3}, Applied{CT::tri3, "edges", CT::line2},
                      Applied{CT::hex27, "linear", CT::hex8}, Applied{CT::prism15, "linear", CT::prism6},
                      Applied{CT::hex8, "quadratic", CT::hex20}, Applied{CT::tet4, "quadratic", CT::tet10},
                      Applied{CT::prism6, "quadratic", CT::prism15}, Applied{CT::quad9, "quadratic", CT::quad8},
                      Applied{CT::hex20, "complete-quadratic", CT::hex27}, Applied{CT::hex8, "tets", CT::tet4},
                      Applied{CT::hex20, "tets", CT::tet10}, Applied{CT::prism6, "tets", CT::tet4},
                      Applied{CT::prism15, "tets", CT::tet10}, Applied{CT::pyramid5, "tets", CT::tet4},
                      Applied{CT::hex8, "prisms", CT::prism6}, Applied{CT::hex27, "prisms", CT::prism15},
                      Applied{CT::quad4, "triangles", CT::tri3}, Applied{CT::quad8, "triangles", CT::tri6}));

TEST(DeriveTets, fillTheVolumeAndMeetFaceToFace) {
  for (const CellType type : {CT::hex8, CT::hex20, CT::hex27, CT::prism6, CT::prism15, CT::pyramid5})
    for (const int per_hex : {5, 6}) {
      SCOPED_TRACE(info(type).name);
      const Mesh source = makeBox(type);
      const DerivedMesh tets = derive(source, to("tets", "", per_hex));
      EXPECT_NEAR(testing::totalVolume(tets.mesh), 1, 1e-13);
      for (const CellBlock& block : tets.mesh.blocks())
        for (LocalIndex cell = 0; info(block.type).dimension == 3 && cell < block.num_owned; ++cell)
          EXPECT_GT(testing::straightVolume(tets.mesh, block, cell), 0);
      // If neighbours had different diagonals on their common face, the four
      // triangles would be on the boundary.
      const CellType tri = info(type).order == 1 ? CT::tri3 : CT::tri6;
      const Mesh skin = derive(tets.mesh, to("surface")).mesh;
      if (per_hex == 6) {
        const Mesh surface = derive(source, to("surface")).mesh;
        EXPECT_EQ(cellsByTags(skin, tri), cellsByTags(derive(surface, to("triangles")).mesh, tri));
      }
      // The sides keep their cells and their area. No cell is lost whose group name
      // exists only on the ghosts of a rank.
      for (const char* side : {"xmin", "ymax", "zmax"}) {
        const Mesh part = derive(source, to("part", side)).mesh;
        EXPECT_EQ(cellsByTags(skin, tri, &skin.group(side)), cellsByTags(tets.mesh, tri, &tets.mesh.group(side)));
        EXPECT_NEAR(testing::totalVolume(derive(tets.mesh, to("part", side)).mesh), testing::totalVolume(part), 1e-13);
      }
      if (info(type).num_vertices != 8) continue;
      EXPECT_EQ(countOf(tets.mesh, tets.mesh.blocks()[0].type), per_hex * countOf(source, type));
    }
}

// Compares the volume of the tetrahedra with the integral of the divergence theorem over the
// triangles, which are derived independently.
TEST(DeriveTets, ofABentBoxHaveTheVolumeWithinItsTriangles) {
  const Mesh source = makeBox(CT::hex8, {4, 3, 2}, bent);
  const Mesh skin = derive(derive(source, to("surface")).mesh, to("triangles")).mesh;
  double volume = 0;
  const CellBlock& block = skin.blocks()[0];
  for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
    const auto at = [&](int i) {
      return Eigen::Map<const base::Vec3>(&skin.points()[3 * static_cast<std::size_t>(block.nodesOf(cell)[i])]);
    };
    volume += at(0).dot(at(1).cross(at(2))) / 6;
  }
  EXPECT_NEAR(world().sum(volume), testing::totalVolume(derive(source, to("tets")).mesh), 1e-13);
}

TEST(DeriveTets, ofMixedSolidsFit) {
  for (const char* file : {"data/solids1.41.1.msh", "data/solids2.22.0.msh", "data/pyramids.41.0.msh"}) {
    SCOPED_TRACE(file);
    const Mesh source = readMesh(world(), file);
    const DerivedMesh tets = derive(source, to("tets"));
    expectSound(source, tets);
    EXPECT_NEAR(testing::totalVolume(tets.mesh), testing::totalVolume(source), 1e-12);
    const CellType tri = info(tets.mesh.blocks()[0].type).order == 1 ? CT::tri3 : CT::tri6;
    const Mesh skin = derive(derive(source, to("surface")).mesh, to("triangles")).mesh;
    EXPECT_EQ(cellsByTags(derive(tets.mesh, to("surface")).mesh, tri), cellsByTags(skin, tri));
    for (const Group& group : source.groups()) EXPECT_EQ(tets.mesh.group(group.name).dimension, group.dimension);
  }
}

/// Returns a closed ring of hexahedra. Their local axes are
/// rotated with their position in the ring.
Mesh ring(int number) {
  RawMesh raw;
  raw.file = "ring.msh";
  raw.dimension = 3;
  RawBlock hexes{CT::hex8, {}, {}, {}};
  for (int i = 0; i < number; ++i) {
    const double angle = 2 * pi * i / number;
    for (const auto& [r, z] : {std::pair<double, double>{1, 0}, {2, 0}, {2, 1}, {1, 1}}) {
      raw.points.insert(raw.points.end(), {r * std::cos(angle), r * std::sin(angle), z});
      raw.node_tags.push_back(static_cast<std::int64_t>(raw.node_tags.size()) + 1);
    }
    for (const int station : {(i + 1) % number, i})
      for (int k = 0; k < 4; ++k) hexes.nodes.push_back(4 * station + k);
    hexes.tags.push_back(100 + i);
    hexes.group_set.push_back(0);
  }
  raw.blocks.push_back(std::move(hexes));
  std::vector<int> parts;
  for (int i = 0; i < number; ++i) parts.push_back(i % world().size());
  return distribute(world(), world().isRoot() ? std::move(raw) : RawMesh{},
                    world().isRoot() ? std::move(parts) : std::vector<int>{});
}

TEST(DeriveTets, fiveOfAHexahedronNeedTwoColours) {
  const DerivationStep how = to("tets", "", 5);
  const Mesh six = ring(6), seven = ring(7);
  EXPECT_EQ(countOf(derive(six, how).mesh, CT::tet4), 30);
  EXPECT_EQ(
      io::testing::messageOf<base::InputError>([&] { derive(seven, how); }),
      "'ring.msh': the divisions of adjacent hexahedra into 5 tetrahedra do not match; divide each hexahedron into "
      "6 tetrahedra.");
  EXPECT_NEAR(testing::totalVolume(derive(seven, to("tets")).mesh), testing::totalVolume(seven), 1e-12);
}

TEST(DerivePrisms, standAlongTheRequestedDirection) {
  const Mesh source = makeBox(CT::hex8);
  for (int axis = 0; axis < 3; ++axis) {
    const DerivedMesh prisms = derive(source, to("prisms", "", 6, 2 * base::Vec3::Unit(axis)));
    expectSound(source, prisms);
    EXPECT_EQ(countOf(prisms.mesh, CT::prism6), 2 * countOf(source, CT::hex8));
    EXPECT_NEAR(testing::totalVolume(prisms.mesh), 1, 1e-13);
    const Mesh skin = derive(prisms.mesh, to("surface")).mesh;
    const int cut = axis == 0 ? 2 * 3 : axis == 1 ? 3 * 3 : 3 * 2;  // quadrilaterals on one side normal to it
    EXPECT_EQ(countOf(skin, CT::tri3), 2 * 2 * cut);
    EXPECT_EQ(countOf(skin, CT::quad4), 2 * (2 * 3 + 3 * 3 + 3 * 2) - 2 * cut);
    EXPECT_EQ(countOf(derive(prisms.mesh, to("tets")).mesh, CT::tet4), 6 * countOf(source, CT::hex8));
  }
}

TEST(DerivePrisms, ofARingStandAcrossItOrAlong) {
  const Mesh source = ring(7);
  EXPECT_EQ(countOf(derive(source, to("prisms")).mesh, CT::prism6), 14);  // the columns of prisms are closed
  const DerivationStep how =
      to("prisms", "", 6, {1, 0, 0});  // a radial direction at one element, a circumferential direction at another one
  EXPECT_THAT(io::testing::messageOf<base::InputError>([&] { derive(source, how); }),
              ::testing::StartsWith("'ring.msh': the prisms do not match at element 10"));
}

TEST(DeriveEntities, areCountedRight) {
  const Mesh source = makeBox(CT::hex8, {2, 3, 4});
  EXPECT_EQ(countOf(derive(source, to("points")).mesh, CT::point1), 3 * 4 * 5);
  EXPECT_EQ(countOf(derive(source, to("edges")).mesh, CT::line2), 2 * 4 * 5 + 3 * 3 * 5 + 3 * 4 * 4);
  EXPECT_EQ(countOf(derive(source, to("faces")).mesh, CT::quad4), 3 * 3 * 4 + 2 * 4 * 4 + 2 * 3 * 5);
  const Mesh surface = derive(source, to("surface")).mesh;
  EXPECT_EQ(countOf(surface, CT::quad4), 2 * (3 * 4 + 2 * 4 + 2 * 3));
  EXPECT_EQ(cellsByTags(surface, CT::quad4, &surface.group("ymin")),
            cellsByTags(source, CT::quad4, &source.group("ymin")));
  EXPECT_EQ(cellsByTags(surface, CT::quad4, &surface.group("all")), cellsByTags(surface, CT::quad4));
  const Mesh points = derive(source, to("points", "zmax")).mesh;
  EXPECT_EQ(countOf(points, CT::point1), 3 * 4);
  EXPECT_EQ(cellsByTags(points, CT::point1, &points.group("xmin")).size(), 4u);
  EXPECT_EQ(countOf(derive(derive(source, to("part", "zmax")).mesh, to("surface")).mesh, CT::line2), 2 * (2 + 3));
}

TEST(DeriveOrder, raisingAndLoweringIsTheIdentity) {
  for (const auto& [first, second, kind] : {std::tuple<CT, CT, const char*>{CT::hex8, CT::hex20, "quadratic"},
                                            {CT::hex8, CT::hex27, "complete-quadratic"},
                                            {CT::tet4, CT::tet10, "quadratic"},
                                            {CT::prism6, CT::prism15, "quadratic"}}) {
    SCOPED_TRACE(info(second).name);
    const Mesh source = makeBox(first);
    const Mesh higher = derive(source, to(kind)).mesh;
    const Mesh straight = makeBox(second, {3, 2, 3}, [](const Point& x) { return x; });
    EXPECT_EQ(higher.layout().numGlobal(), straight.layout().numGlobal());
    testing::expectSameMesh(derive(higher, to("linear")).mesh, derive(source, to("part")).mesh);
    double sum = 0;  // equals the volume of the straight cells only if the nodes are in Gmsh's order
    for (LocalIndex cell = 0; cell < higher.blocks()[0].num_owned; ++cell)
      sum += testing::straightVolume(higher, higher.blocks()[0], cell);
    EXPECT_NEAR(world().sum(sum), testing::totalVolume(source), 1e-13);
  }
}

TEST(DeriveGroups, ofACaseAreTransferred) {
  Mesh source = makeBox(CT::hex8, {3, 2, 3}, [](const Point& x) { return x; });
  GroupBuilder builder(source);
  builder.build(
      {"low", {{InBox{{std::nullopt, std::nullopt, std::pair<double, double>{-1, 0.4}}}, std::nullopt, std::nullopt}}});
  builder.build({"corner", {{NearestNode{{1, 1, 1}}, std::nullopt, std::nullopt}}});
  const Mesh tets = derive(source, to("tets")).mesh;
  EXPECT_EQ(testing::allNodesOfGroup(tets, tets.group("low")), testing::allNodesOfGroup(source, source.group("low")));
  EXPECT_EQ(testing::allNodesOfGroup(tets, tets.group("corner")),
            testing::allNodesOfGroup(source, source.group("corner")));
  EXPECT_TRUE(tets.group("low").hasCellsOf(3));
  EXPECT_FALSE(tets.group("corner").hasCellsOf(2));
  const Mesh lower = derive(source, to("part", "low")).mesh;
  EXPECT_EQ(countOf(lower, CT::hex8), 6);
  // The midside node of an edge between two nodes of a group belongs to the group. Groups on sides
  // that are not in the part do not exist.
  const Mesh higher = derive(source, to("quadratic")).mesh;
  EXPECT_EQ(testing::allNodesOfGroup(higher, higher.group("low")).size(),
            testing::allNodesOfGroup(lower, lower.group("low")).size() + 2u * 17 + 12);
  EXPECT_EQ(
      io::testing::messageOf<base::InputError>([&] { lower.group("zmax"); }).find("'part of box' has no group 'zmax'"),
      0u);
}

/// Type of a program: four hexahedra for each tetrahedron, three quadrilaterals for each triangle
/// and two lines for each line, with nodes at the centroids of cells and faces.
struct Bricks : Derivation {
  struct Data {
    bool fails = false;
  };
  static void declare(base::Parameters<Data>& p) {
    p.optional("fails", &Data::fails, "", "true if the division fails");
  }
  explicit Bricks(const Data& data) : fails_(data.fails) {}
  Division divide(const Mesh& source, const std::vector<std::vector<char>>&) const override {
    return [&source, fails = fails_](std::size_t block, LocalIndex cell) -> std::vector<Piece> {
      const auto s = siteOf;
      if (fails && source.blocks()[block].tags[static_cast<std::size_t>(cell)] == 20)
        return {{CellType::hex8, {s({4})}}};
      switch (source.blocks()[block].type) {
        case CellType::line2:
          return {{CellType::line2, {s({0}), s({0, 1})}}, {CellType::line2, {s({0, 1}), s({1})}}};
        case CellType::tri3: {
          std::vector<Piece> quads;
          for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            quads.push_back({CellType::quad4, {s({a}), s({a, b}), s({0, 1, 2}), s({c, a})}});
          }
          return quads;
        }
        case CellType::tet4: {
          std::vector<Piece> bricks;
          for (const auto& [a, b, c, d] : {std::array<int, 4>{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {3, 0, 2, 1}})
            bricks.push_back(
                {CellType::hex8,
                 {s({a}), s({a, b}), s({a, b, c}), s({a, c}), s({a, d}), s({a, b, d}), s({0, 1, 2, 3}), s({a, c, d})}});
          return bricks;
        }
        default:
          throw base::InputError("bricks can be derived only from tetrahedra.");
      }
    };
  }
  bool fails_;
};

TEST(DeriveRegistry, acceptsATypeOfAProgram) {
  if (!derivations().has("bricks")) derivations().add<Bricks>("bricks", "four hexahedra for each tetrahedron");
  const Mesh source = makeBox(CT::tet4);
  const DerivedMesh bricks = derive(source, to("bricks"));
  expectSound(source, bricks);
  EXPECT_EQ(countOf(bricks.mesh, CT::hex8), 4 * countOf(source, CT::tet4));
  EXPECT_EQ(countOf(bricks.mesh, CT::quad4), 3 * countOf(source, CT::tri3));
  double volume = 0;
  for (LocalIndex cell = 0; cell < bricks.mesh.blocks()[0].num_owned; ++cell) {
    const double part = testing::straightVolume(bricks.mesh, bricks.mesh.blocks()[0], cell);
    EXPECT_GT(part, 0);
    volume += part;
  }
  EXPECT_NEAR(world().sum(volume), 1, 1e-13);
  // Interior faces coincide, and the sides consist of the divided triangles.
  const Mesh skin = derive(bricks.mesh, to("surface")).mesh;
  EXPECT_EQ(cellsByTags(skin, CT::quad4), cellsByTags(bricks.mesh, CT::quad4));
  const Mesh alone = makeBox(CT::tet4, {3, 2, 3}, distorted, base::Communicator::self());
  testing::expectSameMesh(bricks.mesh, derive(alone, to("bricks")).mesh);
}

TEST(DeriveRegistry, reportsErrorsOfATypeOnAllRanks) {
  if (!derivations().has("bricks")) derivations().add<Bricks>("bricks", "four hexahedra for each tetrahedron");
  DerivationStep how = to("bricks");
  how.type.read(base::CaseNode::parse("{type: bricks, fails: true}", ""));
  EXPECT_THAT(
      io::testing::messageOf<base::InputError>([&] { derive(makeBox(CT::tet4), how); }),
      ::testing::StartsWith("'box': 'bricks' divides element 20 into a hex8 cell whose 1 sites are not 8 sets of "
                            "vertices of a t"));
  EXPECT_EQ(io::testing::messageOf<base::InputError>([] { derive(makeBox(CT::hex8), to("bricks")); }),
            "'box': bricks can be derived only from tetrahedra.");
}

TEST(Derive, rejectsInvalidInputInOneSentence) {
  const Mesh solids = makeBox(CT::pyramid5), faces = makeBox(CT::quad4);
  const auto sentence = [](const Mesh& mesh, const DerivationStep& how) {
    return io::testing::messageOf<base::InputError>([&] { derive(mesh, how); });
  };
  EXPECT_EQ(sentence(solids, to("quadratic")), "'box': there is no second-order version of pyramid5 cells.");
  EXPECT_EQ(sentence(makeBox(CT::prism6), to("complete-quadratic")),
            "'box': there are no prisms with mid-face nodes: choose 'quadratic'.");
  EXPECT_EQ(sentence(faces, to("tets")),
            "'box': 'tets' can be derived only from solids, but the mesh has cells of dimension 2.");
  EXPECT_EQ(sentence(solids, to("tets", "xmax")),
            "'box': 'tets' can be derived only from solids, but the group 'xmax' has cells of dimension 2.");
  EXPECT_EQ(sentence(solids, to("triangles")),
            "'box': 'triangles' can be derived only from faces (derive the surface of solids first), but the mesh has "
            "cells of dimension 3.");
  EXPECT_THAT(
      io::testing::messageOf<base::InputError>([] { derivationNamed("tetras"); }),
      ::testing::StartsWith("'tetras' cannot be derived: choose one of part, points, surface, faces, edges, linear, "
                            "quadratic, complete-quadratic, tets, prisms, triangles"));
}

}  // namespace
}  // namespace tenon::mesh
