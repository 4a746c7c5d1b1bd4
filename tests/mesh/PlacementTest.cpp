// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Placed meshes: positions, orientation of cells, numbering, and rejected placements.
#include "mesh/placement/Placement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "invariants.hpp"
#include "io/TemporaryFolder.hpp"
#include "mesh/checks/CellGeometry.hpp"
#include "mesh/checks/checks.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/distribution/partition.hpp"
#include "mesh/reading/GmshReader.hpp"
#include "mesh/reading/partitioned.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {
namespace {

using base::Vec3;

const auto world = base::Communicator::world;
// Together these meshes have all cell types.
const char* const solids[] = {"data/solids1.41.1.msh", "data/solids2.22.0.msh", "data/hex27.41.0.msh",
                              "data/pyramids.22.1.msh"};
const char* const planes[] = {"data/plane1.41.0.msh", "data/plane2.41.1.msh", "data/plane2i.22.0.msh"};

Vec3 image(const Placement& placement, Vec3 point) {
  placement.applyTo({point.data(), 3});
  return point;
}

Mesh readPlaced(const std::string& file, const Placement& placement, int space = 0) {
  MeshSource source{file};
  source.placement = placement;
  source.space = space;
  return std::move(readMeshes(world(), {source}).front());
}

/// Returns the node coordinates of a cell, [nodes x 3].
std::vector<double> coordinates(const Mesh& mesh, const CellBlock& block, LocalIndex cell) {
  std::vector<double> points;
  for (int a = 0; a < info(block.type).num_nodes; ++a) {
    const double* point = &mesh.points()[3 * static_cast<std::size_t>(block.nodesOf(cell)[a])];
    points.insert(points.end(), point, point + 3);
  }
  return points;
}

/// Returns the Jacobians of all cells of a block at their Gauss points and nodes.
std::vector<Eigen::Matrix3d> jacobians(const Mesh& mesh, const CellBlock& block) {
  const CellGeometry geometry(block.type, 2, true);
  std::vector<Eigen::Matrix3d> all;
  for (LocalIndex cell = 0; cell < block.num_owned; ++cell)
    for (int point = 0; point < geometry.numPoints(); ++point)
      all.push_back(geometry.jacobian(point, coordinates(mesh, block, cell).data()));
  return all;
}

/// Returns the volume or area of the owned cells of a block, over all ranks.
double measure(const Mesh& mesh, const CellBlock& block) {
  const CellGeometry geometry(block.type, 3, false);
  double sum = 0;
  for (LocalIndex cell = 0; cell < block.num_owned; ++cell)
    sum += geometry.measure(coordinates(mesh, block, cell).data());
  return mesh.comm().sum(sum);
}

TEST(Placement, appliesOperationsInTheirOrder) {
  const Vec3 x(1, 2, 3);
  EXPECT_EQ(image(Placement(), x), x);
  EXPECT_TRUE(Placement().isIdentity());
  EXPECT_EQ(image(Placement().scale({2, 3, 4}).move({1, 1, 1}), x), Vec3(3, 7, 13));
  EXPECT_EQ(image(Placement().move({1, 1, 1}).scale({2, 3, 4}), x), Vec3(4, 9, 16));
  EXPECT_EQ(image(Placement().mirror({2, 0, 0}, {5, 7, 7}), x), Vec3(9, 2, 3));
  EXPECT_TRUE(Placement().move({1, 2, 3}).move({-1, -2, -3}).isIdentity());
  EXPECT_FALSE(Placement().move({1, 2, 3}).isIdentity());
}

TEST(Placement, rotatesByRightAnglesWithoutRoundOff) {
  const Vec3 x(1, 2, 3), c(10, 0, 0);
  const Vec3 expected[] = {{1, 2, 3}, {8, -9, 3}, {19, -2, 3}, {12, 9, 3}};
  for (int quarter = -9; quarter <= 9; ++quarter)
    EXPECT_EQ(image(Placement().rotate({0, 0, 3}, 90.0 * quarter, c), x), expected[(quarter + 12) % 4]) << quarter;
  EXPECT_EQ(image(Placement().rotate({5, 0, 0}, 90, Vec3::Zero()), x), Vec3(1, -3, 2));
  EXPECT_EQ(image(Placement().rotate({0, -5, 0}, 90, Vec3::Zero()), x), Vec3(-3, 2, 1));
}

TEST(Placement, rotatesAsEigen) {
  const Vec3 axis(1, -2, 0.5), about(3, 1, -1), x(1, 2, 3);
  for (const double degrees : {-400.0, -45.0, 10.0, 44.999, 135.0, 271.0, 1e4}) {
    const Eigen::AngleAxisd rotation(degrees * std::acos(-1.0) / 180, axis.normalized());
    EXPECT_LT((image(Placement().rotate(axis, degrees, about), x) - (about + rotation * (x - about))).norm(), 1e-11)
        << degrees;
  }
}

TEST(Placement, reportsOrientationAndPlane) {
  EXPECT_FALSE(Placement().scale({1, 2, 3}).rotate({1, 2, 3}, 170, {1, 1, 1}).reversesOrientation());
  EXPECT_TRUE(Placement().mirror({1, 2, 3}, {1, 0, 0}).move({1, 0, 0}).reversesOrientation());
  EXPECT_FALSE(Placement().mirror({1, 2, 3}, {1, 0, 0}).mirror({0, 2, 3}, {0, 0, 0}).reversesOrientation());
  EXPECT_TRUE(Placement().mirror({1, 2, 0}, {1, 0, 0}).rotate({0, 0, -1}, 77, {1, 1, 1}).keepsPlane());
  EXPECT_FALSE(Placement().rotate({1, 0, 0}, 180, Vec3::Zero()).keepsPlane());
  EXPECT_FALSE(Placement().rotate({1, 0, 0.1}, 1, Vec3::Zero()).keepsPlane());
}

TEST(Placement, reversesEveryCellTypeTwiceToItself) {
  for (int t = 0; t < num_cell_types; ++t) {
    const auto type = static_cast<CellType>(t);
    SCOPED_TRACE(info(type).name);
    const auto& order = reflectedNodeOrder(type);
    ASSERT_EQ(order.size(), static_cast<std::size_t>(info(type).num_nodes));
    for (std::size_t k = 0; k < order.size(); ++k) EXPECT_EQ(order[order[k]], k);
    // The image of each facet is a facet with the opposite order of vertices.
    for (const auto& [facet_type, facet] : info(type).facets) {
      std::vector<int> of_image;
      for (const std::size_t k : reflectedNodeOrder(facet_type))
        of_image.push_back(static_cast<int>(order[static_cast<std::size_t>(facet[k])]));
      const auto n = static_cast<std::size_t>(info(facet_type).num_vertices);
      const bool is_found = std::any_of(info(type).facets.begin(), info(type).facets.end(), [&](const auto& other) {
        if (other.first != facet_type) return false;
        for (std::size_t shift = 0; shift < n; ++shift) {
          bool same = true;
          for (std::size_t v = 0; v < n; ++v) same = same && other.second[(v + shift) % n] == of_image[v];
          if (same) return true;
        }
        return false;
      });
      EXPECT_TRUE(is_found);
    }
  }
}

/// Expects the mesh of a file, placed, with the numbering of the file's mesh and oriented cells.
void expectPlaced(const std::string& file, const Placement& placement, double volume_ratio) {
  SCOPED_TRACE(file);
  const Mesh original = readMesh(world(), file), placed = readPlaced(file, placement);
  testing::expectWellDistributed(placed);
  EXPECT_NO_THROW(checkMesh(placed));
  EXPECT_EQ(placed.spaceDimension(), original.spaceDimension());
  EXPECT_EQ(placed.layout().numOwned(), original.layout().numOwned());
  EXPECT_THAT(placed.nodeTags(), ::testing::ElementsAreArray(original.nodeTags()));
  EXPECT_THAT(placed.nodePositions(), ::testing::ElementsAreArray(original.nodePositions()));
  for (std::size_t i = 0; i < original.points().size(); i += 3) {
    const Vec3 expected = image(placement, Eigen::Map<const Vec3>(&original.points()[i]));
    const Vec3 found = Eigen::Map<const Vec3>(&placed.points()[i]);
    ASSERT_LE((found - expected).norm(), 1e-14 * (1 + expected.norm()));  // contraction to FMA may differ
  }
  const double volume = volume_ratio * testing::totalVolume(original);
  EXPECT_NEAR(testing::totalVolume(placed), volume, 1e-12 * volume);
  ASSERT_EQ(placed.blocks().size(), original.blocks().size());
  for (std::size_t b = 0; b < placed.blocks().size(); ++b) {
    const CellBlock &here = placed.blocks()[b], &before = original.blocks()[b];
    EXPECT_EQ(here.tags, before.tags);
    EXPECT_EQ(here.num_owned, before.num_owned);
    if (info(here.type).dimension != placed.dimension()) continue;
    EXPECT_NEAR(measure(placed, here), volume_ratio * measure(original, before), 1e-12 * volume);
  }
  for (std::size_t g = 0; g < placed.groups().size(); ++g)
    EXPECT_EQ(placed.groups()[g].cells, original.groups()[g].cells);
}

TEST(PlacedMesh, keepsNumbersVolumesAndGroups) {
  const Placement mirrored = Placement().mirror({0, 1, 0}, {0, 3, 0});
  const Placement turned = Placement().scale({2, 3, 0.5}).rotate({0, 0, 1}, 30, {1, 2, 0}).move({0.1, 0, 0});
  for (const char* file : solids) {
    expectPlaced(file, mirrored, 1);
    expectPlaced(file, Placement().mirror({1, 2, -3}, {0, 3, 0}), 1);
    expectPlaced(file, turned, 3);
    expectPlaced(file, Placement(mirrored).scale({2, 2, 2}).mirror({1, 0, 1}, Vec3::Zero()), 8);
  }
  for (const char* file : planes) {
    expectPlaced(file, mirrored, 1);
    expectPlaced(file, Placement().mirror({1, 2, 0}, {0, 3, 0}), 1);
    expectPlaced(file, turned, 6);
  }
}

/// Verifies that the normals of faces and of lines in the plane are mirrored with their bodies.
TEST(PlacedMesh, mirrorsNormals) {
  const Vec3 normal = Vec3(1, 2, 0).normalized();
  const Placement mirrored = Placement().mirror(normal, {0, 3, 0});
  const auto reflect = [&](const Vec3& v) -> Vec3 { return v - 2 * normal.dot(v) * normal; };
  const auto normalOf = [](const Eigen::Matrix3d& J, int dimension) -> Vec3 {
    return J.col(0).cross(dimension == 2 ? Vec3(J.col(1)) : Vec3::UnitZ());
  };
  for (const auto& [files, space] : {std::make_pair(gsl::span<const char* const>(solids), 3),
                                     std::make_pair(gsl::span<const char* const>(planes), 2)})
    for (const char* file : files) {
      SCOPED_TRACE(file);
      const Mesh original = readMesh(world(), file), placed = readPlaced(file, mirrored);
      for (std::size_t b = 0; b < placed.blocks().size(); ++b) {
        const CellType type = placed.blocks()[b].type;
        if (info(type).dimension != space - 1) continue;
        const auto before = jacobians(original, original.blocks()[b]), after = jacobians(placed, placed.blocks()[b]);
        ASSERT_EQ(before.size(), after.size());
        const std::size_t points = before.size() / std::max<std::size_t>(1, original.blocks()[b].tags.size());
        // The points of a cell are other ones after the reflection, and the midside nodes that Gmsh
        // wrote deviate by 1e-12 from the middle of their edges.
        for (std::size_t first = 0; first + points <= before.size() && points > 0; first += points) {
          Vec3 expected = Vec3::Zero(), found = Vec3::Zero();
          for (std::size_t k = first; k < first + points; ++k) {
            expected += reflect(normalOf(before[k], info(type).dimension));
            found += normalOf(after[k], info(type).dimension);
          }
          EXPECT_LT((found - expected).norm(), 1e-10 * (1 + expected.norm()));
        }
      }
    }
}

/// Verifies that lines in space keep their direction, and those of a plane problem are reversed.
TEST(PlacedMesh, reversesLinesInThePlaneOnly) {
  RawMesh raw = parseGmsh(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 1 1 0\n$EndNodes\n"
      "$Elements\n2\n1 1 2 5 1 1 2\n2 1 2 5 1 2 3\n$EndElements\n",
      "lines.msh");
  std::vector<int> parts(2, world().size() - 1);
  for (const int space : {0, 2, 3}) {
    const Mesh mesh = distribute(world(), raw, parts, Placement().mirror({1, 0, 0}, Vec3::Zero()), space);
    for (const auto& [cell, nodes] : testing::allCells(mesh, mesh.blocks().front())) {
      const std::vector<std::int64_t> along{cell, cell + 1}, against{cell + 1, cell};
      EXPECT_EQ(nodes, space == 2 ? against : along);
    }
  }
}

TEST(PlacedMesh, isIndependentOfThePartition) {
  const Placement placement =
      Placement().scale({3, 3, 3}).rotate({1, 2, 3}, 50, {1, 0, 0}).mirror({0, 1, 1}, {4, 0, 0});
  for (const char* file : solids) {
    SCOPED_TRACE(file);
    RawMesh raw = readGmsh(file);
    std::vector<int> parts(raw.numTopCells(), 0);
    const Mesh whole = distribute(base::Communicator::self(), std::move(raw), std::move(parts), placement);
    testing::expectSameMesh(readPlaced(file, placement), whole);
  }
}

TEST(PlacedMesh, mayBeAPartitionedFile) {
  const io::testing::TemporaryFolder folder;
  const Placement placement = Placement().mirror({0, 1, 1}, {4, 0, 0}).scale({1, 1, 2});
  const std::string path = folder / "mesh.h5";
  base::runOnRoot(world(), [&] {
    const RawMesh raw = readGmsh(solids[0]);
    writePartitioned(raw, partition({&raw}, 3).front(), 3, path);
  });
  testing::expectSameMesh(readPlaced(path, placement), readPlaced(solids[0], placement));
}

TEST(PlacedMesh, isReadOnceForSeveralPlacements) {
  const Placement mirrored = Placement().mirror({1, 0, 0}, Vec3::Zero()), moved = Placement().move({0, 0, 5});
  std::vector<MeshSource> sources(3, {solids[0]});
  sources[1].placement = mirrored;
  sources[2].placement = moved;
  const std::vector<Mesh> meshes = readMeshes(world(), sources);
  testing::expectSameMesh(meshes[0], readMesh(world(), solids[0]));
  testing::expectSameMesh(meshes[1], readPlaced(solids[0], mirrored));
  testing::expectSameMesh(meshes[2], readPlaced(solids[0], moved));
}

TEST(PlacedMesh, staysInItsPlane) {
  const auto sentence = [&](const Placement& placement, int space) {
    return io::testing::messageOf<base::InputError>([&] { readPlaced(planes[0], placement, space); });
  };
  const Placement tilted = Placement().rotate({1, 0, 0}, 180, Vec3::Zero());
  EXPECT_THAT(sentence(tilted, 0), ::testing::StartsWith("'data/plane1.41.0.msh' lies in a plane of constant z, but "
                                                         "`place` rotates or mirrors it out of this plane"));
  EXPECT_EQ(sentence(tilted, 2), sentence(tilted, 0));
  EXPECT_EQ(sentence(Placement().mirror({0, 0, 1}, Vec3::Zero()), 0), sentence(tilted, 0));
  EXPECT_EQ(sentence(tilted, 3), "");
  EXPECT_EQ(sentence(Placement().mirror({1, 1, 0}, Vec3::Zero()).move({0, 0, 3}), 0), "");
  EXPECT_EQ(readPlaced(planes[0], Placement().rotate({1, 0, 0}, 30, Vec3::Zero()), 3).spaceDimension(), 3);
}

}  // namespace
}  // namespace tenon::mesh
