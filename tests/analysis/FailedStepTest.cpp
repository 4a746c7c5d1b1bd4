// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "PlaneBody.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "force/RestShapeSprings.hpp"

namespace tenon::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::PlaneBody;

/// Force of 1 along x at the corner c that is NaN at selected times, only on the rank that owns the
/// corner.
class FailingLoad : public force::Load {
 public:
  using IsBad = std::function<bool(double time)>;
  FailingLoad(const fem::Domain& domain, bool is_linear, IsBad is_bad)
      : domain_(domain), is_linear_(is_linear), is_bad_(std::move(is_bad)) {}
  std::string name() const override { return "trouble on plate"; }
  void setTime(double time) override { is_bad_now_ = is_bad_(time); }
  bool isLinear() const override { return is_linear_; }
  void addForce(la::ForceVector& f) const override {
    const auto force = f.on(domain_.state);
    for (base::LocalIndex node = 0; node < domain_.mesh.layout().numOwned(); ++node)
      if (domain_.mesh.nodeTags()[static_cast<std::size_t>(node)] == 3)
        force[2 * static_cast<std::size_t>(node)] += is_bad_now_ ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  }

 private:
  const fem::Domain& domain_;
  bool is_linear_, is_bad_now_ = false;
  IsBad is_bad_;
};

struct Step {
  double time;
  PlaneBody::Matrix places, velocities;
};

/// A plate that swings on its corner under the force that fails: all completed steps, and the final
/// error message.
struct Swing {
  std::vector<Step> steps;
  std::string sentence;
  PlaneBody::Matrix places;
};

Swing swing(const Transient::Data& how, bool by_rods, const std::function<bool(double from, double to)>& is_bad) {
  Swing swing;
  PlaneBody plate;
  double now = 0.0;
  plate.pin("a").pull({0, -9.81, 0});
  if (by_rods)
    plate.makeRigid();
  else
    plate.body().forces.push_back(
        std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{40.0, ""}, plate.domain()));
  plate.body().forces.push_back(
      std::make_unique<FailingLoad>(plate.domain(), !by_rods, [&](double time) { return is_bad(now, time); }));
  try {
    plate.run(how, [&](int step, double time, const Solution&) {
      EXPECT_EQ(step, static_cast<int>(swing.steps.size()));
      now = time;
      swing.steps.push_back({time, plate.places(), plate.velocities()});
    });
  } catch (const base::NotConvergedError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    swing.sentence = error.what();
  }
  swing.places = plate.places();
  return swing;
}

Transient::Data steps(double step, double end_time, int cuts, const std::string& stepper = "generalised-alpha") {
  Transient::Data data;
  data.stepper = stepper;
  data.step = step, data.end_time = end_time, data.cuts = cuts;
  return data;
}

// Steps longer than 0.005 fail: each step of 0.02 is divided into four, with the result of a run
// without failures.
TEST(FailedStep, IsMadeAgainInShorterOnes) {
  for (const char* stepper : {"generalised-alpha", "bdf2"})
    for (const bool by_rods : {false, true}) {
      const Swing cut = swing(steps(0.02, 0.2, 8, stepper), by_rods, [](double a, double b) { return b - a > 0.0051; });
      const Swing fine = swing(steps(0.005, 0.2, 0, stepper), by_rods, [](double, double) { return false; });
      ASSERT_EQ(cut.sentence, "");
      ASSERT_EQ(cut.steps.size(), fine.steps.size());
      for (std::size_t i = 0; i < fine.steps.size(); ++i) {
        EXPECT_NEAR(cut.steps[i].time, fine.steps[i].time, 1e-15);
        EXPECT_LT((cut.steps[i].places - fine.steps[i].places).norm(), 1e-10) << stepper << i;
        EXPECT_LT((cut.steps[i].velocities - fine.steps[i].velocities).norm(), 1e-8) << stepper << i;
      }
    }
}

// No step fails until t = 0.1; then steps longer than 0.005 fail for a while.
TEST(FailedStep, GrowsAgainAndEndsAtTheSameTimes) {
  const Swing made =
      swing(steps(0.02, 0.6, 8), true, [](double a, double b) { return a > 0.099 && a < 0.149 && b - a > 0.0051; });
  ASSERT_EQ(made.sentence, "");
  std::vector<double> lengths;
  for (std::size_t i = 1; i < made.steps.size(); ++i) lengths.push_back(made.steps[i].time - made.steps[i - 1].time);
  EXPECT_NEAR(lengths[4], 0.02, 1e-12);
  EXPECT_NEAR(lengths[5], 0.005, 1e-12);
  EXPECT_NEAR(lengths.back(), 0.02, 1e-12);
  EXPECT_EQ(made.steps.back().time, 0.6);
  for (int i = 0; i <= 30; ++i)  // contains the times of unreduced steps exactly
    EXPECT_TRUE(std::any_of(made.steps.begin(), made.steps.end(), [&](const Step& s) {
      return s.time == 0.6 * i / 30;
    })) << i;
}

TEST(FailedStep, EndsTheRunWhereCutsAreUsedUp) {
  for (const bool by_rods : {false, true}) {
    const Swing made = swing(steps(0.02, 0.2, 3), by_rods, [](double, double b) { return b > 0.1201; });
    EXPECT_THAT(
        made.sentence,
        AllOf(HasSubstr("stops at t = 0.12: step 7 failed"), HasSubstr("`max_step_reductions: 3`, down to 0.0025"),
              HasSubstr("The force of trouble on plate is not finite at component x of node 3 of object 'plate'")));
    ASSERT_EQ(made.steps.size(), 7u);
    EXPECT_EQ((made.places - made.steps.back().places).norm(), 0.0) << "the bodies are where the last step ended";
  }
}

}  // namespace
}  // namespace tenon::analysis
