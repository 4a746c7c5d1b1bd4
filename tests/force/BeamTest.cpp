// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "force/structures/Beam.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/testing/Objects.hpp"

// Compares beams with closed-form solutions and published displacements. FixtureTest verifies
// tangents, energies, products and partitions.
namespace tenon::force {
namespace {

using base::Vec3;
using base::Vec6;
using mesh::CellType;
using testing::Objects;

constexpr double young = 200, nu = 0.25, G = young / (2 * (1 + nu));

Beam::Data section(double area, double Iy, double Iz, double J, double shear) {
  return {young, nu, 0, area, Iy, Iz, J, shear, shear, Vec3::Zero(), ""};
}

/// Beam from the first node of a mesh, which is clamped, to the last node, which is loaded.
struct Cantilever {
  Objects object;
  Beam beam;

  Cantilever(const std::string& file, const Beam::Data& data)
      : object(base::Communicator::world(), {{"beam", CellType::line2, {}, {}, {}, file, la::NodeKind::frames}}, 0),
        beam(data, object.domain()) {
    object.numberDofs();
  }
  Eigen::VectorXd force() {
    return object.assemble([&](la::ForceVector& f) { beam.addForce(f); });
  }
  Eigen::MatrixXd stiffness() {
    return object.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      beam.addStiffness(K);
    });
  }
  /// Returns the displacement and rotation of the last node from one linear solve with the
  /// stiffness in the current configuration.
  Vec6 bendALittle(const Vec6& load) {
    const Eigen::Index free = object.numUnknowns() - 6;
    Eigen::VectorXd F = Eigen::VectorXd::Zero(free);
    F.tail<6>() = load;
    const Eigen::VectorXd u = -stiffness().bottomRightCorner(free, free).lu().solve(F);
    return u.tail<6>();
  }
  /// Returns the equilibrium position of the last node under a load, by Newton's method in load
  /// steps. Stores the norms of the residuals of the last step in `residuals`.
  Vec3 bend(const Vec6& load, int steps) {
    const Eigen::Index all = object.numUnknowns(), free = all - 6;
    for (int step = 1; step <= steps; ++step) {
      residuals.clear();
      for (int i = 0; i < 30; ++i) {
        Eigen::VectorXd r = force().tail(free);
        r.tail<6>() += step * load / steps;
        residuals.push_back(r.norm());
        if (r.norm() < 1e-9 * load.norm()) break;
        Eigen::VectorXd dx = Eigen::VectorXd::Zero(all);
        dx.tail(free) = -stiffness().bottomRightCorner(free, free).lu().solve(r);
        object.move(dx, Eigen::VectorXd::Zero(all));
      }
    }
    return object.positions().segment<3>(all - 6);
  }
  std::vector<double> residuals;
};

Vec6 alongY(double force) {
  return force * Vec6::Unit(1);
}

TEST(Beam, matchesTimoshenkoTheory) {
  constexpr double A = 0.04, Iy = 3e-4, Iz = 5e-4, J = 4e-4, ky = 0.8, kz = 0.6;
  Beam::Data data = section(A, Iy, Iz, J, ky);
  data.shear_factor_z = kz;
  Cantilever beam("data/beam.msh", data);
  const double L = 1, tolerance = 1e-9;
  const Vec6 y = beam.bendALittle(Vec6::Unit(1)), z = beam.bendALittle(Vec6::Unit(2));
  EXPECT_NEAR(y[1] / (1 / (3 * young * Iz) + 1 / (ky * G * A)), 1, tolerance);
  EXPECT_NEAR(y[5] / (1 / (2 * young * Iz)), 1, tolerance);
  EXPECT_NEAR(z[2] / (1 / (3 * young * Iy) + 1 / (kz * G * A)), 1, tolerance);
  EXPECT_NEAR(z[4] / (-1 / (2 * young * Iy)), 1, tolerance);
  EXPECT_NEAR(beam.bendALittle(Vec6::Unit(0))[0] / (L / (young * A)), 1, tolerance);
  EXPECT_NEAR(beam.bendALittle(Vec6::Unit(3))[3] / (L / (G * J)), 1, tolerance);
  EXPECT_NEAR(beam.bendALittle(Vec6::Unit(4))[4] / (L / (young * Iy)), 1, tolerance);
}

TEST(Beam, hasNoForceUnderRigidBodyMotion) {
  Cantilever beam("data/frame.msh", section(0.04, 3e-4, 5e-4, 4e-4, 0.8));
  const Vec3 theta = 2.9 * Vec3(1, -2, 0.5).normalized();
  const base::Mat3 turn = la::quaternionOf(theta).toRotationMatrix();
  Eigen::VectorXd u = beam.object.positions();
  for (Eigen::Index i = 0; i < u.size(); i += 6) {
    u.segment<3>(i) = (turn * u.segment<3>(i) - u.segment<3>(i) + Vec3(3, 1, -2)).eval();
    u.segment<3>(i + 3) = theta;
  }
  beam.object.move(u, Eigen::VectorXd::Zero(u.size()));
  EXPECT_LE(beam.force().norm(), 1e-12 * young);
}

/// Compares the transverse and axial tip displacement for P L^2 / E I with the elastica.
/// @see Bisshopp and Drucker, Q. Appl. Math. 3 (1945)
TEST(Beam, matchesTheElastica) {
  constexpr double I = 5e-4;
  Cantilever beam("data/beam.msh", section(40, I, I, I, 0));
  const double published[4][3] = {
      {1, .30172077, .05643324}, {2, .49345748, .16064172}, {5, .71379152, .38762836}, {10, .81060902, .55499560}};
  for (const auto& [load, across, back] : published) {
    const Vec3 tip = beam.bend(alongY(load * young * I), 3);
    EXPECT_NEAR(tip[1] / across, 1, 2e-3) << load;
    EXPECT_NEAR((1 - tip[0]) / back, 1, 5e-3) << load;
    EXPECT_NEAR(tip[2], 0, 1e-12);
  }
  ASSERT_GE(beam.residuals.size(), 4u);  // quadratic convergence
  const std::size_t last = beam.residuals.size() - 1;
  EXPECT_LE(beam.residuals[last], 1e-2 * beam.residuals[last - 1]);
}

TEST(Beam, bendsIntoACircle) {
  constexpr double I = 5e-4;
  Cantilever beam("data/beam.msh", section(0.04, I, I, I, 0.8));
  const Vec3 tip = beam.bend(2 * M_PI * young * I * Vec6::Unit(5), 8);
  EXPECT_LE(tip.norm(), 1e-9);
  const Eigen::VectorXd x = beam.object.positions();
  EXPECT_NEAR(x[6 * 8 + 1], 1 / 16.0 / std::sin(M_PI / 16), 1e-9);  // chord of a polygon with 16 sides
}

/// Compares the tip positions of the 45-degree bend of Bathe and Bolourchi with published values:
/// radius 100, unit square section, 8 straight elements.
/// @see Simo and Vu-Quoc, Comput. Methods Appl. Mech. Eng. 58 (1986), table 3
TEST(Beam, matchesThePublishedSpatialBending) {
  Beam::Data square = section(1, 1.0 / 12, 1.0 / 12, 1.0 / 6, 1);
  square.young = 1e7, square.poisson = 0;
  Cantilever bend("data/bend.msh", square);
  const Vec3 at300 = bend.bend(300 * Vec6::Unit(2), 6);
  EXPECT_LE((at300 - Vec3(22.33, 58.84, 40.08)).lpNorm<Eigen::Infinity>(), 0.4) << at300.transpose();
  const Vec3 at600 = bend.bend(600 * Vec6::Unit(2), 12);
  EXPECT_LE((at600 - Vec3(15.79, 47.23, 53.37)).lpNorm<Eigen::Infinity>(), 0.4) << at600.transpose();
}

TEST(Beam, rejectsInvalidInput) {
  using ::testing::HasSubstr;
  using ::testing::ThrowsMessage;
  const Beam::Data whole = section(1, 1, 1, 1, 1);
  Objects points(base::Communicator::world(), {{"beam", CellType::line2, {}, {}, {}, "data/beam.msh"}}, 0);
  EXPECT_THAT([&] { Beam(whole, points.domain()); }, ThrowsMessage<base::InputError>(HasSubstr("nodes: frames")));
  const auto make = [](const Beam::Data& data) { return Cantilever("data/beam.msh", data); };
  Beam::Data both = whole, none = whole, along = whole;
  both.radius = 1, none.torsion_constant = 0, along.y_axis = Vec3(2, 0, 0);
  EXPECT_THAT([&] { make(both); }, ThrowsMessage<base::InputError>(HasSubstr("either `radius`")));
  EXPECT_THAT([&] { make(none); }, ThrowsMessage<base::InputError>(HasSubstr("must be positive")));
  EXPECT_THAT([&] { make(along); }, ThrowsMessage<base::InputError>(HasSubstr("is parallel to `y_axis`")));
}

}  // namespace
}  // namespace tenon::force
