// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Conditions that constrain more than single dofs, against independent solutions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "Problem.hpp"
#include "constraint/dirichlet/Attachment.hpp"
#include "constraint/dirichlet/NoRotation.hpp"
#include "constraint/dirichlet/NoTranslation.hpp"
#include "constraint/dirichlet/guides.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "force/DensityLoad.hpp"
#include "force/Gravity.hpp"
#include "la/matrices/Projection.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Attachment;
using constraint::Fixed;
using constraint::NoRotation;
using constraint::NoTranslation;
using constraint::OnLine;
using constraint::OnPlane;
using constraint::Prescribed;

const fem::LinearElastic steel{1000.0, 0.3};

OnPlane::Data plane(const std::string& group, const Vec3& normal) {
  return {group, normal, 0.0, {}};
}

std::vector<double> ownedDisplacement(const Body& body) {
  const auto u = body.state().displacement();
  return {u.begin(), u.begin() + body.state().block() * body.mesh().layout().numOwned()};
}

/// Returns the largest |R a(x) - b(R x)| over the nodes x of a box from the origin, relative to the
/// largest |a|. Rotated meshes have a different numbering and distribution.
double largestDifference(const Body& a, const Body& b, const Eigen::Matrix3d& R, const Eigen::Vector3i& cells,
                         const Vec3& size) {
  double most = 0.0;
  for (int i = 0; i <= cells[0]; ++i)
    for (int j = 0; j <= cells[1]; ++j)
      for (int k = 0; k <= cells[2]; ++k) {
        const Vec3 x = Vec3(i, j, k).cwiseQuotient(cells.cast<double>()).cwiseProduct(size);
        most = std::max(most, (R * displacementAt(a, x) - displacementAt(b, R * x)).norm());
      }
  return most / largestDisplacement(a);
}

/// Adds a block on rollers under its weight and a traction, rotated as a whole.
void addBlock(Problem& problem, const Eigen::Matrix3d& R) {
  mesh::BoxOptions turned;
  turned.map = [R](const Point& x) -> Point {
    const Vec3 y = R * Vec3(x[0], x[1], x[2]);
    return {y[0], y[1], y[2]};
  };
  Body& body = problem.add("block", mesh::box(world(), CellType::hex8, {4, 3, 3}, {0, 0, 0}, {2, 1, 1}, turned), steel);
  problem.load<force::Gravity>(body, {1.0, R * Vec3(0, 0, -10), "", 1.0});
  problem.load<force::Traction>(body, {"xmax", R * Vec3(3, 2, 1), 1.0});
  problem.hold<OnPlane>(body, plane("zmin", R * Vec3::UnitZ()));
  problem.hold<OnPlane>(body, plane("xmin", R * Vec3::UnitX()));
  problem.hold<OnPlane>(body, plane("ymin", R * Vec3::UnitY()));
}

TEST(Oblique, InclinedRollersGiveTheSolutionOfTheStraightOnesTurned) {
  Problem straight;
  addBlock(straight, Eigen::Matrix3d::Identity());
  EXPECT_FALSE(straight.makeSystem().projection().hasObliqueDirections());
  straight.solve("direct");
  const Eigen::AngleAxisd thirty_degrees(M_PI / 6, Vec3::UnitY()), skew(1.0, Vec3(1, 2, 3).normalized());
  for (const Eigen::Matrix3d& R : {thirty_degrees.toRotationMatrix(), skew.toRotationMatrix()})
    for (const std::string preset : {"direct", "cg-amg"}) {
      Problem inclined;
      addBlock(inclined, R);
      EXPECT_TRUE(inclined.makeSystem().projection().hasObliqueDirections());
      inclined.solve(preset, {"-ksp_rtol", "1e-12"});
      EXPECT_LT(largestDifference(straight.body(0), inclined.body(0), R, {4, 3, 3}, {2, 1, 1}), 1e-9) << preset;
      for (const std::string side : {"xmin", "ymin", "zmin"}) {
        const Vec3 expected = R * straight.reaction(0, side), reaction = inclined.reaction(0, side);
        EXPECT_LT((reaction - expected).norm(), 1e-8 * 20) << preset << " " << side;
      }
    }
}

TEST(Oblique, TractionAloneStrainsAFreeBoxUniformly) {
  for (const std::string preset : {"direct", "cg-amg"}) {
    Problem problem;
    Body& body = problem.add("box", mesh::box(world(), CellType::hex8, {3, 4, 2}, {1, 2, 3}, {3, 3, 4}), steel);
    problem.load<force::Traction>(body, {"xmax", {8, 0, 0}, 1.0});
    problem.load<force::Traction>(body, {"xmin", {-8, 0, 0}, 1.0});
    problem.hold<NoTranslation>(body, {"all"});
    problem.hold<NoRotation>(body, {"all"});
    problem.solve(preset, {"-ksp_rtol", "1e-12"});
    const double strain = 8.0 / 1000.0;
    const Vec3 centroid(2, 2.5, 3.5);
    const double error = largestError(problem.body(0), [&](const Vec3& x) -> Vec3 {
      return strain * Vec3(1, -0.3, -0.3).cwiseProduct(x - centroid);
    });
    EXPECT_LT(error, 1e-9) << preset;
    for (const double r : problem.solution().reactions[0]) EXPECT_NEAR(r, 0.0, 1e-8);
  }
}

/// Two slabs with matching meshes, one on top of the other, behave as one box of twice the height.
TEST(Oblique, AttachedFacesAreOneBody) {
  const auto slab = [](int cells, double low, double high) {
    return mesh::box(world(), CellType::hex8, {2, 3, cells}, {0, 0, low}, {1, 1, high});
  };
  Problem whole, halves;
  Body& box = whole.add("box", slab(4, 0, 2), steel);
  whole.hold<Fixed>(box, {"zmin", {}});
  whole.load<force::Traction>(box, {"zmax", {5, 3, -2}, 1.0});
  whole.solve("direct");
  Body& lower = halves.add("lower", slab(2, 0, 1), steel);
  halves.hold<Fixed>(lower, {"zmin", {}});
  Body& upper = halves.add("upper", slab(2, 1, 2), steel);
  halves.load<force::Traction>(upper, {"zmax", {5, 3, -2}, 1.0});
  halves.join<Attachment>({{"upper", "lower"}, {"zmin", "zmax"}, {}, 1e-6});
  halves.solve("direct");
  for (const Vec3& x : {Vec3(0, 0, 2), Vec3(1, 1, 2), Vec3(0.5, 1, 1.5)})
    EXPECT_LT((displacementAt(whole.body(0), x) - displacementAt(halves.body(1), x)).norm(), 1e-10);
  for (const Vec3& x : {Vec3(0, 0, 1), Vec3(0.5, 1, 0.5)})
    EXPECT_LT((displacementAt(whole.body(0), x) - displacementAt(halves.body(0), x)).norm(), 1e-10);
  EXPECT_LT((halves.reaction(1, "zmin") - Vec3(-5, -3, 2)).norm(), 1e-8);  // force of the lower box on the upper one
  EXPECT_LT((halves.reaction(0, "zmax") - Vec3(5, 3, -2)).norm(), 1e-8);
}

/// Numbers of the corners of a box of one cell: the corners of the upper box coincide with those of
/// the lower box.
TEST(Oblique, AttachedCornersMoveTogether) {
  Problem problem;
  Body& lower = problem.add("lower", mesh::box(world(), CellType::hex8, {1, 1, 1}), steel);
  Body& upper =
      problem.add("upper", mesh::box(world(), CellType::hex8, {1, 1, 1}, {0.1, 0, 1.5}, {1.1, 1, 2.5}), steel);
  problem.hold<Fixed>(lower, {"zmin", {}});
  problem.load<force::Traction>(upper, {"zmax", {1, 2, 3}, 1.0});
  problem.join<Attachment>({{"lower", "upper"}, {}, {{5, 1}, {6, 2}, {7, 3}}, 0.0});
  problem.solve("direct");
  int moved_together = 0;
  for (const auto& [x, y] : std::vector<std::pair<double, double>>{{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
    const Vec3 a = displacementAt(problem.body(0), {x, y, 1}), b = displacementAt(problem.body(1), {x + 0.1, y, 1.5});
    EXPECT_GT(a.norm() + b.norm(), 1e-4);
    moved_together += (a - b).norm() < 1e-12 ? 1 : 0;
  }
  EXPECT_EQ(moved_together, 3);
  EXPECT_LT((problem.reaction(0, "zmin") - Vec3(-1, -2, -3)).norm(), 1e-9);
}

/// Multipliers constrain a side of which an oblique plane constrains a part; the result equals that
/// of full elimination.
TEST(Oblique, PlanesAndMultipliersAgreeWithElimination) {
  constraint::AffineDisplacement pull;
  pull.values = {0.02, 0.01, std::nullopt};
  const auto add = [&](Problem& problem) -> Body& {
    Body& body = problem.add("block", mesh::box(world(), CellType::hex8, {3, 2, 2}), steel);
    problem.hold<OnPlane>(body, plane("zmin", {0.1, 0.2, 1}));
    problem.hold<Fixed>(body, {"xmin", {"x", "y"}});
    return body;
  };
  Problem eliminated, multiplied;
  eliminated.hold<Prescribed>(add(eliminated), {pull, "xmax", {}});
  eliminated.solve("direct");
  add(multiplied);
  multiplied.constrain<constraint::DisplacementConstraint>({pull, "pull", "block", "xmax"});
  multiplied.solve("direct");
  EXPECT_LT(
      largestDifference(eliminated.body(0), multiplied.body(0), Eigen::Matrix3d::Identity(), {3, 2, 2}, {1, 1, 1}),
      1e-9);
  const Vec3 force = eliminated.reaction(0, "xmin") + eliminated.reaction(0, "xmax");
  EXPECT_GT(force.norm(), 1e-3);
}

TEST(Oblique, MotionAndLoadFollowTheirHistories) {
  const base::History half({{0, 0}, {1, 1}});
  const auto make = [&](Problem& problem, double time) {
    Body& body = problem.add("block", mesh::box(world(), CellType::hex8, {2, 2, 2}), steel);
    problem.hold<Fixed>(body, {"zmin", {}});
    problem.hold<OnPlane>(body, {"zmax", {1, 0, 1}, 0.01, half});
    problem.load<force::Traction>(body, {"xmax", {0, 3, 0}, 1.0, half});
    problem.makeSystem().setTime(time);
    problem.solve("direct");
  };
  Problem full, part;
  make(full, 1.0);
  make(part, 0.25);
  const auto u = ownedDisplacement(full.body(0)), v = ownedDisplacement(part.body(0));
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(v[i], 0.25 * u[i], 1e-14);
  EXPECT_NEAR(Vec3(1, 0, 1).normalized().dot(displacementAt(part.body(0), {0.5, 1, 1})), 0.0025, 1e-14);
}

TEST(Oblique, BodiesThatOnlyPlanesHoldAreSupportedOrNamed) {
  const auto solve = [](const std::vector<OnPlane::Data>& planes) {
    Problem problem;
    Body& body = problem.add("block", mesh::box(world(), CellType::hex8, {2, 2, 2}), steel);
    for (const auto& one : planes) problem.hold<OnPlane>(body, one);
    problem.solve("direct");
  };
  const OnPlane::Data ground = plane("zmin", {0.5, 0, 1}), side = plane("ymin", {0, 1, 0}),
                      end = plane("xmin", {1, 1, 0});
  EXPECT_NO_THROW(solve({ground, side, end}));
  try {
    solve({ground, side});
    ADD_FAILURE() << "the block can slide";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("Insufficient support of object 'block': it can translate along"));
  }
}

}  // namespace
}  // namespace tenon::simulation
