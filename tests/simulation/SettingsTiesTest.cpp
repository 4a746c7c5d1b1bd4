// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verification cases of ties and pressure fields: results do not depend on position and units.
#include <gtest/gtest.h>

#include <cmath>

#include "Settings.hpp"
#include "constraint/dirichlet/guides.hpp"
#include "constraint/incompressible/Incompressible.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/ties/Mortar.hpp"
#include "force/DensityLoad.hpp"
#include "meshes.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Fixed;
using constraint::Incompressible;
using constraint::Mortar;

class TiesInAllSettings : public InAllSettings {
 protected:
  /// Selects from several kinds of expensive cases: all of them for the direct solver, the first
  /// one for other solvers.
  template <class Kind>
  static std::vector<Kind> some(std::vector<Kind> kinds) {
    if (GetParam().preset != "direct") kinds.resize(1);
    return kinds;
  }
};

// See PressureTest.PassesThePatchTest, IsInTheStress and PassesThePatchTestNearlyIncompressible.
TEST_P(TiesInAllSettings, PatchByPressure) {
  constexpr double mu = 40, strain = .01;
  struct Pair {
    CellType type;
    const char* pressure;
    double bulk;
  };
  for (const Pair& pair : some<Pair>({{CellType::hex20, "linear", 0},
                                      {CellType::hex27, "constant", 0},
                                      {CellType::quad9, "linear", 0},
                                      {CellType::tet10, "linear", 1e4},
                                      {CellType::prism15, "linear", 1e4}}))
    expectSame(1.0 / 3, [&](const SettingAndPreset& setting) {
      const bool plane = mesh::info(pair.type).dimension == 2;
      Problem problem;
      Incompressible::Data data{"", "body"};
      data.pressure = pair.pressure;
      data.bulk = setting.stress(pair.bulk);
      if (plane) data.thickness = .05 * setting.length;
      Body& body = problem.add("body", box(setting, pair.type, {2, 3, plane ? 0 : 2}, {0, 0, 0}, {1, 1, 1}),
                               material(setting, 2 * mu, 0), {"", fem::Plane::strain, data.thickness});
      const char* const sides[] = {"xmin", "ymin", "zmin"};
      const char* const axes[] = {"x", "y", "z"};
      for (int c = 0; c < body.mesh().dimension(); ++c) problem.hold<Fixed>(body, {sides[c], {axes[c]}});
      problem.load<force::Traction>(body,
                                    {"xmax", {setting.stress((plane ? 4 : 3) * mu * strain), 0, 0}, data.thickness});
      const auto& field = problem.constrain<Incompressible>(data);
      problem.solve(setting.preset);
      fem::Recovery recovery(problem.body(0).domain());
      fem::addStresses(problem.body(0).forces, recovery);
      field.addStress(problem.solution().multipliers[0], recovery);
      recovery.average();
      const double expected[6] = {(plane ? 4 : 3) * mu * strain, 0, plane ? 2 * mu * strain : 0, 0, 0, 0};
      const auto owned = static_cast<std::size_t>(problem.body(0).mesh().layout().numOwned());
      for (std::size_t i = 0; i < 6 * owned; ++i)
        EXPECT_NEAR(recovery.stress().nodes[i] / setting.stress(1), expected[i % 6], mu * setting.tolerance(1.0 / 3));
      Numbers numbers = displacementsOf(setting, problem);
      addForce(setting, problem.constraintForce(0, 0, "xmax"), numbers);
      return numbers;
    });
}

// See SphereByPressure.WidensAsLameSaysAndHasItsStress; fewer cells.
TEST_P(TiesInAllSettings, SphereByPressure) {
  for (const double poisson : some<double>({.5, .4999}))
    expectSame(.1, [&](const SettingAndPreset& setting) {
      const double mu = 1000 / (2 * (1 + poisson));
      Problem problem;
      Body& sphere =
          problem.add("sphere", distributeMesh([] { return octant(2, 2); }, setting), material(setting, 2 * mu, 0));
      problem.load<force::Pressure>(sphere, {"inside", setting.stress(1), 1});
      for (const int c : {0, 1, 2}) {
        DirichletField::Data plane{"all", {c}};
        plane.where = [&, c](const Vec3& x) { return std::abs(setting.transformBack(x)[c]) < 1e-6; };
        problem.hold<DirichletField>(sphere, plane);
      }
      Incompressible::Data field{"", "sphere"};
      if (poisson < .5) field.bulk = setting.stress(2 * mu * poisson / (1 - 2 * poisson));
      problem.constrain<Incompressible>(field);
      problem.solve(setting.preset);
      Numbers numbers = displacementsOf(setting, problem);
      addForce(setting, problem.reaction(0, "all"), numbers);
      addForce(setting, problem.constraintForce(0, 0, "inside"), numbers);
      return numbers;
    });
}

// See Tied.BodyHeldOnlyByATieIsOneWithTheOther.
TEST_P(TiesInAllSettings, BodyHeldOnlyByATie) {
  expectSame(1.0 / 3, [](const SettingAndPreset& setting) {
    Problem problem;
    Body& left = problem.add("left", box(setting, CellType::hex8, {2, 2, 2}), material(setting, 1000, .3));
    Body& right = problem.add("right", box(setting, CellType::hex8, {3, 3, 3}, {1, 0, 0}, {2, 1, 1}),
                              material(setting, 1000, .3));
    problem.hold<Fixed>(left, {"xmin", {}});
    problem.load<force::Traction>(right, {"xmax", {0, 0, setting.stress(-1)}, 1});
    problem.constrain<Mortar>({"tie", {"right", "xmin"}, {"left", "xmax"}, "standard"});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    addForce(setting, problem.constraintForce(0, 1, "xmin"), numbers);
    EXPECT_LT((Vec3(numbers.force.data()) - Vec3(0, 0, 1)).norm(), setting.tolerance(1.0 / 3));
    return numbers;
  });
}

// See Oblique.PlanesAndMultipliersAgreeWithElimination.
TEST_P(TiesInAllSettings, PlaneAndMultipliers) {
  expectSame(1.0 / 3, [](const SettingAndPreset& setting) {
    constraint::AffineDisplacement pull;
    pull.values = {0.02 * setting.length, 0.01 * setting.length, std::nullopt};
    Problem problem;
    Body& body = problem.add("block", box(setting, CellType::hex8, {3, 2, 2}), material(setting, 1000, .3));
    problem.hold<constraint::OnPlane>(body, {"zmin", {0.1, 0.2, 1}, 0.0, {}});
    problem.hold<Fixed>(body, {"xmin", {"x", "y"}});
    problem.constrain<constraint::DisplacementConstraint>({pull, "pull", "block", "xmax"});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    addForce(setting, problem.reaction(0, "xmin"), numbers);
    addForce(setting, problem.constraintForce(0, 0, "xmax"), numbers);
    return numbers;
  });
}

// See Tied.OverhangingSlaveCarriesTheTractionOfTheClosedForm; fewer cells. A block of cells of size
// h overhangs a cube's edge at x = 1 by three cells, less a sliver of one cell. The
// translation would perturb a sliver of 1e-6 h by round-off; therefore it is larger here.
TEST_P(TiesInAllSettings, OverhangingBlock) {
  for (const char* multipliers : {"standard", "dual"})
    for (const double sliver : {0.0, 1e-2})
      expectSame(.2, [&](const SettingAndPreset& setting) {
        const double h = 1.0 / (3.0 + sliver);
        Problem problem;
        Body& lower = problem.add("lower", box(setting, CellType::hex8, {2, 2, 2}), material(setting, 1000, .3));
        Body& upper = problem.add("upper", box(setting, CellType::hex8, {5, 3, 2}, {0, 0, 1}, {5 * h, 1, 2}),
                                  material(setting, 1000, .3));
        problem.hold<Fixed>(lower, {"zmin", {}});
        for (Body* body : {&lower, &upper}) {
          problem.hold<Fixed>(*body, {"xmin", {"x"}});
          problem.hold<Fixed>(*body, {"ymin", {"y"}});
        }
        problem.load<force::Traction>(upper, {"zmax", {0, 0, setting.stress(-1)}, 1});
        problem.constrain<Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, multipliers});
        problem.solve(setting.preset);
        Numbers numbers = displacementsOf(setting, problem);
        addForce(setting, problem.constraintForce(0, 1, "zmin"), numbers);
        return numbers;
      });
}

// See Tied.CurvedInterfacesOfSecondOrderConverge; fewer cells.
TEST_P(TiesInAllSettings, CurvedInterface) {
  for (const char* multipliers : some<const char*>({"standard", "dual"}))
    expectSame(.3, [&](const SettingAndPreset& setting) {
      const Field exact = [&](const Vec3& here) -> Vec3 {
        const Vec3 x = setting.transformBack(here);
        return setting.length * Vec3(x[0] * x[0], x[1] * x[1] - 2 * x[0] * x[1], x[2] * x[2] - 2 * x[1] * x[2]);
      };
      const auto bent = [](const Point& p) {
        return Point{p[0], p[1], p[2] + 0.2 * p[2] * (2 - p[2]) * std::sin(2 * p[0]) * std::cos(p[1])};
      };
      const fem::LinearElastic elastic = material(setting, 1000, .3);
      const double mu = elastic.mu() / setting.length, lambda = elastic.lambda() / setting.length;
      Problem problem;
      for (const auto& [name, n, low, end] :
           {std::tuple{"lower", 2, 0.0, "zmin"}, std::tuple{"upper", 3, 1.0, "zmax"}}) {
        Body& body = problem.add(name,
                                 mesh::box(world(), CellType::tet10, {n, n, n}, {0, 0, low}, {1, 1, low + 1},
                                           setting.options({bent, nullptr})),
                                 elastic);
        problem.load<force::BodyForce>(body, {-Vec3(2 * mu, 2 * mu, 2 * lambda + 4 * mu), "all", 1});
        problem.hold<DirichletField>(body, {end, {0, 1, 2}, exact});
      }
      problem.constrain<Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, multipliers, 0.3});
      problem.solve(setting.preset);
      Numbers numbers = displacementsOf(setting, problem);
      addForce(setting, problem.constraintForce(0, 1, "zmin"), numbers);
      return numbers;
    });
}

INSTANTIATE_TEST_SUITE_P(Verification, TiesInAllSettings, ::testing::ValuesIn(everywhere({"direct", "schur"})),
                         nameOfSettingAndPreset);

}  // namespace
}  // namespace tenon::simulation
