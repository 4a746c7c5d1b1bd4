// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Factors of the terms: evaluated contributors, Rayleigh damping, changes of the sparsity pattern.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mass/LumpedMass.hpp"
#include "problem.hpp"
#include "system/forms/Terms.hpp"
#include "system/forms/registry.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

/// Force whose derivatives must not be evaluated.
class UncalledForce : public force::ForceField {
 public:
  std::string name() const override { return "untouchable"; }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix&) const override { throw base::InternalError("asked for K"); }
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix&) const override { throw base::InternalError("asked for B"); }
};

class UncalledMass : public mass::Mass {
 public:
  std::string name() const override { return "untouchable mass"; }
  void addMass(la::MassMatrix&) const override { throw base::InternalError("asked for M"); }
  double total() const override { return 0.0; }
};

std::unique_ptr<MechanicalSystem> untouchable() {
  auto body = std::make_unique<Body>("cube", mesh::box(world(), CellType::hex8, {1, 1, 1}));
  body->forces.push_back(std::make_unique<UncalledForce>());
  body->masses.push_back(std::make_unique<UncalledMass>());
  return alone(std::move(body));
}

void expectCalls(LinearSystem& system, const Factors& factors, bool called) {
  if (called)
    EXPECT_THROW(system.assemble(factors), base::Error);
  else
    EXPECT_NO_THROW(system.assemble(factors));
}

TEST(Terms, ContributorsWithoutAFactorAreNotCalled) {
  const auto mechanics = untouchable();
  const auto expectBoth = [&](const Factors& factors, bool called) {
    AssembledSystem stored(*mechanics);
    expectCalls(stored, factors, called);
    CompositeSystem composite(*mechanics, {{"nothing", {}}});
    expectCalls(composite, factors, called);
    AssembledSystem general(*mechanics, la::Insertion::blocked);
    expectCalls(general, factors, called);
    MatrixFreeSystem products(*mechanics);
    expectCalls(products, factors, false);  // not before the first product
    const la::Vector x = products.layout().makeVector(), y = products.layout().makeVector();
    if (called)
      EXPECT_THROW(products.multiply(x.get(), y.get()), base::Error);
    else
      EXPECT_NO_THROW(products.multiply(x.get(), y.get()));
  };
  expectBoth({0.0, 0.0, 0.0}, false);
  expectBoth({0.0, 0.0, 1.0}, true);
  expectBoth({0.0, 1.0, 0.0}, true);
  expectBoth({1.0, 0.0, 0.0}, true);
  mechanics->rayleigh = {0.5, 0.25};  // factors may cancel: m - b alpha = 0 and k + b beta = 0
  const Terms terms = Terms::collect(*mechanics, {1.0, 2.0, -0.5});
  EXPECT_TRUE(terms.stiffness.empty());
  EXPECT_TRUE(terms.mass.empty());
  ASSERT_EQ(terms.damping.size(), 1u);
  EXPECT_EQ(terms.damping.front().factor, 2.0);
}

/// Force that counts its evaluations and is identified by its values.
class Counting : public force::ForceField {
 public:
  explicit Counting(const la::State& state) : state_(state) {}
  std::string name() const override { return "counting"; }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override {
    ++num_stiffness;
    write(K.forceOn(state_).byPositionOf(state_));
  }
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override {
    ++num_damping;
    write(B.forceOn(state_).byVelocityOf(state_));
  }
  mutable int num_stiffness = 0, num_damping = 0;

 private:
  void write(la::Derivative derivative) const {
    for (LocalIndex node = 0; node < state_.layout().numOwned(); ++node)
      derivative(node, node) -= base::Mat3::Identity();
  }
  const la::State& state_;
};

TEST(Terms, EachContributorIsCalledOncePerAssembly) {
  auto body = std::make_unique<Body>("cube", mesh::box(world(), CellType::hex8, {1, 1, 1}));
  body->forces.push_back(std::make_unique<Counting>(body->state()));
  const auto& counting = static_cast<const Counting&>(*body->forces.front());
  const auto mechanics = alone(std::move(body));
  const auto callsOf = [&](LinearSystem& system, const Factors& factors) {
    system.assemble({0.0, 1.0, 1.0});  // determines patterns and which derivatives are implemented
    counting.num_stiffness = counting.num_damping = 0;
    system.assemble(factors);
    return std::pair(counting.num_stiffness, counting.num_damping);
  };
  AssembledSystem fixed(*mechanics), general(*mechanics, la::Insertion::blocked);
  CompositeSystem composite(*mechanics, {{"B", {0, 1, 0}}, {"K", {0, 0, 1}}});
  for (LinearSystem* system : std::initializer_list<LinearSystem*>{&fixed, &general}) {
    EXPECT_EQ(callsOf(*system, {0.0, 0.0, 0.0}), std::pair(0, 0)) << system->kind();
    EXPECT_EQ(callsOf(*system, {0.0, 2.0, 0.0}), std::pair(0, 1)) << system->kind();
    EXPECT_EQ(callsOf(*system, {0.0, 0.0, -1.0}), std::pair(1, 0)) << system->kind();
    EXPECT_EQ(callsOf(*system, {5.0, 2.0, -1.0}), std::pair(1, 1)) << system->kind();
  }
  EXPECT_EQ(callsOf(composite, {5.0, 2.0, -1.0}), std::pair(1, 1));  // for A and its parts together
}

/// Force that writes to a node that does not exist, on the last rank only.
class UnrecordedForce : public force::ForceField {
 public:
  explicit UnrecordedForce(const la::State& state) : state_(state) {}
  std::string name() const override { return "astray"; }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override {
    if (world().rank() + 1 == world().size()) K.forceOn(state_).byPositionOf(state_)(0, 4711) += base::Mat3::Identity();
  }

 private:
  const la::State& state_;
};

TEST(Terms, EveryKindChecksIndicesWhereItIsTold) {
  auto body = std::make_unique<Body>("cube", mesh::box(world(), CellType::hex8, {1, 1, 1}));
  body->forces.push_back(std::make_unique<UnrecordedForce>(body->state()));
  const auto mechanics = alone(std::move(body));
  SystemRegistry registry("system");
  registerSystems(registry);
  for (const auto& kind : registry.names()) {
    const auto system =
        registry.make(base::CaseNode::parse("{type: " + kind + ", checking: true}", "case.yaml"), *mechanics);
    try {
      system->assemble({0.0, 0.0, -1.0});
      ADD_FAILURE() << kind << " checks nothing";
    } catch (const base::InternalError& error) {
      EXPECT_THAT(error.what(),
                  ::testing::HasSubstr("astray contributes invalid entries to the matrix with the rows of \"cube\" and "
                                       "the columns of \"cube\": there is no local node 4711 of \"cube\""))
          << kind;
      EXPECT_TRUE(error.isOnAllRanks());
    }
  }
}

TEST(Terms, RayleighDampingAddsUpFromCaseAndContributor) {
  const auto mechanics = untouchable();
  mechanics->rayleigh = {0.5, 0.25};
  mechanics->bodies()[0]->forces.front()->rayleigh_stiffness = 0.125;
  mechanics->bodies()[0]->masses.front()->rayleigh_mass = 2.0;
  const Terms terms = Terms::collect(*mechanics, {3.0, 4.0, -1.0});
  EXPECT_EQ(terms.stiffness.front().factor, -1.0 + 4.0 * (0.25 + 0.125));
  EXPECT_EQ(terms.mass.front().factor, 3.0 - 4.0 * (0.5 + 2.0));
}

/// The derivative of f with respect to the velocity is B, including Rayleigh damping.
TEST(Terms, RayleighForcesAreThoseOfTheDampingMatrix) {
  auto body = elasticBox(world(), "cube", CellType::tet4, {2, 2, 1}, 0.0, 1);
  body->forces.front()->rayleigh_stiffness = 0.02;
  body->masses.push_back(std::make_unique<mass::LumpedMass>(mass::Density{2.0, "", 1}, body->domain()));
  body->masses.front()->rayleigh_mass = 0.5;
  const auto mechanics = alone(std::move(body));
  mechanics->rayleigh = {0.3, 0.01};
  const FileOrder order(*mechanics);
  AssembledSystem system(*mechanics);
  system.assemble({0.0, 1.0, 0.0});
  order.moveRandomly(*mechanics, 0.1, 0.0);
  const Eigen::VectorXd still = order.dense(system.residual().get());
  order.moveRandomly(*mechanics, 0.1, 2.0);
  const Eigen::VectorXd moving = order.dense(system.residual().get());
  const la::Vector v = system.layout().makeVector(), Bv = system.layout().makeVector();
  system.layout().gather({mechanics->bodies()[0]->state().velocity()}, v.get());
  TENON_PETSC(MatMult(system.get(), v.get(), Bv.get()));
  const Eigen::VectorXd expected = order.dense(Bv.get());
  EXPECT_LE(largest(moving - still - expected), 1e-12 * largest(expected));
  EXPECT_LT(order.dense(v.get()).dot(expected), 0.0);  // damping dissipates energy
}

/// Spring of stiffness 1 from each node to the next local one or, if `farther`, to the one after
/// that.
class ChangingSprings : public force::ForceField {
 public:
  explicit ChangingSprings(const la::State& state) : state_(state) {}
  std::string name() const override { return "wandering springs"; }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(state_).byPositionOf(state_);
    const base::Mat3 k = base::Mat3::Identity();
    const LocalIndex shift = farther ? 2 : 1, owned = state_.layout().numOwned();
    for (LocalIndex a = 0; a + shift < owned; ++a) {
      dfdx(a, a) -= k;
      dfdx(a, a + shift) += k;
      dfdx(a + shift, a) += k;
      dfdx(a + shift, a + shift) -= k;
    }
  }
  bool farther = false;

 private:
  const la::State& state_;
};

long numSprings(const ChangingSprings& springs, const la::State& state) {
  return world().sum(static_cast<long>(std::max(state.layout().numOwned() - (springs.farther ? 2 : 1), 0)));
}

TEST(Terms, AChangeOfThePatternIsNoticedByEveryKind) {
  auto body = std::make_unique<Body>("cube", mesh::box(world(), CellType::hex8, {3, 2, 2}));
  body->masses.push_back(std::make_unique<mass::LumpedMass>(mass::Density{2.0, "", 1}, body->domain()));
  auto springs = std::make_unique<ChangingSprings>(body->state());
  ChangingSprings& wandering = *springs;
  body->forces.push_back(std::move(springs));
  const auto mechanics = alone(std::move(body));
  AssembledSystem fixed(*mechanics), general(*mechanics, la::Insertion::blocked);
  CompositeSystem composite(*mechanics, {{"M", {1, 0, 0}}, {"K", {0, 0, 1}}});
  MatrixFreeSystem products(*mechanics);
  const auto expectAlike = [&](const Factors& factors) {
    products.assemble(factors);
    const Eigen::MatrixXd expected = denseOf(products);
    for (LinearSystem* system : std::initializer_list<LinearSystem*>{&fixed, &general, &composite}) {
      system->assemble(factors);
      EXPECT_LE(largest(denseOf(*system) - expected), 1e-12 * largest(expected)) << system->kind();
    }
    const FileOrder order(*mechanics);
    EXPECT_NEAR(order.dense(composite.layout(), composite.part("M")).trace(), 3.0 * 2.0, 1e-12);
    const Eigen::MatrixXd K = order.dense(composite.layout(), composite.part("K"));
    EXPECT_EQ(K.trace(), -2.0 * 3.0 * static_cast<double>(numSprings(wandering, mechanics->bodies()[0]->state())));
  };
  expectAlike({2.0, 0.0, 0.0});
  expectAlike({2.0, 0.0, -1.0});  // contributors whose pattern was not queried before
  wandering.farther = true;
  expectAlike({2.0, 0.0, 0.0});  // only a part in addition to A detects the change
  expectAlike({0.0, 0.0, -1.0});
}

TEST(Terms, AFixedPatternMayRefuseToChange) {
  auto body = std::make_unique<Body>("cube", mesh::box(world(), CellType::hex8, {3, 2, 2}));
  auto springs = std::make_unique<ChangingSprings>(body->state());
  ChangingSprings& wandering = *springs;
  body->forces.push_back(std::move(springs));
  const auto mechanics = alone(std::move(body));
  SystemOptions options;
  options.rules.on_change = la::PatternPolicy::reject;
  AssembledSystem system(*mechanics, la::Insertion::slots, options);
  system.assemble({0.0, 0.0, -1.0});
  wandering.farther = true;
  try {
    system.assemble({0.0, 0.0, -1.0});
    ADD_FAILURE() << "not rejected";
  } catch (const base::Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("wandering springs changed it"));
  }
}

}  // namespace
}  // namespace tenon::system
