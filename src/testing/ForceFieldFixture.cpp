// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/ForceFieldFixture.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "la/assembly/MatrixAssembly.hpp"
#include "partitionTrace.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "testing/expectEqualMatrices.hpp"

namespace tenon::testing {

ForceFieldFixture::Case::Case(const ForceFieldFixture& fixture, const base::Communicator& comm, int partition)
    : objects(comm, fixture.boxes(), partition), force(fixture.make(objects)) {
  objects.numberDofs();
  objects.moveRandomly(1, fixture.largestDisplacement(), fixture.largestVelocity());
}

Eigen::VectorXd ForceFieldFixture::Case::f() const {
  return objects.assemble([&](la::ForceVector& f) { force->addForce(f); });
}

Eigen::VectorXd ForceFieldFixture::Case::ownedForce() const {
  return objects.assembleOwned([&](la::ForceVector& f) { force->addForce(f); });
}

double ForceFieldFixture::Case::energy() const {
  return objects.comm().sum(force->energy());
}

Eigen::MatrixXd ForceFieldFixture::Case::K() const {
  return K(la::Insertion::slots);
}

Eigen::MatrixXd ForceFieldFixture::Case::K(la::Insertion insertion) const {
  bool missing = false;
  const Eigen::MatrixXd matrix = objects.matrix(insertion, [&](const la::Contributions& to) {
    la::StiffnessMatrix K = to.stiffness(1.0);
    force->addStiffness(K);
    missing = K.needsFiniteDifferences();
  });
  return missing ? Eigen::MatrixXd() : matrix;
}

Eigen::MatrixXd ForceFieldFixture::Case::B() const {
  return B(la::Insertion::slots);
}

Eigen::MatrixXd ForceFieldFixture::Case::B(la::Insertion insertion) const {
  bool missing = false;
  const Eigen::MatrixXd matrix = objects.matrix(insertion, [&](const la::Contributions& to) {
    la::DampingMatrix B = to.damping(1.0);
    if (force->dependsOnVelocity()) force->addDamping(B);
    missing = B.needsFiniteDifferences();
  });
  return missing ? Eigen::MatrixXd() : matrix;
}
void ForceFieldFixture::expectConsistent() {
  for (const int partition : {0, 1}) {
    SCOPED_TRACE(partitionTrace(world(), partition));
    Case one(*this, world(), partition);
    expectDerivatives(one);
    expectDeclarations(one);
    expectForceOfEnergy(one);
    expectProducts(one);
    expectSameMatrix(one);
  }
  expectRankIndependence();
}

std::vector<Box> ForceFieldFixture::boxes() const {
  return {{"box", CellType::hex8, {2, 2, 1}}};
}

double ForceFieldFixture::largestDisplacement() const {
  return 0.05;
}

double ForceFieldFixture::largestVelocity() const {
  return 0.5;
}

base::Communicator ForceFieldFixture::world() {
  return base::Communicator::world();
}

double ForceFieldFixture::largest(const Eigen::MatrixXd& matrix) {
  return matrix.size() == 0 ? 0.0 : matrix.cwiseAbs().maxCoeff();
}

void ForceFieldFixture::expectDerivatives(Case& one) {
  const Eigen::MatrixXd K = one.K(), B = one.B();
  const Eigen::Index n = one.objects.numUnknowns();
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(n), mine = one.objects.owned();
  const auto expectColumns = [&](const Eigen::MatrixXd& derivative, bool by_velocity) {
    if (derivative.size() == 0) return;
    double worst = 0.0;
    for (Eigen::Index column = 0; column < n; ++column) {
      const Eigen::VectorXd h = step * Eigen::VectorXd::Unit(n, column);
      const auto shift = [&](double by) { one.objects.move(by_velocity ? none : by * h, by_velocity ? by * h : none); };
      shift(1);
      const Eigen::VectorXd plus = one.ownedForce();
      shift(-2);
      const Eigen::VectorXd minus = one.ownedForce();
      shift(1);
      worst = std::max(worst, largest((plus - minus) / (2 * step) - mine.cwiseProduct(derivative.col(column))));
    }
    const double size = std::max(largest(derivative), largest(one.f()));
    EXPECT_LE(worst, 1e-8 * size) << one.force->name() << (by_velocity ? ": B is not df/dv" : ": K is not df/dx");
  };
  expectColumns(K, false);
  expectColumns(B, true);
}

void ForceFieldFixture::expectDeclarations(Case& one) const {
  const std::string& name = one.force->name();
  const Eigen::MatrixXd K = one.K(), B = one.B();
  if (one.force->isSymmetric()) {
    EXPECT_LE(largest(K - K.transpose()), 1e-12 * largest(K)) << name << " declares K symmetric";
    EXPECT_LE(largest(B - B.transpose()), 1e-12 * largest(B)) << name << " declares B symmetric";
  }
  const Eigen::VectorXd f = one.f();
  const Eigen::VectorXd dx = largestDisplacement() * one.objects.randomVector(5),
                        dv = largestVelocity() * one.objects.randomVector(6), none = Eigen::VectorXd::Zero(dx.size());
  one.objects.move(none, dv);
  if (!one.force->dependsOnVelocity()) {
    EXPECT_EQ(largest(one.f() - f), 0.0) << name << " is declared independent of the velocity";
  }
  one.objects.move(dx, none);
  if (one.force->isLinear() && K.size() > 0 && B.size() > 0) {
    const Eigen::VectorXd change = one.f() - f;
    EXPECT_LE(largest(change - K * dx - B * dv), 1e-10 * (largest(change) + largest(f)))
        << name << " is declared linear";
  }
  one.objects.move(-dx, -dv);
}

void ForceFieldFixture::expectForceOfEnergy(Case& one) const {
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(one.objects.numUnknowns());
  one.objects.moveRandomly(1, largestDisplacement(), 0.0);
  const double energy = one.energy();
  const Eigen::VectorXd f = one.f();
  if (energy == 0.0) {
    EXPECT_TRUE(f.norm() == 0.0 || one.force->isLoad() || !one.force->hasEnergy())
        << one.force->name() << " exerts a force, but its energy is 0: implement energy(), or return false from "
        << "hasEnergy()";
    return;
  }
  for (const int seed : {7, 8, 9}) {
    const Eigen::VectorXd direction = one.objects.randomVector(seed), h = 10 * step * direction;
    one.objects.move(h, none);
    const double plus = one.energy();
    one.objects.move(-2 * h, none);
    const double minus = one.energy();
    one.objects.move(h, none);
    EXPECT_NEAR((plus - minus) / (20 * step), -f.dot(direction), 1e-8 * (f.norm() * direction.norm() + energy))
        << one.force->name() << ": the force is not minus the slope of the energy";
  }
}

void ForceFieldFixture::expectProducts(Case& one) {
  const Eigen::VectorXd x = one.objects.randomVector(3);
  const auto expectSame = [&](const Eigen::MatrixXd& slots, const Eigen::MatrixXd& blocked, const Eigen::VectorXd& y,
                              const char* which) {
    if (slots.size() == 0) return;
    EXPECT_LE(largest(slots - blocked), 1e-12 * largest(slots)) << one.force->name() << ": " << which << " inserted";
    EXPECT_LE(largest(slots * x - y), 1e-12 * slots.cwiseAbs().rowwise().sum().maxCoeff())
        << one.force->name() << ": " << which << " times a vector";
  };
  const Eigen::MatrixXd K = one.K();
  if (K.size() > 0)
    expectSame(K, one.K(la::Insertion::blocked),
               one.objects.product(x, [&](const la::IncrementVector& dx,
                                          la::ForceVector& df) { one.force->addStiffnessTimes(dx, df); }),
               "K");
  if (!one.force->dependsOnVelocity()) return;
  const Eigen::MatrixXd B = one.B();
  if (B.size() > 0)
    expectSame(B, one.B(la::Insertion::blocked),
               one.objects.product(
                   x, [&](const la::IncrementVector& dv, la::ForceVector& df) { one.force->addDampingTimes(dv, df); }),
               "B");
}

void ForceFieldFixture::expectSameMatrix(Case& one) {
  const bool is_written = one.K().size() > 0 && one.B().size() > 0;
  SCOPED_TRACE(one.force->name());
  expectEqualMatrices(*one.objects.mechanics(std::move(one.force)), is_written ? 1e-12 : 1e-6);
}

void ForceFieldFixture::expectRankIndependence() const {
  const Case alone(*this, base::Communicator::self(), 0);
  const Eigen::VectorXd f = alone.f();
  const Eigen::MatrixXd K = alone.K(), B = alone.B();
  const double energy = alone.energy();
  EXPECT_GT(largest(f) + largest(K) + largest(B), 0.0) << alone.force->name() << " exerts no force";
  for (const int partition : Objects::all_partitions) {
    SCOPED_TRACE(partitionTrace(world(), partition));
    const Case one(*this, world(), partition);
    EXPECT_LE(largest(one.f() - f), 1e-13 * std::max(largest(f), largest(K)))
        << alone.force->name() << ": f depends on the partition";
    if (K.size() > 0) {
      EXPECT_LE(largest(one.K() - K), 1e-13 * largest(K)) << "K depends on the partition";
    }
    if (B.size() > 0) {
      EXPECT_LE(largest(one.B() - B), 1e-13 * largest(B)) << "B depends on the partition";
    }
    EXPECT_NEAR(one.energy(), energy, 1e-13 * std::abs(energy)) << "the energy depends on the partition";
  }
}

}  // namespace tenon::testing
