// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Compares thermal strains with closed-form solutions: bodies that are free,
// clamped, or clamped along one axis.
#include <gtest/gtest.h>

#include <memory>

#include "fem/Hardening.hpp"
#include "fem/LinearElastic.hpp"
#include "fem/OrthotropicElastic.hpp"
#include "fem/TestObject.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {
namespace {

using base::Vec3;
using fem::LinearElastic;
using fem::OrthotropicElastic;
using testing::TestObject;

constexpr double young = 2.5, poisson = 0.3, alpha = 2e-3, reference = 20, hot = 70, strain = alpha * (hot - reference);
const LinearElastic steel{young, poisson, alpha};
const OrthotropicElastic wood{10, 4, 3, 0.3, 0.25, 0.2, 2, 1.5, 1, 1e-3, 3e-3, -2e-3};

fem::ScalarSource formula(const std::string& text) {
  fem::ScalarSource source;
  source.components[0] = base::Expression(text);
  return source;
}

class Thermal : public ::testing::TestWithParam<mesh::CellType> {
 protected:
  Thermal() : object_(testing::bentBox(GetParam(), {2, 1, 1})) {}
  bool isPlane() const { return object_.dim() == 2; }

  template <class Material>
  SolidForce<Material> solid(const Material& material, fem::Plane plane, fem::ScalarSource temperature = hot) {
    return {material, {"", plane, isPlane() ? 0.7 : 1.0, std::move(temperature), reference}, object_.domain};
  }

  /// Expects the stress in the order XX YY ZZ XY YZ XZ at all nodes and in all cells.
  template <class Material>
  void expectStress(const Material& material, fem::Plane plane, const Vec3& normal) {
    std::vector<std::unique_ptr<Solid>> forces;
    forces.push_back(std::make_unique<SolidForce<Material>>(solid(material, plane)));
    const fem::Recovery recovery = fem::recover(object_.domain, forces);
    const auto expectEach = [&](const std::vector<double>& stress, std::size_t count) {
      for (std::size_t i = 0; i < 6 * count; ++i)
        EXPECT_NEAR(stress[i], i % 6 < 3 ? normal[static_cast<Eigen::Index>(i % 6)] : 0.0, 1e-13) << i % 6;
    };
    expectEach(recovery.stress().nodes, static_cast<std::size_t>(object_.mesh.layout().numOwned()));
    expectEach(recovery.stress().cells[0], static_cast<std::size_t>(object_.mesh.blocks()[0].num_owned));
  }
  template <class Material>
  void expectNoForce(const Material& material, fem::Plane plane) {
    const Eigen::VectorXd f = testing::globalVector(object_, testing::forceOf(solid(material, plane), object_.state));
    EXPECT_LT(f.lpNorm<Eigen::Infinity>(), 1e-13);
  }
  template <class Material>
  double energyOf(const Material& material, fem::Plane plane) {
    return object_.mesh.comm().sum(solid(material, plane).energy());
  }
  double volume() {
    double sum = 0;
    const fem::Region all(object_.domain, "", object_.dim(), "test");
    fem::forEachPoint(all, object_.state, fem::massDegree, true,
                      [&](const auto&, base::LocalIndex, const auto& point) { sum += point.measure; });
    return (isPlane() ? 0.7 : 1.0) * object_.mesh.comm().sum(sum);
  }
  void stretch(const Vec3& by) {
    object_.displace([&](const Vec3& x) -> Vec3 { return by.cwiseProduct(x); });
  }

  TestObject object_;
};

TEST_P(Thermal, aFreeBodyExpandsWithoutStress) {
  const fem::Plane plane = isPlane() ? fem::Plane::stress : fem::Plane::strain;
  stretch(Vec3::Constant(strain));
  expectStress(steel, plane, Vec3::Zero());
  expectNoForce(steel, plane);
  EXPECT_NEAR(energyOf(steel, plane), 0.0, 1e-16);
  stretch((hot - reference) * wood.thermalExpansion());
  expectStress(wood, plane, Vec3::Zero());
  expectNoForce(wood, plane);
}

/// Verifies the stress across the plane in plane strain, which is
/// caused by the constrained thickness.
TEST_P(Thermal, planeStrainFixesTheThickness) {
  if (!isPlane()) return;
  stretch(Vec3::Constant((1 + poisson) * strain));
  expectStress(steel, fem::Plane::strain, {0, 0, -young * strain});
  expectNoForce(steel, fem::Plane::strain);
}

TEST_P(Thermal, aClampedBodyIsCompressed) {
  stretch(Vec3::Zero());
  if (isPlane()) {
    const double s = -young * strain / (1 - poisson);
    expectStress(steel, fem::Plane::stress, {s, s, 0});
    EXPECT_NEAR(energyOf(steel, fem::Plane::stress), -s * strain * volume(), 1e-14);
  }
  const double s = -young * strain / (1 - 2 * poisson);
  expectStress(steel, fem::Plane::strain, {s, s, s});
  EXPECT_NEAR(energyOf(steel, fem::Plane::strain), -1.5 * s * strain * volume(), 1e-14);
}

/// Verifies that the axial stress is -E alpha dT for any transverse properties of the material.
TEST_P(Thermal, aBarBetweenWallsIsCompressedAlongItsAxis) {
  const fem::Plane plane = isPlane() ? fem::Plane::stress : fem::Plane::strain;
  const double across = (1 + poisson) * strain;
  stretch({0, across, across});
  expectStress(steel, plane, {-young * strain, 0, 0});
  const double rise = hot - reference, s = -wood.young_x * wood.expansion_x * rise;
  stretch({0, wood.expansion_y * rise - wood.poisson_xy / wood.young_x * s,
           wood.expansion_z * rise - wood.poisson_xz / wood.young_x * s});
  expectStress(wood, plane, {s, 0, 0});
}

/// Compares the force with the derivative of the energy, for temperatures that vary in space and
/// time and for an irregular displacement.
TEST_P(Thermal, forceIsMinusTheDerivativeOfTheEnergy) {
  for (const fem::Plane plane : {fem::Plane::strain, fem::Plane::stress}) {
    if (!isPlane() && plane == fem::Plane::stress) continue;
    SolidForce<OrthotropicElastic> warm = solid(wood, plane, formula("20 + 10 * x * y + t * z + 30 * y"));
    warm.setTime(7.0);
    const auto at = [&](double h) {
      object_.displace([&](const Vec3& x) -> Vec3 {
        return 0.02 * Vec3(std::sin(x[0] + 2 * x[1]), x[0] - x[1], x[2] * x[0]) + h * Vec3(x[1] * x[0], x[0], x[1]);
      });
    };
    const auto& comm = object_.mesh.comm();
    at(1e-4);
    const double plus = comm.sum(warm.energy());
    at(-1e-4);
    const double minus = comm.sum(warm.energy());
    object_.displace([](const Vec3& x) { return Vec3(x[1] * x[0], x[0], x[1]); });
    const Eigen::Index owned = object_.mesh.layout().numOwned() * object_.dim();
    const Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(object_.state.displacement().data(), owned);
    at(0);
    const double work = comm.sum(testing::forceOf(warm, object_.state).head(owned).dot(v));
    EXPECT_NEAR((plus - minus) / 2e-4, -work, 1e-10);
    EXPECT_GT(std::abs(work), 1e-3);
    const Eigen::VectorXd warm_force = testing::forceOf(warm, object_.state);
    warm.setTime(0.0);
    const double change = comm.sum((testing::forceOf(warm, object_.state) - warm_force).norm());
    EXPECT_EQ(change > 1e-3, !isPlane()) << "z = 0 in the plane";
  }
}

std::string nameOf(const ::testing::TestParamInfo<mesh::CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, Thermal, ::testing::ValuesIn(testing::solid_types), nameOf);

TEST(ThermalStrain, needsACoefficient) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {1, 1, 1}));
  const SolidOptions options{"", fem::Plane::strain, 1.0, hot, reference};
  EXPECT_THROW(SolidForce<LinearElastic>({young, poisson}, options, object.domain), base::InputError);
  EXPECT_THROW(SolidForce<testing::Hardening>({}, options, object.domain), base::InputError);
}

}  // namespace
}  // namespace tenon::force
