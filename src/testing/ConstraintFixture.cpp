// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/ConstraintFixture.hpp"

#include <Eigen/LU>
#include <cmath>

#include "la/assembly/MatrixAssembly.hpp"
#include "partitionTrace.hpp"

namespace tenon::testing {

struct ConstraintFixture::Case {
  Case(const ConstraintFixture& fixture, const base::Communicator& comm, int partition)
      : objects(comm, fixture.boxes(), partition), constraint(fixture.make(objects)) {
    objects.numberDofs();
    constraint->setTime(fixture.time());
    objects.moveRandomly(1, fixture.displacement(), 1.0);
  }
  mutable Objects objects;
  Constraint constraint;

  Eigen::VectorXd phi() const {
    std::vector<double> mine(static_cast<std::size_t>(constraint->numRows()), 0.0);
    constraint->addResidual(mine);
    const std::vector<double> all = objects.comm().gatherAll(mine);
    return Eigen::Map<const Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
  }
  Eigen::MatrixXd G() const {
    struct Entry {
      long row, unknown;
      double value;
    };
    constraint::JacobianRows rows;
    constraint->addJacobian(rows);
    const long first = objects.comm().exclusiveSum(static_cast<long>(constraint->numRows()));
    std::vector<Entry> mine;
    for (const auto& entry : rows.entries())
      mine.push_back({first + entry.row, static_cast<long>(objects.unknown(*entry.state, entry.node, entry.component)),
                      entry.value});
    Eigen::MatrixXd dense =
        Eigen::MatrixXd::Zero(objects.comm().sum(static_cast<long>(constraint->numRows())), objects.numUnknowns());
    for (const Entry& entry : objects.comm().gatherAll(mine)) dense(entry.row, entry.unknown) += entry.value;
    return dense;
  }
  /// Returns d(G^T lambda)/dx.
  Eigen::MatrixXd K(const Eigen::VectorXd& lambda) const {
    const long first = objects.comm().exclusiveSum(static_cast<long>(constraint->numRows()));
    constraint->setMultipliers({lambda.data() + first, static_cast<std::size_t>(constraint->numRows())});
    return objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      constraint->addGeometricStiffness(K);
    });
  }
  void move(const Eigen::VectorXd& by) const {
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(by.size());
    if (constraint->level() == constraint::Constraint::Level::velocity)
      objects.move(none, by);
    else
      objects.move(by, none);
  }
};

void ConstraintFixture::expectConsistent() {
  const Case alone(*this, base::Communicator::self(), 0);
  const Eigen::MatrixXd G = alone.G();
  const Eigen::VectorXd phi = alone.phi(), lambda = multipliers(phi);
  const Eigen::MatrixXd K = alone.K(lambda);
  EXPECT_GT(G.rows(), 0) << "no row at all";
  EXPECT_GT(G.rowwise().norm().minCoeff(), 0.0) << "a row without entries";
  for (const int partition : Objects::all_partitions) {
    SCOPED_TRACE(partitionTrace(base::Communicator::world(), partition));
    Case one(*this, base::Communicator::world(), partition);
    expectPartitionIndependence(one, G, phi, K);
    expectDerivative(one);
    expectNoWork(one);
    if (one.constraint->isLinear()) expectLinear(one);
    if (isOfPositions(one)) expectGeometricStiffness(one);
  }
}

std::vector<Box> ConstraintFixture::boxes() const {
  return {{"left", CellType::hex8, {2, 2, 1}}, {"right", CellType::tet4, {1, 2, 1}, {1.5, 0, 0}, {2.5, 1, 1}}};
}

double ConstraintFixture::displacement() const {
  return 0.03;
}

double ConstraintFixture::time() const {
  return 0.0;
}

double ConstraintFixture::tolerance() const {
  return 1e-8;
}

double ConstraintFixture::largest(const Eigen::MatrixXd& matrix) {
  return matrix.size() == 0 ? 0.0 : matrix.cwiseAbs().maxCoeff();
}

bool ConstraintFixture::isOfPositions(const Case& one) {
  return one.constraint->level() == constraint::Constraint::Level::position;
}

Eigen::VectorXd ConstraintFixture::multipliers(const Eigen::VectorXd& phi) {
  return (1.0 + phi.array()).matrix();
}

void ConstraintFixture::expectPartitionIndependence(const Case& one, const Eigen::MatrixXd& G,
                                                    const Eigen::VectorXd& phi, const Eigen::MatrixXd& K) {
  const Eigen::MatrixXd other_G = one.G();
  const Eigen::VectorXd other_phi = one.phi();
  ASSERT_EQ(other_G.rows(), G.rows()) << "rows depend on the partition";
  ASSERT_EQ(other_phi.size(), G.rows()) << "Phi does not have one number per row";
  EXPECT_LE(largest(other_G.transpose() * other_G - G.transpose() * G), round_off * largest(G.transpose() * G))
      << "G depends on the partition";
  EXPECT_LE(largest(other_G.transpose() * multipliers(other_phi) - G.transpose() * multipliers(phi)),
            round_off * largest(G) * static_cast<double>(G.rows()))
      << "Phi depends on the partition";
  EXPECT_LE(largest(one.K(multipliers(other_phi)) - K), round_off * (largest(G) + largest(K)))
      << "the geometric stiffness depends on the partition";
}

template <class Value>
Eigen::MatrixXd ConstraintFixture::differences(const Case& one, Value&& value) {
  const Eigen::Index n = one.objects.numUnknowns();
  Eigen::MatrixXd columns;
  for (Eigen::Index i = 0; i < n; ++i) {
    one.move(Eigen::VectorXd::Unit(n, i) * step);
    const Eigen::VectorXd ahead = value();
    one.move(Eigen::VectorXd::Unit(n, i) * (-2 * step));
    const Eigen::VectorXd behind = value();
    one.move(Eigen::VectorXd::Unit(n, i) * step);
    if (columns.size() == 0) columns.resize(ahead.size(), n);
    columns.col(i) = (ahead - behind) / (2 * step);
  }
  return columns;
}

void ConstraintFixture::expectDerivative(const Case& one) const {
  const Eigen::MatrixXd G = one.G();
  EXPECT_LE(largest(differences(one, [&] { return one.phi(); }) - G), tolerance() * largest(G))
      << one.constraint->name() << ": G is not the derivative of Phi";
}

void ConstraintFixture::expectGeometricStiffness(const Case& one) const {
  const Eigen::VectorXd lambda = multipliers(one.phi());
  const Eigen::MatrixXd K = one.K(lambda);
  const Eigen::MatrixXd found = differences(one, [&] { return Eigen::VectorXd(one.G().transpose() * lambda); });
  EXPECT_LE(largest(found - K), tolerance() * (largest(K) + largest(one.G())))
      << one.constraint->name() << ": d(G^T lambda)/dx";
  EXPECT_LE(largest(K - K.transpose()), round_off * largest(K)) << one.constraint->name() << ": symmetry";
}

void ConstraintFixture::expectNoWork(const Case& one) const {
  const Eigen::MatrixXd G = one.G();
  const Eigen::VectorXd before = one.phi(), force = G.transpose() * multipliers(before);
  const Eigen::VectorXd any = one.objects.randomVector(5);
  const Eigen::VectorXd v = any - G.transpose() * (G * G.transpose()).fullPivLu().solve(G * any);
  EXPECT_LE(std::abs(force.dot(v)), 1e-10 * force.norm() * any.norm()) << one.constraint->name() << ": work";
  const double small = 1e-4;
  one.move(small * v);
  EXPECT_LE((one.phi() - before).norm(), 10 * small * small * v.squaredNorm() * (1 + largest(G)))
      << one.constraint->name() << ": a displacement in the kernel of G changes Phi";
  one.move(-small * v);
}

void ConstraintFixture::expectLinear(const Case& one) const {
  const Eigen::MatrixXd before = one.G();
  one.move(one.objects.randomVector(6));
  EXPECT_LE(largest(one.G() - before), round_off * largest(before)) << "is declared linear, but G changes";
  one.move(-one.objects.randomVector(6));
  EXPECT_EQ(largest(one.K(multipliers(one.phi()))), 0.0) << "is declared linear";
}

}  // namespace tenon::testing
