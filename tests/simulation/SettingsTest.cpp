// Verification cases wherever they stand and in any unit: the same numbers.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "Problem.hpp"
#include "meshes.hpp"
#include "tenon/constraint/linear/Hold.hpp"
#include "tenon/constraint/ties/Mortar.hpp"
#include "tenon/constraint/ties/NodeTie.hpp"
#include "tenon/constraint/linear/Periodic.hpp"
#include "tenon/constraint/linear/Rigid.hpp"
#include "tenon/constraint/Sliding.hpp"
#include "tenon/fem/errorNorms.hpp"
#include "tenon/force/Pressure.hpp"
#include "tenon/force/Traction.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using base::Mat3;
using constraint::Fixed;
using constraint::Prescribed;

/// Results of a problem in the units in which it is published.
struct Numbers {
  std::vector<double> displacement, force;
};

class InEverySetting : public ::testing::TestWithParam<Setting> {
 protected:
  /// `cell`: size of the smallest cell, as published.
  void expectSame(double cell, const std::function<Numbers(const Setting&)>& solve) const {
    const Numbers expected = solve({}), found = solve(GetParam());
    const double tolerance = GetParam().tolerance(cell);
    expectNear(found.displacement, expected.displacement, tolerance, "displacement");
    expectNear(found.force, expected.force, tolerance, "force");
  }

 private:
  static void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance,
                         const char* what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    double largest = 0.0, difference = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      largest = std::max(largest, std::abs(expected[i]));
      difference = std::max(difference, std::abs(found[i] - expected[i]));
    }
    EXPECT_LE(difference, tolerance * largest) << what;
  }
};

fem::LinearElastic material(const Setting& setting, double young, double poisson) {
  return {setting.stress(young), poisson};
}

mesh::Mesh box(const Setting& setting, CellType type, const std::array<int, 3>& cells, const Point& low = {0, 0, 0},
               const Point& high = {1, 1, 1}) {
  return mesh::box(world(), type, cells, low, high, setting.options());
}

/// u = value + A (x - origin).
constraint::AffineMotion motion(const Setting& setting, const Vec3& value, const Mat3& A = Mat3::Zero()) {
  const Vec3 u = setting.length * value - A * setting.origin;
  constraint::AffineMotion motion;
  motion.values = {u[0], u[1], u[2]};
  motion.gradient = A;
  return motion;
}

/// Appends the displacements of a body's nodes, in the order of its mesh.
void addMotion(const Setting& setting, const Body& body, Numbers& numbers) {
  const auto block = static_cast<std::size_t>(body.state().block());
  std::vector<double> all(block * static_cast<std::size_t>(body.mesh().layout().numGlobal()), 0.0);
  for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node)
    for (std::size_t c = 0; c < block; ++c)
      all[block * static_cast<std::size_t>(body.mesh().nodePositions()[static_cast<std::size_t>(node)]) + c] =
          body.state().displacement()[block * static_cast<std::size_t>(node) + c] / setting.length;
  world().sumInPlace<double>(all);
  numbers.displacement.insert(numbers.displacement.end(), all.begin(), all.end());
}
void addForce(const Setting& setting, const Vec3& force, Numbers& numbers) {
  for (int c = 0; c < 3; ++c) numbers.force.push_back(force[c] / setting.force);
}

// As Patch.MacNealHarder.
TEST_P(InEverySetting, MacNealHarderPatch) {
  expectSame(.3, [](const Setting& setting) {
    Mat3 gradient;
    gradient << 1e-3, .5e-3, .5e-3, .5e-3, 1e-3, .5e-3, .5e-3, .5e-3, 1e-3;
    Problem problem;
    Body& cube = problem.add("cube", spread(macNealHarder, setting), material(setting, 1e6, .25));
    problem.hold<Prescribed>(cube, {motion(setting, Vec3::Zero(), gradient), "boundary"});
    problem.solve("direct");
    Numbers numbers;
    addMotion(setting, problem.body(0), numbers);
    const auto recovered = fem::recover(problem.body(0).domain(), problem.body(0).forces);
    for (const double stress : recovered.stress().cells.front())
      EXPECT_LT(std::min(std::abs(stress / setting.stress(2000) - 1), std::abs(stress / setting.stress(400) - 1)),
                setting.tolerance(.3));
    return numbers;
  });
}

// As Held.MultipliersAndEliminationAgree.
TEST_P(InEverySetting, CubeHeldByMultipliers) {
  expectSame(.25, [](const Setting& setting) {
    Problem problem;
    problem.add("cube", box(setting, CellType::hex8, {4, 4, 4}), material(setting, 1000, .3));
    problem.constrain<constraint::Hold>({motion(setting, Vec3::Zero()), "bottom", "cube", "zmin"});
    problem.constrain<constraint::Hold>({motion(setting, Vec3(0, 0, .01)), "top", "cube", "zmax"});
    problem.solve("direct");
    Numbers numbers;
    addMotion(setting, problem.body(0), numbers);
    addForce(setting, problem.constraintForce(1, 0, "zmax"), numbers);
    EXPECT_NEAR(numbers.force[2], 10.8930451182, 10.893 * setting.tolerance(.25));
    return numbers;
  });
}

/// Pressed blocks on planes of symmetry, tied as `tie` says.
Numbers pressedBlocks(const Setting& setting, CellType below, const std::function<void(Problem&)>& tie) {
  Problem problem;
  Body& lower = problem.add("lower", box(setting, below, {2, 2, 2}), material(setting, 1000, .3));
  Body& upper =
      problem.add("upper", box(setting, CellType::hex8, {3, 3, 3}, {0, 0, 1}, {1, 1, 2}), material(setting, 1000, .3));
  problem.hold<Fixed>(lower, {"zmin", {"z"}});
  for (Body* body : {&lower, &upper}) {
    problem.hold<Fixed>(*body, {"xmin", {"x"}});
    problem.hold<Fixed>(*body, {"ymin", {"y"}});
  }
  problem.load<force::Traction>(upper, {"zmax", {0, 0, setting.stress(-10)}, 1});
  tie(problem);
  problem.solve("direct");
  Numbers numbers;
  for (const std::size_t b : {0, 1}) addMotion(setting, problem.body(b), numbers);
  addForce(setting, problem.constraintForce(0, 1, "zmin"), numbers);
  return numbers;
}

// As Tied.MortarPassesThePatchTestWithRedundantRows.
TEST_P(InEverySetting, BlocksTiedByMortars) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType below : {CellType::hex8, CellType::hex20})
      expectSame(1.0 / 3, [&](const Setting& setting) {
        const Numbers numbers = pressedBlocks(setting, below, [&](Problem& problem) {
          problem.constrain<constraint::Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, multipliers});
        });
        EXPECT_NEAR(numbers.force[2], 10.0, 10.0 * setting.tolerance(1.0 / 3));
        return numbers;
      });
}

TEST_P(InEverySetting, BlocksTiedAtNodes) {
  expectSame(1.0 / 3, [&](const Setting& setting) {
    return pressedBlocks(setting, CellType::hex8, [&](Problem& problem) {
      problem.constrain<constraint::NodeTie>({"tie", {"upper", "zmin"}, {"lower", "zmax"}});
    });
  });
}

// As Held.RigidLinkOfTwoSolidsMovesAsInSslv114.
TEST_P(InEverySetting, RigidLinkOfTwoSolids) {
  expectSame(.4, [](const Setting& setting) {
    Problem problem;
    Body& lower = problem.add("lower",
                              spread(
                                  [] {
                                    return slab(0, .4, {{"F", 0}, {"I", 3}});
                                  },
                                  setting),
                              material(setting, 1000, .3));
    Body& upper = problem.add("upper",
                              spread(
                                  [] {
                                    return slab(.6, 1, {{"J", 4}});
                                  },
                                  setting),
                              material(setting, 70000, .2));
    const double unit = setting.length;
    problem.hold<Prescribed>(lower, {motion(setting, {2, 3, 4}), "F"});
    problem.hold<Prescribed>(lower, {{{1.997 * unit, {}, {}}, Mat3::Zero()}, "I"});
    problem.hold<Prescribed>(upper, {{{2.002 * unit, 2.999 * unit, {}}, Mat3::Zero()}, "J"});
    problem.constrain<constraint::Rigid>({"link", {{"lower", "all"}, {"upper", "all"}}});
    problem.solve("direct");
    Numbers numbers;
    for (const std::size_t b : {0, 1}) addMotion(setting, problem.body(b), numbers);
    return numbers;
  });
}

// As Homogenise.GivesTheStiffnessOfALaminate.
TEST_P(InEverySetting, PeriodicLaminate) {
  expectSame(.25, [](const Setting& setting) {
    Problem problem;
    Body& cell = problem.add("cell", spread([] { return layers(CellType::hex8, {2, 1, 4}); }, setting), {0, 0});
    for (const auto& [group, young] : {std::pair{"lower", 1.0}, {"upper", 10.0}}) {
      force::SolidOptions options;
      options.group = group;
      cell.forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(material(setting, young, .3),
                                                                                    options, cell.domain()));
    }
    constraint::Periodic::Data data{"", "cell", {{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}}, {}};
    data.strain.components = {0, 0, 1, 0, 0, 0};
    data.fix_node = true;
    const auto& periodic = static_cast<const constraint::Periodic&>(problem.constrain<constraint::Periodic>(data));
    problem.solve("direct");
    const Mat3 stress = periodic.meanStress(problem.solution().multipliers[0]) / setting.stress(1.0);
    Numbers numbers;
    addMotion(setting, problem.body(0), numbers);
    numbers.force.assign(stress.data(), stress.data() + 9);
    EXPECT_NEAR(stress(2, 2), 2.4475524475524475, 2.4 * setting.tolerance(.25));
    return numbers;
  });
}

// As Beam.TipMovesAsPublished, of fewer cells.
TEST_P(InEverySetting, BentBeam) {
  for (const CellType type : {CellType::hex8, CellType::tet10})
    expectSame(1.0, [&](const Setting& setting) {
      Problem problem;
      Body& beam =
          problem.add("beam", box(setting, type, {10, 2, 1}, {0, -1, 0}, {10, 1, 1}), material(setting, 1000, 0));
      problem.hold<Fixed>(beam, {"xmin", {}});
      problem.load<LoadField>(beam, {"xmax", 2, [&](const Vec3& x) {
                                       const double y = setting.published(x)[1];
                                       return Vec3(0, setting.stress(.75 * (1 - y * y)), 0);
                                     }});
      problem.solve("direct");
      Numbers numbers;
      addMotion(setting, problem.body(0), numbers);
      addForce(setting, problem.reaction(0, "xmin"), numbers);
      return numbers;
    });
}

// As Sphere.WidensAsLameSays, of fewer cells.
TEST_P(InEverySetting, SphereUnderPressure) {
  expectSame(.1, [](const Setting& setting) {
    Problem problem;
    Body& sphere = problem.add("sphere", spread([] { return octant(2, 2); }, setting), material(setting, 1000, .3));
    problem.load<force::Pressure>(sphere, {"inside", setting.stress(1), 1});
    for (const int c : {0, 1, 2}) {
      HeldField::Data plane{"all", {c}};
      plane.where = [&, c](const Vec3& x) { return std::abs(setting.published(x)[c]) < 1e-6; };
      problem.hold<HeldField>(sphere, plane);
    }
    problem.solve("direct");
    Numbers numbers;
    addMotion(setting, problem.body(0), numbers);
    addForce(setting, problem.reaction(0, "all"), numbers);
    return numbers;
  });
}

// A block that slides on another one, by Newton's method.
TEST_P(InEverySetting, BlockSlidesOnASurface) {
  expectSame(.5, [](const Setting& setting) {
    Problem problem;
    Body& lower = problem.add("lower", box(setting, CellType::hex20, {2, 2, 1}), material(setting, 1000, .3));
    Body& upper = problem.add("upper", box(setting, CellType::hex8, {1, 1, 1}, {.3, .3, 1}, {.8, .8, 1.5}),
                              material(setting, 1000, .3));
    problem.hold<Fixed>(lower, {"zmin", {}});
    problem.hold<Fixed>(upper, {"ymin", {"y"}});
    problem.hold<Prescribed>(upper, {motion(setting, {.05, 0, -.01}), "zmax"});
    problem.constrain<constraint::PointOnSurface>({"", {"upper", "zmin"}, {"lower", "zmax"}});
    analysis::Statics::Data sharp;
    sharp.tolerance = 1e-10;
    problem.solveBySteps("direct", sharp);
    Numbers numbers;
    for (const std::size_t b : {0, 1}) addMotion(setting, problem.body(b), numbers);
    addForce(setting, problem.constraintForce(0, 1, "zmin"), numbers);
    return numbers;
  });
}

INSTANTIATE_TEST_SUITE_P(Verification, InEverySetting, tenon::testing::settings(), tenon::testing::nameOf);

}  // namespace
}  // namespace tenon::simulation
