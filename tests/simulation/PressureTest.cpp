// Incompressible and nearly incompressible bodies by a pressure field.
#include <gtest/gtest.h>

#include "Problem.hpp"
#include "tenon/constraint/Incompressible.hpp"
#include "tenon/force/Traction.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Fixed;
using constraint::Incompressible;

constexpr double mu = 40.0, strain = 0.01;

/// Pulled along x between planes of symmetry, free at its sides.
void pull(Problem& problem, CellType type, std::array<int, 3> cells, double traction,
          const Incompressible::Data& data) {
  mesh::BoxOptions options;
  options.part = [](const Point& x) { return static_cast<int>(10 * x[0] + 7 * x[1]) % world().size(); };
  Body& body = problem.add("body", mesh::box(world(), type, cells, {0, 0, 0}, {1, 1, 1}, options), {2 * mu, 0});
  const char* const sides[] = {"xmin", "ymin", "zmin"};
  const char* const axes[] = {"x", "y", "z"};
  for (int c = 0; c < body.mesh().dimension(); ++c) problem.hold<Fixed>(body, {sides[c], {axes[c]}});
  problem.load<force::Traction>(body, {"xmax", {traction, 0, 0}, 1});
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

// sigma = 2 mu eps - p I: u = strain (x, -y/2, -z/2), p = -mu strain, traction 3 mu strain; in the plane (x, -y),
// p = -2 mu strain, 4 mu strain.
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

// lambda = bulk: Young's modulus mu (3 bulk + 2 mu) / (bulk + mu), Poisson's ratio bulk / (2 (bulk + mu)).
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
