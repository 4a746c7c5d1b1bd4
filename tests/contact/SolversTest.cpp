// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "Pile.hpp"
#include "contact/solvers/NaturalMap.hpp"
#include "everySolver.hpp"

// All solvers on the same piles, and the distinctive property of each solver.
namespace tenon::contact {
namespace {

using base::Vec3;

const Shape ground = HalfSpace{Vec3::UnitZ()};

/// Returns balls of three masses and a crate that have settled on each other, one of them still
/// sliding.
const std::vector<Pile::Body>& settled() {
  static const std::vector<Pile::Body> bodies = [] {
    Pile pile;
    pile.law.friction = 0.4;
    pile.bodies = {Pile::held(ground), Pile::cube(0.4, 3.0, {0, 0, 0.2})};
    for (const double x : {-0.3, 0.31, 0.92}) pile.bodies.push_back(Pile::sphere(0.1, 1.0, {x, 0.01 * x, 0.1}));
    for (const double x : {-0.09, 0.1}) pile.bodies.push_back(Pile::sphere(0.1, 5.0, {x, 0.02, 0.5}));
    pile.bodies.push_back(Pile::sphere(0.1, 0.5, {0.005, 0.02, 0.675}));
    pile.bodies[4].velocity = {-1.0, 0.1, 0.0};
    pile.parameters = {"newton", {1e-8, 20000}};
    pile.advance(2e-3, 30);
    return pile.bodies;
  }();
  return bodies;
}

class EverySolver : public ::testing::TestWithParam<std::string> {
 protected:
  static std::vector<Pile::Body> step(const std::string& solver, int steps) {
    Pile pile;
    pile.law.friction = 0.4;
    pile.bodies = settled();
    pile.parameters = {solver, {1e-10, 20000}};
    pile.advance(2e-3, steps);
    EXPECT_TRUE(pile.last.outcome.converged) << pile.last.outcome.complementarity;
    EXPECT_LE(pile.last.outcome.complementarity, 1e-10);
    EXPECT_GE(pile.last.num_contacts, 8);
    return pile.bodies;
  }
};

TEST_P(EverySolver, givesTheSameMotion) {
  const auto expected = step("gauss-seidel", 3), found = step(GetParam(), 3);
  for (std::size_t b = 0; b < found.size(); ++b) {
    EXPECT_LT((found[b].velocity - expected[b].velocity).norm(), 1e-7) << b;
    EXPECT_LT(0.1 * (found[b].spin - expected[b].spin).norm(), 1e-7) << b;
  }
}

// One cone for contact and rolling resistance: a block that omits a moment gives a different
// motion. Conjugate gradients may stall on the faces of such cones before the error is small; other
// steps then continue.
TEST_P(EverySolver, givesTheSameMotionWithRollingResistance) {
  const auto advanced = [&](const std::string& solver) {
    Pile pile;
    pile.law.friction = 0.4;
    pile.law.rolling = 0.005;
    pile.law.spinning = 0.004;
    pile.bodies = {Pile::held(ground)};
    for (int i = 0; i < 4; ++i) pile.bodies.push_back(Pile::sphere(0.1, 1.0 + i, {0.2 * i, 0, 0.1}));
    pile.bodies[1].velocity = {0.0, 0.5, 0.0};
    pile.bodies[1].spin = {-5.0, 0.0, 0.0};
    pile.bodies[2].spin = {0.0, 0.0, 4.0};
    pile.bodies[4].velocity = {-0.5, 0.1, 0.0};
    pile.parameters = {solver, {1e-10, 20000}};
    for (int k = 0; k < 3; ++k) {
      pile.advance(2e-3);
      EXPECT_TRUE(pile.last.outcome.converged) << pile.last.outcome.complementarity;
      EXPECT_LE(pile.last.outcome.complementarity, 1e-10);
    }
    return pile.bodies;
  };
  const auto expected = advanced("gauss-seidel"), found = advanced(GetParam());
  constexpr double apart = 1e-6;
  for (std::size_t b = 0; b < found.size(); ++b) {
    EXPECT_LT((found[b].velocity - expected[b].velocity).norm(), apart) << b;
    EXPECT_LT(0.1 * (found[b].spin - expected[b].spin).norm(), apart) << b;
  }
}

// The second step of a pile in equilibrium starts with the solution.
TEST_P(EverySolver, takesAWarmStart) {
  Pile pile;
  pile.law.friction = 0.4;
  pile.bodies = {Pile::held(ground)};
  for (int i = 0; i < 3; ++i) pile.bodies.push_back(Pile::sphere(0.1, 1.0, {0, 0, 0.1 + 0.2 * i}));
  pile.parameters = {GetParam(), {1e-8, 20000}};
  pile.advance(2e-3);
  EXPECT_GT(pile.last.outcome.iterations, 0);
  pile.advance(2e-3);
  EXPECT_LE(pile.last.outcome.iterations, 8);  // convergence is checked every eight sweeps
}

INSTANTIATE_TEST_SUITE_P(All, EverySolver, ::testing::ValuesIn(everySolver()), [](const auto& solver) {
  std::string name = solver.param;
  name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
  return name;
});

/// User-defined solver: projected gradients whose step is a given share of 1 / curvature.
class ProjectedGradients : public ConeSolver {
 public:
  struct Data {
    double share = 1.0;
  };
  static void declare(base::Parameters<Data>& p) {
    p.required("share", &Data::share, "", "length of a step, relative to 1 / curvature").between(0.0, 2.0);
  }
  explicit ProjectedGradients(const Data& data) : share_(data.share) {}

  Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) override {
    ScaledProblem scaled(problem);
    Impulses y = scaled.toScaled(x), Ny, g;
    scaled.project(y);
    scaled.multiply(y, Ny);
    Outcome outcome{0, scaled.complementarity(y, Ny), true};
    while (outcome.complementarity > limits.tolerance &&
           (outcome.converged = outcome.iterations < limits.max_iterations)) {
      ++outcome.iterations;
      scaled.augment(Ny);
      scaled.gradient(Ny, g);
      y -= share_ / most_neighbours * g;
      scaled.project(y);
      scaled.multiply(y, Ny);
      outcome.complementarity = scaled.complementarity(y, Ny);
    }
    x = scaled.toImpulses(y);
    return outcome;
  }

 private:
  static constexpr double most_neighbours = 8.0;  // the diagonal of N is 1
  double share_;
};

TEST(ConeSolverRegistry, ASolverOfAProgramHasItsOwnParameters) {
  coneSolvers().add<ProjectedGradients>("projected-gradients", "projected gradients with steps of one length");
  const auto choose = [](const std::string& text) {
    ConeSolverChoice choice = "jacobi";
    readValue(base::CaseNode::parse(text, "case.yaml"), choice);
    return choice;
  };
  const auto advanced = [&](const ConeSolverChoice& solver) {
    Pile pile;
    pile.law.friction = 0.4;
    pile.bodies = settled();
    pile.parameters = {solver, {1e-10, 20000}};
    pile.advance(2e-3, 3);
    EXPECT_TRUE(pile.last.outcome.converged);
    return pile.bodies;
  };
  const ConeSolverChoice own = choose("{type: projected-gradients, share: 1.2}");
  EXPECT_EQ(own.name(), "projected-gradients");
  const auto expected = advanced("gauss-seidel"), found = advanced(own);
  for (std::size_t b = 0; b < found.size(); ++b)
    EXPECT_LT((found[b].velocity - expected[b].velocity).norm(), 1e-7) << b;
  EXPECT_EQ(choose("newton").name(), "newton");
  EXPECT_THROW(choose("projected-gradients"), base::InputError) << "a required parameter";
  EXPECT_THROW(choose("{type: projected-gradients, share: 3}"), base::InputError);
  EXPECT_THROW(choose("{type: newton, share: 1}"), base::InputError);
  EXPECT_THROW(choose("newtn"), base::InputError);
}

/// Returns boxes of mass 1 below one of mass 1e4.
Pile loadedStack(const std::string& solver, double tolerance) {
  Pile pile;
  pile.law.friction = 0.4;
  pile.bodies = {Pile::held(ground)};
  for (int i = 0; i < 8; ++i) pile.bodies.push_back(Pile::cube(0.2, i < 7 ? 1.0 : 1e4, {0, 0, 0.1 + 0.2 * i}));
  pile.parameters = {solver, {tolerance, 1000}};
  return pile;
}

TEST(SemismoothNewton, carriesAHeavyBoxOnLightOnes) {
  Pile pile = loadedStack("newton", 1e-12);
  pile.advance(2e-3);
  EXPECT_TRUE(pile.last.outcome.converged);
  EXPECT_LE(pile.last.outcome.iterations, 250);
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_NEAR(pile.forceBetween(i, i + 1)[2], 9.81 * (1e4 + 7.0 - static_cast<double>(i)), 1e-2);
  Pile others = loadedStack("gauss-seidel", 1e-9);
  others.must_converge = false;
  others.advance(2e-3);
  EXPECT_FALSE(others.last.outcome.converged);
  EXPECT_GT(others.last.outcome.complementarity, 1e-5);
}

/// A body with two contacts on walls, one of them oblique, and a unilateral row, on the root.
struct Corner {
  la::Layout layout{base::Communicator::world(), base::Communicator::world().isRoot() ? 2 : 0, {}};
  la::Halo halo{layout};
  ConeProblem problem{layout, halo};

  Corner() {
    if (!base::Communicator::world().isRoot()) return;
    problem.mobility = {{}, {Vec3(1.0, 1.0, 0.5), 3.0 * base::Mat3::Identity()}};
    problem.free = {0, 0, 0, 0, 0, 0, -1, 0.4, -2, 0.3, 0.2, 0.1};
    for (const Vec3& normal : {Vec3(0, 0, 1), Vec3(0.6, 0, 0.8)}) {
      Contact contact{0, 1, frameOf(normal), Vec3::Zero(), Vec3(-0.5 * normal)};
      contact.friction = 0.3;
      problem.contacts.push_back(contact);
    }
    problem.rows.push_back({{{1, base::Vec6::Unit(1)}}, 0.1, true});
  }
};

// Directional finite differences of the natural map, for impulses inside, on and outside the cones.
TEST(NaturalMap, hasTheJacobianOfDifferences) {
  const Corner corner;
  ScaledProblem scaled(corner.problem);
  NaturalMap map(corner.problem, scaled);
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const auto any = [&] {
    return Impulses(Impulses::NullaryExpr(corner.problem.numImpulses(), [&] { return normal(random); }));
  };
  for (int i = 0; i < 30; ++i) {
    constexpr double step = 1e-6;
    const Impulses y = any(), d = any();
    Impulses Ny, Nd, ahead, behind, image;
    scaled.multiply(y, Ny);
    scaled.multiply(d, Nd);
    map.evaluate(y + step * d, Ny + step * Nd, ahead);
    map.evaluate(y - step * d, Ny - step * Nd, behind);
    map.linearise(y, Ny);
    map.apply(0.0, d, Nd, image);
    EXPECT_LT((image - (ahead - behind) / (2.0 * step)).norm(), 1e-6 * (1.0 + d.norm())) << i;
  }
}

// 70 columns of three balls have too many impulses for a dense matrix.
TEST(SemismoothNewton, usesProductsForLargeProblems) {
  Pile pile;
  pile.law.friction = 0.3;
  pile.bodies = {Pile::held(ground)};
  for (int column = 0; column < 70; ++column)
    for (int i = 0; i < 3; ++i) {
      pile.bodies.push_back(Pile::sphere(0.1, i == 2 ? 100.0 : 1.0, {0.3 * column, 0, 0.1 + 0.2 * i}));
      pile.bodies.back().velocity = {0.0, i == 0 ? 0.01 : 0.0, 0.0};
    }
  pile.parameters = {"newton", {1e-10, 400}};
  pile.advance(2e-3);
  EXPECT_TRUE(pile.last.outcome.converged);
  EXPECT_EQ(pile.last.num_contacts, 210);
  EXPECT_NEAR(pile.forceBetween(0, 1)[2], 9.81 * 102.0, 1e-3);
}

// Errors of 1e-4 and 1e-11 are a few Newton steps apart.
TEST(SemismoothNewton, isQuadraticAtTheEnd) {
  Pile rough = loadedStack("newton", 1e-4), fine = loadedStack("newton", 1e-11);
  rough.advance(2e-3);
  fine.advance(2e-3);
  EXPECT_TRUE(fine.last.outcome.converged);
  EXPECT_LE(fine.last.outcome.iterations, rough.last.outcome.iterations + 3);
}

}  // namespace
}  // namespace tenon::contact
