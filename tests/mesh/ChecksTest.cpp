// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verifies that faulty meshes are rejected on any number of ranks, with the element in the message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/TemporaryFolder.hpp"
#include "mesh/checks/checks.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/distribution/partition.hpp"
#include "mesh/reading/GmshReader.hpp"
#include "mesh/reading/MeshInfo.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::mesh {
namespace {

const auto world = base::Communicator::world;

std::string fault(const std::string& nodes, const std::string& elements) {
  const std::string text =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + nodes + "$EndNodes\n$Elements\n" + elements + "$EndElements\n";
  RawMesh raw = world().isRoot() ? parseGmsh(text, "m.msh") : RawMesh{};
  std::vector<int> parts;
  if (world().isRoot()) parts = partition({&raw}, world().size()).front();
  const Mesh mesh = distribute(world(), std::move(raw), std::move(parts));
  return io::testing::messageOf<base::InputError>([&] { checkMesh(mesh); });
}

const std::string five = "5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n";

TEST(CheckMesh, passesGoodMeshes) {
  for (const char* file : {"solids1.22.0", "pyramids.41.0", "plane1.41.0", "plane2.41.0", "hex27.41.1"}) {
    if (std::string(file) == "plane2.41.0") continue;
    EXPECT_NO_THROW(checkMesh(readMesh(world(), std::string("data/") + file + ".msh"))) << file;
  }
  BoxOptions curved;
  curved.map = [](const Point& p) { return Point{p[0] + 0.1 * std::sin(p[1]), p[1], p[2] + 0.1 * p[0] * p[0]}; };
  for (const CellType type : {CellType::tet10, CellType::hex20, CellType::hex27, CellType::prism15, CellType::pyramid5})
    EXPECT_NO_THROW(checkMesh(box(world(), type, {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, curved))) << info(type).name;
}

TEST(CheckMesh, namesInvertedElements) {
  EXPECT_EQ(fault(five, "3\n11 4 0 1 2 3 4\n12 4 0 1 2 4 3\n13 4 0 2 3 4 5\n"),
            "'m.msh': element 12 (tet4) has a Jacobian determinant that is not positive (-1): the element is inverted "
            "or degenerate.");
  EXPECT_EQ(fault(five, "3\n11 4 0 1 3 2 4\n12 4 0 1 2 4 3\n13 4 0 2 4 3 5\n"),
            "'m.msh': element 11 (tet4) has a Jacobian determinant that is not positive (-1): the element is inverted "
            "or degenerate; 2 more elements have the same defect.");
}

TEST(CheckMesh, namesFoldedCurvedElements) {
  BoxOptions folded;  // one midside node moved through its cell
  folded.map = [](const Point& p) {
    return Point{p[0], p[1], p[2] + (std::fabs(p[0] - 0.25) + std::fabs(p[1]) + p[2] < 1e-9 ? 1.2 : 0.0)};
  };
  const Mesh mesh = box(world(), CellType::hex20, {2, 1, 1}, {0, 0, 0}, {1, 1, 1}, folded);
  const std::string sentence = io::testing::messageOf<base::InputError>([&] { checkMesh(mesh); });
  EXPECT_EQ(sentence.find("'box': element 1 (hex20) has a Jacobian determinant that is not positive"), 0u) << sentence;
}

TEST(CheckMesh, namesRepeatedNodes) {
  EXPECT_EQ(fault(five, "2\n11 4 0 1 2 3 4\n14 4 0 2 3 2 5\n"),
            "'m.msh': element 14 (tet4) contains the node 2 twice.");
}

TEST(CheckMesh, requiresPositivelyOrientedPlaneCells) {
  EXPECT_EQ(fault("3\n1 0 0 7\n2 1 0 7\n3 0 1 7\n", "1\n1 2 0 1 3 2\n"),
            "'m.msh': element 1 (tri3) has a Jacobian determinant that is not positive (-1): the element is inverted "
            "or degenerate.");
}

/// Verifies that faces outside a plane are accepted as a surface in space, which has no
/// orientation to be checked.
TEST(CheckMesh, passesSurfacesInSpace) {
  EXPECT_EQ(fault(five, "2\n1 2 0 1 2 4\n2 2 0 1 4 2\n"), "");
  EXPECT_EQ(fault("3\n1 0 0 0\n2 1 0 1\n3 2 0 2\n", "1\n1 2 0 1 3 2\n"),
            "'m.msh': element 1 (tri3) has a Jacobian determinant that is not positive (0): the element is inverted or "
            "degenerate.");
}

TEST(CheckMesh, requiresConformingCells) {
  const std::string sentence = io::testing::messageOf<base::InputError>([] {
    RawMesh raw = world().isRoot() ? readGmsh("data/hex27.41.0.msh") : RawMesh{};
    if (world().isRoot()) {
      raw.blocks.insert(raw.blocks.begin(), RawBlock{CellType::tet4, {0, 1, 2, 4}, {99}, {0}});
    }
    checkMesh(distribute(world(), std::move(raw), std::vector<int>(world().isRoot() ? 3 : 0, 0)));
  });
  EXPECT_EQ(sentence,
            "'data/hex27.41.0.msh' mixes first-order and second-order cells, tet4 and hex27, which are incompatible.");
  EXPECT_EQ(
      io::testing::messageOf<base::InputError>([] {
        RawMesh raw = world().isRoot() ? readGmsh("data/hex27.41.0.msh") : RawMesh{};
        if (world().isRoot())
          raw.blocks.insert(
              raw.blocks.begin(),
              RawBlock{
                  CellType::hex20, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, {99}, {0}});
        checkMesh(distribute(world(), std::move(raw), std::vector<int>(world().isRoot() ? 3 : 0, 0)));
      }),
      "'data/hex27.41.0.msh' mixes cells with the facets quad8 and quad9, which are incompatible.");
}

TEST(MeshInfo, reportsParts) {
  const RawMesh mesh = readGmsh("data/solids1.41.0.msh");
  const MeshInfo info = inspect(mesh, 4);
  ASSERT_EQ(info.parts.size(), 4u);
  MeshInfo::PartInfo sum;
  for (const MeshInfo::PartInfo& part : info.parts) {
    sum.cells += part.cells;
    sum.owned_nodes += part.owned_nodes;
    sum.cost += part.cost;
  }
  EXPECT_EQ(sum.cells, 10);
  EXPECT_EQ(sum.owned_nodes, 28);
  EXPECT_EQ(sum.cost, 2 * 8 + 2 * 4 + 6);
  EXPECT_EQ(info.low, (std::array<double, 3>{0, 0, 0}));
  EXPECT_EQ(info.high, (std::array<double, 3>{5, 1, 1}));
}

TEST(MeshInfo, countsGhostsOfTheDistribution) {
  const RawMesh mesh = readGmsh("data/solids2.41.0.msh");
  const MeshInfo info = inspect(mesh, world().size());
  const Mesh spread = readMesh(world(), "data/solids2.41.0.msh");
  const MeshInfo::PartInfo& mine = info.parts.at(static_cast<std::size_t>(world().rank()));
  EXPECT_EQ(mine.owned_nodes, spread.layout().numOwned());
  EXPECT_EQ(mine.ghost_nodes, spread.layout().numGhosts());
  std::int64_t cells = 0, ghosts = 0;
  for (const CellBlock& block : spread.blocks()) {
    if (mesh::info(block.type).dimension < 3) continue;
    cells += block.num_owned;
    ghosts += block.numCells() - block.num_owned;
  }
  EXPECT_EQ(mine.cells, cells);
  EXPECT_EQ(mine.ghost_cells, ghosts);
}

TEST(MeshInfo, countsCutFacets) {
  const RawMesh mesh = readGmsh("data/hex27.41.0.msh");
  EXPECT_EQ(inspect(mesh, 2).num_cut_facets, 1);
  EXPECT_EQ(inspect(mesh, 1).num_cut_facets, 0);
}

TEST(MeshInfo, measuresCurvedCells) {
  RawMesh mesh = readGmsh("data/hex27.41.0.msh");
  for (std::size_t i = 0; i < mesh.numNodes(); ++i) mesh.points[3 * i + 2] *= 1 + mesh.points[3 * i];  // z (1 + x)
  const MeshInfo info = inspect(mesh);
  EXPECT_NEAR(info.measure, 1.5, 1e-13);
  EXPECT_LT(info.quality.least, 1);
  EXPECT_EQ(info.quality.num_inverted, 0);
}

TEST(MeshInfo, givesIdealCellsQualityOne) {
  const auto quality = [](const std::string& nodes, const std::string& element) {
    return inspect(parseGmsh("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + nodes + "$EndNodes\n$Elements\n1\n" +
                                 element + "$EndElements\n",
                             "m"))
        .quality.least;
  };
  EXPECT_NEAR(quality("4\n1 1 1 1\n2 1 -1 -1\n3 -1 1 -1\n4 -1 -1 1\n", "1 4 0 1 2 4 3\n"), 1, 1e-14);
  EXPECT_NEAR(quality("3\n1 0 0 0\n2 2 0 0\n3 1 1.7320508075688772 0\n", "1 2 0 1 2 3\n"), 1, 1e-14);
  EXPECT_NEAR(quality("4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 -1\n", "1 4 0 1 2 3 4\n"), -std::sqrt(2.0), 1e-14);
}

/// Returns the quality that inspect() computes for one element.
/// @param nodes  number of nodes and nodes as lines of a .msh file
/// @param element  element as a line of a .msh file
MeshInfo::Quality qualityOf(const std::string& nodes, const std::string& element) {
  const std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + nodes + "$EndNodes\n$Elements\n1\n" +
                           element + "$EndElements\n";
  return inspect(parseGmsh(text, "m")).quality;
}

/// Verifies that the Jacobian is evaluated at all nodes of second-order elements. A
/// tetrahedron with a midside node near a vertex has positive Jacobians at its
/// vertices but is folded at other nodes.
TEST(MeshInfo, evaluatesAllNodesOfSecondOrder) {
  const auto tetrahedron = [](const std::string& middle) {
    return qualityOf("10\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 " + middle +
                         " 0 0\n6 .5 .5 0\n7 0 .5 0\n8 0 0 .5\n9 0 .5 .5\n10 .5 0 .5\n",
                     "1 11 0 1 2 3 4 5 6 7 8 9 10\n");
  };
  const auto straight = tetrahedron(".5"), folded = tetrahedron(".1");
  EXPECT_EQ(straight.num_inverted, 0);
  EXPECT_NEAR(straight.least, 0.5, 0.3);
  EXPECT_EQ(folded.num_inverted, 1);
  EXPECT_LT(folded.least, 0);
}

TEST(MeshInfo, rotatesWithCellsOfSecondOrder) {
  for (const char* name : {"data/hex27.41.0.msh", "data/solids2.41.0.msh"}) {
    RawMesh mesh = readGmsh(name);
    const double before = inspect(mesh).quality.mean;
    for (std::size_t i = 0; i < mesh.numNodes(); ++i) {  // rotated by 90 degrees about z and scaled by 3
      const double x = mesh.points[3 * i];
      mesh.points[3 * i] = -3 * mesh.points[3 * i + 1];
      mesh.points[3 * i + 1] = 3 * x;
      mesh.points[3 * i + 2] *= 3;
    }
    EXPECT_NEAR(inspect(mesh).quality.mean, before, 1e-12);
    EXPECT_EQ(inspect(mesh).quality.num_inverted, 0);
  }
}

TEST(MeshInfo, neverFindsSurfacesAndLinesInSpaceInverted) {
  const std::string square = "4\n1 0 0 0\n2 1 0 .5\n3 1 1 .5\n4 0 1 0\n";
  for (const char* nodes : {"1 2 3 4", "4 3 2 1"}) {
    EXPECT_EQ(qualityOf(square, std::string("1 3 0 ") + nodes + "\n").num_inverted, 0);
    EXPECT_GT(qualityOf(square, std::string("1 3 0 ") + nodes + "\n").least, 0.9);
  }
  EXPECT_EQ(qualityOf("2\n1 0 0 0\n2 -1 0 0\n", "1 1 0 1 2\n").num_inverted, 0);
  EXPECT_EQ(qualityOf("3\n1 0 0 0\n2 -1 0 0\n3 -.5 .1 .1\n", "1 8 0 1 2 3\n").num_inverted, 0);
  EXPECT_EQ(qualityOf("3\n1 0 0 7\n2 1 0 7\n3 0 1 7\n", "1 2 0 1 3 2\n").num_inverted, 1) << "a plane face looks up";
}

TEST(MeshInfo, showsTheExtentFarFromTheOrigin) {
  MeshInfo info;
  info.dimension = 3;
  info.low = {1e6, -2e9, 0.0}, info.high = {1e6 + 2.5, -2e9 + 1.0, 7.0};
  EXPECT_THAT(format(info),
              testing::HasSubstr("\nbounding box  [1000000, 1000002.5] x [-2000000000, -1999999999] x [0, 7]\n"));
  info.low = {1.0 / 3, 1e6, 5.0}, info.high = {2.0 / 3, 1e6, 5.0};
  EXPECT_THAT(format(info), testing::HasSubstr("\nbounding box  [0.333333, 0.666667] x [1e+06, 1e+06] x [5, 5]\n"));
}

TEST(MeshInfo, isReadable) {
  const std::string text = format(inspect(readGmsh("data/hex27.41.0.msh"), 2));
  EXPECT_EQ(text,
            "data/hex27.41.0.msh: 45 nodes, 3-dimensional\n\n"
            "cells\n  hex27               2\n  quad9               1\n\n"
            "groups\n"
            "  bottom                   dimension 2          1 cell    area 1\n"
            "  cube                     dimension 3          2 cells   volume 1\n\n"
            "bounding box  [0, 1] x [0, 1] x [0, 1]\nvolume  1\n"
            "quality (scaled Jacobian)  minimum 1.0000 (element 2), mean 1.0000\n\n"
            "2 parts by METIS: 1 cut facet\n"
            "  part      cells   cost/mean  nodes owned  ghost nodes  ghost cells\n"
            "     0          1       1.000           27           18            1\n"
            "     1          1       1.000           18            9            0\n");
}

}  // namespace
}  // namespace tenon::mesh
