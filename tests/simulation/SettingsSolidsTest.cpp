// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verification cases of one body, without multipliers: results do not depend on position and units.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "Settings.hpp"
#include "constraint/dirichlet/Attachment.hpp"
#include "constraint/dirichlet/NoRotation.hpp"
#include "constraint/dirichlet/NoTranslation.hpp"
#include "constraint/dirichlet/guides.hpp"
#include "fem/errorNorms.hpp"
#include "force/DensityLoad.hpp"
#include "force/Gravity.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Fixed;

class SolidsInAllSettings : public InAllSettings {};

/// Returns the image of the mesh::box() of the published problem under the current setting.
mesh::Mesh mapped(const Setting& setting, CellType type, const std::array<int, 3>& cells, const Point& high,
                  const std::function<Point(const Point&)>& map) {
  return mesh::box(world(), type, cells, {0, 0, 0}, high, setting.options({map, nullptr}));
}

/// Returns a point between the ellipses (2, 1) and (3.25, 2.75), as in NafemsTest.cpp.
Point betweenEllipses(const Point& p) {
  const double a = 2 + 1.25 * p[0], b = 1 + 1.75 * p[0], angle = p[1] * M_PI / 2;
  return {a * std::cos(angle), b * std::sin(angle), p[2]};
}

void addStress(const Setting& setting, const Problem& problem, const Vec3& place, Numbers& numbers) {
  for (const double stress : stressAt(problem.body(0), setting.transform(place)))
    numbers.force.push_back(stress / setting.stress(1));
}

// See Nafems.EllipticMembraneLE1; fewer cells.
TEST_P(SolidsInAllSettings, EllipticMembrane) {
  expectSame(.1, [](const SettingAndPreset& setting) {
    force::SolidOptions options;
    options.plane = fem::Plane::stress;
    options.thickness = 0.1 * setting.length;
    Problem problem;
    Body& body = problem.add("membrane", mapped(setting, CellType::quad9, {4, 6, 0}, {1, 1, 0}, betweenEllipses),
                             material(setting, 210e9, .3), options);
    problem.hold<Fixed>(body, {"ymin", {"y"}});
    problem.hold<Fixed>(body, {"ymax", {"x"}});
    problem.load<force::Pressure>(body, {"xmax", setting.stress(-10e6), options.thickness});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    addStress(setting, problem, {2, 0, 0}, numbers);
    EXPECT_NEAR(numbers.force[1], 92.7e6, 0.05 * 92.7e6);
    return numbers;
  });
}

// See Nafems.ThickPlateLE10; fewer cells.
TEST_P(SolidsInAllSettings, ThickPlate) {
  expectSame(.1, [](const SettingAndPreset& setting) {
    Problem problem;
    Body& body = problem.add("plate", mapped(setting, CellType::hex27, {3, 4, 2}, {1, 1, .6}, betweenEllipses),
                             material(setting, 210e9, .3));
    problem.hold<Fixed>(body, {"ymin", {"y"}});
    problem.hold<Fixed>(body, {"ymax", {"x"}});
    problem.hold<Fixed>(body, {"xmax", {"x", "y"}});
    DirichletField::Data middle_line{"xmax", {2}};
    middle_line.where = [&](const Vec3& x) { return std::abs(setting.transformBack(x)[2] - 0.3) < 1e-6; };
    problem.hold<DirichletField>(body, middle_line);
    problem.load<force::Pressure>(body, {"zmax", setting.stress(1e6), 1});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    addStress(setting, problem, {2, 0, .6}, numbers);
    EXPECT_NEAR(numbers.force[1], -5.38e6, 0.15 * 5.38e6);
    return numbers;
  });
}

// See Cook.SolidMembrane; fewer cells.
TEST_P(SolidsInAllSettings, CooksMembrane) {
  expectSame(4, [](const SettingAndPreset& setting) {
    const auto map = [](const Point& p) { return Point{48 * p[0], 44 * p[0] + (44 - 28 * p[0]) * p[1], 5 * p[2]}; };
    Problem problem;
    Body& body = problem.add("membrane", mapped(setting, CellType::hex27, {4, 4, 1}, {1, 1, 1}, map),
                             material(setting, 1, 1.0 / 3));
    problem.hold<Fixed>(body, {"xmin", {}});
    problem.hold<Fixed>(body, {"zmin", {"z"}});
    problem.load<force::Traction>(body, {"xmax", {0, setting.stress(1.0 / 16), 0}, 1});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    addForce(setting, problem.reaction(0, "xmin"), numbers);
    const double tip = displacementAt(problem.body(0), setting.transform({48, 60, 0}))[1] / setting.length;
    EXPECT_NEAR(tip, 24.9952, 0.03 * 24.9952);
    return numbers;
  });
}

// See Trigonometric.ErrorsAreThePublishedOnes; fewer cells.
TEST_P(SolidsInAllSettings, TrigonometricSolution) {
  constexpr double tau = 2 * M_PI;
  for (const auto& [type, n] : {std::pair{CellType::hex8, 4}, {CellType::tet10, 2}})
    expectSame(.25, [type = type, n = n](const SettingAndPreset& setting) {
      const fem::ExactDisplacement exact{[&](const Vec3& here) -> Vec3 {
                                           const Vec3 x = setting.transformBack(here);
                                           return setting.length * Vec3(std::sin(tau * x[0]),
                                                                        std::sin(tau * x[1]) - 2 * x[0] * x[1],
                                                                        std::sin(tau * x[2]) - 2 * x[1] * x[2]);
                                         },
                                         [&](const Vec3& here) {
                                           const Vec3 x = setting.transformBack(here);
                                           Mat3 H;
                                           H << tau * std::cos(tau * x[0]), 0, 0,                    //
                                               -2 * x[1], tau * std::cos(tau * x[1]) - 2 * x[0], 0,  //
                                               0, -2 * x[2], tau * std::cos(tau * x[2]) - 2 * x[1];
                                           return H;
                                         }};
      const Field body_force = [&](const Vec3& here) -> Vec3 {
        const Vec3 x = setting.transformBack(here);
        const auto b = [](double c) { return 3 * tau * tau * std::sin(tau * c); };
        return setting.stress(1) / setting.length * Vec3(b(x[0]) + 4, b(x[1]) + 4, b(x[2]));
      };
      Problem problem;
      Body& cube = problem.add("cube", box(setting, type, {n, n, n}), material(setting, 2.5, .25));
      problem.load<LoadField>(cube, {"all", 3, body_force, fem::errorDegree});
      for (const char* side : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"})
        problem.hold<DirichletField>(cube, {side, {0, 1, 2}, exact.value});
      problem.solve(setting.preset);
      Numbers numbers = displacementsOf(setting, problem);
      const fem::ErrorNorms error = fem::errorNorms(problem.body(0).domain(), exact);
      numbers.force = {error.l2 / std::pow(setting.length, 2.5), error.h1_semi / std::pow(setting.length, 1.5)};
      return numbers;
    });
}

// See Quadratic.IsExactAtNodes.
TEST_P(SolidsInAllSettings, QuadraticSolution) {
  for (const CellType type : {CellType::hex27, CellType::tet10, CellType::hex20, CellType::prism15})
    expectSame(.25, [type](const SettingAndPreset& setting) {
      const fem::LinearElastic elastic = material(setting, 1000, .3);
      const Field exact = [&](const Vec3& here) -> Vec3 {
        const Vec3 x = setting.transformBack(here);
        return setting.length * Vec3(x[0] * x[0], x[1] * x[1] - 2 * x[0] * x[1], x[2] * x[2] - 2 * x[1] * x[2]);
      };
      Problem problem;
      Body& cube = problem.add("cube", box(setting, type, {2, 2, 2}), elastic);
      const double shear = elastic.mu() / setting.length, lambda = elastic.lambda() / setting.length;
      problem.load<force::BodyForce>(cube, {-Vec3(2 * shear, 2 * shear, 2 * lambda + 4 * shear), "all", 1});
      for (const char* side : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"})
        problem.hold<DirichletField>(cube, {side, {0, 1, 2}, exact});
      problem.solve(setting.preset);
      EXPECT_LT(largestError(problem.body(0), exact), setting.tolerance(.25));
      return displacementsOf(setting, problem);
    });
}

// See Oblique.InclinedRollersGiveTheSolutionOfTheStraightOnesTurned.
TEST_P(SolidsInAllSettings, BlockOnInclinedRollers) {
  expectSame(1.0 / 3, [](const SettingAndPreset& setting) {
    const Mat3 R = Eigen::AngleAxisd(1.0, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const auto turned = [&](const Point& x) -> Point {
      const Vec3 y = R * Vec3(x[0], x[1], x[2]);
      return {y[0], y[1], y[2]};
    };
    Problem problem;
    Body& body = problem.add("block", mapped(setting, CellType::hex8, {4, 3, 3}, {2, 1, 1}, turned),
                             material(setting, 1000, .3));
    const double density = setting.stress(1) / setting.length;
    problem.load<force::Gravity>(body, {density, R * Vec3(0, 0, -10), "", 1.0});
    problem.load<force::Traction>(body, {"xmax", setting.stress(1) * (R * Vec3(3, 2, 1)), 1.0});
    problem.hold<constraint::OnPlane>(body, {"zmin", R * Vec3::UnitZ(), 0.0, {}});
    problem.hold<constraint::OnPlane>(body, {"xmin", R * Vec3::UnitX(), 0.0, {}});
    problem.hold<constraint::OnPlane>(body, {"ymin", R * Vec3::UnitY(), 0.01 * setting.length, {}});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    for (const char* side : {"xmin", "ymin", "zmin"}) addForce(setting, problem.reaction(0, side), numbers);
    return numbers;
  });
}

// See Oblique.TractionAloneStrainsAFreeBoxUniformly.
TEST_P(SolidsInAllSettings, FreeBoxUnderTraction) {
  expectSame(.5, [](const SettingAndPreset& setting) {
    Problem problem;
    Body& body =
        problem.add("box", box(setting, CellType::hex8, {3, 4, 2}, {1, 2, 3}, {3, 3, 4}), material(setting, 1000, .3));
    problem.load<force::Traction>(body, {"xmax", {setting.stress(8), 0, 0}, 1.0});
    problem.load<force::Traction>(body, {"xmin", {setting.stress(-8), 0, 0}, 1.0});
    problem.hold<constraint::NoTranslation>(body, {"all"});
    problem.hold<constraint::NoRotation>(body, {"all"});
    problem.solve(setting.preset);
    const double error = largestError(problem.body(0), [&](const Vec3& x) -> Vec3 {
      return setting.length * .008 * Vec3(1, -0.3, -0.3).cwiseProduct(setting.transformBack(x) - Vec3(2, 2.5, 3.5));
    });
    EXPECT_LT(error, setting.tolerance(.25));
    return displacementsOf(setting, problem);
  });
}

// See Oblique.AttachedFacesAreOneBody.
TEST_P(SolidsInAllSettings, AttachedSlabs) {
  expectSame(1.0 / 3, [](const SettingAndPreset& setting) {
    Problem problem;
    Body& lower = problem.add("lower", box(setting, CellType::hex8, {2, 3, 2}), material(setting, 1000, .3));
    Body& upper = problem.add("upper", box(setting, CellType::hex8, {2, 3, 2}, {0, 0, 1}, {1, 1, 2}),
                              material(setting, 1000, .3));
    problem.hold<Fixed>(lower, {"zmin", {}});
    problem.load<force::Traction>(upper, {"zmax", setting.stress(1) * Vec3(5, 3, -2), 1.0});
    problem.join<constraint::Attachment>({{"upper", "lower"}, {"zmin", "zmax"}, {}, 1e-6});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    addForce(setting, problem.reaction(1, "zmin"), numbers);
    EXPECT_LT((Vec3(numbers.force.data()) - Vec3(-5, -3, 2)).norm(), 5 * setting.tolerance(1.0 / 3));
    return numbers;
  });
}

INSTANTIATE_TEST_SUITE_P(Verification, SolidsInAllSettings, ::testing::ValuesIn(everywhere({"direct"})),
                         nameOfSettingAndPreset);

}  // namespace
}  // namespace tenon::simulation
