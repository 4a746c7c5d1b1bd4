// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verification cases: results do not depend on position and units.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "Settings.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/linear/Periodic.hpp"
#include "constraint/linear/Rigid.hpp"
#include "constraint/sliding/SlidingConstraint.hpp"
#include "constraint/ties/Mortar.hpp"
#include "constraint/ties/NodeTie.hpp"
#include "fem/errorNorms.hpp"
#include "force/DensityLoad.hpp"
#include "meshes.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Fixed;
using constraint::Prescribed;

// See Patch.MacNealHarder.
TEST_P(InAllSettings, MacNealHarderPatch) {
  expectSame(.3, [](const SettingAndPreset& setting) {
    Mat3 gradient;
    gradient << 1e-3, .5e-3, .5e-3, .5e-3, 1e-3, .5e-3, .5e-3, .5e-3, 1e-3;
    Problem problem;
    Body& cube = problem.add("cube", distributeMesh(macNealHarder, setting), material(setting, 1e6, .25));
    problem.hold<Prescribed>(cube, {motion(setting, Vec3::Zero(), gradient), "boundary"});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    const auto recovered = fem::recover(problem.body(0).domain(), problem.body(0).forces);
    for (const double stress : recovered.stress().cells.front())
      EXPECT_LT(std::min(std::abs(stress / setting.stress(2000) - 1), std::abs(stress / setting.stress(400) - 1)),
                setting.tolerance(.3));
    return numbers;
  });
}

// See Held.MultipliersAndEliminationAgree.
TEST_P(ConstrainedInAllSettings, CubeHeldByMultipliers) {
  expectSame(.25, [](const SettingAndPreset& setting) {
    Problem problem;
    problem.add("cube", box(setting, CellType::hex8, {4, 4, 4}), material(setting, 1000, .3));
    problem.constrain<constraint::DisplacementConstraint>({motion(setting, Vec3::Zero()), "bottom", "cube", "zmin"});
    problem.constrain<constraint::DisplacementConstraint>({motion(setting, Vec3(0, 0, .01)), "top", "cube", "zmax"});
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    addForce(setting, problem.constraintForce(1, 0, "zmax"), numbers);
    EXPECT_NEAR(numbers.force[2], 10.8930451182, 10.893 * setting.tolerance(.25));
    return numbers;
  });
}

/// Returns the results of blocks under compression on planes of symmetry, joined by `tie`.
Numbers pressedBlocks(const SettingAndPreset& setting, CellType below, const std::function<void(Problem&)>& tie) {
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
  problem.solve(setting.preset);
  Numbers numbers = displacementsOf(setting, problem);
  addForce(setting, problem.constraintForce(0, 1, "zmin"), numbers);
  return numbers;
}

// See Tied.MortarPassesThePatchTestWithRedundantRows.
TEST_P(ConstrainedInAllSettings, BlocksTiedByMortars) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType below : {CellType::hex8, CellType::hex20})
      expectSame(1.0 / 3, [&](const SettingAndPreset& setting) {
        const Numbers numbers = pressedBlocks(setting, below, [&](Problem& problem) {
          problem.constrain<constraint::Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, multipliers});
        });
        EXPECT_NEAR(numbers.force[2], 10.0, 10.0 * setting.tolerance(1.0 / 3));
        return numbers;
      });
}

TEST_P(ConstrainedInAllSettings, BlocksTiedAtNodes) {
  expectSame(1.0 / 3, [&](const SettingAndPreset& setting) {
    return pressedBlocks(setting, CellType::hex8, [&](Problem& problem) {
      problem.constrain<constraint::NodeTie>({"tie", {"upper", "zmin"}, {"lower", "zmax"}});
    });
  });
}

// See Held.RigidLinkOfTwoSolidsMovesAsInSslv114.
TEST_P(ConstrainedInAllSettings, RigidLinkOfTwoSolids) {
  expectSame(.4, [](const SettingAndPreset& setting) {
    Problem problem;
    Body& lower = problem.add("lower",
                              distributeMesh(
                                  [] {
                                    return slab(0, .4, {{"F", 0}, {"I", 3}});
                                  },
                                  setting),
                              material(setting, 1000, .3));
    Body& upper = problem.add("upper",
                              distributeMesh(
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
    problem.solve(setting.preset);
    return displacementsOf(setting, problem);
  });
}

// See Homogenise.GivesTheStiffnessOfALaminate.
TEST_P(ConstrainedInAllSettings, PeriodicLaminate) {
  expectSame(.25, [](const SettingAndPreset& setting) {
    Problem problem;
    Body& cell = problem.add("cell", distributeMesh([] { return layers(CellType::hex8, {2, 1, 4}); }, setting), {0, 0});
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
    problem.solve(setting.preset);
    const Mat3 stress = periodic.meanStress(problem.solution().multipliers[0]) / setting.stress(1.0);
    Numbers numbers = displacementsOf(setting, problem);
    numbers.force.assign(stress.data(), stress.data() + 9);
    EXPECT_NEAR(stress(2, 2), 2.4475524475524475, 2.4 * setting.tolerance(.25));
    return numbers;
  });
}

// See Beam.TipMovesAsPublished; fewer cells.
TEST_P(InAllSettings, BentBeam) {
  for (const CellType type : {CellType::hex8, CellType::tet10})
    expectSame(1.0, [&](const SettingAndPreset& setting) {
      Problem problem;
      Body& beam =
          problem.add("beam", box(setting, type, {10, 2, 1}, {0, -1, 0}, {10, 1, 1}), material(setting, 1000, 0));
      problem.hold<Fixed>(beam, {"xmin", {}});
      problem.load<LoadField>(beam, {"xmax", 2, [&](const Vec3& x) {
                                       const double y = setting.transformBack(x)[1];
                                       return Vec3(0, setting.stress(.75 * (1 - y * y)), 0);
                                     }});
      problem.solve(setting.preset);
      Numbers numbers = displacementsOf(setting, problem);
      addForce(setting, problem.reaction(0, "xmin"), numbers);
      return numbers;
    });
}

// See Sphere.WidensAsLameSays; fewer cells.
TEST_P(InAllSettings, SphereUnderPressure) {
  expectSame(.1, [](const SettingAndPreset& setting) {
    Problem problem;
    Body& sphere =
        problem.add("sphere", distributeMesh([] { return octant(2, 2); }, setting), material(setting, 1000, .3));
    problem.load<force::Pressure>(sphere, {"inside", setting.stress(1), 1});
    for (const int c : {0, 1, 2}) {
      DirichletField::Data plane{"all", {c}};
      plane.where = [&, c](const Vec3& x) { return std::abs(setting.transformBack(x)[c]) < 1e-6; };
      problem.hold<DirichletField>(sphere, plane);
    }
    problem.solve(setting.preset);
    Numbers numbers = displacementsOf(setting, problem);
    addForce(setting, problem.reaction(0, "all"), numbers);
    return numbers;
  });
}

// A block slides on another one; solved by Newton's method.
TEST_P(ConstrainedInAllSettings, BlockSlidesOnASurface) {
  expectSame(.5, [](const SettingAndPreset& setting) {
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
    problem.solveBySteps(setting.preset, sharp);
    Numbers numbers = displacementsOf(setting, problem);
    addForce(setting, problem.constraintForce(0, 1, "zmin"), numbers);
    return numbers;
  });
}

INSTANTIATE_TEST_SUITE_P(Verification, InAllSettings, ::testing::ValuesIn(everywhere({"direct"})),
                         nameOfSettingAndPreset);
INSTANTIATE_TEST_SUITE_P(Verification, ConstrainedInAllSettings, ::testing::ValuesIn(everywhere({"direct", "schur"})),
                         nameOfSettingAndPreset);

}  // namespace
}  // namespace tenon::simulation
