// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "PlaneBody.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "force/RestShapeSprings.hpp"
#include "mass/LumpedMass.hpp"

namespace tenon::analysis {
namespace {

using ::testing::HasSubstr;
using testing::PlaneBody;
using Vec2 = Eigen::RowVector2d;

Transient::Data steps(int number, double end_time, const std::string& stepper = "variational") {
  Transient::Data data;
  data.stepper = stepper;
  data.step = end_time / number, data.end_time = end_time;
  return data;
}

int manySteps(int on_one_rank) {
  return base::Communicator::world().size() == 1 ? on_one_rank : on_one_rank / 10;
}

void addSprings(PlaneBody& plate, double stiffness) {
  plate.body().forces.push_back(
      std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{stiffness, ""}, plate.domain()));
}

// Without constraints and with a lumped mass the integrator equals central differences, which solve
// no system.
TEST(Variational, IsCentralDifferencesWhereNothingIsConstrained) {
  PlaneBody::Matrix places[2], velocities[2];
  for (const int one : {0, 1}) {
    PlaneBody plate;
    mass::LumpedMass::Data mass;
    mass.density = PlaneBody::density;
    plate.body().masses.clear();
    plate.body().masses.push_back(std::make_unique<mass::LumpedMass>(mass, plate.domain()));
    plate.pull({0, -9.81, 0}).move({1, 0, 0}, 0.7);
    addSprings(plate, 3.0);
    plate.run(steps(100, 2.0, one ? "variational" : "central-difference"));
    places[one] = plate.places(), velocities[one] = plate.velocities();
  }
  EXPECT_LT((places[0] - places[1]).norm(), 1e-12);
  EXPECT_LT((velocities[0] - velocities[1]).norm(), 1e-12);
}

// A free, spinning rigid plate: momenta are conserved to round-off, and so is the energy, because
// no energy is stored.
TEST(Variational, KeepsMomentaToArithmetic) {
  PlaneBody plate;
  const Vec2 centre = PlaneBody::centre();
  plate.makeRigid().move({0.3, -0.2, 0}, 3.0, {centre[0], centre[1], 0});
  const int number = manySteps(1000);
  plate.run(steps(number, 0.01 * number), [&](int, double, const Solution&) {
    const auto p = (PlaneBody::massMatrix() * plate.velocities()).eval();
    EXPECT_NEAR(p.col(0).sum(), 0.3 * PlaneBody::mass(), 1e-13);
    EXPECT_NEAR(p.col(1).sum(), -0.2 * PlaneBody::mass(), 1e-13);
    const PlaneBody::Matrix r = plate.places().rowwise() - plate.places().colwise().mean();
    EXPECT_NEAR(r.col(0).dot(p.col(1)) - r.col(1).dot(p.col(0)), 3.0 * PlaneBody::inertia(centre), 1e-11);
  });
}

// A rigid plate that swings on its corner for about fifty periods: the energy is periodic without
// drift.
TEST(Variational, KeepsTheEnergyWithoutDrift) {
  constexpr double g = 9.81;
  PlaneBody plate;
  plate.pin("a").pull({0, -g, 0}).makeRigid();
  const int number = manySteps(2000);
  double first = 0.0, last = 0.0;
  plate.run(steps(number, 0.02 * number), [&](int step, double, const Solution& solution) {
    const double energy = solution.kinetic_energy + PlaneBody::mass() * g * plate.places().col(1).mean();
    const double off = std::abs(energy - PlaneBody::mass() * g * PlaneBody::centre()[1]);
    if (step < number / 2)
      first = std::max(first, off);
    else
      last = std::max(last, off);
  });
  EXPECT_LT(first, 0.1);
  EXPECT_LT(last, 1.05 * first);
}

std::string errorOf(const std::function<void(PlaneBody&)>& edit, const Transient::Data& how = steps(10, 0.1)) {
  PlaneBody plate;
  plate.pull({0, -9.81, 0});
  edit(plate);
  try {
    plate.run(how);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Variational, RefusesWhatItCannotDo) {
  EXPECT_THAT(errorOf([](PlaneBody& plate) { plate.body().masses[0]->rayleigh_mass = 0.1; }),
              HasSubstr("does not support damping"));
  EXPECT_THAT(errorOf([](PlaneBody& plate) {
                constraint::DisplacementConstraint::Data hold;
                hold.object = "plate", hold.group = "a";
                hold.values = {0.0, 0.0, std::nullopt};
                auto soft = std::make_unique<constraint::DisplacementConstraint>(hold, plate.find());
                soft->compliance = 0.1;
                plate.add(std::move(soft));
              }),
              HasSubstr("has a compliance"));
  EXPECT_THAT(errorOf([](PlaneBody& plate) {
                constraint::Prescribed::Data driven;
                driven.group = "a";
                driven.values = {1.0, std::nullopt, std::nullopt};
                driven.history = base::History({{0, 0}, {1, 1}});
                plate.body().conditions.push_back(std::make_unique<constraint::Prescribed>(driven, plate.domain()));
              }),
              HasSubstr("does not support time-dependent prescribed displacements"));
  const double longest = 2 / std::sqrt(12 * 3.0 / PlaneBody::mass());
  const auto on_springs = [](PlaneBody& plate) { addSprings(plate, 3.0); };
  EXPECT_THAT(errorOf(on_springs, steps(10, 10.5 * longest)),
              HasSubstr("too long for the time integrator 'variational'"));
  EXPECT_EQ(errorOf(on_springs, steps(10, 9.9 * longest)), "");
}

}  // namespace
}  // namespace tenon::analysis
