// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/minimisation/TaoMinimisation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tenon/base/Error.hpp"

namespace tenon::solver {
namespace {

using ::testing::HasSubstr;

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Returns Rosenbrock's function, whose minimum is 0 at (1, 1).
FunctionValue rosenbrock(const std::vector<double>& x) {
  const double a = 1.0 - x[0], b = x[1] - x[0] * x[0];
  return {a * a + 100.0 * b * b, {-2.0 * a - 400.0 * x[0] * b, 200.0 * b}};
}

/// Distributes the variables of a problem that all ranks have formulated with all variables: rank r
/// owns variable v if v modulo the number of ranks is r.
MinimisationProblem distributed(const MinimisationProblem& whole) {
  const base::Communicator comm = base::Communicator::world();
  const auto size = static_cast<int>(whole.start.size());
  const auto owned = [comm](const std::vector<double>& all) {
    std::vector<double> mine;
    for (std::size_t v = 0; v < all.size(); ++v)
      if (static_cast<int>(v) % comm.size() == comm.rank()) mine.push_back(all[v]);
    return mine;
  };
  MinimisationProblem problem{owned(whole.start), owned(whole.lower), owned(whole.upper), {}, whole.on_iteration};
  problem.evaluate = [=](const std::vector<double>& x) -> std::optional<FunctionValue> {
    std::vector<double> all(static_cast<std::size_t>(size), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i)
      all[i * static_cast<std::size_t>(comm.size()) + static_cast<std::size_t>(comm.rank())] = x[i];
    comm.sumInPlace(gsl::span<double>(all));
    std::optional<FunctionValue> value = whole.evaluate(all);
    if (value) value->gradient = owned(value->gradient);
    return value;
  };
  return problem;
}

/// Minimisation of Rosenbrock's function from (-1.2, 1), and its last point.
struct Rosenbrock {
  MinimisationProblem problem{{-1.2, 1.0}, {-unlimited, -unlimited}, {unlimited, unlimited}, {}, {}};
  MinimisationSettings settings{"blmvm", 200, 1e-10};
  std::vector<double> best;
  std::vector<Iterate> iterates;
  double least = unlimited;

  /// Minimises the function; `before` is called before each evaluation.
  MinimisationResult run(const std::function<void()>& before = [] {}) {
    problem.evaluate = [&](const std::vector<double>& x) -> std::optional<FunctionValue> {
      before();
      const FunctionValue value = rosenbrock(x);
      if (value.value < least) least = value.value, best = x;
      return value;
    };
    problem.on_iteration = [&](const Iterate& iterate) { iterates.push_back(iterate); };
    return TaoMinimisation(base::Communicator::world(), distributed(problem), settings).run();
  }
};

TEST(TaoMinimisation, FindsAMinimum) {
  for (const char* method : {"blmvm", "bqnls", "lmvm"}) {
    Rosenbrock minimisation;
    minimisation.settings.method = method;
    const MinimisationResult result = minimisation.run();
    EXPECT_TRUE(result.has_converged) << method << ": " << result.reason;
    EXPECT_THAT(result.reason, HasSubstr("below 1e-10 times its initial value"));
    ASSERT_EQ(minimisation.best.size(), 2U);
    EXPECT_NEAR(minimisation.best[0], 1.0, 1e-6) << method;
    EXPECT_NEAR(minimisation.best[1], 1.0, 1e-6) << method;
    ASSERT_FALSE(minimisation.iterates.empty());
    EXPECT_EQ(minimisation.iterates.front().iteration, 0);
    EXPECT_EQ(minimisation.iterates.front().value, rosenbrock({-1.2, 1.0}).value);
    EXPECT_EQ(minimisation.iterates.back().iteration, result.iterations);
  }
}

TEST(TaoMinimisation, ReachesABound) {
  Rosenbrock minimisation;
  minimisation.problem.upper[0] = 0.5;  // the minimum with x = 0.5 is at y = 0.25
  EXPECT_TRUE(minimisation.run().has_converged);
  EXPECT_EQ(minimisation.best[0], 0.5);
  EXPECT_NEAR(minimisation.best[1], 0.25, 1e-8);
}

/// The function x - 0.1 ln x + y - 0.2 ln y has no value for x <= 0 or y <= 0, where the first
/// steps lead.
TEST(TaoMinimisation, ReturnsFromPointsWithoutAValue) {
  for (const char* method : {"blmvm", "bqnls", "lmvm"}) {
    std::vector<double> last;
    int num_failures = 0;
    MinimisationProblem problem{{5.0, 0.5}, {-unlimited, -unlimited}, {unlimited, unlimited}, {}, {}};
    problem.evaluate = [&](const std::vector<double>& x) -> std::optional<FunctionValue> {
      if (x[0] <= 0.0 || x[1] <= 0.0) return ++num_failures, std::nullopt;
      last = x;
      return FunctionValue{x[0] - 0.1 * std::log(x[0]) + x[1] - 0.2 * std::log(x[1]),
                           {1.0 - 0.1 / x[0], 1.0 - 0.2 / x[1]}};
    };
    problem.on_iteration = [](const Iterate&) {};
    const MinimisationResult result =
        TaoMinimisation(base::Communicator::world(), distributed(problem), {method, 200, 1e-8}).run();
    EXPECT_TRUE(result.has_converged) << method << ": " << result.reason;
    EXPECT_GT(num_failures, 0) << method;
    ASSERT_EQ(last.size(), 2U);
    EXPECT_NEAR(last[0], 0.1, 1e-7) << method;
    EXPECT_NEAR(last[1], 0.2, 1e-7) << method;
  }
}

TEST(TaoMinimisation, EndsWithAReason) {
  Rosenbrock limited;
  limited.settings.iterations = 3;
  MinimisationResult result = limited.run();
  EXPECT_FALSE(result.has_converged);
  EXPECT_EQ(result.reason, "the limit of 3 iterations is reached");
  EXPECT_EQ(result.iterations, 3);
  Rosenbrock short_steps;
  short_steps.settings.gradient = 0.0, short_steps.settings.step = 1e-2;
  result = short_steps.run();
  EXPECT_TRUE(result.has_converged);
  EXPECT_EQ(result.reason, "no scaled parameter changes by more than 0.01 in one iteration");
  EXPECT_LE(short_steps.iterates.back().step, 1e-2);
  Rosenbrock at_minimum;
  at_minimum.problem.start = {1.0, 1.0};
  EXPECT_EQ(at_minimum.run().reason, "the projected gradient is zero");
}

TEST(TaoMinimisation, PassesExceptionsOn) {
  Rosenbrock minimisation;
  const auto fail = [&] {
    if (minimisation.iterates.size() == 2) throw std::domain_error("no further point");
  };
  EXPECT_THROW(minimisation.run(fail), std::domain_error);
}

TEST(TaoMinimisation, RejectsUnsuitableMethods) {
  Rosenbrock minimisation;
  TENON_PETSC(PetscOptionsSetValue(nullptr, "-tao_type", "nls"));
  EXPECT_THROW(minimisation.run(), base::InputError);
  TENON_PETSC(PetscOptionsSetValue(nullptr, "-tao_type", "lmvm"));
  EXPECT_NO_THROW(minimisation.run());
  minimisation.problem.upper[0] = 0.5;
  EXPECT_THROW(minimisation.run(), base::InputError);
  TENON_PETSC(PetscOptionsClearValue(nullptr, "-tao_type"));
}

}  // namespace
}  // namespace tenon::solver
