// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Incompressible and nearly incompressible bodies with a pressure field.
#include <gtest/gtest.h>

#include "Problem.hpp"
#include "constraint/incompressible/Incompressible.hpp"
#include "fem/ShearElastic.hpp"
#include "force/DensityLoad.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Fixed;
using constraint::Incompressible;

constexpr double mu = 40.0, strain = 0.01;

/// Adds a body pulled along x between planes of symmetry, with free sides. All contributors have
/// the thickness of the pressure field.
void pull(Problem& problem, CellType type, std::array<int, 3> cells, double traction,
          const Incompressible::Data& data) {
  mesh::BoxOptions options;
  options.part = [](const Point& x) { return static_cast<int>(10 * x[0] + 7 * x[1]) % world().size(); };
  Body& body = problem.add("body", mesh::box(world(), type, cells, {0, 0, 0}, {1, 1, 1}, options), {2 * mu, 0},
                           {"", fem::Plane::strain, data.thickness});
  const char* const sides[] = {"xmin", "ymin", "zmin"};
  const char* const axes[] = {"x", "y", "z"};
  for (int c = 0; c < body.mesh().dimension(); ++c) problem.hold<Fixed>(body, {sides[c], {axes[c]}});
  problem.load<force::Traction>(body, {"xmax", {traction, 0, 0}, data.thickness});
  problem.constrain<Incompressible>(data);
}

void expectPressure(const Problem& problem, double expected) {
  for (const double p : problem.solution().multipliers[0]) EXPECT_NEAR(p, expected, 1e-9 * mu);
}

struct Pair {
  CellType type;
  const char* pressure;
};

class PressureTest : public ::testing::TestWithParam<Pair> {};

// sigma = 2 mu eps - p I: u = strain (x, -y/2, -z/2), p = -mu strain, traction 3 mu strain; in the
// plane u = strain (x, -y), p = -2 mu strain, traction 4 mu strain.
TEST_P(PressureTest, PassesThePatchTest) {
  const bool plane = mesh::info(GetParam().type).dimension == 2;
  Problem problem;
  Incompressible::Data data{"", "body"};
  data.pressure = GetParam().pressure;
  pull(problem, GetParam().type, {2, 3, plane ? 0 : 2}, (plane ? 4 : 3) * mu * strain, data);
  problem.solve("direct");
  const double across = plane ? -1 : -0.5;
  EXPECT_LT(largestError(problem.body(0),
                         [&](const Vec3& x) { return Vec3(strain * Vec3(x[0], across * x[1], across * x[2])); }),
            1e-9);
  expectPressure(problem, (plane ? -2 : -1) * mu * strain);
}

// lambda = bulk: Young's modulus mu (3 bulk + 2 mu) / (bulk + mu), Poisson's ratio bulk / (2 (bulk
// + mu)).
TEST_P(PressureTest, PassesThePatchTestNearlyIncompressible) {
  if (mesh::info(GetParam().type).dimension == 2) GTEST_SKIP() << "in space";
  const double bulk = 1e4, poisson = bulk / (2 * (bulk + mu)), young = 2 * mu * (1 + poisson);
  Problem problem;
  Incompressible::Data data{"", "body"};
  data.pressure = GetParam().pressure;
  data.bulk = bulk;
  pull(problem, GetParam().type, {2, 2, 1}, young * strain, data);
  problem.solve("direct");
  EXPECT_LT(largestError(problem.body(0),
                         [&](const Vec3& x) { return Vec3(strain * Vec3(x[0], -poisson * x[1], -poisson * x[2])); }),
            1e-9);
  expectPressure(problem, -bulk * (1 - 2 * poisson) * strain);
}

// A contributor that ignores the thickness would change the pressure or the displacement: p =
// -lambda div u with u = strain (x, -y lambda / (lambda + 2 mu)), lambda = bulk, traction 4 mu
// strain (lambda + mu) / (lambda + 2 mu).
TEST_P(PressureTest, TakesPlatesOfAnyThickness) {
  if (mesh::info(GetParam().type).dimension != 2) GTEST_SKIP() << "in the plane";
  for (const double bulk : {0.0, 100.0}) {
    const double across = bulk == 0.0 ? 1.0 : bulk / (bulk + 2 * mu);
    Problem problem;
    Incompressible::Data data{"", "body"};
    data.pressure = GetParam().pressure;
    data.bulk = bulk;
    data.thickness = 0.05;
    pull(problem, GetParam().type, {2, 3, 0}, 2 * mu * strain * (1 + across), data);
    problem.solve("direct");
    EXPECT_LT(
        largestError(problem.body(0), [&](const Vec3& x) { return Vec3(strain * Vec3(x[0], -across * x[1], 0)); }),
        1e-9);
    expectPressure(problem, -2 * mu * across * strain);
    const auto forces = problem.constraintForce(0, 0, "xmax");
    EXPECT_NEAR(forces[0], -data.thickness * 2 * mu * across * strain, 1e-9 * mu) << "p times the face";
  }
}

// Stress of the patch: the traction along x, and zero on the free sides.
TEST_P(PressureTest, IsInTheStress) {
  const bool plane = mesh::info(GetParam().type).dimension == 2;
  Problem problem;
  Incompressible::Data data{"", "body"};
  data.pressure = GetParam().pressure;
  pull(problem, GetParam().type, {2, 3, plane ? 0 : 2}, (plane ? 4 : 3) * mu * strain, data);
  problem.solve("direct");
  const Body& body = problem.body(0);
  fem::Recovery recovery(body.domain());
  fem::addStresses(body.forces, recovery);
  problem.mechanics().constraints()[0]->addStress(problem.solution().multipliers[0], recovery);
  recovery.average();
  const double expected[6] = {(plane ? 4 : 3) * mu * strain, 0, plane ? 2 * mu * strain : 0, 0, 0, 0};
  const auto owned = static_cast<std::size_t>(body.mesh().layout().numOwned());
  for (std::size_t i = 0; i < 6 * owned; ++i)
    EXPECT_NEAR(recovery.stress().nodes[i], expected[i % 6], 1e-9 * mu) << "node " << i / 6;
  for (const auto& cells : recovery.stress().cells)
    for (std::size_t i = 0; i < cells.size(); ++i)
      EXPECT_NEAR(cells[i], expected[i % 6], 1e-9 * mu) << "cell " << i / 6;
}

// A pressure that is linear at the vertices is linear between them, and in the stress.
TEST_P(PressureTest, IsThereBetweenTheVertices) {
  if (GetParam().pressure != std::string("linear")) GTEST_SKIP() << "constant in each cell";
  const bool plane = mesh::info(GetParam().type).dimension == 2;
  Problem problem;
  Incompressible::Data data{"", "body"};
  pull(problem, GetParam().type, {2, 3, plane ? 0 : 2}, 1.0, data);
  const auto& pressure = *problem.makeSystem().constraints()[0];
  const Body& body = problem.body(0);
  const auto exact = [&](LocalIndex node) {
    const double* x = body.mesh().points().data() + 3 * static_cast<std::ptrdiff_t>(node);
    return 1.0 + 2.0 * x[0] - 3.0 * x[1] + x[2];
  };
  std::vector<double> lambda;
  for (const LocalIndex node : pressure.carrierNodes()) lambda.push_back(exact(node));
  std::vector<double> field(static_cast<std::size_t>(body.mesh().layout().numOwned()), 0.0);
  pressure.fillField(lambda, field);
  fem::Recovery recovery(body.domain());
  fem::addStresses(body.forces, recovery);  // without displacement: only the number of cells at each node
  pressure.addStress(lambda, recovery);
  recovery.average();
  for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) {
    EXPECT_NEAR(field[static_cast<std::size_t>(node)], exact(node), 1e-13);
    for (std::size_t c = 0; c < 6; ++c)
      EXPECT_NEAR(recovery.stress().nodes[6 * static_cast<std::size_t>(node) + c], c < 3 ? -exact(node) : 0.0, 1e-12);
  }
}

// The material and the constraint both take E and nu, with nu up to 1/2.
TEST_P(PressureTest, TakesYoungAndPoissonPlainly) {
  if (mesh::info(GetParam().type).dimension == 2) GTEST_SKIP() << "in space";
  for (const double poisson : {0.3, 0.4999, 0.5}) {
    const double young = 1000;
    Problem problem;
    Body& body = problem.add("body", mesh::box(world(), GetParam().type, {2, 2, 1}), {});
    body.forces.push_back(std::make_unique<force::SolidForce<fem::ShearElastic>>(fem::ShearElastic{young, poisson},
                                                                                 force::SolidOptions{}, body.domain()));
    problem.hold<Fixed>(body, {"xmin", {"x"}});
    problem.hold<Fixed>(body, {"ymin", {"y"}});
    problem.hold<Fixed>(body, {"zmin", {"z"}});
    problem.load<force::Traction>(body, {"xmax", {young * strain, 0, 0}, 1});
    Incompressible::Data data{"", "body"};
    data.pressure = GetParam().pressure;
    data.young = young, data.poisson = poisson;
    problem.constrain<Incompressible>(data);
    problem.solve("direct");
    EXPECT_LT(largestError(problem.body(0),
                           [&](const Vec3& x) { return Vec3(strain * Vec3(x[0], -poisson * x[1], -poisson * x[2])); }),
              1e-8);
    // tr sigma / 3 = E strain / 3; the material contributes 2 mu tr eps / 3.
    const double change = (1 - 2 * poisson) * strain, mean = young * strain / 3;
    for (const double p : problem.solution().multipliers[0])
      EXPECT_NEAR(p, young / (1 + poisson) * change / 3 - mean, 1e-8 * young);
  }
}

TEST(Incompressible, refusesConstantsThatContradictEachOther) {
  Incompressible::Data data{"p", "body"};
  const auto modulus = [&](double bulk, double young, double poisson) {
    data.bulk = bulk, data.young = young, data.poisson = poisson;
    return data.bulkModulus();
  };
  EXPECT_EQ(modulus(7, 0, 0), 7.0);
  EXPECT_NEAR(modulus(0, 1000, 0.25), 400.0, 1e-12);
  EXPECT_EQ(modulus(0, 1000, 0.5), 0.0);
  EXPECT_THROW(modulus(0, 1000, 0), base::InputError);
  EXPECT_THROW(modulus(0, 0, 0.3), base::InputError);
  EXPECT_THROW(modulus(5, 1000, 0.3), base::InputError);
}

INSTANTIATE_TEST_SUITE_P(Patch, PressureTest,
                         ::testing::Values(Pair{CellType::tet10, "linear"}, Pair{CellType::hex20, "linear"},
                                           Pair{CellType::hex27, "linear"}, Pair{CellType::prism15, "linear"},
                                           Pair{CellType::tri6, "linear"}, Pair{CellType::quad8, "linear"},
                                           Pair{CellType::quad9, "linear"}, Pair{CellType::hex27, "constant"},
                                           Pair{CellType::tet10, "constant"}, Pair{CellType::quad9, "constant"}),
                         [](const auto& tested) {
                           return std::string(mesh::info(tested.param.type).name) + tested.param.pressure;
                         });

}  // namespace
}  // namespace tenon::simulation
