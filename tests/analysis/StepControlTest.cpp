// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "PlaneBody.hpp"
#include "RigidBodies.hpp"
#include "force/RestShapeSprings.hpp"

namespace tenon::analysis {
namespace {

using ::testing::Contains;
using testing::PlaneBody;

/// A plate on springs, x'' = -omega^2 x + g(t), loaded by a table of gravity.
struct RunResult {
  std::vector<double> times;
  PlaneBody::Matrix places;
};

constexpr double k = 3.0;

double omega() {
  return std::sqrt(3 * k / PlaneBody::mass());
}

RunResult pulled(const Transient::Data& how, const base::History::Table& table, bool by_rods = false) {
  RunResult made;
  PlaneBody plate;
  force::Gravity::Data gravity;
  gravity.density = PlaneBody::density;
  gravity.acceleration = {1, 0, 0};
  gravity.history = base::History(table);
  plate.body().forces.push_back(std::make_unique<force::Gravity>(gravity, plate.domain()));
  plate.body().forces.push_back(
      std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{k, ""}, plate.domain()));
  if (by_rods) plate.pin("b").makeRigid();
  plate.run(how, [&](int, double time, const Solution&) { made.times.push_back(time); });
  made.places = plate.places() - PlaneBody::corners();
  return made;
}

Transient::Data byError(double error, const std::string& stepper = "generalised-alpha") {
  Transient::Data data;
  data.stepper = stepper;
  data.step = 0.5, data.end_time = 4.0, data.cuts = 12, data.error = error;
  return data;
}

/// Returns x(t) of the oscillator under a load that is linear between the entries of a table, from
/// zero displacement.
double exact(const base::History::Table& table, double t) {
  const double w = omega();
  double x = 0.0, v = 0.0, now = 0.0;
  for (std::size_t i = 0; i < table.size() && now < t; ++i) {
    const double end = i + 1 < table.size() ? std::min(t, table[i + 1].first) : t, s = end - now;
    const double slope =
        i + 1 < table.size() ? (table[i + 1].second - table[i].second) / (table[i + 1].first - now) : 0;
    const double a = table[i].second / (w * w), b = slope / (w * w);  // x = a + b s + ..
    const double c = x - a, d = (v - b) / w;
    x = a + b * s + c * std::cos(w * s) + d * std::sin(w * s);
    v = b - w * c * std::sin(w * s) + w * d * std::cos(w * s);
    now = end;
  }
  return x;
}

const base::History::Table pulse{{0, 0}, {0.0137, 40}, {0.0501, 0}};

// Steps end exactly, bit for bit, at the entries of the table and at the end time.
TEST(StepControl, StepsEndAtEntriesOfTables) {
  for (const bool by_rods : {false, true}) {
    const RunResult made = pulled(byError(1e-3), pulse, by_rods);
    EXPECT_THAT(made.times, Contains(0.0137));
    EXPECT_THAT(made.times, Contains(0.0501));
    EXPECT_EQ(made.times.back(), 4.0);
  }
}

// Errors of a step are of third order: a tolerance smaller by a factor of 100 takes 4.6 times the
// steps and reduces the error to 1/22, with or without halving of the step sizes.
TEST(StepControl, ErrorsFollowWhatIsAllowed) {
  for (const std::string stepper : {"generalised-alpha", "trapezoid", "bdf2"}) {
    if (base::Communicator::world().size() > 1 && stepper != "generalised-alpha") continue;
    double errors[2], steps[2];
    for (const int fine : {0, 1}) {
      const RunResult made = pulled(byError(fine ? 1e-5 : 1e-3, stepper), pulse);
      errors[fine] = std::abs(made.places(0, 0) - exact(pulse, 4.0)) / 0.3;
      steps[fine] = static_cast<double>(made.times.size());
    }
    EXPECT_LT(errors[0], 0.1) << stepper;
    EXPECT_LT(errors[1], 0.2 * errors[0]) << stepper;
    EXPECT_LT(steps[1], 10 * steps[0]) << stepper;
    EXPECT_GT(steps[1], 2 * steps[0]) << stepper;
  }
}

// A short pulse, then a slow motion: the accuracy of equal steps of the shortest size, with far
// fewer steps.
TEST(StepControl, TakesFewerStepsThanEqualOnes) {
  const RunResult made = pulled(byError(1e-5), pulse);
  Transient::Data equal = byError(0.0);
  equal.step = 4.0 / static_cast<double>(made.times.size());
  const double error = std::abs(made.places(0, 0) - exact(pulse, 4.0));
  const double of_equal = std::abs(pulled(equal, pulse).places(0, 0) - exact(pulse, 4.0));
  EXPECT_LT(error, 0.5 * of_equal) << made.times.size() << " steps";
}

TEST(StepControl, LengthsDoNotDependOnUnits) {
  base::History::Table larger = pulse;
  for (auto& entry : larger) entry.second *= 1024;
  EXPECT_EQ(pulled(byError(1e-4), pulse).times, pulled(byError(1e-4), larger).times);
}

/// Returns the axes of a free body with moments of inertia 1, 2, 3 and an initial spin, by the
/// Runge-Kutta method: R' = R [w]x, I w' = I w x w, along the axes of the body.
base::Mat3 tumbled(const base::Vec3& spin, double end_time) {
  const base::Vec3 I(1, 2, 3);
  using State = Eigen::Matrix<double, 3, 4>;  // R, w
  const auto rate = [&](const State& y) {
    const base::Vec3 w = y.col(3), momentum = I.cwiseProduct(w);
    State dy;
    for (int i = 0; i < 3; ++i) dy.row(i).head<3>() = y.row(i).head<3>().cross(w.transpose()).eval();
    dy.col(3) = momentum.cross(w).cwiseQuotient(I);
    return dy;
  };
  State y;
  y << base::Mat3::Identity(), spin;
  const int steps = 20000;
  const double h = end_time / steps;
  for (int i = 0; i < steps; ++i) {
    const State k1 = rate(y), k2 = rate(y + h / 2 * k1), k3 = rate(y + h / 2 * k2), k4 = rate(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y.leftCols<3>();
}

// A body that spins about its middle axis tumbles repeatedly: fast during a flip, slowly in
// between.
TEST(StepControl, FollowsABodyThatTumbles) {
  const base::Vec3 spin(0.1, 2, 0.1);
  double errors[2];
  for (const int fine : {0, 1}) {
    Transient::Data how = byError(fine ? 1e-6 : 1e-4);
    how.tolerance = 1e-11;
    testing::RigidBodies bodies({{base::Vec3::Zero(), 1.0, {1, 2, 3}, base::Vec3::Zero(), spin}});
    bodies.run(how);
    errors[fine] = (bodies.of(1).rotation - tumbled(spin, how.end_time)).norm();
  }
  EXPECT_LT(errors[0], 0.1);
  EXPECT_LT(errors[1], 0.12 * errors[0]);
}

TEST(StepControl, IsNotForStepsOfOneLength) {
  EXPECT_THROW(pulled(byError(1e-3, "central-difference"), pulse), base::InputError);
}

}  // namespace
}  // namespace tenon::analysis
