// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Effective stiffness of periodic cells.
#include "simulation/homogenise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "Problem.hpp"
#include "analysis/Analysis.hpp"
#include "analysis/checks/restraint.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "meshes.hpp"
#include "system/forms/registry.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::GroupPair;
using constraint::Periodic;

void addLayers(Problem& problem, CellType type, std::array<int, 3> cells) {
  Body& cell = problem.add("cell", distributeMesh([&] { return layers(type, cells); }), {0, 0});
  for (const auto& [group, young] : {std::pair{"lower", 1.0}, {"upper", 10.0}}) {
    force::SolidOptions options;
    options.group = group;
    cell.forces.push_back(
        std::make_unique<force::SolidForce<fem::LinearElastic>>(fem::LinearElastic{young, .3}, options, cell.domain()));
  }
}

EffectiveStiffness solve(Problem& problem, const std::string& preset) {
  system::MechanicalSystem& mechanics = problem.makeSystem();
  solver::SolverOptions options;
  options.addPreset(registries().presets.find(preset));
  solver::SolverParameters parameters;
  parameters.preset = preset;
  base::Phases phases(world());
  analysis::Equations equations(mechanics);
  analysis::requireSupported(equations);
  analysis::TangentSolver solver(equations, parameters, options);
  return homogenise(equations, solver, phases);
}

std::vector<GroupPair> pairsOf(int dimension) {
  std::vector<GroupPair> pairs{{"xmin", "xmax"}, {"ymin", "ymax"}};
  if (dimension == 3) pairs.push_back({"zmin", "zmax"});
  return pairs;
}

// Layers of E = 1 and 10, nu = 0.3, of equal thickness: closed-form solution (Backus, J. Geophys.
// Res. 67 (1962), 4427-4440).
TEST(Homogenise, GivesTheStiffnessOfALaminate) {
  const double C11 = 6.4935064935064934, C33 = 2.4475524475524475, C12 = 2.2627372627372628, C13 = 1.0489510489510490,
               C44 = .69930069930069930, C66 = 2.1153846153846154;
  Eigen::MatrixXd exact = Eigen::MatrixXd::Zero(6, 6);
  exact.topLeftCorner(3, 3) << C11, C12, C13, C12, C11, C13, C13, C13, C33;
  exact.diagonal().tail(3) << C44, C44, C66;
  for (const auto& [preset, tolerance] : {std::pair{"direct", 1e-10}, {"schur", 1e-6}}) {
    Problem problem;
    addLayers(problem, CellType::hex8, {2, 1, 4});
    Periodic::Data cell{"", "cell", pairsOf(3), {}};
    cell.fix_node = true;
    problem.constrain<Periodic>(cell);
    const EffectiveStiffness found = solve(problem, preset);
    EXPECT_LT((found.C - exact).cwiseAbs().maxCoeff(), tolerance * C11) << preset << "\n" << found.C;
    EXPECT_LT(found.initial_stress.norm(), 1e-12);
    EXPECT_NEAR(found.volume, 1.0, 1e-14);
    EXPECT_EQ(found.statistics.solves, 7);
    EXPECT_EQ(found.statistics.setups, 1) << "one factorisation";
    EXPECT_THAT(found.order, ::testing::ElementsAre("xx", "yy", "zz", "yz", "xz", "xy"));
  }
}

// The stress that loads cause at zero macroscopic strain does not enter the stiffness.
TEST(Homogenise, LeavesTheStressOfLoadsOut) {
  Problem problem;
  Body& cell = problem.add("cell", distributeMesh([&] { return layers(CellType::hex8, {2, 1, 4}); }), {0, 0});
  for (const auto& [group, young] : {std::pair{"lower", 1.0}, {"upper", 10.0}}) {
    force::SolidOptions options;
    options.group = group;
    options.temperature = 10.0;
    cell.forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(fem::LinearElastic{young, .3, 1e-3},
                                                                                  options, cell.domain()));
  }
  Periodic::Data data{"", "cell", pairsOf(3), {}};
  data.fix_node = true;
  problem.constrain<Periodic>(data);
  Problem cold;
  addLayers(cold, CellType::hex8, {2, 1, 4});
  cold.constrain<Periodic>(data);
  const EffectiveStiffness found = solve(problem, "direct"), expected = solve(cold, "direct");
  EXPECT_LT((found.C - expected.C).cwiseAbs().maxCoeff(), 1e-10 * expected.C.maxCoeff()) << found.C;
  // Prevented thermal expansion: sigma_zz is the same in both layers, -alpha T / (1 - 2 nu) over
  // the mean of 1 / E.
  EXPECT_NEAR(found.initial_stress[2], -1e-3 * 10.0 / 0.4 / 0.55, 1e-12);
  EXPECT_LT(found.initial_stress.tail(3).cwiseAbs().maxCoeff(), 1e-12);
}

// The laminate in plane strain, with layers across y. A constraint of type hold fixes one node
// instead.
TEST(Homogenise, GivesTheStiffnessInThePlane) {
  Problem problem;
  addLayers(problem, CellType::quad8, {2, 2, 0});
  problem.constrain<Periodic>({"", "cell", pairsOf(2), {}}).scale = 3.0;
  EXPECT_THROW(solve(problem, "direct"), base::InputError) << "the cell floats";

  Problem held;
  addLayers(held, CellType::quad8, {2, 2, 0});
  Periodic::Data cell{"", "cell", pairsOf(2), {}};
  cell.fix_node = true;
  held.constrain<Periodic>(cell).scale = 3.0;
  Eigen::Matrix3d exact;
  exact << 6.4935064935064934, 1.0489510489510490, 0, 1.0489510489510490, 2.4475524475524475, 0, 0, 0,
      .69930069930069930;
  const EffectiveStiffness found = solve(held, "direct");
  EXPECT_LT((found.C - exact).cwiseAbs().maxCoeff(), 1e-9) << found.C;
}

TEST(Homogenise, RefusesWhatIsNoCell) {
  Problem none;
  addLayers(none, CellType::hex8, {1, 1, 2});
  none.constrain<constraint::DisplacementConstraint>({{{0, 0, 0}, base::Mat3::Zero()}, "foot", "cell", "zmin"});
  EXPECT_THROW(solve(none, "direct"), base::InputError);
  Problem strip;
  addLayers(strip, CellType::hex8, {1, 1, 2});
  Periodic::Data cell{"", "cell", {{"xmin", "xmax"}}, {}};
  cell.fix_node = true;
  strip.constrain<Periodic>(cell);
  EXPECT_THROW(solve(strip, "direct"), base::InputError);
}

}  // namespace
}  // namespace tenon::simulation
