// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Adjoint equations of static equilibria: derivatives of objectives compared with differences of
// whole solutions, and with closed forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "Bar.hpp"
#include "analysis/Statics.hpp"
#include "analysis/adjoint/GradientSteps.hpp"
#include "analysis/adjoint/TaylorTest.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "system/parameters/NumberParameter.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::analysis {
namespace {

using ::testing::HasSubstr;
using testing::makeBar;

/// J = sum_i u_i^2 / 2 + sum_i c_i u_i with smooth coefficients c by reference position.
class SmoothObjective : public Objective {
 public:
  explicit SmoothObjective(const la::State& state) : state_(state) {}
  std::string name() const override { return "smooth"; }
  double value(const ObjectiveSample& sample) const override {
    double sum = 0.0;
    forEachDof([&](std::size_t i, double c) {
      const double u = state_.displacement()[i];
      sum += 0.5 * u * u + c * u;
    });
    return sample.comm().sum(sum);
  }
  void addDerivatives(const ObjectiveSample&, ObjectiveDerivatives& derivatives) const override {
    const auto by_u = derivatives.byDisplacementOf(state_);
    forEachDof([&](std::size_t i, double c) { by_u[i] += state_.displacement()[i] + c; });
  }

 private:
  template <class Visit>
  void forEachDof(Visit&& visit) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(3 * state_.layout().numOwned()); ++i)
      visit(i, 0.1 * std::cos(state_.reference()[i - i % 3] + 2.0 * static_cast<double>(i % 3)));
  }
  const la::State& state_;
};

/// Elastic or spring-network bar under an end load of magnitude `load`.
struct Model {
  Model(bool elastic, double load) : mechanics(makeBar(elastic, load * base::Vec3(0.1, 0.2, 1.0))) {
    base::setUpLog(mechanics->comm(), "warn");
    solver::Presets presets;
    solver::registerPresets(presets);
    options.addPreset(presets.find("direct"));
    parameters.preset = "direct";
    equations = std::make_unique<Equations>(*mechanics);
    solver = std::make_unique<TangentSolver>(*equations, parameters, options);
    objectives.push_back(std::make_unique<SmoothObjective>(mechanics->bodies()[0]->state()));
  }

  /// Runs statics and returns the objective with its gradient.
  GradientResult run(const GradientTerms::ModelParameters& of_model, int num_steps = 1) {
    base::Phases phases(mechanics->comm());
    Statics::Data data;
    data.tolerance = 1e-12;
    data.steps = num_steps;
    Statics statics(data);
    GradientSteps steps(*equations, *solver, phases, {objectives, of_model});
    const auto run = statics.begin(*equations, *solver, phases);
    while (!run->isDone()) {
      run->advance();
      steps.addStep(run->numCompletedSteps(), run->time(), run->isDone());
    }
    return steps.finish();
  }

  std::unique_ptr<system::MechanicalSystem> mechanics;
  solver::SolverOptions options;
  solver::SolverParameters parameters;
  std::unique_ptr<Equations> equations;
  std::unique_ptr<TangentSolver> solver;
  GradientTerms::Objectives objectives;
};

/// Returns the magnitude of the end load as a parameter of a model.
GradientTerms::ModelParameters loadOf(Model& model, double value) {
  GradientTerms::ModelParameters parameters;
  const fem::Domain& domain = model.mechanics->bodies()[0]->domain();
  parameters.push_back(
      std::make_unique<system::NumberParameter>(*model.mechanics, "load", value, false, [&domain](double load) {
        system::VariedContributors made;
        made.forces.push_back(std::make_unique<testing::EndLoad>(load * base::Vec3(0.1, 0.2, 1.0), domain));
        return made;
      }));
  return parameters;
}

/// Returns dJ/dload by central differences of fourth order.
double differences(bool elastic, double load, double h, int num_steps = 1) {
  const auto at = [&](double value) { return Model(elastic, value).run({}, num_steps).value; };
  return (8.0 * (at(load + h) - at(load - h)) - (at(load + 2.0 * h) - at(load - 2.0 * h))) / (12.0 * h);
}

TEST(StaticAdjoint, OfALinearBarEqualsDifferences) {
  Model model(true, 3.0);
  const GradientResult result = model.run(loadOf(model, 3.0));
  EXPECT_EQ(result.num_adjoints, 1);
  EXPECT_NEAR(result.gradient[0][0] / differences(true, 3.0, 0.5), 1.0, 1e-10);
}

TEST(StaticAdjoint, OfLargeDisplacementsEqualsDifferences) {
  Model model(false, 1.0);
  const GradientResult result = model.run(loadOf(model, 1.0));
  EXPECT_NEAR(result.gradient[0][0] / differences(false, 1.0, 2e-3), 1.0, 1e-8);
}

TEST(StaticAdjoint, AddsTheStepsOfAnObjective) {
  Model model(false, 1.0);
  model.objectives[0]->at.kind = EvaluationSteps::Kind::all;
  const GradientResult all = model.run(loadOf(model, 1.0), 2);
  EXPECT_EQ(all.num_adjoints, 2);
  double value = 0.0, derivative = 0.0;
  for (const int step : {1, 2}) {
    Model one(false, 1.0);
    one.objectives[0]->at.kind = EvaluationSteps::Kind::list;
    one.objectives[0]->at.steps = {step};
    const GradientResult result = one.run(loadOf(one, 1.0), 2);
    EXPECT_EQ(result.num_adjoints, 1);
    value += result.value, derivative += result.gradient[0][0];
  }
  EXPECT_NEAR(all.value, value, 1e-12 * std::abs(value));
  EXPECT_NEAR(all.gradient[0][0], derivative, 1e-9 * std::abs(derivative));
}

// In equilibrium y . K x = q' . x for every admissible x.
TEST(StaticAdjoint, SatisfiesTheTransposedEquations) {
  Model model(false, 1.0);
  model.run({});
  base::Phases phases(model.mechanics->comm());
  ObjectiveDerivatives derivatives(*model.equations);
  model.objectives[0]->addDerivatives({*model.equations, 1, 1.0}, derivatives);
  derivatives.finish("smooth");
  const Cotangents& cotangents = derivatives.cotangents();
  StaticAdjoint adjoint(*model.equations, *model.solver);
  const AdjointSolution solution = adjoint.solve(cotangents, true, phases);
  const la::Vector product = la::makeZeroLike(solution.y.get());
  TENON_PETSC(MatMultTranspose(model.equations->linearSystem().get(), solution.y.get(), product.get()));
  const std::vector<double> left = la::entriesOf(product.get()), right = la::entriesOf(cotangents.q.get()),
                            reactions = la::entriesOf(solution.reactions.get());
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (reactions[i] != 0.0) continue;  // prescribed
    EXPECT_NEAR(left[i], right[i], 1e-9);
  }
  EXPECT_GT(la::norm(solution.reactions.get()), 1e-3);
}

/// Returns the message about derivatives that `add` adds in a static equilibrium.
std::string messageOfDerivatives(const std::function<void(ObjectiveDerivatives&, const la::State&)>& add) {
  Model model(true, 1.0);
  model.run({});
  ObjectiveDerivatives derivatives(*model.equations);
  add(derivatives, model.mechanics->bodies()[0]->state());
  try {
    derivatives.finish("mine");
  } catch (const base::InputError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    return error.what();
  }
  EXPECT_FALSE(derivatives.dependOnMultipliers());
  return "";
}

TEST(ObjectiveDerivatives, AreRejectedIfTheyAreInvalid) {
  const auto set = [](gsl::span<double> values, double value) { std::fill(values.begin(), values.end(), value); };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(messageOfDerivatives([&](auto& by, const auto& state) { set(by.byVelocityOf(state), 0.0); }), "");
  EXPECT_THAT(messageOfDerivatives([&](auto& by, const auto& state) { set(by.byDisplacementOf(state), nan); }),
              HasSubstr("A derivative of the objective 'mine' is infinite or not a number"));
  EXPECT_THAT(messageOfDerivatives([&](auto& by, const auto& state) { set(by.byVelocityOf(state), 1.0); }),
              HasSubstr("The objective 'mine' depends on velocities, which a static analysis does not have"));
  EXPECT_THAT(messageOfDerivatives([&](auto& by, const auto& state) { set(by.byAccelerationOf(state), 1.0); }),
              HasSubstr("depends on accelerations"));
}

TEST(ObjectiveDerivatives, AreAddedWithoutThoseOfGhosts) {
  Model model(true, 1.0);
  const la::State& state = model.mechanics->bodies()[0]->state();
  ObjectiveDerivatives derivatives(*model.equations);
  for (int call = 0; call < 2; ++call) {
    const auto by_u = derivatives.byDisplacementOf(state);
    std::fill(by_u.begin(), by_u.end(), 1.5);
    derivatives.finish("mine");
  }
  for (const double value : la::entriesOf(derivatives.cotangents().q.get())) EXPECT_EQ(value, 3.0);
}

/// Springs whose stiffness matrix is not the derivative of their force.
class WrongSprings : public testing::SpringNetwork {
 public:
  using SpringNetwork::SpringNetwork;
  std::string name() const override { return "wrong springs on bar"; }
  void addStiffness(la::StiffnessMatrix& K) const override {
    SpringNetwork::addStiffness(K);
    SpringNetwork::addStiffness(K);
  }
};

TEST(StaticAdjoint, NamesContributorsWithAnApproximateTangent) {
  const auto messageOf = [](bool is_wrong) -> std::string {
    Model model(true, 1.0);
    system::Body& body = *model.mechanics->bodies()[0];
    if (is_wrong) body.forces.push_back(std::make_unique<WrongSprings>(100.0, body.domain()));
    la::Vector direction = model.equations->linearSystem().layout().makeVector();
    TENON_PETSC(VecSet(direction.get(), 1.0));
    model.mechanics->projection().project(direction.get());
    const la::Vector before = model.equations->unknowns().displacement();
    try {
      requireExactTangent(*model.equations, direction.get());
    } catch (const base::InputError& error) {
      EXPECT_TRUE(error.isOnAllRanks());
      return error.what();
    }
    EXPECT_EQ(la::entriesOf(model.equations->unknowns().displacement().get()), la::entriesOf(before.get()));
    return "";
  };
  EXPECT_EQ(messageOf(false), "");
  EXPECT_THAT(messageOf(true), HasSubstr("the tangent of 'wrong springs on bar' is not the derivative of its forces"));
}

TEST(NumberParameter, ReducesItsStepNearASingularity) {
  Model model(true, 1.0);
  model.run({});
  system::EquationWeights weights;
  weights.time = 1.0;
  const la::State& state = model.mechanics->bodies()[0]->state();
  weights.forces.emplace_back(static_cast<std::size_t>(3 * state.layout().numLocal()), 1.0);
  const fem::Domain& domain = model.mechanics->bodies()[0]->domain();
  const auto make = [&](double p) {
    if (p >= 1.0) throw base::InputError("p must be smaller than 1.");
    system::VariedContributors made;
    made.forces.push_back(std::make_unique<testing::EndLoad>(base::Vec3(0, 0, 1.0 / (1.0 - p)), domain));
    return made;
  };
  const double p = 0.9999, nodes = static_cast<double>(state.layout().comm().sum(static_cast<long>([&] {
                             long count = 0;
                             for (const auto node : domain.mesh.nodesOf(domain.mesh.group("xmax")))
                               count += state.layout().isOwned(node) ? 1 : 0;
                             return count;
                           }())));
  system::NumberParameter parameter(*model.mechanics, "p", p, false, make);
  double gradient = 0.0;
  parameter.addProducts(weights, gsl::span<double>(&gradient, 1));
  EXPECT_NEAR(gradient / (nodes / ((1.0 - p) * (1.0 - p))), 1.0, 1e-8);
}

TEST(TaylorTest, FindsTheOrderOfTheRemainder) {
  const auto f = [](double h) { return std::exp(h); };
  const TaylorTest right = runTaylorTest(1.0, 1.0, f, 1e-2, 4, 1e-14);
  EXPECT_NEAR(right.order, 2.0, 0.02);
  EXPECT_NEAR(right.orders_without.back(), 1.0, 0.02);
  EXPECT_TRUE(right.isPassed());
  const TaylorTest wrong = runTaylorTest(1.0, 1.001, f, 1e-2, 4, 1e-14);
  EXPECT_FALSE(wrong.isPassed());
}

TEST(TaylorTest, AcceptsALinearFunction) {
  const TaylorTest linear = runTaylorTest(
      3.0, 2.0, [](double h) { return 3.0 + 2.0 * h; }, 1e-2, 4, 1e-14);
  EXPECT_TRUE(linear.isPassed());
  const TaylorTest wrong = runTaylorTest(
      3.0, 2.1, [](double h) { return 3.0 + 2.0 * h; }, 1e-2, 4, 1e-14);
  EXPECT_FALSE(wrong.isPassed());
}

}  // namespace
}  // namespace tenon::analysis
