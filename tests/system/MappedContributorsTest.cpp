// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Contributors on an embedded mesh that change their pattern, or do not implement their
// derivatives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mapping/Embedded.hpp"
#include "problem.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using ::testing::HasSubstr;

/// Spring of stiffness 1 to the ground at one node of a mesh, identified by its number in the mesh
/// file, and optionally a spring from it to another node. Each rank adds the entries of its nodes.
class FewSprings : public force::ForceField {
 public:
  explicit FewSprings(const fem::Domain& domain) : domain_(domain) {}
  std::string name() const override { return "few springs"; }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(domain_.state).byPositionOf(domain_.state);
    const LocalIndex a = nodeAt(0), b = nodeAt(other);
    const base::Mat3 k = base::Mat3::Identity();
    if (a >= 0) dfdx(a, a) -= k;
    if (other == 0 || a < 0 || b < 0) return;
    dfdx(a, b) += k;
    dfdx(b, a) += k;
    dfdx(b, b) -= k;
  }
  int other = 0;

 private:
  LocalIndex nodeAt(long long position) const {
    const auto positions = fem::positionsOf(domain_);
    const auto found = std::find(positions.begin(), positions.end(), position);
    return found == positions.end() ? -1 : static_cast<LocalIndex>(found - positions.begin());
  }
  const fem::Domain& domain_;
};

/// Elastic solid with damping; `MissingTangent` implements the forces only.
class AnalyticTangent : public force::SolidForce<fem::LinearElastic> {
 public:
  explicit AnalyticTangent(const fem::Domain& domain)
      : SolidForce(fem::LinearElastic{1000.0, 0.3}, force::SolidOptions{}, domain), domain_(domain) {}
  bool dependsOnVelocity() const override { return true; }
  void addForce(la::ForceVector& f) const override {
    SolidForce::addForce(f);
    const auto v = domain_.state.velocity();
    for (std::size_t i = 0; i < v.size(); ++i) f.on(domain_.state)[i] -= (2.0 + v[i]) * v[i];
  }
  void addDamping(la::DampingMatrix& B) const override {
    auto dfdv = B.forceOn(domain_.state).byVelocityOf(domain_.state);
    const auto v = domain_.state.velocity();
    for (LocalIndex node = 0; node < domain_.state.layout().numLocal(); ++node)
      for (int i = 0; i < 3; ++i) dfdv(node, node)(i, i) -= 2.0 + 2.0 * v[static_cast<std::size_t>(3 * node + i)];
  }
  void addDampingTimes(const la::IncrementVector& dv, la::ForceVector& df) const override {
    ForceField::addDampingTimes(dv, df);
  }

 private:
  const fem::Domain& domain_;
};

class MissingTangent : public AnalyticTangent {
 public:
  using AnalyticTangent::AnalyticTangent;
  std::string name() const override { return "unwritten"; }
  void addStiffness(la::StiffnessMatrix& K) const override { K.useFiniteDifferences(); }
  void addDamping(la::DampingMatrix& B) const override { B.useFiniteDifferences(); }
  void addStiffnessTimes(const la::IncrementVector&, la::ForceVector& df) const override { df.useFiniteDifferences(); }
  void addDampingTimes(const la::IncrementVector&, la::ForceVector& df) const override { df.useFiniteDifferences(); }
};

/// Returns a row of elastic cubes with an embedded bar of two boxes of tetrahedra that has the
/// contributor `force`.
template <class MakeForce>
std::unique_ptr<MechanicalSystem> embedded(int num_cubes, MakeForce&& make) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(elasticBox(world(), "row", CellType::hex8, {num_cubes, 1, 1}));
  const fem::Domain& row = bodies.front()->domain();
  std::vector<MappedObject> mapped_objects(1);
  mapped_objects[0].body =
      std::make_unique<Body>("bar", mesh::box(world(), CellType::tet4, {2, 1, 1}, {0.05, 0.2, 0.2}, {0.95, 0.8, 0.8}));
  mapped_objects[0].body->forces.push_back(make(mapped_objects[0].body->domain()));
  mapped_objects[0].mapping =
      std::make_unique<mapping::Embedded>(mapping::Embedded::Data{"row", 1e-6}, mapped_objects[0].body->domain(),
                                          [&](const std::string&) -> const fem::Domain& { return row; });
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{},
                                            std::vector<std::unique_ptr<force::ForceField>>{},
                                            std::move(mapped_objects));
}

/// Compares K after the springs have changed, assembled and matrix-free.
void expectChangeIsNoticed(int num_cubes, int other) {
  FewSprings* springs = nullptr;
  const auto mechanics = embedded(num_cubes, [&](const fem::Domain& bar) {
    auto made = std::make_unique<FewSprings>(bar);
    springs = made.get();
    return made;
  });
  AssembledSystem stored(*mechanics);
  MatrixFreeSystem products(*mechanics);
  stored.assemble({0.0, 0.0, 1.0});
  const Eigen::MatrixXd before = denseOf(stored);
  springs->other = other;
  products.assemble({0.0, 0.0, 1.0});
  const Eigen::MatrixXd expected = denseOf(products);
  EXPECT_GT(largest(expected - before), 0.01);
  stored.assemble({0.0, 0.0, 1.0});
  EXPECT_LE(largest(denseOf(stored) - expected), 1e-12 * largest(expected));
}

TEST(MappedContributors, mayChangeTheirPatternAmongKnownNodes) {
  expectChangeIsNoticed(1, 2);
}

// The springs couple one end with the other. The result is correct if the ranks have the nodes as
// ghosts; otherwise an error is thrown.
TEST(MappedContributors, areRefusedWhereAChangeWouldCoupleUnknownNodes) {
  try {
    expectChangeIsNoticed(6, 2);
  } catch (const base::InternalError& error) {
    EXPECT_GT(world().size(), 1);
    EXPECT_THAT(error.what(), HasSubstr("few springs acts on a mapped object and couples nodes"));
    EXPECT_TRUE(error.isOnAllRanks());
  }
}

TEST(MappedContributors, mayOmitTheirDerivatives) {
  const auto matricesOf = [](MechanicalSystem& mechanics) {
    la::State& state = mechanics.bodies()[0]->state();
    for (LocalIndex node = 0; node < state.layout().numLocal(); ++node)
      for (std::size_t i = 0; i < 3; ++i) {
        const double x = state.reference()[3 * static_cast<std::size_t>(node) + i];
        state.displacement()[3 * static_cast<std::size_t>(node) + i] = 0.05 * std::sin(3.0 * x + double(i));
        state.velocity()[3 * static_cast<std::size_t>(node) + i] = 0.3 * std::cos(2.0 * x + double(i));
      }
    std::vector<Eigen::MatrixXd> matrices;
    for (const Factors& factors : {Factors{0.0, 0.0, 1.0}, Factors{0.0, 1.0, 0.0}}) {
      AssembledSystem stored(mechanics);
      MatrixFreeSystem products(mechanics);
      stored.assemble(factors);
      products.assemble(factors);
      matrices.push_back(denseOf(stored));
      matrices.push_back(denseOf(products));
    }
    return matrices;
  };
  const auto written =
      matricesOf(*embedded(3, [](const fem::Domain& bar) { return std::make_unique<AnalyticTangent>(bar); }));
  const auto found =
      matricesOf(*embedded(3, [](const fem::Domain& bar) { return std::make_unique<MissingTangent>(bar); }));
  for (std::size_t k = 0; k < written.size(); ++k) {
    EXPECT_GT(largest(written[k]), 0.1);
    EXPECT_LE(largest(found[k] - written[k]), 1e-7 * largest(written[k])) << k;
  }
}

}  // namespace
}  // namespace tenon::system
