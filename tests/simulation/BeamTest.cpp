// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Solids in bending.
#include <gtest/gtest.h>

#include "Problem.hpp"
#include "fem/errorNorms.hpp"
#include "force/DensityLoad.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;

struct BeamCase {
  CellType type;
  std::array<int, 3> cells;
  double tip;
};

class Beam : public ::testing::TestWithParam<BeamCase> {};

// Cantilever [0, 10] x [-1, 1] x [0, 1] under the end shear P (1 - y^2) / 2I. The exact tip
// displacement is 0.51 (S. P. Timoshenko, J. N. Goodier, Theory of Elasticity, 3rd ed., article
// 21).
TEST_P(Beam, TipMovesAsPublished) {
  const double E = 1000, P = 1, I = 2.0 / 3.0;
  Problem problem;
  Body& beam =
      problem.add("beam", mesh::box(world(), GetParam().type, GetParam().cells, {0, -1, 0}, {10, 1, 1}), {E, 0});
  const Field at_wall = [&](const Vec3& x) {
    const double y = x[1];
    return Vec3(-P * y * 2 * (y * y - 1) / (6 * E * I), 0, 0);
  };
  problem.hold<DirichletField>(beam, {"xmin", {0, 1, 2}, at_wall});
  const Field shear = [&](const Vec3& x) { return Vec3(0, P * (1 - x[1] * x[1]) / (2 * I), 0); };
  problem.load<LoadField>(beam, {"xmax", 2, shear, fem::errorDegree});
  problem.solve("direct");
  EXPECT_NEAR(displacementAt(problem.body(0), {10, 0, 0})[1], GetParam().tip, 1e-6 * GetParam().tip);
}

INSTANTIATE_TEST_SUITE_P(Verification, Beam,
                         ::testing::Values(BeamCase{CellType::hex8, {20, 8, 4}, .49449975},
                                           BeamCase{CellType::tet4, {20, 8, 4}, .45515626},
                                           BeamCase{CellType::hex27, {10, 4, 2}, .50996880},
                                           BeamCase{CellType::tet10, {10, 4, 2}, .50990653}),
                         [](const auto& tested) { return std::string(mesh::info(tested.param.type).name); });

// Cook's membrane as a solid (R. D. Cook, Improved two-dimensional finite element, Journal of the
// Structural Division 100 (1974) 1851-1863): half of the thickness 10 with symmetry at z = 0, E =
// 1, nu = 1/3, shear traction 1/16. The reference values are those of 32 x 32 x 4 hex27, where the
// membrane is displaced by 24.9952 at its upper corner and 23.8401 at the middle of its end. One
// layer of hex27 is within their tolerance.
TEST(Cook, SolidMembrane) {
  Problem problem;
  const auto map = [](const Point& p) { return Point{48 * p[0], 44 * p[0] + (44 - 28 * p[0]) * p[1], 5 * p[2]}; };
  Body& body = problem.add(
      "membrane", mesh::box(world(), CellType::hex27, {32, 32, 1}, {0, 0, 0}, {1, 1, 1}, {map, nullptr}), {1, 1.0 / 3});
  problem.hold<constraint::Fixed>(body, {"xmin", {}});
  problem.hold<constraint::Fixed>(body, {"zmin", {"z"}});
  problem.load<force::Traction>(body, {"xmax", {0, 1.0 / 16, 0}, 1});
  problem.solve("cg-amg");
  EXPECT_NEAR(displacementAt(problem.body(0), {48, 60, 0})[1], 24.9952, 1e-3 * 24.9952);
  EXPECT_NEAR(displacementAt(problem.body(0), {48, 52, 0})[1], 23.8401, 1e-3 * 23.8401);
}

}  // namespace
}  // namespace tenon::simulation
