// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Patch tests: fields that the elements represent exactly.
#include <gtest/gtest.h>

#include "Problem.hpp"
#include "force/DensityLoad.hpp"
#include "meshes.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;

// Patch test of R. H. MacNeal, R. L. Harder, A proposed standard set of problems to test finite
// element accuracy, Finite Elements in Analysis and Design 1 (1985) 3-20, section 4: E = 1e6, nu =
// 0.25, normal stresses 2000, shear stresses 400.
TEST(Patch, MacNealHarder) {
  base::Mat3 gradient;
  gradient << 1e-3, .5e-3, .5e-3, .5e-3, 1e-3, .5e-3, .5e-3, .5e-3, 1e-3;
  Problem problem;
  Body& cube = problem.add("cube", distributeMesh([&] { return macNealHarder(); }), {1e6, .25});
  constraint::Prescribed::Data motion;
  motion.group = "boundary";
  motion.gradient = gradient;
  problem.hold<constraint::Prescribed>(cube, motion);
  problem.solve("direct");

  EXPECT_LT(largestError(problem.body(0), [&](const Vec3& x) -> Vec3 { return gradient * x; }), 1e-10);
  const auto recovered = fem::recover(problem.body(0).domain(), problem.body(0).forces);
  for (std::size_t i = 0; i < recovered.stress().cells.front().size(); ++i) {
    const double expected = i % 6 < 3 ? 2000 : 400;
    EXPECT_NEAR(recovered.stress().cells.front()[i], expected, 1e-10 * expected);
  }
}

class Quadratic : public ::testing::TestWithParam<CellType> {};

// u = (x^2, y^2 - 2xy, z^2 - 2yz) under the constant body force -(2 mu, 2 mu, 2 lambda + 4 mu),
// quad_* of PETSc's src/snes/tutorials/ex17.c: second-order elements are exact at the nodes.
TEST_P(Quadratic, IsExactAtNodes) {
  const fem::LinearElastic material{1000, .3};
  const Field exact = [](const Vec3& x) {
    return Vec3(x[0] * x[0], x[1] * x[1] - 2 * x[0] * x[1], x[2] * x[2] - 2 * x[1] * x[2]);
  };
  Problem problem;
  Body& cube = problem.add("cube", mesh::box(world(), GetParam(), {3, 2, 2}), material);
  const double mu = material.mu(), lambda = material.lambda();
  problem.load<force::BodyForce>(cube, {-Vec3(2 * mu, 2 * mu, 2 * lambda + 4 * mu), "all", 1});
  for (const char* side : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"})
    problem.hold<DirichletField>(cube, {side, {0, 1, 2}, exact});
  problem.solve("direct");
  EXPECT_LT(largestError(problem.body(0), exact), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Patch, Quadratic,
                         ::testing::Values(CellType::hex27, CellType::tet10, CellType::hex20, CellType::prism15),
                         [](const auto& tested) { return std::string(mesh::info(tested.param).name); });

}  // namespace
}  // namespace tenon::simulation
