// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/force/SolidForce.hpp"

#include <gtest/gtest.h>

#include "fem/Hardening.hpp"
#include "fem/LinearElastic.hpp"
#include "fem/OrthotropicElastic.hpp"
#include "fem/TestObject.hpp"
#include "fem/hyperelastic/materials.hpp"

namespace tenon::force {
namespace {

using base::Vec3;
using fem::LinearElastic;
using fem::OrthotropicElastic;
using testing::Hardening;
using testing::TestObject;

const LinearElastic steel{2.5, 0.3};
const OrthotropicElastic wood{10, 4, 3, 0.3, 0.25, 0.2, 2, 1.5, 1};

Vec3 wavy(const Vec3& x) {
  return 0.1 * Vec3(std::sin(x[0] + 2 * x[1]), x[0] * x[2] - x[1], std::cos(x[1]) * x[2] + x[0]);
}

class Solids : public ::testing::TestWithParam<mesh::CellType> {
 protected:
  Solids() : object_(testing::bentBox(GetParam(), cells())) { object_.displace(wavy); }
  /// A few cells, whose number is not a multiple of the number of lanes.
  std::array<int, 3> cells() const {
    return mesh::info(GetParam()).order == 1 ? std::array{3, 1, 1} : std::array{2, 1, 1};
  }
  bool isPlane() const { return mesh::info(GetParam()).dimension == 2; }

  template <class Material>
  void expectDerivativeOfForce(const Material& material, fem::Plane plane) {
    SolidForce<Material> solid(material, {"", plane, isPlane() ? 0.7 : 1.0}, object_.domain);
    const Eigen::MatrixXd K = testing::stiffnessOf(solid, object_.state);
    const Eigen::Index owned = object_.mesh.layout().numOwned() * object_.dim();
    const double h = 1e-6, tolerance = 1e-8 * K.lpNorm<Eigen::Infinity>();
    for (Eigen::Index column = 0; column < K.cols(); ++column) {
      double& u = object_.state.displacement()[static_cast<std::size_t>(column)];
      const double u0 = u;
      u = u0 + h;
      const Eigen::VectorXd plus = testing::forceOf(solid, object_.state);
      u = u0 - h;
      const Eigen::VectorXd minus = testing::forceOf(solid, object_.state);
      u = u0;
      const Eigen::VectorXd difference = (plus - minus) / (2 * h) - K.col(column);
      EXPECT_LT(difference.head(owned).lpNorm<Eigen::Infinity>(), tolerance) << "column " << column;
    }
  }

  /// Compares the matrix-free product K dx with the product of the
  /// matrix, in the rows of owned nodes.
  template <class Material>
  void expectProductOfStiffness(const Material& material, fem::Plane plane) {
    SolidForce<Material> solid(material, {"", plane, isPlane() ? 0.7 : 1.0}, object_.domain);
    const Eigen::MatrixXd K = testing::stiffnessOf(solid, object_.state);
    const Eigen::VectorXd dx = testing::unlike(K.cols());
    const Eigen::VectorXd product = testing::stiffnessTimes(solid, dx), expected = K * dx;
    const Eigen::Index owned = object_.mesh.layout().numOwned() * object_.dim();
    EXPECT_LE((product - expected).head(owned).norm(), 1e-12 * expected.norm());
  }

  template <class Material>
  void expectEnergyOfForce(const Material& material) {
    SolidForce<Material> solid(material, {"", fem::Plane::strain, isPlane() ? 0.7 : 1.0}, object_.domain);
    const auto& comm = object_.mesh.comm();
    const Eigen::Index owned = object_.mesh.layout().numOwned() * object_.dim();
    const auto direction = [](const Vec3& x) {
      return Vec3(std::cos(x[1]) + x[0], x[0] - x[1] - x[2], 1 + x[0] * x[1]);
    };
    const double h = 1e-5;
    object_.displace([&](const Vec3& x) -> Vec3 { return wavy(x) + h * direction(x); });
    const double plus = comm.sum(solid.energy());
    object_.displace([&](const Vec3& x) -> Vec3 { return wavy(x) - h * direction(x); });
    const double minus = comm.sum(solid.energy());
    object_.displace(direction);
    const Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(object_.state.displacement().data(), owned);
    object_.displace(wavy);
    const double work = comm.sum(testing::forceOf(solid, object_.state).head(owned).dot(v));
    EXPECT_GT(std::abs(work), 1e-3);
    EXPECT_NEAR((plus - minus) / (2 * h), -work, 1e-8 * std::abs(work) + 1e-9);
  }

  TestObject object_;
};

TEST_P(Solids, stiffnessIsTheDerivativeOfTheForce) {
  expectDerivativeOfForce(steel, fem::Plane::strain);
  expectDerivativeOfForce(wood, fem::Plane::strain);
  expectDerivativeOfForce(Hardening{}, fem::Plane::strain);
}

TEST_P(Solids, stiffnessIsTheDerivativeOfTheForceInPlaneStress) {
  if (!isPlane()) return;
  expectDerivativeOfForce(steel, fem::Plane::stress);
  expectDerivativeOfForce(wood, fem::Plane::stress);
  expectDerivativeOfForce(fem::NeoHookean{2.5, 0.3}, fem::Plane::stress);
}

TEST_P(Solids, matrixFreeProductEqualsThatOfTheMatrix) {
  expectProductOfStiffness(steel, fem::Plane::strain);
  expectProductOfStiffness(wood, fem::Plane::strain);
  expectProductOfStiffness(Hardening{}, fem::Plane::strain);
  if (isPlane()) expectProductOfStiffness(wood, fem::Plane::stress);
  if (isPlane()) expectProductOfStiffness(fem::NeoHookean{2.5, 0.3}, fem::Plane::stress);
}

TEST_P(Solids, forceIsMinusTheDerivativeOfTheEnergy) {
  expectEnergyOfForce(steel);
  expectEnergyOfForce(wood);
  expectEnergyOfForce(Hardening{});
}

TEST_P(Solids, stiffnessIsSymmetricNegativeWithRigidBodyModes) {
  SolidForce<LinearElastic> solid(steel, {"", fem::Plane::strain, 1.0}, object_.domain);
  const Eigen::MatrixXd K = testing::globalMatrix(object_, testing::stiffnessOf(solid, object_.state));
  const double scale = K.lpNorm<Eigen::Infinity>();
  EXPECT_LT((K - K.transpose()).cwiseAbs().maxCoeff(), 1e-13 * scale);
  EXPECT_LT(K.diagonal().maxCoeff(), 0.0);
  for (const auto& mode : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}) {
    if (isPlane() && mode[2] == 0) {
      object_.displace([&](const Vec3&) { return mode; });
    } else {
      object_.displace([&](const Vec3& x) -> Vec3 { return mode.cross(x); });
    }
    const Eigen::VectorXd f = testing::globalVector(object_, testing::forceOf(solid, object_.state));
    EXPECT_LT(f.lpNorm<Eigen::Infinity>(), 1e-12 * scale);
    if (isPlane()) continue;
    object_.displace([&](const Vec3&) { return mode; });
    EXPECT_LT(testing::forceOf(solid, object_.state).lpNorm<Eigen::Infinity>(), 1e-12 * scale);
  }
}

TEST_P(Solids, matrixDoesNotDependOnTheRanks) {
  SolidForce<LinearElastic> solid(steel, {"", fem::Plane::strain, 1.0}, object_.domain);
  const Eigen::MatrixXd K = testing::globalMatrix(object_, testing::stiffnessOf(solid, object_.state));
  TestObject alone(testing::bentBox(GetParam(), cells(), base::Communicator::self()));
  SolidForce<LinearElastic> same(steel, {"", fem::Plane::strain, 1.0}, alone.domain);
  const Eigen::MatrixXd reference = testing::globalMatrix(alone, testing::stiffnessOf(same, alone.state));
  EXPECT_LT((K - reference).norm(), 1e-13 * reference.norm());
}

/// Patch test: a linear displacement has a constant stress, which
/// is in equilibrium at each inner node.
template <class Material>
void expectPatch(mesh::CellType type, const Material& material, fem::Plane plane, double size) {
  const bool is_plane = mesh::info(type).dimension == 2;
  const bool straight =
      type == mesh::CellType::tri6 || type == mesh::CellType::tet10 || type == mesh::CellType::prism15;
  TestObject object(!straight ? testing::bentBox(type, {2, 2, 2})
                              : testing::boxOf(type, {2, 2, 2}, is_plane ? testing::shearedInPlane : testing::sheared));
  SolidForce<Material> solid(material, {"", plane, 1.0}, object.domain);
  object.displace([size](const Vec3& x) -> Vec3 {
    return size * Vec3(0.1 * x[0] + 0.2 * x[1] - 0.1 * x[2], 0.3 * x[1] - 0.1 * x[0], 0.2 * x[2] + 0.1 * x[0]);
  });
  std::vector<char> on_side(static_cast<std::size_t>(object.mesh.layout().numLocal()), 0);
  for (const auto& group : object.mesh.groups())
    if (group.dimension < object.dim())
      for (const auto node : object.mesh.nodesOf(group)) on_side[static_cast<std::size_t>(node)] = 1;
  const Eigen::VectorXd f = testing::forceOf(solid, object.state);
  int num_inner = 0;
  for (base::LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node) {
    if (on_side[static_cast<std::size_t>(node)] != 0) continue;
    ++num_inner;
    EXPECT_LT(f.segment(node * object.dim(), object.dim()).norm(), 1e-13);
  }
  EXPECT_GT(object.mesh.comm().sum(num_inner), 0);
}

TEST_P(Solids, linearDisplacementIsInEquilibriumAtInnerNodes) {
  expectPatch(GetParam(), wood, fem::Plane::strain, 1.0);
  expectPatch(GetParam(), fem::NeoHookean{2.5, 0.3}, fem::Plane::strain, 3.0);
  if (isPlane()) expectPatch(GetParam(), fem::NeoHookean{2.5, 0.3}, fem::Plane::stress, 3.0);
}

std::string nameOf(const ::testing::TestParamInfo<mesh::CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, Solids, ::testing::ValuesIn(testing::solid_types), nameOf);

TEST(SolidForce, rejectsAThicknessInSpaceAndContradictoryConstants) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {1, 1, 1}));
  EXPECT_THROW(SolidForce<LinearElastic>(steel, {"", fem::Plane::strain, 0.5}, object.domain), base::InputError);
  OrthotropicElastic wrong = wood;
  wrong.poisson_xy = 2;
  EXPECT_THROW(SolidForce<OrthotropicElastic>(wrong, {}, object.domain), base::InputError);
}

// Verifies objectivity. The bar is stretched by s along x at constant width and then rotated by 1
// rad about z. The Cauchy stress is rotated with the bar.
TEST(SaintVenantKirchhoff, isInvariantUnderRotation) {
  const fem::SaintVenantKirchhoff material{10.0, 0.25};
  TestObject object(testing::bentBox(mesh::CellType::hex8, {2, 1, 1}));
  const base::Mat3 R = Eigen::AngleAxisd(1.0, Vec3::UnitZ()).toRotationMatrix();
  const SolidForce<fem::SaintVenantKirchhoff> solid(material, {}, object.domain);
  object.displace([&](const Vec3& x) { return Vec3(R * x - x); });
  EXPECT_LT(testing::forceOf(solid, object.state).lpNorm<Eigen::Infinity>(), 1e-13);
  constexpr double s = 1.2;
  object.displace([&](const Vec3& x) { return Vec3(R * Vec3(s * x[0], x[1], x[2]) - x); });
  const double green = 0.5 * (s * s - 1);
  const Vec3 turned_back(s * (material.lambda() + 2 * material.mu()) * green, material.lambda() * green / s,
                         material.lambda() * green / s);
  const base::Mat3 expected = R * turned_back.asDiagonal() * R.transpose();
  fem::Recovery recovery(object.domain);
  solid.addStress(recovery);
  recovery.average();
  for (base::LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node) {
    const double* const sigma = &recovery.stress().nodes[6 * static_cast<std::size_t>(node)];
    const double wanted[6] = {expected(0, 0), expected(1, 1), expected(2, 2),
                              expected(0, 1), expected(1, 2), expected(0, 2)};
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(sigma[i], wanted[i], 1e-12) << "component " << i;
  }
}

// Verifies the lowest tag of an inverted element, reduced over all
// ranks. The half x > 1/2 is folded back.
TEST(SolidForce, reportsInvertedElements) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {4, 2, 1}));
  const SolidForce<fem::NeoHookean> solid({2.5, 0.3}, {}, object.domain);
  const SolidForce<fem::StableNeoHookean> stable({2.5, 0.3}, {}, object.domain);
  EXPECT_TRUE(solid.refusesInversion());
  EXPECT_FALSE(stable.refusesInversion());
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  for (const auto& block : object.mesh.blocks())
    for (base::LocalIndex cell = 0; cell < block.num_owned && block.type == mesh::CellType::hex8; ++cell) {
      double most = 0;
      for (int a = 0; a < 8; ++a) most = std::max(most, object.point(block.nodesOf(cell)[a])[0]);
      if (most > 0.6) lowest = std::min(lowest, block.tags[static_cast<std::size_t>(cell)]);
    }
  const auto found = [&](const Solid& force) {
    const auto none = std::numeric_limits<std::int64_t>::max();
    testing::forceOf(force, object.state);
    return object.mesh.comm().min(static_cast<long>(force.invertedElement().value_or(none)));
  };
  object.displace([](const Vec3& x) -> Vec3 { return {x[0] > 0.6 ? -2 * (x[0] - 0.5) : 0.0, 0, 0}; });
  EXPECT_EQ(found(solid), object.mesh.comm().min(static_cast<long>(lowest)));
  EXPECT_EQ(found(stable), std::numeric_limits<std::int64_t>::max());
  const Eigen::VectorXd f = testing::forceOf(stable, object.state);
  EXPECT_TRUE(f.allFinite());
  object.displace(wavy);
  EXPECT_EQ(found(solid), std::numeric_limits<std::int64_t>::max()) << "the last motion counts";
}

// Verifies fibre directions that vary along x in a body stretched along x, by the integral of the
// fibre energy over x (Simpson's rule).
TEST(SolidForce, hasFibresFromExpressions) {
  TestObject object(testing::boxOf(mesh::CellType::hex20, {8, 1, 1}));
  fem::FibreReinforced material{30, 25, 0.8, 600, {}};
  material.fibre.components = {base::Expression("3 * cos(x)"), base::Expression("3 * sin(x)"), base::Expression(0.0)};
  const SolidForce<fem::FibreReinforced> solid(material, {}, object.domain);
  const SolidForce<fem::FibreReinforced> without({30, 0, 0.8, 600, {1, 0, 0}}, {}, object.domain);
  object.displace([](const Vec3& x) { return Vec3(0.3 * x[0], 0, 0); });
  const double stored = object.mesh.comm().sum(solid.energy() - without.energy());
  const auto density = [](double x) {
    const double elongation = 0.69 * std::cos(x) * std::cos(x);
    return 25 / 1.6 * (std::exp(0.8 * elongation * elongation) - 1);
  };
  double expected = 0;
  constexpr int n = 200;
  for (int i = 0; i < n; ++i)
    expected += (density(double(i) / n) + 4 * density((i + 0.5) / n) + density((i + 1.0) / n)) / (6 * n);
  EXPECT_NEAR(stored, expected, 1e-9 * expected);
}

TEST(SolidForce, rejectsFibresWithoutADirection) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {2, 1, 1}));
  using Heart = SolidForce<fem::Costa>;
  EXPECT_THROW(Heart({20, 3, 1, 1, 2, 2, 1, 400, {}, {}}, {}, object.domain), base::InputError);
  EXPECT_THROW(Heart({20, 3, 1, 1, 2, 2, 1, 400, {0, 0, 0}, {0, 1, 0}}, {}, object.domain), base::InputError);
  EXPECT_THROW(Heart({20, 3, 1, 1, 2, 2, 1, 400, {1, 1, 0}, {2, 2, 0}}, {}, object.domain), base::InputError);
  EXPECT_NO_THROW(Heart({20, 3, 1, 1, 2, 2, 1, 400, {1, 1, 0}, {1, 0, 0}}, {}, object.domain));
}

}  // namespace
}  // namespace tenon::force
