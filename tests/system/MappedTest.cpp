// What acts on mapped states reaches the independent ones as J^T f, J^T K J + dJ^T/dp f, in every kind of system.
#include <gtest/gtest.h>

#include <cmath>

#include "tenon/fem/LinearElastic.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mapping/Distance.hpp"
#include "tenon/mapping/Embedded.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/mesh/generate.hpp"
#include "tenon/system/AssembledSystem.hpp"
#include "tenon/system/CompositeSystem.hpp"
#include "tenon/system/MatrixFreeSystem.hpp"

namespace tenon::system {
namespace {

using mesh::CellType;

base::Communicator world() {
  return base::Communicator::world();
}

/// f = -k d - c d' on each node of a state of one unknown.
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

std::unique_ptr<Body> makeBox(const std::string& name, CellType type, std::array<int, 3> cells, mesh::Point low,
                              mesh::Point high, double young) {
  auto body = std::make_unique<Body>(name, mesh::box(world(), type, cells, low, high));
  body->forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
      fem::LinearElastic{young, 0.3}, force::SolidOptions{}, body->domain()));
  body->masses.push_back(std::make_unique<mass::ConsistentMass>(mass::Density{2.0, "", 1}, body->domain()));
  return body;
}

enum class Follow { nothing, embedded, distance };

/// A box; in it a stiff one that is embedded, or springs on the lengths between far nodes.
std::unique_ptr<MechanicalSystem> makeSystem(Follow follow) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(makeBox("box", CellType::hex8, {3, 3, 3}, {0, 0, 0}, {1, 1, 1}, 1000.0));
  const fem::Domain& box = bodies[0]->domain();
  std::vector<Follower> followers;
  if (follow == Follow::embedded) {
    Follower follower;
    follower.body = makeBox("inner", CellType::tet4, {3, 1, 1}, {0.1, 0.2, 0.3}, {0.9, 0.5, 0.7}, 5000.0);
    follower.mapping =
        std::make_unique<mapping::Embedded>(mapping::Embedded::Data{"box", 1e-6}, follower.body->domain(),
                                            [&](const std::string&) -> const fem::Domain& { return box; });
    followers.push_back(std::move(follower));
  }
  if (follow == Follow::distance) {
    std::vector<GlobalIndex> segments;
    const la::Layout& layout = bodies[0]->state().layout();
    for (LocalIndex node = 0; node < layout.numOwned(); ++node) {
      const PetscInt a = layout.global(node).value();
      segments.insert(segments.end(), {GlobalIndex(a), GlobalIndex((a + 29) % layout.numGlobal())});
    }
    auto distance = std::make_unique<mapping::Distance>("lengths", box, segments);
    Follower follower;
    follower.forces.push_back(std::make_unique<LinearSprings>(distance->child(), 300.0, 7.0));
    follower.mapping = std::move(distance);
    followers.push_back(std::move(follower));
  }
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{},
                                            std::vector<std::unique_ptr<force::ForceField>>{}, std::move(followers));
}

double wave(const double* x, int component, double phase) {
  return std::sin(phase + 2.0 * x[0] + 3.0 * x[1] - x[2] + component);
}

/// Displacement += amount * wave; the same on every partition.
void move(MechanicalSystem& system, double amount, double phase) {
  la::State& state = system.bodies()[0]->state();
  for (std::size_t i = 0; i < state.displacement().size(); ++i)
    state.displacement()[i] += amount * wave(&state.rest()[i - i % 3], static_cast<int>(i % 3), phase);
}

la::Vector direction(const LinearSystem& system, double phase) {
  la::Vector e = system.layout().makeVector();
  const la::State& state = *system.layout().states()[0];
  std::vector<double> values(state.displacement().size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = wave(&state.rest()[i - i % 3], static_cast<int>(i % 3), phase);
  system.layout().gather({values}, e.get());
  return e;
}

double norm(Vec vector) {
  double value = 0.0;
  TENON_PETSC(VecNorm(vector, NORM_2, &value));
  return value;
}

/// |a - b| / |b|
double difference(Vec a, Vec b) {
  la::Vector gap;
  TENON_PETSC(VecDuplicate(a, gap.put()));
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

INSTANTIATE_TEST_SUITE_P(All, Mapped, ::testing::Values(Follow::embedded, Follow::distance),
                         [](const auto& one) { return one.param == Follow::embedded ? "embedded" : "distance"; });

TEST(MappedFlags, leaveThemOut) {
  const auto alone = makeSystem(Follow::nothing), mapped = makeSystem(Follow::distance);
  move(*alone, 0.02, 0.3), move(*mapped, 0.02, 0.3);
  const Factors factors{0.0, 0.0, -1.0};
  SystemOptions nothing_mapped, no_geometric;
  nothing_mapped.what.mapped_contributors = nothing_mapped.what.geometric_stiffness = false;
  no_geometric.what.geometric_stiffness = false;
  AssembledSystem expected(*alone), all(*mapped), without(*mapped, la::Insertion::slots, nothing_mapped),
      material(*mapped, la::Insertion::slots, no_geometric);
  for (AssembledSystem* system : {&expected, &all, &without, &material}) system->assemble(factors);
  const la::Vector e = direction(expected, 0.9), y = times(expected, e.get());
  EXPECT_LT(difference(times(without, e.get()).get(), y.get()), 1e-13);
  EXPECT_GT(difference(times(material, e.get()).get(), y.get()), 1e-3);
  EXPECT_GT(difference(times(all, e.get()).get(), times(material, e.get()).get()), 1e-4);
}

// J^T M J keeps the mass: a box in which another one is embedded weighs what both do.
TEST(MappedMass, keepsTheTotal) {
  const auto mechanics = makeSystem(Follow::embedded);
  AssembledSystem mass(*mechanics);
  mass.assemble({1.0, 0.0, 0.0});
  la::Vector ones = mass.layout().makeVector();
  TENON_PETSC(VecSet(ones.get(), 1.0));
  const la::Vector momentum = times(mass, ones.get());
  double total = 0.0;
  TENON_PETSC(VecDot(ones.get(), momentum.get(), &total));
  EXPECT_NEAR(total / 3, 2.0 * (1.0 + 0.8 * 0.3 * 0.4), 1e-12);
}

}  // namespace
}  // namespace tenon::system
