// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Bodies with placed meshes: the solution is placed with the body, for every type of solid cells.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "Settings.hpp"
#include "force/DensityLoad.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/distribution/partition.hpp"
#include "meshes.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;

class Placed : public ::testing::TestWithParam<CellType> {
 protected:
  /// Returns the displacements of a bar of two layers that is clamped at its lower end, pressed at
  /// the upper end and sheared by a traction, by node of the mesh file.
  static Numbers solve(const mesh::Placement& placement, const Vec3& shear, double length, double stress) {
    mesh::RawMesh raw;
    std::vector<int> parts;
    if (world().isRoot()) {
      raw = layers(GetParam(), {2, 1, 4});
      for (std::size_t i = 2; i < raw.points.size(); i += 3) raw.points[i] *= 4;
      parts = mesh::partition({&raw}, world().size()).front();
    }
    Problem problem;
    Body& bar = problem.add("bar", mesh::distribute(world(), std::move(raw), std::move(parts), placement),
                            {1000 * stress, 0.3});
    problem.hold<constraint::Fixed>(bar, {"zmin", {}});
    problem.load<force::Traction>(bar, {"zmax", {shear[0] * stress, shear[1] * stress, shear[2] * stress}, 1});
    problem.load<force::Pressure>(bar, {"zmax", 3 * stress, 1});
    problem.solve("direct");
    Setting units;
    units.length = length;
    return displacementsOf(units, problem);
  }

  /// Expects the displacements A u, where u are the displacements of the bar that is not placed.
  static void expectMapped(const mesh::Placement& placement, const Mat3& A, double length, double stress) {
    const Vec3 shear(0.5, -0.3, 0.1);
    const Numbers original = solve({}, shear, 1, 1), placed = solve(placement, A * shear, length, stress);
    ASSERT_EQ(placed.displacement.size(), original.displacement.size());
    double largest = 0, difference = 0;
    for (std::size_t i = 0; i < original.displacement.size(); i += 3) {
      const Vec3 expected = A * Eigen::Map<const Vec3>(&original.displacement[i]);
      largest = std::max(largest, expected.norm());
      difference = std::max(difference, (Eigen::Map<const Vec3>(&placed.displacement[i]) - expected).norm());
    }
    EXPECT_GT(largest, 1e-3);
    EXPECT_LE(difference, 1e-10 * largest);
  }
};

TEST_P(Placed, MirroredBarHasTheMirroredSolution) {
  const Vec3 normal = Vec3(1, 2, -1).normalized();
  expectMapped(mesh::Placement().mirror(normal, {5, 0, 0}), Mat3::Identity() - 2 * normal * normal.transpose(), 1, 1);
}

TEST_P(Placed, RotatedBarHasTheRotatedSolution) {
  const Vec3 axis(1, -1, 3);
  const Mat3 R = Eigen::AngleAxisd(50 * std::acos(-1.0) / 180, axis.normalized()).toRotationMatrix();
  expectMapped(mesh::Placement().rotate(axis, 50, {1, 2, 3}).move({4, 0, -2}), R, 1, 1);
}

// A mesh in mm with stresses in MPa, and the same mesh in m with stresses in Pa.
TEST_P(Placed, ScaledBarHasTheSameSolutionInOtherUnits) {
  expectMapped(mesh::Placement().scale({1e-3, 1e-3, 1e-3}), Mat3::Identity(), 1e-3, 1e6);
}

INSTANTIATE_TEST_SUITE_P(Solids, Placed,
                         ::testing::Values(CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20,
                                           CellType::hex27, CellType::prism6, CellType::prism15, CellType::pyramid5),
                         [](const auto& tested) { return std::string(mesh::info(tested.param).name); });

}  // namespace
}  // namespace tenon::simulation
