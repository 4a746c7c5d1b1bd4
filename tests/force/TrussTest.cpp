// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "force/structures/Truss.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "force/structures/Membrane.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/Body.hpp"
#include "tenon/testing/Objects.hpp"

// Compares trusses, cables and membranes with closed-form solutions. FixtureTest verifies tangents,
// energies, products and partitions.
namespace tenon::force {
namespace {

using base::Vec3;
using mesh::CellType;
using testing::Objects;

Objects objectOf(const std::string& file) {
  Objects object(base::Communicator::world(), {{"object", CellType::line2, {}, {}, {}, file}}, 0);
  object.numberDofs();
  return object;
}

/// Truss of two bars from (-4, 0) via (0, 1) to (4, 0) whose top is displaced downwards by w.
struct MisesTruss {
  static constexpr double b = 4, h = 1, area = 2, young = 300;
  const double L = std::hypot(b, h);
  Objects object = objectOf("data/mises.msh");
  Truss truss;
  explicit MisesTruss(const std::string& strain) : truss({area, young, 0, strain, ""}, object.domain()) {}

  void press(double w) {
    Eigen::VectorXd u = Eigen::VectorXd::Zero(object.numUnknowns());
    u[4] = -w;
    object.move(u - moved_, Eigen::VectorXd::Zero(u.size()));
    moved_ = u;
  }
  double load() {
    return object.assemble([&](la::ForceVector& f) { truss.addForce(f); })[4];
  }
  double stiffness() {
    return -object.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      truss.addStiffness(K);
    })(4, 4);
  }

 private:
  Eigen::VectorXd moved_ = Eigen::VectorXd::Zero(9);
};

TEST(Truss, matchesThePublishedSnapThrough) {
  MisesTruss green("green"), engineering("engineering");
  const double h = MisesTruss::h, EA = MisesTruss::area * MisesTruss::young, L = green.L;
  for (const double w : {0.1, 0.7, 1.3, 2.0, 2.4}) {
    green.press(w), engineering.press(w);
    EXPECT_NEAR(green.load(), EA / (L * L * L) * w * (2 * h * h - 3 * h * w + w * w), 1e-11 * EA) << w;
    const double l = std::hypot(MisesTruss::b, h - w);
    EXPECT_NEAR(engineering.load(), 2 * EA * (L - l) / L * (h - w) / l, 1e-12 * EA) << w;
  }
  green.press(h * (1 - 1 / std::sqrt(3)));
  EXPECT_NEAR(green.load(), EA * std::pow(h / L, 3) * 2 / (3 * std::sqrt(3)), 1e-12 * EA);
  EXPECT_NEAR(green.stiffness(), 0, 1e-12 * EA);
}

TEST(Truss, hasNoForceUnderRigidRotation) {
  Objects object = objectOf("data/truss.msh");
  const Truss bars({2, 100, 0, "engineering", ""}, object.domain());
  const base::Mat3 turn = Eigen::AngleAxisd(2.5, Vec3(1, 2, -1).normalized()).toRotationMatrix();
  Eigen::VectorXd u = object.positions();
  for (Eigen::Index i = 0; i < u.size(); i += 3) u.segment<3>(i) = turn * u.segment<3>(i) - u.segment<3>(i);
  object.move(u, Eigen::VectorXd::Zero(u.size()));
  EXPECT_LE(object.assemble([&](la::ForceVector& f) { bars.addForce(f); }).norm(), 1e-12 * 200);
}

TEST(Cable, carriesOnlyTension) {
  Objects object = objectOf("data/mises.msh");
  const Cable cable({2, 300, 6, ""}, object.domain());
  const auto forceAt = [&](double x) {
    const double before = object.positions()[3];
    object.move((x - before) * Eigen::VectorXd::Unit(9, 3), Eigen::VectorXd::Zero(9));
    return object.assemble([&](la::ForceVector& f) { cable.addForce(f); });
  };
  const double L = std::hypot(4, 1);
  const Eigen::VectorXd f = forceAt(2.0);
  const double left = 2 * (300 * (std::hypot(6, 1) - L) / L + 6);  // the right cable is shortened by more than 2 %
  EXPECT_NEAR(f[0], left * 6 / std::hypot(6, 1), 1e-11);
  EXPECT_EQ(f.segment<3>(6).norm(), 0.0);
  EXPECT_NEAR(object.comm().sum(cable.energy()), L * left * left / (2 * 300 * 2), 1e-9);
}

TEST(Truss, rejectsCurvedLines) {
  Objects beam(base::Communicator::world(), {{"plate", CellType::quad8, {2, 2, 0}}}, 0);
  EXPECT_THAT(
      [&] {
        Truss({1, 1, 0, "green", "xmin"}, beam.domain());
      },
      ::testing::ThrowsMessage<base::InputError>(::testing::HasSubstr("Use two-node lines")));
}

/// Verifies a uniaxial stress under an affine displacement: S = E (l^2 - 1) / 2 along the first
/// axis. The width contracts so that the transverse stress is zero.
TEST(Membrane, matchesTheClosedForm) {
  for (const CellType type : {CellType::tri3, CellType::tri6, CellType::quad9}) {
    mesh::Mesh flat = mesh::box(base::Communicator::world(), type, {3, 2, 0}, {0, 0, 0}, {3, 1, 0});
    flat.setSpaceDimension(3);
    system::Body body("strip", std::move(flat));
    constexpr double young = 50, nu = 0.3, thickness = 0.2, stretch = 1.3;
    const Membrane membrane({young, nu, thickness, 0, ""}, body.domain());
    const base::Mat3 turn = Eigen::AngleAxisd(1.1, Vec3(1, 2, -1).normalized()).toRotationMatrix();
    const double across = std::sqrt(1 - nu * (stretch * stretch - 1));
    la::State& state = body.state();
    const base::LocalIndex nodes = state.layout().numLocal();
    for (base::LocalIndex node = 0; node < nodes; ++node) {
      const Vec3 X = Eigen::Map<const Vec3>(state.reference().data() + 3 * node);
      Eigen::Map<Vec3>(state.displacement().data() + 3 * node) = turn * Vec3(stretch * X[0], across * X[1], 0) - X;
    }
    std::vector<double> values(state.displacement().size());
    la::ForceVector f([&](const la::State&) { return gsl::span<double>(values); });
    membrane.addForce(f);
    Vec3 left = Vec3::Zero();
    double elsewhere = 0;
    for (base::LocalIndex node = 0; node < state.layout().numOwned(); ++node) {
      const Vec3 force = Eigen::Map<const Vec3>(values.data() + 3 * node);
      const double x = state.reference()[std::size_t(3 * node)];
      if (x < 1e-9)
        left += force;
      else if (x < 3 - 1e-9)
        elsewhere = std::max(elsewhere, force.norm());
    }
    for (double& component : left) component = body.mesh().comm().sum(component);
    const double tension = stretch * young * (stretch * stretch - 1) / 2 * thickness;
    EXPECT_LE((left - turn * Vec3(tension, 0, 0)).norm(), 1e-12 * young) << mesh::info(type).name;
    EXPECT_LE(elsewhere, 1e-12 * young);
    const double energy = young * std::pow((stretch * stretch - 1) / 2, 2) / 2 * thickness * 3;
    EXPECT_NEAR(body.mesh().comm().sum(membrane.energy()), energy, 1e-11 * young);
  }
}

TEST(Membrane, rejectsPlaneProblems) {
  Objects plate(base::Communicator::world(), {{"plate", CellType::tri3, {2, 2, 0}}}, 0);
  EXPECT_THAT(
      [&] {
        Membrane({1, 0.3, 1, 0, ""}, plate.domain());
      },
      ::testing::ThrowsMessage<base::InputError>(::testing::HasSubstr("space: 3")));
}

}  // namespace
}  // namespace tenon::force
