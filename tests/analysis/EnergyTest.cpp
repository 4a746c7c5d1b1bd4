// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "PlaneBody.hpp"
#include "analysis/EnergyBalance.hpp"
#include "analysis/describeSolution.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/linear/MultiPoint.hpp"
#include "force/RestShapeSprings.hpp"
#include "force/VelocityDamping.hpp"

namespace tenon::analysis {
namespace {

using base::Vec3;
using testing::PlaneBody;

constexpr double g = 9.81, k = 3.0;

Transient::Data inSteps(int steps, double end_time, const std::string& stepper = "trapezoid") {
  Transient::Data data;
  data.stepper = stepper;
  data.end_time = end_time;
  data.step = end_time / steps;
  return data;
}

/// Returns the number of steps on one rank, or a tenth of this number on several ranks, where a
/// step takes longer.
int manySteps(int on_one_rank) {
  return base::Communicator::world().size() == 1 ? on_one_rank : on_one_rank / 10;
}

void addSprings(PlaneBody& plate, const std::string& group = "") {
  plate.body().forces.push_back(
      std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{k, group}, plate.domain()));
}

/// Returns the energy balance at each step.
std::vector<Energies> follow(PlaneBody& plate, const Transient::Data& how, const system::Rayleigh& rayleigh = {}) {
  std::optional<EnergyBalance> balance;
  std::vector<Energies> all;
  plate.run(
      how,
      [&](int, double time, const Solution& solution) {
        if (!balance) balance.emplace(plate.mechanics());
        all.push_back(balance->update(time, solution));
      },
      {}, rayleigh);
  return all;
}

double largestGap(const std::vector<Energies>& all) {
  double most = 0.0;
  for (const Energies& now : all) most = std::max(most, std::abs(now.gap()));
  return most / all.back().largest;
}

double omega() {
  return std::sqrt(3 * k / PlaneBody::mass());
}

// An oscillator over 1,000 steps: its energy is exchanged between kinetic and potential energy.
TEST(EnergyBalance, TheTrapezoidKeepsAnOscillatorsEnergy) {
  PlaneBody plate;
  addSprings(plate);
  plate.move({1, 0, 0}, 0.0);
  const int steps = manySteps(1000);
  const std::vector<Energies> all = follow(plate, inSteps(steps, 0.05 * steps / omega()));
  ASSERT_EQ(all.size(), static_cast<std::size_t>(steps) + 1);
  double most = 0.0;
  for (const Energies& now : all) {
    EXPECT_NEAR(now.kinetic + now.elastic, 0.5 * PlaneBody::mass(), 1e-12);
    EXPECT_EQ(now.loads, 0.0);
    EXPECT_EQ(now.dissipated, 0.0);
    most = std::max(most, now.elastic);
  }
  EXPECT_NEAR(most, 0.5 * PlaneBody::mass(), 2e-3);
  EXPECT_LT(largestGap(all), 1e-11);
}

// x'' + 2 zeta w x' + w^2 x = 0: the work of Rayleigh damping equals the energy lost in the
// closed-form solution.
TEST(EnergyBalance, RayleighDampingTakesWhatIsLost) {
  const double w = omega(), zeta = 0.05, T = 4.0 / w, damped = w * std::sqrt(1 - zeta * zeta);
  for (const system::Rayleigh& rayleigh : {system::Rayleigh{2 * zeta * w, 0.0}, system::Rayleigh{0.0, 2 * zeta / w}}) {
    PlaneBody plate;
    addSprings(plate);
    plate.move({1, 0, 0}, 0.0);
    const std::vector<Energies> all = follow(plate, inSteps(manySteps(1000), T), rayleigh);
    const double decay = std::exp(-zeta * w * T), x = decay * std::sin(damped * T) / damped;
    const double v = decay * std::cos(damped * T) - zeta * w * x;
    const double left = 0.5 * PlaneBody::mass() * (v * v + w * w * x * x);
    EXPECT_NEAR(all.back().dissipated, 0.5 * PlaneBody::mass() - left, manySteps(1000) < 1000 ? 1e-3 : 1e-5);
    EXPECT_LT(largestGap(all), 1e-11);
    for (std::size_t i = 1; i < all.size(); ++i) EXPECT_GE(all[i].dissipated, all[i - 1].dissipated);
  }
}

// A weight released on springs with a damper: the work of the load is the weight times the
// displacement.
TEST(EnergyBalance, LoadsAndDampers) {
  PlaneBody plate;
  addSprings(plate);
  plate.pull({0, -g, 0});
  plate.body().forces.push_back(
      std::make_unique<force::UniformDamping>(force::UniformDamping::Data{"", 0.2}, plate.domain()));
  const std::vector<Energies> all = follow(plate, inSteps(200, 3.0 / omega()));
  const double way = (PlaneBody::corners() - plate.places()).col(1).mean();
  EXPECT_GT(way, 0.5);
  EXPECT_NEAR(all.back().loads, PlaneBody::mass() * g * way, 1e-10);
  EXPECT_GT(all.back().dissipated, 0.1);
  EXPECT_LT(largestGap(all), 1e-11);
}

// Other time integrators dissipate unresolved energy; the error of the energy balance has the order
// of the integrator.
TEST(EnergyBalance, TheGapHasTheOrderOfTheStepper) {
  for (const auto& [stepper, order] : {std::pair{"generalised-alpha", 2}, {"implicit-euler", 1}}) {
    double gaps[2];
    for (const int fine : {0, 1}) {
      PlaneBody plate;
      addSprings(plate);
      plate.move({1, 0, 0}, 0.0);
      gaps[fine] = follow(plate, inSteps(fine ? 160 : 80, 3.0 / omega(), stepper)).back().gap();
    }
    EXPECT_LT(gaps[1], 0.0) << stepper << " loses";
    EXPECT_GE(std::log2(gaps[0] / gaps[1]), order - 0.2) << stepper;
  }
}

// G v = 0, so that G^T lambda does no work: to round-off where G is constant, to the order of the
// integrator where it varies.
TEST(EnergyBalance, IdealConstraintsDoNoWork) {
  {
    PlaneBody plate;
    plate.pull({0, -g, 0});
    addSprings(plate, "c");
    constraint::MultiPoint::Data level;
    level.name = "level";
    level.equations.emplace_back();
    for (const auto& [node, factor] : {std::pair{1, 1.0}, {2, -1.0}})
      level.equations[0].terms.push_back({"plate", "", node, 1, factor, ""});
    plate.add(std::make_unique<constraint::MultiPoint>(level, plate.find()));
    const std::vector<Energies> all = follow(plate, inSteps(100, 0.5));
    EXPECT_LT(std::abs(all.back().constraints), 1e-11 * all.back().largest);
    EXPECT_LT(largestGap(all), 1e-11);
  }
  double works[2], gaps[2];
  for (const int fine : {0, 1}) {
    PlaneBody plate;
    plate.pin("a").pull({0, -g, 0}).makeRigid();
    const std::vector<Energies> all = follow(plate, inSteps(fine ? 160 : 80, 0.4, "generalised-alpha"));
    works[fine] = std::abs(all.back().constraints) / all.back().largest;
    gaps[fine] = largestGap(all);
    EXPECT_GT(all.back().loads, 0.5);
    EXPECT_EQ(all.back().supports, 0.0);
  }
  EXPECT_LT(works[1], 1e-3);
  EXPECT_GT(std::log2(works[0] / works[1]), 1.5);
  EXPECT_GT(std::log2(gaps[0] / gaps[1]), 1.5);
}

// Unrequested quantities are not computed.
TEST(EnergyBalance, SolutionsAreDescribedAsFarAsIsWanted) {
  PlaneBody plate;
  plate.pin("a").pull({0, -g, 0}).makeRigid();
  plate.run(inSteps(1, 0.01));
  Equations equations(plate.mechanics());
  const Solution none = describeSolution(equations, {false, false}),
                 forces = describeSolution(equations, {true, false}), all = describeSolution(equations);
  EXPECT_EQ(none.multipliers.size(), 1u);
  EXPECT_TRUE(none.forces.empty() && none.reactions.empty() && none.constraint_forces.empty());
  EXPECT_TRUE(!forces.reactions.empty() && !forces.constraint_force.empty() && forces.constraint_forces.empty());
  ASSERT_EQ(all.constraint_forces.size(), 1u);
  EXPECT_EQ(all.constraint_forces[0], all.constraint_force);
}

// The work of a prescribed displacement equals the energy change elsewhere.
TEST(EnergyBalance, PrescribedMotionsDoWork) {
  PlaneBody plate;
  addSprings(plate, "c");
  constraint::Prescribed::Data driven;
  driven.group = "a";
  driven.values = {0.4, 0.1, std::nullopt};
  driven.history = base::History({{0, 0}, {0.3, 0.1}, {1, 1}});
  plate.body().conditions.push_back(std::make_unique<constraint::Prescribed>(driven, plate.domain()));
  plate.body().forces.push_back(
      std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{k, "b"}, plate.domain()));
  const std::vector<Energies> all = follow(plate, inSteps(100, 1.0));
  EXPECT_GT(std::abs(all.back().supports), 1e-2);
  EXPECT_LT(largestGap(all), 1e-11);
}

/// Springs whose energy is not implemented.
class SpringsWithoutEnergy : public force::RestShapeSprings {
 public:
  using RestShapeSprings::RestShapeSprings;
  bool hasEnergy() const override { return false; }
};

TEST(EnergyBalance, ForcesOfUnknownEnergyTakeInWhatTheyAreGiven) {
  PlaneBody plate;
  plate.body().forces.push_back(
      std::make_unique<SpringsWithoutEnergy>(force::RestShapeSprings::Data{k, ""}, plate.domain()));
  plate.move({1, 0, 0}, 0.0);
  const std::vector<Energies> all = follow(plate, inSteps(100, 1.0 / omega()));
  const double u = (plate.places() - PlaneBody::corners()).col(0).mean();
  EXPECT_EQ(all.back().elastic, 0.0);
  EXPECT_NEAR(all.back().unknown, 1.5 * k * u * u, 1e-10);
  EXPECT_LT(largestGap(all), 1e-11);
}

}  // namespace
}  // namespace tenon::analysis
