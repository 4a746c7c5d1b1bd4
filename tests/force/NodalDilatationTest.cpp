// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "fem/LinearElastic.hpp"
#include "fem/TestObject.hpp"
#include "fem/hyperelastic/materials.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/testing/ForceFieldFixture.hpp"
#include "testing/Setting.hpp"

namespace tenon::force {
namespace {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::TestObject;

struct NodalWords {
  std::string name, material;
  Box box{"box", CellType::tet4, {2, 2, 1}};
  std::string more = {};
};

class ElasticByNodalDilatation : public testing::ForceFieldFixture, public ::testing::WithParamInterface<NodalWords> {
  Force make(const Objects& objects) const override {
    ForceRegistry registry("force");
    registerForces(registry);
    const std::string text = "{type: elastic, formulation: nodal-dilatation, material: {" + GetParam().material + "}" +
                             GetParam().more + "}";
    return registry.make(base::CaseNode::parse(text, "case.yaml"), objects.domain());
  }
  std::vector<Box> boxes() const override { return {GetParam().box}; }
};
TEST_P(ElasticByNodalDilatation, isConsistent) {
  expectConsistent();
}

const std::string apart = "type: isochoric-neo-hookean, young: 100, poisson: 0.45";
const Box triangles{"plate", CellType::tri3, {4, 3, 0}};
const std::vector<NodalWords> nodal_words{
    {"tet4", apart},
    {"manyCells", apart, {"box", CellType::tet4, {5, 1, 1}}},
    {"tri3", apart, triangles, ", thickness: 0.5"},
    {"dyads", "type: neo-hookean, young: 100, poisson: 0.4"},
    {"fromEnergyAlone", "type: ogden, terms: [[40, 1.7], [-9, -2.4]], bulk: 800"},
    {"fibres", "type: guccione, c: 20, bf: 3, bt: 1.2, bfs: 2, bulk: 400, fibre: [1, y, 0]"},
    {"linear", "type: linear-elastic, young: 100, poisson: 0.45"},
    {"linearPlate",
     "type: orthotropic-elastic, young_x: 100, young_y: 40, young_z: 30, poisson_xy: 0.3, poisson_yz: 0.25, "
     "poisson_xz: 0.2, shear_xy: 20, shear_yz: 15, shear_xz: 10",
     triangles},
    {"relaxes",
     "type: viscoelastic, elastic: {type: isochoric-neo-hookean, young: 100, poisson: 0.45}, terms: [[0.3, 2]]"},
    {"plastic", "type: j2-plasticity, young: 100, poisson: 0.3, yield_stress: 100"},
    {"plasticAtLargeStrain", "type: finite-j2-plasticity, young: 100, poisson: 0.3, yield_stress: 100"}};
INSTANTIATE_TEST_SUITE_P(everyKind, ElasticByNodalDilatation, ::testing::ValuesIn(nodal_words),
                         [](const auto& tested) { return tested.param.name; });

SolidOptions nodalDilatation() {
  SolidOptions options;
  options.formulation = Formulation::nodal_dilatation;
  return options;
}

template <class Material>
std::unique_ptr<Solid> nodalSolid(const Material& material, TestObject& object) {
  return SolidForce<Material>::make({material, {}}, nodalDilatation(), object.domain);
}

void displaceAll(TestObject& object, const std::function<Vec3(const Vec3&)>& u) {
  object.displace(u);
  object.state.updateGhosts();
}

Vec3 wave(const Vec3& x) {
  return 0.1 * Vec3(std::sin(x[0] + 2 * x[1]), x[0] * x[2] - x[1], std::cos(x[1]) * x[2] + x[0]);
}

const fem::IsochoricNeoHookean rubber{100, 0.49};

TEST(NodalDilatation, isObjective) {
  TestObject object(testing::bentBox(CellType::tet4, {2, 2, 1}));
  const auto solid = nodalSolid(rubber, object);
  const auto force = [&] { return testing::globalVector(object, testing::forceOf(*solid, object.state)); };
  const Mat3 R = Eigen::AngleAxisd(2.1, Vec3(2, -1, 1).normalized()).toRotationMatrix();
  displaceAll(object, [&](const Vec3& x) { return Vec3(R * x - x); });
  EXPECT_LE(force().lpNorm<Eigen::Infinity>(), 1e-12 * rubber.bulk());
  displaceAll(object, wave);
  const Eigen::VectorXd f = force();
  displaceAll(object, [&](const Vec3& x) { return Vec3(R * (x + wave(x)) - x); });
  const Eigen::VectorXd turned = force();
  double worst = 0;
  for (Eigen::Index node = 0; node < f.size() / 3; ++node)
    worst = std::max(worst, (turned.segment<3>(3 * node) - R * f.segment<3>(3 * node)).norm());
  EXPECT_LE(worst, 1e-12 * f.norm());
}

/// Patch test: a uniform F has a uniform J, so that the force equals that of the standard solid.
/// This includes materials without a separate volumetric part.
template <class Material>
void expectPatch(const Material& material, CellType type) {
  TestObject object(testing::bentBox(type, {3, 2, 2}));
  const auto nodal = nodalSolid(material, object);
  const auto plain = SolidForce<Material>::make({material, {}}, {}, object.domain);
  displaceAll(object, [](const Vec3& x) {
    return Vec3(0.3 * x[0] + 0.6 * x[1] - 0.3 * x[2], 0.9 * x[1] - 0.3 * x[0], 0.6 * x[2] + 0.3 * x[0]);
  });
  const auto force = [&](const Solid& solid) {
    return testing::globalVector(object, testing::forceOf(solid, object.state));
  };
  const Eigen::VectorXd f = force(*plain);
  EXPECT_GT(f.norm(), 0);
  EXPECT_LE((force(*nodal) - f).norm(), 1e-12 * f.norm());
  const double stored = object.mesh.comm().sum(plain->energy());
  EXPECT_NEAR(object.mesh.comm().sum(nodal->energy()), stored, 1e-12 * stored);
}
TEST(NodalDilatation, changesNothingForConstantStrain) {
  for (const CellType type : {CellType::tet4, CellType::tri3}) {
    SCOPED_TRACE(mesh::info(type).name);
    expectPatch(rubber, type);
    expectPatch(fem::NeoHookean{100, 0.4}, type);
    expectPatch(fem::SaintVenantKirchhoff{100, 0.3}, type);
    expectPatch(fem::LinearElastic{100, 0.3}, type);
  }
}

/// Contributions of the cells of a serial mesh: nodal volumes by
/// determinants and the isochoric energy.
struct ByHand {
  Eigen::VectorXd rest, now;  // nodal volumes
  double shear = 0;           // isochoric energy

  ByHand(TestObject& object, double mu) {
    const mesh::CellBlock& cells = blockOf(object);
    rest = now = Eigen::VectorXd::Zero(object.mesh.layout().numLocal());
    for (LocalIndex cell = 0; cell < cells.numCells(); ++cell) {
      const LocalIndex* const nodes = cells.nodesOf(cell);
      Mat3 X, x;
      for (int i = 0; i < 3; ++i) {
        X.col(i) = object.point(nodes[i + 1]) - object.point(nodes[0]);
        x.col(i) = X.col(i) + u(object, nodes[i + 1]) - u(object, nodes[0]);
      }
      const Mat3 F = x * X.inverse();
      const double V = std::abs(X.determinant()) / 6, J = F.determinant();
      for (int i = 0; i < 4; ++i) rest[nodes[i]] += V / 4, now[nodes[i]] += J * V / 4;
      shear += V * 0.5 * mu * (std::pow(J, -2.0 / 3) * F.squaredNorm() - 3);
    }
  }
  static const mesh::CellBlock& blockOf(const TestObject& object) {
    for (const auto& block : object.mesh.blocks())
      if (block.type == CellType::tet4) return block;
    throw std::logic_error("no tets");
  }
  static Vec3 u(const TestObject& object, LocalIndex node) {
    return Eigen::Map<const Vec3>(object.state.displacement().data() + std::ptrdiff_t(3) * node);
  }
};

// Compares with the energy of Bonet and Burton (1998), equation by equation, for a material with
// separate isochoric and volumetric parts.
TEST(NodalDilatation, isTheAverageNodalPressureOfBonetAndBurton) {
  TestObject object(testing::bentBox(CellType::tet4, {2, 2, 2}, base::Communicator::self()));
  const auto solid = nodalSolid(rubber, object);
  displaceAll(object, wave);
  const ByHand expected(object, rubber.mu());
  double volume = 0;
  for (Eigen::Index a = 0; a < expected.rest.size(); ++a)
    volume += expected.rest[a] * 0.5 * rubber.bulk() * std::pow(expected.now[a] / expected.rest[a] - 1, 2);
  EXPECT_GT(volume, expected.shear / 10);
  EXPECT_NEAR(solid->energy(), expected.shear + volume, 1e-12 * (expected.shear + volume));
}

/// Verifies that forces scale with the units and do not depend on the position.
TEST(NodalDilatation, isIndependentOfUnits) {
  const testing::Setting published{"AsPublished"};
  std::vector<Eigen::VectorXd> forces;
  for (const testing::Setting& setting :
       {published, testing::Setting{"FarAway", 1, 1, {4e6, -3e6, 1e3}}, testing::Setting{"LongUnit", 1e-6, 1, {}},
        testing::Setting{"SmallForceUnit", 1, 1e6, {}}}) {
    TestObject object(
        mesh::box(base::Communicator::world(), CellType::tet4, {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, setting.options()));
    const auto solid = nodalSolid(fem::IsochoricNeoHookean{setting.stress(100), 0.49}, object);
    displaceAll(object, [&](const Vec3& x) { return Vec3(setting.length * wave(setting.transformBack(x))); });
    forces.push_back(testing::globalVector(object, testing::forceOf(*solid, object.state)) / setting.force);
    EXPECT_LE((forces.back() - forces.front()).norm(), setting.tolerance(0.5) * forces.front().norm()) << setting;
  }
}

TEST(NodalDilatation, findsInvertedElements) {
  TestObject object(testing::boxOf(CellType::tet4, {4, 1, 1}));
  const auto solid = nodalSolid(rubber, object);
  displaceAll(object, [](const Vec3& x) -> Vec3 { return {x[0] > 0.6 ? -2 * (x[0] - 0.5) : 0.0, 0, 0}; });
  testing::forceOf(*solid, object.state);
  EXPECT_TRUE(object.mesh.comm().any(solid->invertedElement().has_value()));
  displaceAll(object, wave);
  testing::forceOf(*solid, object.state);
  EXPECT_FALSE(object.mesh.comm().any(solid->invertedElement().has_value()));
}

TEST(NodalDilatation, isRejectedWhereNotApplicable) {
  const auto expectRefused = [](CellType type, const std::string& more, const std::string& sentence) {
    TestObject object(testing::boxOf(type, {1, 1, 1}));
    ForceRegistry registry("force");
    registerForces(registry);
    try {
      registry.make(base::CaseNode::parse("{type: elastic, formulation: nodal-dilatation, " + more + "}", "case.yaml"),
                    object.domain);
      ADD_FAILURE() << sentence;
    } catch (const base::InputError& error) {
      EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
    }
  };
  const std::string linear = "material: {type: linear-elastic, young: 100, poisson: 0.3}";
  expectRefused(CellType::tet10, linear, "of type tet10");
  expectRefused(CellType::hex8, linear, "of type hex8");
  expectRefused(CellType::tri3, linear + ", plane: stress", "`plane: stress` supports only the formulation");
  expectRefused(CellType::tet4, linear + ", temperature: 20", "`temperature` is not supported");
  expectRefused(CellType::tet4, "material: {type: neo-hookean, young: 1 + x, poisson: 0.3}",
                "requires uniform material constants");
}

}  // namespace
}  // namespace tenon::force
