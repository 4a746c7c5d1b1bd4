// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/MappingFixture.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "partitionTrace.hpp"
#include "tenon/base/check.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/mapping/Measurement.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "testing/expectEqualMatrices.hpp"

namespace tenon::testing {
namespace {

/// Springs and dampers with coefficients 1 at every node of the child.
class UnitForce : public force::ForceField {
 public:
  explicit UnitForce(const la::State& child) : child_(child) {}
  std::string name() const override { return "unit springs and dampers on " + child_.name(); }
  void addForce(la::ForceVector& f) const override {
    const auto force = f.on(child_);
    for (std::size_t i = 0; i < force.size(); ++i) force[i] -= child_.displacement()[i] + child_.velocity()[i];
  }
  void addStiffness(la::StiffnessMatrix& K) const override { addUnits(K.forceOn(child_).byPositionOf(child_)); }
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override { addUnits(B.forceOn(child_).byVelocityOf(child_)); }

 private:
  void addUnits(la::Derivative derivative) const {
    for (LocalIndex node = 0; node < child_.layout().numLocal(); ++node)
      for (int i = 0; i < child_.block(); ++i) derivative(node, node)(i, i) -= 1.0;
  }
  const la::State& child_;
};

}  // namespace

struct MappingFixture::Case {
  Objects objects;
  std::unique_ptr<mapping::Mapping> mapping;
  Case(const MappingFixture& fixture, const base::Communicator& comm, int partition)
      : objects(comm, fixture.boxes(), partition), mapping(fixture.make(objects)) {
    auto* const measurement = dynamic_cast<mapping::Measurement*>(mapping.get());
    if (measurement != nullptr && !measurement->hasChild()) measurement->createChild("measured", comm);
    objects.numberDofs();
    objects.moveRandomly(1, 0.05, 0.5);
    mapping->updateChild();
  }
  /// Returns J^T f for all degrees of freedom of the objects; f is given on local child nodes.
  Eigen::VectorXd transposeTimes(const std::vector<double>& f) const {
    mapping::Jacobian J;
    mapping->addJacobian(J);
    return objects.sum([&](const Objects::Add& add) {
      const int rows = mapping->child().block();
      for (const auto& e : J.entries()) {
        const Eigen::VectorXd up =
            J.block(e, rows).transpose() * Eigen::Map<const Eigen::VectorXd>(f.data() + e.child_node * rows, rows);
        for (int i = 0; i < e.parent->block(); ++i) add(*e.parent, e.parent_node, i, up[i]);
      }
    });
  }
  /// Returns J^T (1 + u) for all degrees of freedom of the objects, where u is the displacement of
  /// the child.
  Eigen::VectorXd forceOfDisplacement() const {
    const auto u = mapping->child().displacement();
    std::vector<double> f(u.begin(), u.end());
    for (double& value : f) value += 1.0;
    return transposeTimes(f);
  }
  /// Returns pseudo-random forces on local child nodes, equal on owners and ghosts.
  std::vector<double> childForce(int seed) const {
    const la::State& child = mapping->child();
    std::vector<double> f;
    for (LocalIndex node = 0; node < child.layout().numLocal(); ++node)
      for (int i = 0; i < child.block(); ++i)
        f.push_back(Objects::randomValue(seed, child.layout().global(node).value() * child.block() + i));
    return f;
  }
  /// Returns K e for all degrees of freedom of the objects.
  Eigen::VectorXd times(const mapping::GeometricStiffness& K, const Eigen::VectorXd& e) const {
    return objects.sum([&](const Objects::Add& add) {
      for (const auto& one : K.entries())
        for (int i = 0; i < one.row->block(); ++i)
          for (int j = 0; j < one.column->block(); ++j)
            add(*one.row, one.row_node, i,
                K.valuesOf(one)[i * one.column->block() + j] *
                    e[objects.unknown(*one.column, one.column->layout().global(one.column_node), j)]);
    });
  }
  /// Returns the derivative of `evaluate` with respect to displacements of the parents along e.
  template <class Evaluate>
  Eigen::VectorXd derivative(const Eigen::VectorXd& e, Evaluate&& evaluate) {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(objects.numUnknowns());
    objects.move(step * e, zero);
    const Eigen::VectorXd plus = evaluate();
    objects.move(-2 * step * e, zero);
    const Eigen::VectorXd minus = evaluate();
    objects.move(step * e, zero);
    return (plus - minus) / (2 * step);
  }
  /// Returns the sum over owned child nodes of w . (displacement or velocity of the child).
  double work(const std::vector<double>& w, gsl::span<const double> motion) const {
    const la::State& child = mapping->child();
    double sum = 0.0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(child.layout().numOwned() * child.block()); ++i)
      sum += w[i] * motion[i];
    return objects.comm().sum(sum);
  }
};

void MappingFixture::expectConsistent() {
  for (const int partition : {0, 1, Objects::all_on_last_rank}) {
    SCOPED_TRACE(partitionTrace(base::Communicator::world(), partition));
    Case one(*this, base::Communicator::world(), partition);
    expectJacobian(one);
    expectAcceleration(one);
    expectGeometricStiffness(one);
    expectSameMatrix(one);
  }
  expectRankIndependence();
}

bool MappingFixture::affectsParents() const {
  return true;
}

std::vector<Box> MappingFixture::boxes() const {
  return {{"box", CellType::hex8, {2, 2, 1}}};
}

void MappingFixture::expectSameMatrix(Case& one) {
  std::vector<system::MappedObject> mapped_objects(1);
  mapped_objects[0].forces.push_back(std::make_unique<UnitForce>(one.mapping->child()));
  mapped_objects[0].mapping = std::move(one.mapping);
  SCOPED_TRACE(mapped_objects[0].mapping->name());
  const auto mechanics = one.objects.mechanics(nullptr, nullptr, std::move(mapped_objects));
  expectEqualMatrices(*mechanics);
  system::AssembledSystem system(*mechanics);
  system.assemble({0.0, 0.0, 1.0});
  double size = 0.0;
  TENON_PETSC(MatNorm(system.get(), NORM_INFINITY, &size));
  EXPECT_EQ(size > 0.0, affectsParents()) << "forces on the parents";
}

void MappingFixture::expectJacobian(Case& one) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(one.objects.numUnknowns());
  const la::State& child = one.mapping->child();
  for (int seed = 2; seed < 6; ++seed) {
    const std::vector<double> w = one.childForce(seed);
    const Eigen::VectorXd e = one.objects.randomVector(10 * seed);
    const double expected = one.transposeTimes(w).dot(e);
    one.mapping->updateChild();
    const std::vector<double> before(child.displacement().begin(), child.displacement().end());
    const auto worked = [&](double h) {
      one.objects.move(h * e, zero);
      one.mapping->updateChild();
      return one.work(w, child.incrementFrom(before));
    };
    const double plus = worked(step), minus = worked(-2 * step);
    worked(step);
    EXPECT_NEAR((plus - minus) / (2 * step), expected, 1e-8 * (1 + std::abs(expected))) << "J is not dx/dp";
  }
}

void MappingFixture::expectAcceleration(Case& one) {
  const std::vector<double> w = one.childForce(7);
  const Eigen::VectorXd v = one.objects.velocities();
  const la::State& child = one.mapping->child();
  std::vector<double> a(static_cast<std::size_t>(child.layout().numLocal() * child.block()), 0.0);
  one.mapping->addBiasAcceleration(a);
  const double found = one.work(w, a);
  const double expected = v.dot(one.derivative(v, [&] { return one.transposeTimes(w); }));
  EXPECT_NEAR(found, expected, 1e-8 * (1 + std::abs(expected))) << "the acceleration due to velocities is not dJ/dt v";
}

void MappingFixture::expectRankIndependence() const {
  const Eigen::VectorXd expected = Case(*this, base::Communicator::self(), 0).forceOfDisplacement();
  for (const int partition : Objects::all_partitions) {
    SCOPED_TRACE(partitionTrace(base::Communicator::world(), partition));
    const Case one(*this, base::Communicator::world(), partition);
    EXPECT_LE((one.forceOfDisplacement() - expected).norm(), 1e-12 * expected.norm())
        << one.mapping->name() << " differs from that on one rank";
  }
}

void MappingFixture::expectGeometricStiffness(Case& one) {
  const std::vector<double> f = one.childForce(8);
  mapping::GeometricStiffness K;
  one.mapping->addGeometricStiffness(f, K);
  if (one.mapping->isLinear()) {
    EXPECT_TRUE(K.entries().empty()) << "a linear mapping has no geometric stiffness";
  }
  for (int seed = 20; seed < 24; ++seed) {
    const Eigen::VectorXd e = one.objects.randomVector(seed);
    const Eigen::VectorXd found = one.times(K, e);
    const Eigen::VectorXd expected = one.derivative(e, [&] { return one.transposeTimes(f); });
    EXPECT_LT((found - expected).norm(), 1e-8 * (1 + expected.norm()))
        << "the geometric stiffness is not the derivative of J^T f";
  }
}

}  // namespace tenon::testing
