// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Displacements prescribed by multipliers, by elimination and through rigid links.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "Problem.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/linear/Rigid.hpp"
#include "meshes.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::DisplacementConstraint;
using constraint::Prescribed;

constraint::AffineDisplacement motion(double x, double y, double z) {
  constraint::AffineDisplacement motion;
  motion.values = {x, y, z};
  return motion;
}

/// Returns the displacements of the owned nodes.
std::vector<double> ownedDisplacement(const Body& body) {
  const auto u = body.state().displacement();
  return {u.begin(), u.begin() + body.state().block() * body.mesh().layout().numOwned()};
}

// A cube of 4^3 hex8, both z-ends clamped, the top displaced by 0.01: 10.8930451182, computed by
// two independent codes.
TEST(Prescribed, MultipliersAndEliminationAgree) {
  const double reaction = 10.8930451182;
  const auto cube = [] { return mesh::box(world(), CellType::hex8, {4, 4, 4}); };
  Problem eliminated;
  Body& first = eliminated.add("cube", cube(), {1000, .3});
  eliminated.hold<Prescribed>(first, {motion(0, 0, 0), "zmin"});
  eliminated.hold<Prescribed>(first, {motion(0, 0, .01), "zmax"});
  eliminated.solve("direct");
  EXPECT_NEAR(eliminated.reaction(0, "zmax")[2], reaction, 1e-10 * reaction);
  EXPECT_NEAR(eliminated.reaction(0, "zmin")[2], -reaction, 1e-10 * reaction);

  Problem multiplied;
  multiplied.add("cube", cube(), {1000, .3});
  multiplied.constrain<DisplacementConstraint>({motion(0, 0, 0), "bottom", "cube", "zmin"});
  multiplied.constrain<DisplacementConstraint>({motion(0, 0, .01), "top", "cube", "zmax"});
  multiplied.solve("direct");
  EXPECT_NEAR(multiplied.constraintForce(1, 0, "zmax")[2], reaction, 1e-10 * reaction);
  double sum = 0.0;  // the multipliers are the forces themselves
  for (std::size_t row = 2; row < multiplied.solution().multipliers[1].size(); row += 3)
    sum += multiplied.solution().multipliers[1][row];
  EXPECT_NEAR(world().sum(sum), reaction, 1e-10 * reaction);

  const auto a = ownedDisplacement(eliminated.body(0)), b = ownedDisplacement(multiplied.body(0));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12);  // 1e-10 of the largest
}

// code_aster SSLV114 (V3.04.114): F = (0, 0, 0), I = (0, 1, 0), J = (0, 0, 1) and L = (1, 1, 1) of
// a rigid cube, displaced by u(F) = (2, 3, 4), u_x(J) = 2.002, u_y(J) = 2.999, u_x(I) = 1.997. Here
// the cube consists of two solids with a gap between them that only the rigid link joins.
TEST(Prescribed, RigidLinkOfTwoSolidsMovesAsInSslv114) {
  Problem problem;
  Body& lower = problem.add("lower", distributeMesh([] { return slab(0, .4, {{"F", 0}, {"I", 3}}); }), {1000, .3});
  Body& upper = problem.add("upper", distributeMesh([] { return slab(.6, 1, {{"J", 4}}); }), {70000, .2});
  problem.hold<Prescribed>(lower, {motion(2, 3, 4), "F"});
  problem.hold<Prescribed>(lower, {{{1.997, {}, {}}, base::Mat3::Zero()}, "I"});
  problem.hold<Prescribed>(upper, {{{2.002, 2.999, {}}, base::Mat3::Zero()}, "J"});
  problem.constrain<constraint::Rigid>({"link", {{"lower", "all"}, {"upper", "all"}}});
  problem.solve("direct");
  const Vec3 u = displacementAt(problem.body(1), {1, 1, 1}), expected(1.999, 3.002, 3.999);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(u[c], expected[c], 1e-12 * expected[c]);
  const Field rigid = [](const Vec3& x) -> Vec3 { return Vec3(2, 3, 4) + Vec3(.001, .002, .003).cross(x); };
  for (const std::size_t b : {0, 1}) EXPECT_LT(largestError(problem.body(b), rigid), 1e-12);
  EXPECT_LT(problem.energy(), 1e-16 * 70000);  // no strain
}

}  // namespace
}  // namespace tenon::simulation
