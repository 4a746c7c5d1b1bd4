// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Errors against a manufactured solution.
#include <gtest/gtest.h>

#include <cmath>

#include "Problem.hpp"
#include "fem/errorNorms.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;

constexpr double tau = 6.28318530717958647692;

struct Published {
  CellType type;
  int cells;
  double l2, h1_semi;
};

class Trigonometric : public ::testing::TestWithParam<Published> {};

// Solution elas_trig of PETSc's src/snes/tutorials/ex17.c: u = (sin 2 pi x, sin 2 pi y - 2xy, sin 2
// pi z - 2yz), lambda = mu = 1.
TEST_P(Trigonometric, ErrorsAreThePublishedOnes) {
  const fem::ExactDisplacement exact{
      [](const Vec3& x) -> Vec3 {
        return {std::sin(tau * x[0]), std::sin(tau * x[1]) - 2 * x[0] * x[1], std::sin(tau * x[2]) - 2 * x[1] * x[2]};
      },
      [](const Vec3& x) {
        base::Mat3 H;
        H << tau * std::cos(tau * x[0]), 0, 0,                    //
            -2 * x[1], tau * std::cos(tau * x[1]) - 2 * x[0], 0,  //
            0, -2 * x[2], tau * std::cos(tau * x[2]) - 2 * x[1];
        return H;
      }};
  const Field body_force = [](const Vec3& x) -> Vec3 {
    const auto b = [](double c) { return 3 * tau * tau * std::sin(tau * c); };
    return {b(x[0]) + 4, b(x[1]) + 4, b(x[2])};
  };
  const int n = GetParam().cells;
  Problem problem;
  Body& cube = problem.add("cube", mesh::box(world(), GetParam().type, {n, n, n}), {2.5, .25});  // lambda = mu = 1
  problem.load<LoadField>(cube, {"all", 3, body_force, fem::errorDegree});
  for (const char* side : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"})
    problem.hold<DirichletField>(cube, {side, {0, 1, 2}, exact.value});
  problem.solve("cg-amg");
  const fem::ErrorNorms error = fem::errorNorms(problem.body(0).domain(), exact);
  EXPECT_NEAR(error.l2, GetParam().l2, 1e-4 * GetParam().l2);
  EXPECT_NEAR(error.h1_semi, GetParam().h1_semi, 1e-4 * GetParam().h1_semi);
}

INSTANTIATE_TEST_SUITE_P(Verification, Trigonometric,
                         ::testing::Values(Published{CellType::hex8, 16, 1.71835e-2, .870119},
                                           Published{CellType::hex27, 8, 3.37325e-3, .175359},
                                           Published{CellType::tet4, 16, 1.72230e-2, .876085},
                                           Published{CellType::tet10, 8, 3.43398e-3, .176422}),
                         [](const auto& tested) { return std::string(mesh::info(tested.param.type).name); });

}  // namespace
}  // namespace tenon::simulation
