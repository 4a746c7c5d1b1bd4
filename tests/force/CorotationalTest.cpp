// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "force/Corotational.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "fem/TestObject.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "testing/Setting.hpp"

// Corotational solids. FixtureTest verifies tangents, energies, products and partitions.
namespace tenon::force {
namespace {

using base::Lane;
using base::LocalIndex;
using base::Mat3;
using base::Vec3;
using mesh::CellType;
using testing::TestObject;

constexpr double E = 1000, nu = 0.3;
const Mat3 turn = Eigen::AngleAxisd(2.9, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();

Corotational::Data material(const std::string& rotation = "polar") {
  return {E, nu, "", rotation, "simple"};
}
Mat3 hooke(const Mat3& eps) {
  return E * nu / ((1 + nu) * (1 - 2 * nu)) * eps.trace() * Mat3::Identity() + E / (1 + nu) * eps;
}
double largest(const TestObject& object, const Eigen::VectorXd& local) {
  return testing::globalVector(object, local).lpNorm<Eigen::Infinity>();
}

/// Compares with published forces, which are the external forces on the deformed tetrahedron. Their
/// sign is opposite to that of the nodal forces.
TEST(Corotational, matchesThePublishedDeformation) {
  TestObject tet(mesh::readMesh(base::Communicator::world(), "data/tet.msh"));
  const Corotational solid(material(), tet.domain);
  const Mat3 F = Eigen::AngleAxisd(M_PI / 6, Vec3::UnitZ()).toRotationMatrix() * Vec3(1.1, 0.95, 1).asDiagonal();
  tet.displace([&](const Vec3& X) -> Vec3 { return F * X - X; });
  const Eigen::VectorXd f = testing::globalVector(tet, testing::forceOf(solid, tet.state));
  Eigen::VectorXd published(12);
  published << -16.06775552, -7.42624134, -4.80769231, 15.26647346, 8.81410256, 0, .80128205, -1.38786122, 0, 0, 0,
      4.80769231;
  EXPECT_LE((f + published).lpNorm<Eigen::Infinity>(), 1e-8);
}

class CorotationalCells : public ::testing::TestWithParam<CellType> {
 protected:
  TestObject box(const testing::Setting& setting = {}) const {
    mesh::BoxOptions bent;
    bent.map = testing::bent;
    return TestObject(
        mesh::box(base::Communicator::world(), GetParam(), {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, setting.options(bent)));
  }
};

TEST_P(CorotationalCells, haveNoForceUnderRigidRotation) {
  for (const testing::Setting& setting :
       {testing::Setting{"here"}, testing::Setting{"far", 1, 1, {4e6, -3e6, 1e3}}, testing::Setting{"small", 1e-6}})
    for (const char* rotation : {"polar", "qr"}) {
      TestObject object = box(setting);
      const Corotational solid(material(rotation), object.domain);
      object.displace([&](const Vec3& X) -> Vec3 {
        return setting.length * (turn * setting.transformBack(X) - setting.transformBack(X) + Vec3(3, -2, 5));
      });
      const double area = setting.length * setting.length;
      EXPECT_LE(largest(object, testing::forceOf(solid, object.state)),
                E * area * std::max(1e-14, 1e-2 * setting.tolerance(0.5)))
          << rotation << " " << setting;
    }
}

TEST_P(CorotationalCells, haveTheRotatedHookeStress) {
  Mat3 eps;
  eps << 2e-3, 1e-3, -3e-3, 1e-3, -4e-3, 5e-4, -3e-3, 5e-4, 1e-3;
  const Mat3 sigma = turn * hooke(eps) * turn.transpose();
  TestObject object = box();
  const Corotational solid(material(), object.domain);
  object.displace([&](const Vec3& X) -> Vec3 { return turn * (X + eps * X) - X; });
  fem::Recovery recovery(object.domain);
  solid.addStress(recovery);
  recovery.average();
  const int order[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}};
  for (LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node)
    for (int c = 0; c < 6; ++c)
      EXPECT_NEAR(recovery.stress().nodes[std::size_t(6 * node + c)], sigma(order[c][0], order[c][1]), 1e-11 * E);
  const Eigen::VectorXd f = testing::forceOf(solid, object.state);
  for (LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node) {
    const Vec3 X = object.point(node);
    if ((X - Vec3(0.5, 0.5, 0.5)).lpNorm<Eigen::Infinity>() > 0.3) continue;  // the central node
    EXPECT_LE(f.segment<3>(3 * node).norm(), 1e-12 * E);
  }
}

TEST_P(CorotationalCells, haveTheRotatedLinearStiffness) {
  TestObject object = box();
  const Corotational solid(material(), object.domain);
  const SolidForce<fem::LinearElastic> linear({E, nu}, {}, object.domain);
  const Eigen::MatrixXd K = testing::globalMatrix(object, testing::stiffnessOf(linear, object.state));
  EXPECT_LE((testing::globalMatrix(object, testing::stiffnessOf(solid, object.state)) - K).norm(), 1e-13 * K.norm());
  object.displace([&](const Vec3& X) -> Vec3 { return turn * X - X; });
  Eigen::MatrixXd turned = testing::globalMatrix(object, testing::stiffnessOf(solid, object.state));
  for (Eigen::Index i = 0; i < K.rows(); i += 3)
    for (Eigen::Index j = 0; j < K.cols(); j += 3)
      turned.block<3, 3>(i, j) = (turn.transpose() * turned.block<3, 3>(i, j) * turn).eval();
  EXPECT_LE((turned - K).norm(), 1e-12 * K.norm());
}

/// Verifies that forces are self-equilibrated. Moments vanish exactly if the force has an energy,
/// otherwise to second order.
TEST_P(CorotationalCells, conserveMomenta) {
  for (const char* rotation : {"polar", "qr"}) {
    TestObject object = box();
    const Corotational solid(material(rotation), object.domain);
    const auto momentAt = [&](double strain) {
      object.displace([&](const Vec3& X) -> Vec3 {
        return turn * (X + strain * Vec3(std::sin(2 * X[1]), X[0] * X[2], std::cos(X[0] + X[1]))) - X;
      });
      const Eigen::VectorXd f = testing::forceOf(solid, object.state);
      EXPECT_LE(testing::totalOf(object, f).norm(), 1e-13 * E);
      Vec3 moment = Vec3::Zero();
      for (LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node) {
        const Vec3 u = Eigen::Map<const Vec3>(object.state.displacement().data() + 3 * node);
        moment += (object.point(node) + u).cross(Vec3(f.segment<3>(3 * node)));
      }
      for (double& component : moment) component = object.mesh.comm().sum(component);
      return moment.norm();
    };
    const double large = momentAt(0.1), small = momentAt(0.01);
    if (solid.hasEnergy())
      EXPECT_LE(large, 1e-12 * E);
    else
      EXPECT_LE(small, 0.02 * large);
  }
}

/// Verifies that the force restores an element whose apex was
/// pushed through its base, at any depth.
TEST_P(CorotationalCells, recoverFromInversion) {
  TestObject object = box();
  const Corotational solid(material(), object.domain);
  for (const double depth : {-0.3, -1e-12, 0.0, 0.5}) {
    object.displace([&](const Vec3& X) -> Vec3 { return turn * Vec3(X[0], X[1], depth * X[2]) - X; });
    const Eigen::VectorXd f = testing::forceOf(solid, object.state);
    double opening = 0;
    for (LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node)
      opening += object.point(node)[2] * (turn.transpose() * f.segment<3>(3 * node))[2];
    EXPECT_GT(object.mesh.comm().sum(opening), 0.1 * E) << depth;
  }
}

INSTANTIATE_TEST_SUITE_P(types, CorotationalCells,
                         ::testing::Values(CellType::tet4, CellType::hex8, CellType::prism6, CellType::pyramid5),
                         [](const auto& type) { return std::string(mesh::info(type.param).name); });

TEST(Corotational, rotationsMatchTheSingularValueDecomposition) {
  for (const double det_sign : {1.0, -1.0}) {
    Lane F[3][3], R[3][3];
    Mat3 given[base::num_lanes];
    for (int lane = 0; lane < base::num_lanes; ++lane) {
      const Mat3 stretch = Vec3(1.0 + lane, 0.5, 0.4 * det_sign * std::pow(0.1, lane)).asDiagonal();
      given[lane] = turn * Eigen::AngleAxisd(lane, Vec3::UnitX()) * stretch *
                    Eigen::AngleAxisd(2.0 * lane, Vec3::UnitY()).toRotationMatrix();
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) F[i][j][lane] = given[lane](i, j);
    }
    fem::polarRotation(F, R);
    for (int lane = 0; lane < base::num_lanes; ++lane) {
      Mat3 found;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) found(i, j) = R[i][j][lane];
      const Mat3 expected = turn * Eigen::AngleAxisd(lane, Vec3::UnitX()).toRotationMatrix() *
                            Eigen::AngleAxisd(2.0 * lane, Vec3::UnitY()).toRotationMatrix();
      EXPECT_LE((found - expected).norm(), 1e-13) << "lane " << lane << " " << det_sign;
    }
  }
}

TEST(Corotational, rejectsCellsOfSecondOrder) {
  TestObject curved(mesh::box(base::Communicator::world(), CellType::tet10, {1, 1, 1}));
  EXPECT_THAT([&] { Corotational(material(), curved.domain); },
              ::testing::ThrowsMessage<base::InputError>(::testing::HasSubstr("second-order cells (tet10)")));
}

}  // namespace
}  // namespace tenon::force
