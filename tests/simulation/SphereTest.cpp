// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Thick-walled sphere under internal pressure.
#include <gtest/gtest.h>

#include <cmath>

#include "Problem.hpp"
#include "constraint/incompressible/Incompressible.hpp"
#include "force/DensityLoad.hpp"
#include "meshes.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;

struct SphereCase {
  double poisson, displacement;  ///< Poisson's ratio, displacement of the inner surface
  int n, m;
};

class Sphere : public ::testing::TestWithParam<SphereCase> {};

// Lame's solution: inner radius 1, outer radius 2, inner pressure 1, E = 1000. S. P. Timoshenko, J.
// N. Goodier, Theory of Elasticity, 3rd ed., article 136: u(1) = 8.0e-4 for nu = 0.3 and
// 8.5711429e-4 for nu = 0.4999, hoop stress 5/7. Near incompressibility a pure displacement element
// gives accurate displacements, but not the mean stress.
TEST_P(Sphere, WidensAsLameSays) {
  Problem problem;
  Body& sphere = problem.add("sphere", distributeMesh([&] { return octant(GetParam().n, GetParam().m); }),
                             {1000, GetParam().poisson});
  problem.load<force::Pressure>(sphere, {"inside", 1, 1});
  for (const int c : {0, 1, 2}) {
    DirichletField::Data plane{"all", {c}};
    plane.where = [c](const Vec3& x) { return std::abs(x[c]) < 1e-9; };
    problem.hold<DirichletField>(sphere, plane);
  }
  problem.solve("direct");
  const Body& body = problem.body(0);
  const double u = GetParam().displacement, hoop = 5.0 / 7.0;
  for (const Vec3& place : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(Vec3(1, 1, 1) / std::sqrt(3.0))}) {
    EXPECT_NEAR(displacementAt(body, place).dot(place), u, 5e-3 * u);
  }
  if (GetParam().poisson > .45) return;
  const auto at_x = stressAt(body, {1, 0, 0}), at_z = stressAt(body, {0, 0, 1});
  EXPECT_NEAR(at_x[1], hoop, 5e-3 * hoop);
  EXPECT_NEAR(at_x[2], hoop, 5e-3 * hoop);
  EXPECT_NEAR(at_z[0], hoop, 5e-3 * hoop);
}

/// Returns p of a node that has a pressure dof, on every rank.
double pressureAt(const Problem& problem, const Vec3& place) {
  const constraint::Constraint& field = *problem.mechanics().constraints()[0];
  const mesh::Mesh& mesh = problem.body(0).mesh();
  double p = 0.0;
  const auto nodes = field.carrierNodes();
  for (std::size_t k = 0; k < nodes.size(); ++k)
    if ((Vec3(mesh.points().data() + 3 * static_cast<std::ptrdiff_t>(nodes[k])) - place).norm() < 1e-9)
      p = problem.solution().multipliers[0][k];
  return world().sum(p);
}

// Lame's sphere with nu = 0.4999 and 0.5 by Taylor-Hood cells, which also give an accurate stress.
// The material is that of nu = 0, 2 mu eps; bulk is the remainder of Lame's lambda.
TEST(SphereByPressure, WidensAsLameSaysAndHasItsStress) {
  for (const double poisson : {.4999, .5}) {
    const double mu = 1000 / (2 * (1 + poisson)), a = 1, b = 2, p = 1;
    const double u = p * a * a * a / (1000 * (b * b * b - a * a * a)) *
                     ((1 - 2 * poisson) * a + (1 + poisson) * b * b * b / (2 * a * a));
    if (poisson < .5) {
      EXPECT_NEAR(u, 8.5711429e-4, 1e-10);
    }
    Problem problem;
    Body& sphere = problem.add("sphere", distributeMesh([&] { return octant(3, 4); }), {2 * mu, 0});
    problem.load<force::Pressure>(sphere, {"inside", 1, 1});
    for (const int c : {0, 1, 2}) {
      DirichletField::Data plane{"all", {c}};
      plane.where = [c](const Vec3& x) { return std::abs(x[c]) < 1e-9; };
      problem.hold<DirichletField>(sphere, plane);
    }
    constraint::Incompressible::Data field;
    field.object = "sphere";
    if (poisson < .5) field.bulk = 2 * mu * poisson / (1 - 2 * poisson);
    problem.constrain<constraint::Incompressible>(field);
    problem.solve("direct");
    for (const Vec3& place : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(Vec3(1, 1, 1) / std::sqrt(3.0))}) {
      EXPECT_NEAR(displacementAt(problem.body(0), place).dot(place), u, 5e-3 * u);
    }
    const double hoop = 5.0 / 7.0;
    EXPECT_NEAR(stressAt(problem.body(0), {1, 0, 0})[1] - pressureAt(problem, {1, 0, 0}), hoop, 2e-2 * hoop);
    EXPECT_NEAR(pressureAt(problem, {2, 0, 0}), -1.0 / 7.0, 2e-2 / 7.0) << "p = -a^3/(b^3 - a^3) everywhere";
  }
}

INSTANTIATE_TEST_SUITE_P(Verification, Sphere,
                         ::testing::Values(SphereCase{.3, 8.0e-4, 4, 4}, SphereCase{.4999, 8.5711429e-4, 3, 6}),
                         [](const auto& tested) {
                           return tested.param.poisson < .45 ? "Steel" : "NearlyIncompressible";
                         });

}  // namespace
}  // namespace tenon::simulation
