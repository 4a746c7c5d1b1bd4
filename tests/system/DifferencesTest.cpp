// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Derivatives by finite differences, where a contributor does not implement them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problem.hpp"
#include "system/differences/FiniteDifferences.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using base::Mat3;
using base::Vec3;

using Pair = std::array<LocalIndex, 2>;

/// Stiffening springs and dampers between nodes of two states. With d = x_b - x_a, D its value in
/// the reference configuration and w = v_b - v_a:
/// f_a = (|d|^2 - |D|^2 + 1/10) d + (1 + |w|^2) w = -f_b
/// The derivatives are not implemented.
class Pairs : public force::ForceField {
 public:
  Pairs(const la::State& a, const la::State& b, std::vector<Pair> pairs) : a_(a), b_(b), pairs_(std::move(pairs)) {}
  std::string name() const override { return "pairs of " + a_.name() + " and " + b_.name(); }
  bool dependsOnVelocity() const override { return true; }
  void addForce(la::ForceVector& f) const override {
    for (const Pair& pair : pairs_) {
      const Vec3 d = distance(pair), w = speed(pair), D = d - between(pair, &la::State::displacement);
      const Vec3 force = (d.squaredNorm() - D.squaredNorm() + 0.1) * d + (1 + w.squaredNorm()) * w;
      Eigen::Map<Vec3>(f.on(a_).data() + std::ptrdiff_t(3) * pair[0]) += force;
      Eigen::Map<Vec3>(f.on(b_).data() + std::ptrdiff_t(3) * pair[1]) -= force;
    }
  }

 protected:
  using Values = gsl::span<const double> (la::State::*)() const;
  static Vec3 at(const la::State& state, Values values, LocalIndex node) {
    return Eigen::Map<const Vec3>((state.*values)().data() + std::ptrdiff_t(3) * node);
  }
  Vec3 between(const Pair& pair, Values values) const { return at(b_, values, pair[1]) - at(a_, values, pair[0]); }
  Vec3 distance(const Pair& pair) const {
    return between(pair, &la::State::reference) + between(pair, &la::State::displacement);
  }
  Vec3 speed(const Pair& pair) const { return between(pair, &la::State::velocity); }

  const la::State &a_, &b_;
  std::vector<Pair> pairs_;
};

/// Springs and dampers of Pairs with implemented derivatives.
class WrittenPairs : public Pairs {
 public:
  using Pairs::Pairs;
  void addStiffness(la::StiffnessMatrix& K) const override {
    add([&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); },
        [&](const Pair& pair) -> Mat3 {
          const Vec3 d = distance(pair), D = d - between(pair, &la::State::displacement);
          return (d.squaredNorm() - D.squaredNorm() + 0.1) * Mat3::Identity() + 2 * d * d.transpose();
        });
  }
  void addDamping(la::DampingMatrix& B) const override {
    add([&](const la::State& row, const la::State& column) { return B.forceOn(row).byVelocityOf(column); },
        [&](const Pair& pair) -> Mat3 {
          const Vec3 w = speed(pair);
          return (1 + w.squaredNorm()) * Mat3::Identity() + 2 * w * w.transpose();
        });
  }

 private:
  template <class Find, class Tangent>
  void add(Find&& find, Tangent&& tangent) const {
    auto aa = find(a_, a_), ab = find(a_, b_), ba = find(b_, a_), bb = find(b_, b_);
    for (const Pair& pair : pairs_) {
      const Mat3 k = tangent(pair);
      aa(pair[0], pair[0]) -= k;
      ab(pair[0], pair[1]) += k;
      ba(pair[1], pair[0]) += k;
      bb(pair[1], pair[1]) -= k;
    }
  }
};

/// Springs and dampers of Pairs with declared couplings instead of derivatives.
class CoupledPairs : public Pairs {
 public:
  using Pairs::Pairs;
  std::optional<std::vector<std::vector<force::CoupledNode>>> couplings() const override {
    std::vector<std::vector<force::CoupledNode>> sets;
    for (const Pair& pair : pairs_) sets.push_back({{&a_, pair[0]}, {&b_, pair[1]}});
    return sets;
  }
};

/// Returns all pairs of nodes of each cell.
std::vector<Pair> pairsOfCells(const mesh::Mesh& mesh) {
  std::vector<Pair> pairs;
  for (const auto& block : mesh.blocks())
    if (mesh::info(block.type).dimension == 3)
      for (LocalIndex cell = 0; cell < block.numCells(); ++cell)
        for (int a = 0; a < mesh::info(block.type).num_nodes; ++a)
          for (int b = 0; b < a; ++b) pairs.push_back({block.nodesOf(cell)[a], block.nodesOf(cell)[b]});
  return pairs;
}

template <class Force>
std::unique_ptr<MechanicalSystem> bodyOf(int partition) {
  auto body = std::make_unique<Body>(
      "cube", mesh::box(world(), CellType::tet4, {2, 2, 1}, {0, 0, 0}, {1, 1, 1}, partitionedBox(world(), partition)));
  body->forces.push_back(std::make_unique<Force>(body->state(), body->state(), pairsOfCells(body->mesh())));
  auto mechanics = alone(std::move(body));
  FileOrder(*mechanics).moveRandomly(*mechanics, 0.05, 0.3);
  return mechanics;
}

/// Returns two bodies of three columns of nodes each; the i-th node of one is paired with the (7
/// i)-th of the other.
template <class Force>
std::unique_ptr<MechanicalSystem> twoBodies(int partition) {
  std::vector<std::unique_ptr<Body>> bodies;
  for (const double bottom : {0.0, 2.0})
    bodies.push_back(std::make_unique<Body>(bottom == 0.0 ? "lower" : "upper",
                                            mesh::box(world(), CellType::hex8, {2, 1, 1}, {0, 0, bottom},
                                                      {1, 1, bottom + 1}, partitionedBox(world(), partition))));
  std::vector<base::GlobalIndex> nodes;
  const auto positions = fem::positionsOf(bodies[0]->domain()), others = fem::positionsOf(bodies[1]->domain());
  const auto owned = [](const Body& body) { return body.state().layout().numOwned(); };
  // Global node at each position, over all ranks.
  std::vector<long> global(12, 0);
  for (LocalIndex j = 0; j < owned(*bodies[1]); ++j)
    global[static_cast<std::size_t>(others[static_cast<std::size_t>(j)])] =
        static_cast<long>(bodies[1]->state().layout().global(j).value());
  world().sumInPlace<long>(global);
  for (LocalIndex i = 0; i < owned(*bodies[0]); ++i) {
    nodes.push_back(bodies[0]->state().layout().global(i));
    const auto partner = static_cast<std::size_t>(7 * positions[static_cast<std::size_t>(i)] % 12);
    nodes.emplace_back(static_cast<PetscInt>(global[partner]));
  }
  const fem::NodeTuples tuples({&bodies[0]->domain(), &bodies[1]->domain()}, nodes);
  std::vector<Pair> pairs;
  for (LocalIndex i = 0; i < tuples.size(); ++i) pairs.push_back({tuples[i][0], tuples[i][1]});
  std::vector<std::unique_ptr<force::ForceField>> interactions;
  interactions.push_back(std::make_unique<Force>(bodies[0]->state(), bodies[1]->state(), pairs));
  auto mechanics = std::make_unique<MechanicalSystem>(
      std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{}, std::move(interactions));
  FileOrder(*mechanics).moveRandomly(*mechanics, 0.05, 0.3);
  return mechanics;
}

const Factors step{0.0, 0.7, -1.0};

Eigen::MatrixXd matrixOf(const MechanicalSystem& mechanics) {
  AssembledSystem system(mechanics);
  system.assemble(step);
  return denseOf(system);
}

void expectAllKinds(const MechanicalSystem& mechanics, const Eigen::MatrixXd& expected) {
  AssembledSystem fixed(mechanics), general(mechanics, la::Insertion::blocked);
  CompositeSystem composite(mechanics, {{"K", {0, 0, 1}}});
  MatrixFreeSystem products(mechanics);
  for (LinearSystem* system : std::initializer_list<LinearSystem*>{&fixed, &general, &composite, &products}) {
    system->assemble(step);
    EXPECT_LE(largest(denseOf(*system) - expected), 1e-7 * largest(expected)) << system->kind();
  }
  const la::Vector diagonal = products.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(products.get(), diagonal.get()));
  const Eigen::VectorXd entries = expected.diagonal();
  EXPECT_LE(largest(FileOrder(mechanics).dense(diagonal.get()) - entries), 1e-7 * largest(entries));
}

TEST(FiniteDifferences, GiveTheTangentOfAForceOnABody) {
  for (const int partition : {0, 1})
    expectAllKinds(*bodyOf<Pairs>(partition), matrixOf(*bodyOf<WrittenPairs>(partition)));
}

TEST(FiniteDifferences, GiveTheTangentOfAnInteraction) {
  for (const int partition : {0, 1})
    expectAllKinds(*twoBodies<CoupledPairs>(partition), matrixOf(*twoBodies<WrittenPairs>(partition)));
}

TEST(FiniteDifferences, HaveThePatternOfTheAnalyticTangent) {
  const auto entriesOf = [](const MechanicalSystem& mechanics) {
    AssembledSystem system(mechanics);
    system.assemble(step);
    MatInfo info;
    TENON_PETSC(MatGetInfo(system.get(), MAT_GLOBAL_SUM, &info));
    return info.nz_used;
  };
  EXPECT_EQ(entriesOf(*bodyOf<Pairs>(1)), entriesOf(*bodyOf<WrittenPairs>(1)));
  EXPECT_EQ(entriesOf(*twoBodies<CoupledPairs>(1)), entriesOf(*twoBodies<WrittenPairs>(1)));
}

TEST(FiniteDifferences, DoNotDependOnTheRanksNorOnTheRun) {
  const Eigen::MatrixXd first = matrixOf(*bodyOf<Pairs>(1));
  EXPECT_EQ(largest(matrixOf(*bodyOf<Pairs>(1)) - first), 0.0);
  // Tolerance: round-off of forces, 1e-16, divided by the relative step, 6e-6.
  EXPECT_LE(largest(matrixOf(*bodyOf<Pairs>(0)) - first), 1e-9 * largest(first));
}

TEST(FiniteDifferences, RestoreTheState) {
  const auto mechanics = bodyOf<Pairs>(0);
  const auto u = mechanics->bodies()[0]->state().displacement();
  const std::vector<double> before(u.begin(), u.end());
  matrixOf(*mechanics);
  MatrixFreeSystem products(*mechanics);
  products.assemble(step);
  denseOf(products);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), u.begin()));
}

TEST(FiniteDifferences, InteractionsMustNameTheirNodes) {
  const auto mechanics = twoBodies<Pairs>(0);
  try {
    matrixOf(*mechanics);
    ADD_FAILURE() << "not rejected";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(),
                ::testing::HasSubstr("The interaction 'pairs of lower and upper' does not implement its derivative"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("couplings()"));
  }
  // Matrix-free products need no couplings.
  MatrixFreeSystem products(*mechanics);
  products.assemble(step);
  const Eigen::MatrixXd expected = matrixOf(*twoBodies<WrittenPairs>(0));
  EXPECT_LE(largest(denseOf(products) - expected), 1e-7 * largest(expected));
}

TEST(FiniteDifferences, WarnOnceAndNameTheMissingFunction) {
  const base::LogRecorder heard;
  auto body = std::make_unique<Body>("cube", mesh::box(world(), CellType::tet4, {2, 2, 1}));
  for (int i = 0; i < 2; ++i)  // two of one class
    body->forces.push_back(std::make_unique<Pairs>(body->state(), body->state(), pairsOfCells(body->mesh())));
  const auto mechanics = alone(std::move(body));
  for (int i = 0; i < 2; ++i) matrixOf(*mechanics);
  if (!world().isRoot()) return;
  const std::string warnings = heard.text();
  const auto count = [&](const std::string& sought) {
    int found = 0;
    for (auto at = warnings.find(sought); at != std::string::npos; at = warnings.find(sought, at + 1)) ++found;
    return found;
  };
  const std::string by = "Pairs has no ", whose = "(): the derivative of 'pairs of cube and cube'";
  EXPECT_EQ(count(by + "addStiffness" + whose), 1) << warnings;
  EXPECT_EQ(count(by + "addDamping" + whose), 1) << warnings;
  EXPECT_EQ(count("has no add"), 2) << warnings;
}

}  // namespace
}  // namespace tenon::system
