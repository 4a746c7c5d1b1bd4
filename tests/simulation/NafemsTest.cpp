// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// NAFEMS benchmarks: The Standard NAFEMS Benchmarks, TNSB rev. 3 (1990).
#include <gtest/gtest.h>

#include <cmath>

#include "Problem.hpp"
#include "force/DensityLoad.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;

constexpr double pi = 3.14159265358979323846;

/// Returns a point of the quarter ring between the ellipses (2, 1) and (3.25, 2.75): s in [0, 1]
/// goes from the inner to the outer ellipse, t in [0, 1] from the x-axis to the y-axis.
Point onEllipses(double s, double t, double z) {
  const double a = 2 + 1.25 * s, b = 1 + 1.75 * s;
  return {a * std::cos(t * pi / 2), b * std::sin(t * pi / 2), z};
}

// LE1, elliptic membrane in plane stress under an outward pressure of 10 MPa: sigma_yy at D = (2,
// 0) is 92.7 MPa. The displacement of D, -1.02208e-4 m, was computed by two independent codes.
TEST(Nafems, EllipticMembraneLE1) {
  const auto map = [](const Point& p) { return onEllipses(p[0], p[1], 0); };
  force::SolidOptions options;
  options.plane = fem::Plane::stress;
  options.thickness = 0.1;
  Problem problem;
  Body& body =
      problem.add("membrane", mesh::box(world(), CellType::quad9, {20, 30, 0}, {0, 0, 0}, {1, 1, 0}, {map, nullptr}),
                  {210e9, .3}, options);
  problem.hold<constraint::Fixed>(body, {"ymin", {"y"}});
  problem.hold<constraint::Fixed>(body, {"ymax", {"x"}});
  problem.load<force::Pressure>(body, {"xmax", -10e6, 0.1});
  problem.solve("direct");
  const Vec3 D(2, 0, 0);
  EXPECT_NEAR(stressAt(problem.body(0), D)[1], 92.7e6, 0.01 * 92.7e6);
  EXPECT_NEAR(displacementAt(problem.body(0), D)[0], -1.02208e-4, 1e-4 * 1.02208e-4);
}

// LE10, thick elliptic plate under a pressure of 1 MPa on its top: sigma_yy at D = (2, 0, 0.6) is
// -5.38 MPa. The outer edge is fixed in its plane, and its mid-line is also fixed in the transverse
// direction.
TEST(Nafems, ThickPlateLE10) {
  const auto map = [](const Point& p) { return onEllipses(p[0], p[1], p[2]); };
  Problem problem;
  Body& body = problem.add(
      "plate", mesh::box(world(), CellType::hex27, {8, 12, 6}, {0, 0, 0}, {1, 1, .6}, {map, nullptr}), {210e9, .3});
  problem.hold<constraint::Fixed>(body, {"ymin", {"y"}});
  problem.hold<constraint::Fixed>(body, {"ymax", {"x"}});
  problem.hold<constraint::Fixed>(body, {"xmax", {"x", "y"}});
  DirichletField::Data middle_line{"xmax", {2}};
  middle_line.where = [](const Vec3& x) { return std::abs(x[2] - 0.3) < 1e-9; };
  problem.hold<DirichletField>(body, middle_line);
  problem.load<force::Pressure>(body, {"zmax", 1e6, 1});
  problem.solve("cg-amg");
  EXPECT_NEAR(stressAt(problem.body(0), {2, 0, .6})[1], -5.38e6, 0.02 * 5.38e6);
}

}  // namespace
}  // namespace tenon::simulation
