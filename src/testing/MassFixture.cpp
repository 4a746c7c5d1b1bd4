// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/MassFixture.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "la/assembly/MatrixAssembly.hpp"
#include "partitionTrace.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "testing/expectEqualMatrices.hpp"

namespace tenon::testing {

struct MassFixture::Case {
  Objects objects;
  Mass mass;
  Case(const MassFixture& fixture, const base::Communicator& comm, int partition)
      : objects(comm, fixture.boxes(), partition), mass(fixture.make(objects)) {
    objects.numberDofs();
  }
  Eigen::MatrixXd M(la::Insertion insertion = la::Insertion::slots) const {
    return objects.matrix(insertion, [&](const la::Contributions& to) {
      la::MassMatrix M = to.mass(1.0);
      mass->addMass(M);
    });
  }
};

void MassFixture::expectConsistent() {
  const Case alone(*this, base::Communicator::self(), 0);
  const Eigen::MatrixXd M = alone.M();
  const double size = M.cwiseAbs().maxCoeff();
  EXPECT_GT(size, 0.0) << alone.mass->name() << " has no mass";
  EXPECT_LE((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-13 * size) << alone.mass->name() << ": M is not symmetric";
  if (coversAllNodes()) {
    EXPECT_EQ(M.llt().info(), Eigen::Success) << alone.mass->name() << ": M is not positive definite";
  }
  for (const int partition : Objects::all_partitions) {
    SCOPED_TRACE(partitionTrace(base::Communicator::world(), partition));
    Case one(*this, base::Communicator::world(), partition);
    EXPECT_LE((one.M() - M).cwiseAbs().maxCoeff(), 1e-13 * size) << "M depends on the partition";
    EXPECT_LE((one.M(la::Insertion::blocked) - M).cwiseAbs().maxCoeff(), 1e-12 * size) << "M, inserted by blocks";
    expectTotal(one, M);
    const Eigen::VectorXd v = one.objects.randomVector(2);
    const Eigen::VectorXd product = one.objects.product(
        v, [&](const la::IncrementVector& dv, la::ForceVector& df) { one.mass->addMassTimes(dv, df); });
    EXPECT_LE((product - M * v).cwiseAbs().maxCoeff(), 1e-12 * M.cwiseAbs().rowwise().sum().maxCoeff())
        << "M times a vector";
    SCOPED_TRACE(one.mass->name());
    expectEqualMatrices(*one.objects.mechanics(nullptr, std::move(one.mass)));
  }
}

std::vector<Box> MassFixture::boxes() const {
  return {{"box", CellType::hex8, {2, 2, 1}}};
}

bool MassFixture::coversAllNodes() const {
  return true;
}

void MassFixture::expectTotal(const Case& one, const Eigen::MatrixXd& M) {
  const double total = one.objects.comm().sum(one.mass->total());
  const int dim = one.objects.domain().state.block();
  for (int c = 0; c < dim; ++c) {
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(M.rows());
    for (Eigen::Index i = c; i < unit.size(); i += dim) unit[i] = 1;
    EXPECT_NEAR(unit.dot(M * unit), total, 1e-12 * std::abs(total)) << "component " << c;
  }
}

}  // namespace tenon::testing
