// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/modal/Modal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ModalProblem.hpp"
#include "PlaneBody.hpp"
#include "constraint/joints/Rolling.hpp"
#include "force/FollowerPressure.hpp"
#include "force/RestShapeSprings.hpp"
#include "system/evaluation.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using base::Vec3;
using ::testing::HasSubstr;
using testing::lowest;
using testing::ModalProblem;

/// Returns the largest difference relative to the corresponding value.
double difference(const std::vector<Mode>& a, const std::vector<Mode>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    most = std::max(most, std::abs(a[k].eigenvalue - b[k].eigenvalue) / b[k].eigenvalue);
  return most;
}

/// The plate of PlaneBody on equal springs from its corners to the ground. M = m / 12 (1 + I), K =
/// k: a pair of modes with omega^2 = 3 k / m, along x and y, and four with 12 k / m.
struct Plate : ModalProblem {
  static constexpr double k = 3.0;
  Plate() {
    auto body =
        std::make_unique<system::Body>("plate", mesh::readMesh(base::Communicator::world(), "data/triangle.msh"));
    mass::ConsistentMass::Data mass;
    mass.density = testing::PlaneBody::density;
    body->masses.push_back(std::make_unique<mass::ConsistentMass>(mass, body->domain()));
    body->forces.push_back(
        std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{k, ""}, body->domain()));
    add(std::move(body));
  }
};

TEST(Modal, SpringsAndMassesHaveTheModesOfTheHandCalculation) {
  const double m = testing::PlaneBody::mass();
  for (const int count : {1, 2, 3, 6}) {
    Plate plate;
    const auto modes = plate.modes(lowest(count));
    ASSERT_EQ(modes.size(), static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const double exact = (i < 2 ? 3 : 12) * Plate::k / m;
      EXPECT_NEAR(modes[i].eigenvalue, exact, 1e-11 * exact);
      EXPECT_NEAR(modes[i].frequency(), std::sqrt(exact) / (2 * M_PI), 1e-11 * exact);
      EXPECT_LT(modes[i].residual, 1e-11);
      const Vec3 mass = i == 0 ? Vec3(m, 0, 0) : i == 1 ? Vec3(0, m, 0) : Vec3::Zero();
      EXPECT_LT((modes[i].effective_mass - mass).norm(), 1e-11) << "one of a pair moves along x, the other along y";
    }
    EXPECT_LT((plate.solution().movable_mass - Vec3(m, m, 0)).norm(), 1e-9);
  }
}

TEST(Modal, StepsAreShapesOfUnitMassWithReactionsInBalance) {
  ModalProblem beam;
  beam.fix(beam.addBox(mesh::CellType::hex8, {6, 1, 1}, {6, 1, 1}), "xmin");
  int steps = 0;
  std::vector<Mode> so_far;
  beam.modes(lowest(4), [&](int step, double time, const Analysis::SolutionEvaluator& describe) {
    const Solution solution = describe({});
    EXPECT_EQ(step, ++steps);
    EXPECT_EQ(time, step);
    ASSERT_EQ(solution.modes.size(), static_cast<std::size_t>(step));
    const double omega_squared = solution.modes.back().eigenvalue;
    // phi . M phi is twice the kinetic energy with phi as velocities.
    la::State& state = beam.mechanics().bodies()[0]->state();
    std::copy(state.displacement().begin(), state.displacement().end(), state.velocity().begin());
    EXPECT_NEAR(2 * system::kineticEnergyOf(beam.mechanics()), 1.0, 1e-9);
    double energy = 0.0;
    for (const auto* force : beam.mechanics().forceFields()) energy += force->energy();
    EXPECT_NEAR(2 * beam.mechanics().comm().sum(energy), omega_squared, 1e-9 * omega_squared);
    // f + r = 0 everywhere: on free nodes the inertia balances the elastic forces.
    double left = 0.0, most = 0.0;
    for (LocalIndex i = 0; i < 3 * state.layout().numOwned(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      left = std::max(left, std::abs(solution.forces[0][at] + solution.reactions[0][at]));
      most = std::max(most, std::abs(solution.reactions[0][at]));
    }
    EXPECT_LT(beam.mechanics().comm().max(left), 1e-8 * beam.mechanics().comm().max(most));
  });
  EXPECT_EQ(steps, 4);
}

// A beam of square section has the same frequency along y and z. The pair of modes is aligned with
// the axes on any partition.
TEST(Modal, PairsAreTurnedToTheAxes) {
  ModalProblem beam;
  beam.fix(beam.addBox(mesh::CellType::hex8, {8, 2, 2}, {8, 1, 1}), "xmin");
  const auto modes = beam.modes(lowest(2), [&](int step, double, const Analysis::SolutionEvaluator&) {
    const la::State& state = std::as_const(beam.mechanics().bodies()[0])->state();
    double sum[3] = {};
    for (LocalIndex i = 0; i < 3 * state.layout().numOwned(); ++i)
      sum[i % 3] += state.displacement()[static_cast<std::size_t>(i)];
    beam.mechanics().comm().sumInPlace(gsl::span<double>(sum));
    EXPECT_GT(sum[step], 0.0) << "also the sign";
    EXPECT_LT(std::abs(sum[3 - step]), 1e-6 * sum[step]);
  });
  EXPECT_NEAR(modes[0].eigenvalue, modes[1].eigenvalue, 1e-9 * modes[0].eigenvalue);
  EXPECT_LT(modes[0].effective_mass[2], 1e-9);
  EXPECT_GT(modes[0].effective_mass[1], 4.0);
  EXPECT_GT(modes[1].effective_mass[2], 4.0);
}

TEST(Modal, FreeBodiesHaveSixZerosThatCarryAllTheirMass) {
  ModalProblem free;
  free.addBox(mesh::CellType::hex8, {6, 2, 1}, {3, 1, 0.5});
  const auto modes = free.modes(lowest(9));
  for (std::size_t k = 0; k < 9; ++k) {
    EXPECT_EQ(modes[k].eigenvalue == 0.0, k < 6) << modes[k].eigenvalue;
    EXPECT_LT(modes[k].residual, 1e-6);
    const Vec3 mass = k < 3 ? Vec3(1.5 * Vec3::Unit(static_cast<Eigen::Index>(k))) : Vec3::Zero();
    EXPECT_LT((modes[k].effective_mass - mass).norm(), 1e-7) << "along the axes, then about them";
  }
  EXPECT_LT((modes[5].share - Vec3::Ones()).norm(), 1e-7);
  Modal::Data other = lowest(9);
  other.shift = 100.0;
  const auto shifted = free.modes(other);
  for (std::size_t k = 6; k < 9; ++k)
    EXPECT_NEAR(shifted[k].eigenvalue, modes[k].eigenvalue, 1e-9 * modes[k].eigenvalue) << "whatever the shift";
}

TEST(Modal, PlaneBodiesThatFlyHaveThreeZeros) {
  ModalProblem free;
  free.addBox(mesh::CellType::quad4, {4, 2, 0}, {2, 1, 0});
  const auto modes = free.modes(lowest(4));
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(modes[k].eigenvalue == 0.0, k < 3);
}

// Pairs, six zeros, conditions on directions: LOBPCG with the preconditioner finds the modes of the
// direct solver.
TEST(Modal, LobpcgFindsTheSameModes) {
  for (const bool held : {true, false}) {
    ModalProblem solved, preconditioned;
    Modal::Data how = lowest(held ? 5 : 9);
    for (ModalProblem* beam : {&solved, &preconditioned}) {
      system::Body& box = beam->addBox(mesh::CellType::hex8, {10, 3, 3}, {10, 1, 1});
      if (held) beam->fix(box, "xmin");
    }
    const auto expected = solved.modes(how);
    how.method = "lobpcg";
    const auto found = preconditioned.modes(how);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_NEAR(found[k].eigenvalue, expected[k].eigenvalue, 1e-8 * expected[k].eigenvalue) << k;
      EXPECT_LT((found[k].effective_mass - expected[k].effective_mass).norm(), 1e-5) << k;
    }
  }
}

// Constraints by multipliers, with redundant rows and rows with compliance; by factorisation and by
// multigrid.
TEST(Modal, LobpcgStaysInTheAdmissibleSpace) {
  for (const char* preset : {"direct", "schur"})
    for (const double compliance : {0.0, 1e-3}) {
      SCOPED_TRACE(preset + std::to_string(compliance));
      ModalProblem solved, preconditioned;
      for (ModalProblem* beam : {&solved, &preconditioned}) {
        beam->addBox(mesh::CellType::hex8, {10, 3, 3}, {10, 1, 1});
        beam->hold("xmin").compliance = compliance;
        if (compliance == 0.0) beam->hold("xmin");
      }
      Modal::Data how = lowest(5);
      const auto expected = solved.modes(how);
      how.method = "lobpcg";
      std::vector<Mode> found;
      ASSERT_NO_THROW(found = preconditioned.modes(how, {}, preset));
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k)
        EXPECT_NEAR(found[k].eigenvalue, expected[k].eigenvalue, 1e-7 * expected[k].eigenvalue) << k;
    }
}

TEST(Modal, EffectiveMassesOfAllModesAreTheMassThatCanMove) {
  ModalProblem beam;
  beam.fix(beam.addBox(mesh::CellType::hex8, {2, 1, 1}, {2, 1, 1}), "xmin");
  const auto modes = beam.modes(lowest(24));
  EXPECT_LT((modes.back().share - Vec3::Ones()).norm(), 1e-8);
  const Vec3 movable = beam.solution().movable_mass;
  EXPECT_LT(movable[0], 2.0);
  EXPECT_GT(movable[0], 1.5);
  EXPECT_NEAR(movable[0], movable[1], 1e-9);
}

TEST(Modal, MultipliersHoldAsElimination) {
  ModalProblem eliminated, multiplied;
  eliminated.fix(eliminated.addBox(mesh::CellType::hex8, {4, 2, 1}, {4, 2, 1}), "xmin");
  multiplied.addBox(mesh::CellType::hex8, {4, 2, 1}, {4, 2, 1});
  multiplied.hold("xmin");
  const auto first = eliminated.modes(lowest(6)), second = multiplied.modes(lowest(6));
  EXPECT_LT(difference(second, first), 1e-9);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_LT((second[k].effective_mass - first[k].effective_mass).norm(), 1e-8) << k;
  EXPECT_LT((multiplied.solution().movable_mass - eliminated.solution().movable_mass).norm(), 1e-8);
  // The multipliers are the reactions of the mode.
  const auto sum = [](const ModalProblem& of, const std::vector<double>& forces) {
    double all[3] = {};
    const la::State& state = std::as_const(of.mechanics().bodies()[0])->state();
    for (LocalIndex i = 0; i < 3 * state.layout().numOwned(); ++i) all[i % 3] += forces[static_cast<std::size_t>(i)];
    of.mechanics().comm().sumInPlace(gsl::span<double>(all));
    return Vec3(all);
  };
  const Vec3 reaction = sum(eliminated, eliminated.solution().reactions[0]);
  EXPECT_LT((sum(multiplied, multiplied.solution().constraint_forces[0][0]) - reaction).norm(), 1e-7 * reaction.norm());
}

TEST(Modal, RowsWithComplianceAreSprings) {
  ModalProblem on_springs, compliant;
  system::Body& body = on_springs.addBox(mesh::CellType::hex8, {4, 1, 1}, {4, 1, 1});
  body.forces.push_back(
      std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{0.25, "xmin"}, body.domain()));
  compliant.addBox(mesh::CellType::hex8, {4, 1, 1}, {4, 1, 1});
  compliant.hold("xmin").compliance = 4.0;
  EXPECT_LT(difference(compliant.modes(lowest(5)), on_springs.modes(lowest(5))), 1e-8);
}

TEST(Modal, EveryFormOfTheMatrixAndEveryPresetGiveTheSame) {
  const auto make = [](ModalProblem& beam) {
    beam.addBox(mesh::CellType::hex8, {4, 2, 1}, {4, 2, 1}), beam.hold("xmin");
  };
  ModalProblem direct;
  make(direct);
  const auto modes = direct.modes(lowest(2));
  solver::Presets presets;
  solver::registerPresets(presets);
  int num_presets = 0;
  for (const solver::Preset& preset : presets.all()) {
    if (preset.multipliers == solver::Preset::Multipliers::none || preset.name == "direct") continue;
    if (base::Communicator::world().size() > 1 && preset.name != "schur" && preset.name != "primal") continue;
    ModalProblem beam;
    make(beam);
    EXPECT_LT(difference(beam.modes(lowest(2), {}, preset.name), modes), 1e-7) << preset.name;
    ++num_presets;
  }
  EXPECT_GE(num_presets, 2);
  ModalProblem composite;
  make(composite);
  const auto in_parts = [](const system::MechanicalSystem& mechanics) {
    return std::make_unique<system::CompositeSystem>(system::CompositeSystem::Data{}, mechanics);
  };
  EXPECT_LT(difference(composite.modes(lowest(2), {}, "direct", in_parts), modes), 1e-9);
}

std::string errorOf(ModalProblem& body, int modes = 2, bool preload = false) {
  try {
    Modal::Data asked = lowest(modes);
    asked.preload = preload;
    body.modes(asked);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Modal, WhatHasNoModesIsSaid) {
  Plate many;
  EXPECT_THAT(errorOf(many, 7), HasSubstr("The value of `modes` is 7, but the number of degrees of freedom "
                                          "that are left free by conditions and constraints is only 6"));
  ModalProblem weightless;
  weightless.addBox(mesh::CellType::hex8, {1, 1, 1}, {1, 1, 1}).masses.clear();
  EXPECT_THAT(errorOf(weightless), HasSubstr("needs masses"));
  ModalProblem loose;
  loose.addBox(mesh::CellType::hex8, {1, 1, 1}, {1, 1, 1}).forces.clear();
  EXPECT_THAT(errorOf(loose), HasSubstr("needs forces with a stiffness"));
  ModalProblem rolling;
  rolling.addBox(mesh::CellType::hex8, {1, 1, 1}, {1, 1, 1});
  constraint::Rolling::Data wheel;
  wheel.name = "wheel", wheel.wheel.object = "box", wheel.wheel.group = "xmin";
  rolling.constrain(std::make_unique<constraint::Rolling>(wheel, rolling.find()));
  EXPECT_THAT(errorOf(rolling),
              HasSubstr("'wheel' acts on velocities, but a modal analysis does not support such constraints"));
  const auto push = [](ModalProblem& pushed) {
    system::Body& body = pushed.addBox(mesh::CellType::hex8, {1, 1, 1}, {1, 1, 1});
    force::FollowerPressure::Data pressure;
    pressure.group = "zmax", pressure.pressure = 0.02;
    body.forces.push_back(std::make_unique<force::FollowerPressure>(pressure, body.domain()));
    pushed.fix(body, "zmin");
  };
  ModalProblem unloaded, preloaded;
  push(unloaded), push(preloaded);
  EXPECT_THAT(errorOf(unloaded), ::testing::IsEmpty());  // its modes are those of the reference configuration
  EXPECT_THAT(errorOf(preloaded, 2, true), HasSubstr("is not symmetric"));
}

}  // namespace
}  // namespace tenon::analysis
