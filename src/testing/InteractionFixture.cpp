// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/InteractionFixture.hpp"

#include <Eigen/Geometry>

#include "partitionTrace.hpp"

namespace tenon::testing {

void InteractionFixture::expectConsistent() {
  ForceFieldFixture::expectConsistent();
  for (const int partition : Objects::all_partitions) {
    SCOPED_TRACE(partitionTrace(world(), partition));
    const Case one(*this, world(), partition);
    expectBalance(one);
    expectTranslationInvariance(one);
  }
}

std::vector<Box> InteractionFixture::boxes() const {
  return {{"left", CellType::hex8, {2, 2, 1}}, {"right", CellType::tet4, {1, 2, 1}, {1.5, 0, 0}, {2.5, 1, 1}}};
}

Eigen::Matrix3Xd InteractionFixture::byNode(const Case& one, const Eigen::VectorXd& values) {
  const Eigen::Index dim = one.objects.domain().state.block();
  Eigen::Matrix3Xd nodes = Eigen::Matrix3Xd::Zero(3, values.size() / dim);
  nodes.topRows(dim) = Eigen::Map<const Eigen::MatrixXd>(values.data(), dim, nodes.cols());
  return nodes;
}

void InteractionFixture::expectBalance(const Case& one) {
  const Eigen::Matrix3Xd f = byNode(one, one.f()), x = byNode(one, one.objects.positions());
  base::Vec3 force = base::Vec3::Zero(), moment = base::Vec3::Zero();
  for (Eigen::Index node = 0; node < f.cols(); ++node) {
    force += f.col(node);
    moment += base::Vec3(x.col(node)).cross(base::Vec3(f.col(node)));
  }
  const double size = f.cwiseAbs().sum(), reach = 1.0 + largest(x);
  EXPECT_LE(force.norm(), 1e-13 * size) << one.force->name() << ": the forces are not in equilibrium";
  EXPECT_LE(moment.norm(), 1e-13 * size * reach) << one.force->name() << ": the moments are not in equilibrium";
}

void InteractionFixture::expectTranslationInvariance(const Case& one) {
  const Eigen::Index dim = one.objects.domain().state.block();
  for (const Eigen::MatrixXd& matrix : {one.K(), one.B()})
    for (Eigen::Index c = 0; c < dim && matrix.size() > 0; ++c) {
      Eigen::VectorXd translation = Eigen::VectorXd::Zero(matrix.cols());
      for (Eigen::Index i = c; i < translation.size(); i += dim) translation[i] = 1.0;
      EXPECT_LE(largest(matrix * translation), 1e-12 * matrix.cwiseAbs().rowwise().sum().maxCoeff())
          << one.force->name() << ": a translation along axis " << c;
    }
}

}  // namespace tenon::testing
