// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "fem/LinearElastic.hpp"
#include "fem/OrthotropicElastic.hpp"
#include "fem/TestObject.hpp"
#include "fem/hyperelastic/materials.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/testing/ForceFieldFixture.hpp"

namespace tenon::force {
namespace {

using base::Mat3;
using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::TestObject;

struct Words {
  std::string name, material;
  Box box{"box", CellType::hex8, {2, 1, 1}};
  std::string more = {};
};

class ElasticByMeanDilatation : public testing::ForceFieldFixture, public ::testing::WithParamInterface<Words> {
  Force make(const Objects& objects) const override {
    ForceRegistry registry("force");
    registerForces(registry);
    const std::string text =
        "{type: elastic, formulation: mean-dilatation, material: {" + GetParam().material + "}" + GetParam().more + "}";
    return registry.make(base::CaseNode::parse(text, "case.yaml"), objects.domain());
  }
  std::vector<Box> boxes() const override { return {GetParam().box}; }
};
TEST_P(ElasticByMeanDilatation, isConsistent) {
  expectConsistent();
}

const std::string rubber = "type: isochoric-neo-hookean, young: 100, poisson: 0.45";
const std::vector<Words> words{
    {"hex8", rubber},
    {"hex20", rubber, {"box", CellType::hex20, {1, 1, 1}}},
    {"quad4", rubber, {"plate", CellType::quad4, {3, 2, 0}}, ", thickness: 0.5"},
    {"quad9", rubber, {"plate", CellType::quad9, {2, 1, 0}}},
    {"tet10", rubber, {"box", CellType::tet10, {1, 1, 1}}},
    {"tri6", rubber, {"plate", CellType::tri6, {2, 1, 0}}},
    {"prism6", rubber, {"box", CellType::prism6, {2, 1, 1}}},
    {"fromEnergyAlone", "type: ogden, terms: [[40, 1.7], [-9, -2.4]], bulk: 800"},
    {"fibres", "type: guccione, c: 20, bf: 3, bt: 1.2, bfs: 2, bulk: 400, fibre: [1, y, 0]"},
    {"linear", "type: linear-elastic, young: 100, poisson: 0.45"},
    {"linearPlate",
     "type: orthotropic-elastic, young_x: 100, young_y: 40, young_z: 30, poisson_xy: 0.3, poisson_yz: 0.25, "
     "poisson_xz: 0.2, shear_xy: 20, shear_yz: 15, shear_xz: 10",
     {"plate", CellType::quad4, {3, 2, 0}}}};
INSTANTIATE_TEST_SUITE_P(everyKind, ElasticByMeanDilatation, ::testing::ValuesIn(words),
                         [](const auto& tested) { return tested.param.name; });

SolidOptions meanDilatation() {
  SolidOptions options;
  options.formulation = Formulation::mean_dilatation;
  return options;
}

Vec3 wavy(const Vec3& x) {
  return 0.1 * Vec3(std::sin(x[0] + 2 * x[1]), x[0] * x[2] - x[1], std::cos(x[1]) * x[2] + x[0]);
}

const fem::IsochoricNeoHookean soft{100, 0.49};

TEST(MeanDilatation, isObjective) {
  TestObject object(testing::bentBox(CellType::hex8, {2, 2, 1}));
  const SolidForce<fem::IsochoricNeoHookean> solid(soft, meanDilatation(), object.domain);
  const Mat3 R = Eigen::AngleAxisd(2.1, Vec3(2, -1, 1).normalized()).toRotationMatrix();
  object.displace([&](const Vec3& x) { return Vec3(R * x - x); });
  EXPECT_LE(testing::forceOf(solid, object.state).lpNorm<Eigen::Infinity>(), 1e-12 * soft.bulk());
  object.displace(wavy);
  const Eigen::VectorXd f = testing::forceOf(solid, object.state);
  object.displace([&](const Vec3& x) { return Vec3(R * (x + wavy(x)) - x); });
  const Eigen::VectorXd turned = testing::forceOf(solid, object.state);
  double worst = 0;
  for (Eigen::Index node = 0; node < f.size() / 3; ++node)
    worst = std::max(worst, (turned.segment<3>(3 * node) - R * f.segment<3>(3 * node)).norm());
  EXPECT_LE(worst, 1e-12 * f.norm());
}

// Patch test: a uniform F has a uniform J, so that the force equals that of the standard solid.
TEST(MeanDilatation, changesNothingForConstantStrain) {
  for (const CellType type : {CellType::hex8, CellType::hex20, CellType::quad4, CellType::prism6}) {
    TestObject object(testing::bentBox(type, {2, 2, 2}));
    object.displace([](const Vec3& x) {
      return Vec3(0.3 * x[0] + 0.6 * x[1] - 0.3 * x[2], 0.9 * x[1] - 0.3 * x[0], 0.6 * x[2] + 0.3 * x[0]);
    });
    const SolidForce<fem::IsochoricNeoHookean> mean(soft, meanDilatation(), object.domain),
        plain(soft, {}, object.domain);
    const Eigen::VectorXd f = testing::forceOf(plain, object.state);
    EXPECT_LE((testing::forceOf(mean, object.state) - f).norm(), 1e-12 * f.norm()) << mesh::info(type).name;
    const double stored = object.mesh.comm().sum(plain.energy());
    EXPECT_NEAR(object.mesh.comm().sum(mean.energy()), stored, 1e-12 * stored);
  }
}

/// Returns -K of the B-bar method for an isotropic material: B^T D B
/// with the mean divergence of each cell.
Eigen::MatrixXd bBar(TestObject& object, double bulk, double shear) {
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(object.mesh.layout().numLocal() * 3, object.mesh.layout().numLocal() * 3);
  const fem::Region region(object.domain, "", 3, "test");
  for (const fem::RegionPart& part : region.parts()) {
    fem::CellIntegrator integrator(part.type(), fem::quadrature(part.type(), fem::Purpose::stiffness));
    const int n = fem::numNodes(part.type());
    for (base::LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      integrator.setCell(part.nodesOf(cell), object.state.reference().data(), 3);
      Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(3 * n);
      Eigen::MatrixXd k = Eigen::MatrixXd::Zero(3 * n, 3 * n);
      double volume = 0;
      for (int q = 0; q < integrator.numPoints(); ++q) {
        const fem::PointGeometry at = integrator.at(q);
        volume += at.measure;
        Eigen::MatrixXd strain = Eigen::MatrixXd::Zero(9, 3 * n);
        Eigen::RowVectorXd divergence(3 * n);
        for (int a = 0; a < n; ++a)
          for (int i = 0; i < 3; ++i) {
            divergence[3 * a + i] = at.gradient(a, i);
            for (int j = 0; j < 3; ++j) {
              strain(3 * i + j, 3 * a + i) += 0.5 * at.gradient(a, j);
              strain(3 * j + i, 3 * a + i) += 0.5 * at.gradient(a, j);
            }
          }
        for (int i = 0; i < 3; ++i) strain.row(4 * i) -= divergence / 3;
        mean += at.measure * divergence;
        k += 2 * shear * at.measure * strain.transpose() * strain;
      }
      k += bulk / volume * mean.transpose() * mean;
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
          K.block<3, 3>(3 * part.nodesOf(cell)[a], 3 * part.nodesOf(cell)[b]) += k.block<3, 3>(3 * a, 3 * b);
    }
  }
  return K;
}

TEST(MeanDilatation, isTheBBarMethodAtSmallStrain) {
  for (const CellType type : {CellType::hex8, CellType::tet10}) {
    TestObject object(testing::bentBox(type, {2, 1, 1}));
    const Eigen::MatrixXd expected = -bBar(object, soft.bulk(), soft.mu());
    const SolidForce<fem::IsochoricNeoHookean> nonlinear(soft, meanDilatation(), object.domain);
    const auto linear = SolidForce<fem::LinearElastic>::make({{100, 0.49}}, meanDilatation(), object.domain);
    EXPECT_LE((testing::stiffnessOf(nonlinear, object.state) - expected).norm(), 1e-12 * expected.norm());
    EXPECT_LE((testing::stiffnessOf(*linear, object.state) - expected).norm(), 1e-12 * expected.norm());
    EXPECT_TRUE(linear->isLinear());
  }
}

TEST(MeanDilatation, findsInvertedElements) {
  TestObject object(testing::boxOf(CellType::hex8, {4, 1, 1}));
  const SolidForce<fem::StableNeoHookean> solid({2.5, 0.3}, meanDilatation(), object.domain);
  EXPECT_TRUE(solid.refusesInversion());
  object.displace([](const Vec3& x) -> Vec3 { return {x[0] > 0.6 ? -2 * (x[0] - 0.5) : 0.0, 0, 0}; });
  testing::forceOf(solid, object.state);
  EXPECT_TRUE(object.mesh.comm().any(solid.invertedElement().has_value()));
  object.displace(wavy);
  testing::forceOf(solid, object.state);
  EXPECT_FALSE(object.mesh.comm().any(solid.invertedElement().has_value()));
}

TEST(MeanDilatation, isRejectedWhereNotApplicable) {
  const auto expectRefused = [](CellType type, SolidOptions options, const std::string& sentence) {
    TestObject object(testing::boxOf(type, {1, 1, 1}));
    options.formulation = Formulation::mean_dilatation;
    try {
      SolidForce<fem::LinearElastic>::make({{100, 0.3}}, options, object.domain);
      ADD_FAILURE() << sentence;
    } catch (const base::InputError& error) {
      EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
    }
  };
  expectRefused(CellType::tet4, {}, "uniform in each cell of type tet4");
  expectRefused(CellType::quad4, {"", fem::Plane::stress}, "`plane: stress` supports only the formulation");
  SolidOptions warm;
  warm.temperature = 20.0;
  expectRefused(CellType::hex8, warm, "`temperature` is not supported");
}

}  // namespace
}  // namespace tenon::force
