// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Contributions on mapped states are transferred to the independent states as J^T f and J^T K J +
// dJ^T/dp f, in every kind of system.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fem/LinearElastic.hpp"
#include "force/FollowerPressure.hpp"
#include "force/VelocityDamping.hpp"
#include "mapping/Distance.hpp"
#include "mapping/Embedded.hpp"
#include "mass/LumpedMass.hpp"
#include "problem.hpp"
#include "system/evaluation.hpp"
#include "system/mapped/MappedGroup.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

/// Force f = -k d - c d' on each node of a state with one dof.
class LinearSprings : public force::ForceField {
 public:
  LinearSprings(const la::State& state, double k, double c) : state_(state), k_(k), c_(c) {}
  std::string name() const override { return "springs on lengths"; }
  void addForce(la::ForceVector& f) const override {
    const auto force = f.on(state_);
    for (std::size_t i = 0; i < force.size(); ++i)
      force[i] -= k_ * state_.displacement()[i] + c_ * state_.velocity()[i];
  }
  void addStiffness(la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(state_).byPositionOf(state_);
    for (LocalIndex node = 0; node < state_.layout().numLocal(); ++node) dfdx(node, node) -= k_;
  }
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override {
    auto dfdv = B.forceOn(state_).byVelocityOf(state_);
    for (LocalIndex node = 0; node < state_.layout().numLocal(); ++node) dfdv(node, node) -= c_;
  }
  bool isLinear() const override { return true; }

 private:
  const la::State& state_;
  double k_, c_;
};

/// Distribution of the problem over the ranks.
struct Spread {
  base::Communicator comm = world();
  int partition = 0;
};

std::unique_ptr<Body> makeBox(const Spread& spread, const std::string& name, CellType type, std::array<int, 3> cells,
                              mesh::Point low, mesh::Point high, double young) {
  auto body = std::make_unique<Body>(
      name, mesh::box(spread.comm, type, cells, low, high, partitionedBox(spread.comm, spread.partition)));
  body->forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
      fem::LinearElastic{young, 0.3}, force::SolidOptions{}, body->domain()));
  body->masses.push_back(std::make_unique<mass::ConsistentMass>(mass::Density{2.0, "", 1}, body->domain()));
  return body;
}

/// Kind of mapping. `chain`: the springs act on lengths within a box that is embedded in an
/// embedded box.
enum class Follow { nothing, embedded, distance, chain };

/// Adds to the embedded box, in addition to the contributors of every box, a follower pressure,
/// dampers and a second mass.
void addContributors(Body& inner) {
  inner.forces.push_back(
      std::make_unique<force::FollowerPressure>(force::FollowerPressure::Data{"xmax", 4.0, 1.0}, inner.domain()));
  inner.forces.push_back(std::make_unique<force::UniformDamping>(force::UniformDamping::Data{"", 0.7}, inner.domain()));
  inner.forces.front()->rayleigh_stiffness = 0.01;
  inner.masses.push_back(std::make_unique<mass::LumpedMass>(mass::Density{3.0, "", 1}, inner.domain()));
  inner.masses.front()->rayleigh_mass = 0.2;
  inner.masses.back()->rayleigh_mass = 0.5;
}

/// Returns segments from each owned node to the 29th after it in mesh-file order, the same for any
/// partition.
std::vector<GlobalIndex> farSegments(const fem::Domain& box) {
  const la::Layout& layout = box.state.layout();
  const std::vector<long long> positions = fem::positionsOf(box);
  const auto count = static_cast<std::size_t>(layout.numGlobal());
  std::vector<long long> global(count, 0);
  for (LocalIndex node = 0; node < layout.numOwned(); ++node)
    global[static_cast<std::size_t>(positions[static_cast<std::size_t>(node)])] = layout.global(node).value();
  layout.comm().sumInPlace(gsl::span<long long>(global));
  std::vector<GlobalIndex> segments;
  for (LocalIndex node = 0; node < layout.numOwned(); ++node) {
    const auto far = (static_cast<std::size_t>(positions[static_cast<std::size_t>(node)]) + 29) % count;
    segments.push_back(layout.global(node));
    segments.emplace_back(static_cast<PetscInt>(global[far]));
  }
  return segments;
}

MappedObject embed(std::unique_ptr<Body> body, const fem::Domain& parent) {
  MappedObject follower;
  follower.body = std::move(body);
  follower.mapping =
      std::make_unique<mapping::Embedded>(mapping::Embedded::Data{parent.object, 1e-6}, follower.body->domain(),
                                          [&](const std::string&) -> const fem::Domain& { return parent; });
  return follower;
}

MappedObject springsOnLengths(const fem::Domain& box) {
  auto distance = std::make_unique<mapping::Distance>("lengths", box, farSegments(box));
  MappedObject follower;
  follower.forces.push_back(std::make_unique<LinearSprings>(distance->child(), 300.0, 7.0));
  follower.mapping = std::move(distance);
  return follower;
}

/// Returns a box with an embedded stiff box, or with springs on the lengths between distant nodes,
/// or with both in a chain.
std::unique_ptr<MechanicalSystem> makeSystem(Follow follow, const Spread& spread = {}) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(makeBox(spread, "box", CellType::hex8, {3, 3, 3}, {0, 0, 0}, {1, 1, 1}, 1000.0));
  const fem::Domain& box = bodies[0]->domain();
  std::vector<MappedObject> mapped_objects;
  if (follow == Follow::embedded || follow == Follow::chain) {
    mapped_objects.push_back(
        embed(makeBox(spread, "inner", CellType::tet4, {3, 1, 1}, {0.1, 0.2, 0.3}, {0.9, 0.5, 0.7}, 5000.0), box));
    addContributors(*mapped_objects.back().body);
  }
  if (follow == Follow::chain) {  // children before parents: the graph sorts them
    auto leaf = makeBox({spread.comm, spread.partition == 0 ? 1 : 0}, "leaf", CellType::prism6, {2, 2, 1},
                        {0.2, 0.25, 0.35}, {0.8, 0.45, 0.65}, 3000.0);
    MappedObject of_leaf = embed(std::move(leaf), mapped_objects.front().body->domain());
    mapped_objects.insert(mapped_objects.begin(), springsOnLengths(of_leaf.body->domain()));
    mapped_objects.push_back(std::move(of_leaf));
  }
  if (follow == Follow::distance) mapped_objects.push_back(springsOnLengths(box));
  auto mechanics =
      std::make_unique<MechanicalSystem>(std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{},
                                         std::vector<std::unique_ptr<force::ForceField>>{}, std::move(mapped_objects));
  mechanics->rayleigh = {0.3, 0.02};
  return mechanics;
}

double wave(const double* x, int component, double phase) {
  return std::sin(phase + 2.0 * x[0] + 3.0 * x[1] - x[2] + component);
}

/// Adds amount * wave to the displacement, independent of the partition.
void move(MechanicalSystem& system, double amount, double phase) {
  la::State& state = system.bodies()[0]->state();
  for (std::size_t i = 0; i < state.displacement().size(); ++i)
    state.displacement()[i] += amount * wave(&state.reference()[i - i % 3], static_cast<int>(i % 3), phase);
}

la::Vector direction(const LinearSystem& system, double phase) {
  la::Vector e = system.layout().makeVector();
  const la::State& state = *system.layout().states()[0];
  std::vector<double> values(state.displacement().size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = wave(&state.reference()[i - i % 3], static_cast<int>(i % 3), phase);
  system.layout().gather({values}, e.get());
  return e;
}

double norm(Vec vector) {
  double value = 0.0;
  TENON_PETSC(VecNorm(vector, NORM_2, &value));
  return value;
}

/// Returns |a - b| / |b|.
double difference(Vec a, Vec b) {
  la::Vector gap;
  TENON_PETSC(VecDuplicate(a, gap.out()));
  TENON_PETSC(VecWAXPY(gap.get(), -1.0, b, a));
  return norm(gap.get()) / norm(b);
}

la::Vector times(LinearSystem& system, Vec x) {
  la::Vector y = system.layout().makeVector();
  TENON_PETSC(MatMult(system.get(), x, y.get()));
  return y;
}

class Mapped : public ::testing::TestWithParam<Follow> {};

TEST_P(Mapped, stiffnessIsTheDerivativeOfForces) {
  const auto mechanics = makeSystem(GetParam());
  move(*mechanics, 0.02, 0.3);
  AssembledSystem system(*mechanics);
  system.assemble({0.0, 0.0, 1.0});
  const la::Vector e = direction(system, 1.7), product = times(system, e.get());
  const double h = 1e-6;
  move(*mechanics, h, 1.7);
  la::Vector plus = system.residual();
  move(*mechanics, -2 * h, 1.7);
  const la::Vector minus = system.residual();
  TENON_PETSC(VecAXPY(plus.get(), -1.0, minus.get()));
  TENON_PETSC(VecScale(plus.get(), 1 / (2 * h)));
  EXPECT_LT(difference(plus.get(), product.get()), 1e-8);
}

TEST_P(Mapped, everyKindOfSystemAgrees) {
  const auto mechanics = makeSystem(GetParam());
  move(*mechanics, 0.02, 0.3);
  const Factors factors{3.0, 0.2, -1.5};
  AssembledSystem fixed(*mechanics), general(*mechanics, la::Insertion::blocked);
  MatrixFreeSystem products(*mechanics);
  CompositeSystem composite(*mechanics, {{"K", {0.0, 0.0, 1.0}}, {"B", {0.0, 1.0, 0.0}}, {"M", {1.0, 0.0, 0.0}}});
  for (LinearSystem* system : std::initializer_list<LinearSystem*>{&fixed, &general, &products, &composite})
    system->assemble(factors);
  const la::Vector e = direction(fixed, 0.9), expected = times(fixed, e.get());
  EXPECT_LT(difference(times(general, e.get()).get(), expected.get()), 1e-12);
  EXPECT_LT(difference(times(products, e.get()).get(), expected.get()), 1e-12);
  EXPECT_LT(difference(times(composite, e.get()).get(), expected.get()), 1e-12);
  la::Vector sum = fixed.layout().makeVector(), part = fixed.layout().makeVector();
  for (const auto& [name, factor] : {std::pair{"K", -1.5}, std::pair{"B", 0.2}, std::pair{"M", 3.0}}) {
    TENON_PETSC(MatMult(composite.part(name), e.get(), part.get()));
    TENON_PETSC(VecAXPY(sum.get(), factor, part.get()));
  }
  EXPECT_LT(difference(sum.get(), expected.get()), 1e-12);
}

// A and f of any partition agree with those of one rank.
TEST_P(Mapped, doesNotDependOnTheRanks) {
  const auto matrixAndForce = [&](const Spread& spread) {
    const auto mechanics = makeSystem(GetParam(), spread);
    const FileOrder order(*mechanics);
    order.moveRandomly(*mechanics, 0.02, 0.3);
    AssembledSystem system(*mechanics);
    system.assemble({3.0, 0.2, -1.5});
    return std::pair<Eigen::MatrixXd, Eigen::VectorXd>(denseOf(system), order.dense(system.residual().get()));
  };
  const auto [A, f] = matrixAndForce({base::Communicator::self(), 0});
  for (const int partition : {0, 1, 2}) {
    const auto [B, g] = matrixAndForce({world(), partition});
    EXPECT_LE(largest(B - A), 1e-13 * largest(A)) << "partition " << partition;
    EXPECT_LE(largest(g - f), 1e-13 * largest(A)) << "partition " << partition;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Mapped, ::testing::Values(Follow::embedded, Follow::distance, Follow::chain),
                         [](const auto& one) -> std::string {
                           if (one.param == Follow::chain) return "chain";
                           return one.param == Follow::embedded ? "embedded" : "distance";
                         });

// The Jacobian is evaluated once per configuration, for any number of contributors and repeated
// requests.
TEST(MappingGraph, evaluatesJacobiansOncePerMotion) {
  const auto mechanics = makeSystem(Follow::chain);
  const MappingGraph& graph = *mechanics->mappings();
  AssembledSystem system(*mechanics), again(*mechanics);
  long expected = graph.numEvaluations();
  for (const double phase : {0.1, 0.2, 0.3}) {
    move(*mechanics, 0.01, phase);
    ++expected;
    forcesOf(*mechanics);
    system.assemble({1.0, 0.5, -1.0});
    again.assemble({0.0, 0.0, -1.0});
    inertiaOf(*mechanics);
    forcesOf(*mechanics);
    EXPECT_EQ(graph.numEvaluations(), expected);
  }
}

// Case: contact detection between other objects precedes the first evaluation of the mapping in
// this configuration.
TEST(MappingGraph, newGhostsAreMapped) {
  const auto box = makeBox({}, "box", CellType::hex8, {3, 3, 3}, {0, 0, 0}, {1, 1, 1}, 1.0);
  std::vector<MappedObject> mapped_objects;
  mapped_objects.push_back(
      embed(makeBox({}, "inner", CellType::hex8, {2, 2, 2}, {0.1, 0.2, 0.3}, {0.9, 0.5, 0.7}, 1.0), box->domain()));
  MappingGraph graph({&box->state()}, std::move(mapped_objects));
  auto u = box->state().displacement();
  std::fill(u.begin(), u.end(), 0.25);
  graph.updateGhostJacobians();
  graph.updateStates();
  for (const double at : graph.mappedObjects().front().state().displacement()) EXPECT_NEAR(at, 0.25, 1e-14);
}

TEST(MappingGraph, refusesCirclesWithTheirPath) {
  const auto box = [](const std::string& name) {
    return makeBox({}, name, CellType::hex8, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, 1.0);
  };
  auto a = box("a"), b = box("b"), c = box("c");
  const fem::Domain &of_a = a->domain(), &of_b = b->domain(), &of_c = c->domain();
  std::vector<MappedObject> mapped_objects;
  mapped_objects.push_back(embed(std::move(a), of_c));
  mapped_objects.push_back(embed(std::move(b), of_a));
  mapped_objects.push_back(embed(std::move(c), of_b));
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(box("free"));
  try {
    MechanicalSystem(std::move(bodies), {}, {}, std::move(mapped_objects));
    FAIL() << "a circle was taken";
  } catch (const base::InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "The mappings form a cycle: 'a' has the parent 'c', which has the parent 'b', which has the parent 'a'. One "
        "of these objects needs independent degrees of freedom.");
  }
}

TEST(MappedFlags, leaveThemOut) {
  const auto alone = makeSystem(Follow::nothing), mapped = makeSystem(Follow::distance);
  move(*alone, 0.02, 0.3), move(*mapped, 0.02, 0.3);
  const Factors factors{0.0, 0.0, -1.0};
  SystemOptions nothing_mapped, no_geometric;
  nothing_mapped.contents.mapped_contributors = nothing_mapped.contents.geometric_stiffness = false;
  no_geometric.contents.geometric_stiffness = false;
  AssembledSystem expected(*alone), all(*mapped), without(*mapped, la::Insertion::slots, nothing_mapped),
      material(*mapped, la::Insertion::slots, no_geometric);
  for (AssembledSystem* system : {&expected, &all, &without, &material}) system->assemble(factors);
  const la::Vector e = direction(expected, 0.9), y = times(expected, e.get());
  EXPECT_LT(difference(times(without, e.get()).get(), y.get()), 1e-13);
  EXPECT_GT(difference(times(material, e.get()).get(), y.get()), 1e-3);
  EXPECT_GT(difference(times(all, e.get()).get(), times(material, e.get()).get()), 1e-4);
}

// Each mapped contributor keeps its name, factor and declaration.
TEST(MappedContributors, keepTheirNamesAndTheirDamping) {
  const auto mechanics = makeSystem(Follow::embedded);
  mechanics->rayleigh = {};
  FileOrder(*mechanics).moveRandomly(*mechanics, 0.02, 0.3);
  AssembledSystem damping(*mechanics), tangent(*mechanics), mass(*mechanics);
  tangent.assemble({0.0, 0.0, -1.0});
  EXPECT_THAT(tangent.asymmetricContributors(), ::testing::ElementsAre("follower-pressure on inner/xmax"));
  const auto matrixOf = [&](const Factors& factors, const std::string& contributor) {
    SystemOptions options;
    options.contents.contributor = contributor;
    AssembledSystem system(*mechanics, la::Insertion::slots, options);
    system.assemble(factors);
    return denseOf(system);
  };
  const Eigen::MatrixXd K = matrixOf({0.0, 0.0, 1.0}, "elastic on inner"),
                        B = matrixOf({0.0, 1.0, 0.0}, "uniform-damping on inner"),
                        M = matrixOf({1.0, 0.0, 0.0}, "consistent mass on inner"),
                        L = matrixOf({1.0, 0.0, 0.0}, "lumped mass on inner");
  for (const auto& matrix : {K, B, M, L}) EXPECT_GT(largest(matrix), 0.0);
  damping.assemble({0.0, 1.0, 0.0});
  const Eigen::MatrixXd all = denseOf(damping);
  EXPECT_LE(largest(all - (B + 0.01 * K - 0.2 * M - 0.5 * L)), 1e-12 * largest(all));
}

// J^T M J preserves the mass: the total mass of a box and an embedded box is the sum of both.
TEST(MappedMass, keepsTheTotal) {
  const auto mechanics = makeSystem(Follow::embedded);
  AssembledSystem mass(*mechanics);
  mass.assemble({1.0, 0.0, 0.0});
  la::Vector ones = mass.layout().makeVector();
  TENON_PETSC(VecSet(ones.get(), 1.0));
  const la::Vector momentum = times(mass, ones.get());
  double total = 0.0;
  TENON_PETSC(VecDot(ones.get(), momentum.get(), &total));
  EXPECT_NEAR(total / 3, 2.0 + (2.0 + 3.0) * 0.8 * 0.3 * 0.4, 1e-12);
}

}  // namespace
}  // namespace tenon::system
