// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "MovingBodies.hpp"
#include "analysis/adjoint/TaylorTest.hpp"

namespace tenon::analysis {
namespace {

using ::testing::HasSubstr;
using testing::MotionKind;
using testing::MotionResult;
using testing::MotionValues;
using testing::runMotion;

Transient::Data inMotion(const std::string& stepper) {
  Transient::Data data;
  data.stepper = stepper;
  data.step = 0.01, data.end_time = 0.07;
  data.tolerance = 1e-12;
  return data;
}

/// Returns the size of changes of a parameter. Other lengths of rods violate the constraints at the
/// beginning; large violations lead to restarts, which are not continuous.
double changeOf(double MotionValues::*member) {
  return MotionValues().*member * (member == &MotionValues::length ? 1e-2 : 1.0);
}

/// Returns the derivative of the objective by differences of fourth order.
double differenceQuotient(MotionKind kind, const Transient::Data& data, double MotionValues::*member) {
  const MotionValues values;
  const double h = 2e-3 * changeOf(member);
  const auto at = [&](double moved) {
    MotionValues other = values;
    other.*member += moved;
    return runMotion(kind, data, other, false).value;
  };
  return (8.0 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12.0 * h);
}

/// Compares the gradient with difference quotients and by a Taylor test in a direction of all
/// parameters.
void expectGradient(MotionKind kind, const Transient::Data& data) {
  const MotionValues values;
  const MotionResult result = runMotion(kind, data, values, true);
  double slope = 0.0, size = 0.0;
  std::vector<double> direction;
  for (std::size_t p = 0; p < result.gradient.size(); ++p) {
    const double value = values.*MotionValues::members()[p].second;
    direction.push_back(changeOf(MotionValues::members()[p].second) * std::cos(1.7 * static_cast<double>(p)));
    slope += direction[p] * result.gradient[p];
    size = std::max(size, std::abs(value * result.gradient[p]));
  }
  for (std::size_t p = 0; p < result.gradient.size(); ++p) {
    const auto& [name, member] = MotionValues::members()[p];
    const double expected = differenceQuotient(kind, data, member), floor = 1e-10 * size / std::abs(values.*member);
    EXPECT_NEAR(result.gradient[p], expected, 1e-7 * std::abs(expected) + floor) << name;
    ::testing::Test::RecordProperty("error_" + name,
                                    fmt::format("{:.2e}", std::abs(result.gradient[p] / expected - 1.0)));
  }
  const TaylorTest taylor = runTaylorTest(
      result.value, slope,
      [&](double h) {
        MotionValues moved = values;
        for (std::size_t p = 0; p < direction.size(); ++p) moved.*MotionValues::members()[p].second += h * direction[p];
        return runMotion(kind, data, moved, false).value;
      },
      4e-3, 3, 1e-12);
  EXPECT_NEAR(taylor.order, 2.0, 0.05);
  ::testing::Test::RecordProperty("taylor_order", fmt::format("{:.4f}", taylor.order));
}

/// Compares the gradient on all ranks with the gradient on one rank. Second differences in time of
/// a jerked motion amplify round-off.
void expectEqualOnRanks(MotionKind kind, const Transient::Data& data) {
  const double tolerance = kind == MotionKind::jerked ? 1e-8 : 1e-9;
  const MotionResult one = runMotion(kind, data, {}, true, base::Communicator::self()),
                     all = runMotion(kind, data, {}, true);
  EXPECT_NEAR(all.value, one.value, 1e-9 * std::abs(one.value));
  for (std::size_t p = 0; p < one.gradient.size(); ++p) {
    const double size = std::max(std::abs(one.gradient[p]), 1e-3);
    EXPECT_NEAR(all.gradient[p], one.gradient[p], tolerance * size) << MotionValues::members()[p].first;
  }
}

void check(MotionKind kind, const Transient::Data& data) {
  if (base::Communicator::world().size() == 1)
    expectGradient(kind, data);
  else
    expectEqualOnRanks(kind, data);
}

/// Model with a time integrator.
struct Combination {
  const char* name;
  MotionKind kind;
  const char* stepper;
};

void PrintTo(const Combination& one, std::ostream* out) {
  *out << one.name << " with " << one.stepper;
}

class TransientGradientOf : public ::testing::TestWithParam<Combination> {};

TEST_P(TransientGradientOf, IsThatOfDifferences) {
  check(GetParam().kind, inMotion(GetParam().stepper));
}

INSTANTIATE_TEST_SUITE_P(
    All, TransientGradientOf,
    ::testing::Values(
        Combination{"linear", MotionKind::linear, "implicit-euler"},
        Combination{"linear", MotionKind::linear, "generalised-alpha"},
        Combination{"linear", MotionKind::linear, "bdf2"}, Combination{"linear", MotionKind::linear, "hht"},
        Combination{"linear", MotionKind::linear, "newmark"}, Combination{"linear", MotionKind::linear, "trapezoid"},
        Combination{"damped", MotionKind::damped, "implicit-euler"},
        Combination{"damped", MotionKind::damped, "generalised-alpha"},
        Combination{"damped", MotionKind::damped, "bdf2"},
        Combination{"nonlinear", MotionKind::nonlinear, "implicit-euler"},
        Combination{"nonlinear", MotionKind::nonlinear, "generalised-alpha"},
        Combination{"nonlinear", MotionKind::nonlinear, "bdf2"},
        Combination{"tied", MotionKind::tied, "implicit-euler"},
        Combination{"tied", MotionKind::tied, "generalised-alpha"}, Combination{"tied", MotionKind::tied, "bdf2"},
        Combination{"rods", MotionKind::rods, "implicit-euler"},
        Combination{"rods", MotionKind::rods, "generalised-alpha"}, Combination{"rods", MotionKind::rods, "bdf2"},
        Combination{"yielding", MotionKind::yielding, "implicit-euler"},
        Combination{"yielding", MotionKind::yielding, "generalised-alpha"},
        Combination{"yielding", MotionKind::yielding, "bdf2"},
        Combination{"moved", MotionKind::moved, "implicit-euler"},
        Combination{"moved", MotionKind::moved, "generalised-alpha"}, Combination{"moved", MotionKind::moved, "bdf2"},
        Combination{"jerked", MotionKind::jerked, "implicit-euler"},
        Combination{"jerked", MotionKind::jerked, "generalised-alpha"},
        Combination{"jerked", MotionKind::jerked, "bdf2"}, Combination{"driven", MotionKind::driven, "implicit-euler"},
        Combination{"driven", MotionKind::driven, "generalised-alpha"},
        Combination{"driven", MotionKind::driven, "bdf2"},
        Combination{"supported", MotionKind::supported, "implicit-euler"}));

// Steps of unequal lengths, which the gradient holds fixed.
TEST(TransientGradient, HoldsTheLengthsOfAdaptiveSteps) {
  for (const char* stepper : {"generalised-alpha", "bdf2"}) {
    Transient::Data data = inMotion(stepper);
    data.step = 0.02, data.end_time = 0.08;
    data.error = 1e-2;
    const MotionResult result = runMotion(MotionKind::nonlinear, data, {}, false);
    EXPECT_LT(result.shortest_step, 0.9 * result.longest_step);
    check(MotionKind::nonlinear, data);
  }
}

TEST(TransientGradient, IsTheSameWithATrajectoryInFiles) {
  for (const MotionKind kind : {MotionKind::rods, MotionKind::supported}) {
    const Transient::Data data = inMotion("implicit-euler");
    const MotionResult in_memory = runMotion(kind, data, {}, true);
    EXPECT_FALSE(in_memory.has_used_file);
    for (const double memory : {0.0, 4000.0}) {
      TrajectoryOptions options;
      options.memory = memory;
      options.folder = ::testing::TempDir();
      const MotionResult in_file = runMotion(kind, data, {}, true, base::Communicator::world(), options);
      EXPECT_TRUE(in_file.has_used_file);
      const double tolerance = base::Communicator::world().size() == 1 ? 0.0 : 1e-9;
      for (std::size_t p = 0; p < in_file.gradient.size(); ++p)
        EXPECT_NEAR(in_file.gradient[p], in_memory.gradient[p], tolerance * std::abs(in_memory.gradient[p]))
            << MotionValues::members()[p].first;
    }
  }
}

TEST(TransientGradient, NamesTheFolderThatDoesNotExist) {
  TrajectoryOptions options;
  options.memory = 0.0;
  options.folder = "/nonexistent";
  try {
    runMotion(MotionKind::linear, inMotion("bdf2"), {}, true, base::Communicator::world(), options);
    FAIL() << "the file cannot be created";
  } catch (const base::FileError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    EXPECT_THAT(error.what(), HasSubstr("trajectory in the folder '/nonexistent' cannot be created"));
  }
}

/// Expects that the gradient is rejected with a message.
void expectRejected(MotionKind kind, const Transient::Data& data, const std::string& fact, const std::string& remedy) {
  try {
    runMotion(kind, data, {}, true);
    FAIL() << fact;
  } catch (const base::InputError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    EXPECT_THAT(error.what(), HasSubstr("Gradients are not available, because " + fact));
    EXPECT_THAT(error.what(), HasSubstr(remedy));
  }
}

TEST(TransientGradient, RejectsWhatHasNoDerivative) {
  for (const char* stepper : {"central-difference", "linearly-implicit-euler", "moreau-jean", "variational"})
    expectRejected(MotionKind::linear, inMotion(stepper),
                   fmt::format("the time integrator '{}' has no adjoint equations", stepper), "implicit-euler");
  expectRejected(MotionKind::supported, inMotion("generalised-alpha"), "contacts and other bounds act as impulses",
                 "implicit-euler");
  Transient::Data data = inMotion("bdf2");
  data.project_velocities = true;
  expectRejected(MotionKind::rods, data, "`project_velocities: true`", "remove");
}

}  // namespace
}  // namespace tenon::analysis
