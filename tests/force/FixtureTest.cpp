// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "fem/LinearElastic.hpp"
#include "fem/OrthotropicElastic.hpp"
#include "fem/hyperelastic/materials.hpp"
#include "force/FollowerPressure.hpp"
#include "force/RestShapeSprings.hpp"
#include "force/VelocityDamping.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/testing/ForceFieldFixture.hpp"

// Verifies the forces of one object with the fixture that is installed for users. SpringsTest and
// AngularSpringsTest verify interactions.
namespace tenon::force {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

/// Force of a case file on a solid or, if possible, on a plate.
struct Words {
  std::string name, text;
  Box box{"box", CellType::hex8, {2, 2, 1}};
};
const Box lines{"truss", CellType::line2, {}, {}, {}, "data/truss.msh"};
const Box frame{"frame", CellType::line2, {}, {}, {}, "data/frame.msh", la::NodeKind::frames};
const Box dome{"dome", CellType::tri3, {}, {}, {}, "data/dome.msh"};
const Box plate{"plate", CellType::quad8, {3, 2, 0}};

ForceRegistry registered() {
  ForceRegistry registry("force");
  registerForces(registry);
  return registry;
}

class RegisteredForce : public testing::ForceFieldFixture, public ::testing::WithParamInterface<Words> {
  Force make(const Objects& objects) const override {
    return registered().make(base::CaseNode::parse(GetParam().text, "case.yaml"), objects.domain());
  }
  std::vector<Box> boxes() const override { return {GetParam().box}; }
};
TEST_P(RegisteredForce, isConsistent) {
  expectConsistent();
}

const std::vector<Words> words{
    {"elastic", "{type: elastic, material: {type: linear-elastic, young: 100, poisson: 0.3}}"},
    {"elasticPlate",
     "{type: elastic, plane: stress, thickness: 0.5, material: {type: linear-elastic, young: 9, poisson: 0}}", plate},
    {"corotationalTets",
     "{type: corotational, young: 100, poisson: 0.3, tangent: exact}",
     {"tets", CellType::tet4, {2, 1, 1}}},
    {"corotationalHexes", "{type: corotational, young: 100, poisson: 0.3, tangent: exact}"},
    {"corotationalPrisms",
     "{type: corotational, young: 100, poisson: 0.3, tangent: exact}",
     {"prisms", CellType::prism6, {2, 1, 1}}},
    {"corotationalPyramids",
     "{type: corotational, young: 100, poisson: 0.3, tangent: exact}",
     {"pyramids", CellType::pyramid5, {1, 1, 1}}},
    {"corotationalHexesByEdges", "{type: corotational, young: 100, poisson: 0.3, tangent: exact, rotation: qr}"},
    {"corotationalTetsByEdges",
     "{type: corotational, young: 100, poisson: 0.3, tangent: exact, rotation: qr}",
     {"tets", CellType::tet4, {2, 1, 1}}},
    {"truss", "{type: truss, area: 2, young: 100, prestress: 3}", lines},
    {"trussOfEngineers", "{type: truss, area: 2, young: 100, prestress: -3, strain: engineering}", lines},
    {"cable", "{type: cable, area: 2, young: 100, prestress: 1}", lines},
    {"beam",
     "{type: beam, young: 100, poisson: 0.3, area: 0.2, second_moment_y: 0.02, second_moment_z: 0.05, "
     "torsion_constant: 0.04, y_axis: [0.3, 0.2, -1]}",
     frame},
    {"roundBeam", "{type: beam, young: 100, poisson: 0.3, radius: 0.1, shear_factor_y: 0, shear_factor_z: 0}", frame},
    {"lineLoad", "{type: line-load, load: ['2 + x * y', '3 * z', -4], axes: local, y_axis: [0.3, 0.2, -1]}", frame},
    {"lineLoadOfBars", "{type: line-load, load: [1, '2 * x', 3]}", lines},
    {"membrane", "{type: membrane, young: 100, poisson: 0.3, thickness: 0.1, prestress: 2}", dome},
    {"curvedMembrane",
     "{type: membrane, young: 100, poisson: 0.3, thickness: 0.1}",
     {"dome", CellType::tri6, {}, {}, {}, "data/dome2.msh"}},
    {"gravity", "{type: gravity, density: 2, acceleration: [0, 1, -9.81]}"},
    {"weightOfBars", "{type: gravity, density: 2, acceleration: [0, 1, -9.81], area: 0.1}", lines},
    {"weightOfASkin", "{type: gravity, density: 2, acceleration: [0, 1, -9.81], thickness: 0.1}", dome},
    {"bodyForce", "{type: body-force, density: [1, 2, 3], group: all}"},
    {"traction", "{type: traction, group: xmin, traction: [1, 2, 3]}"},
    {"pressure", "{type: pressure, group: xmin, pressure: 3}"},
    {"pressureOnPlate", "{type: pressure, group: ymax, pressure: 3, thickness: 2}", plate},
    {"nodalForce", "{type: nodal-force, group: zmin, force: [1, 2, 3], total: true}"},
    {"followerPressure", "{type: follower-pressure, group: xmin, pressure: 3}"},
    {"restShapeSprings", "{type: rest-shape-springs, group: xmin, stiffness: 40, offset: [0.1, 0, -0.2]}"},
    {"nodalDamper", "{type: nodal-damper, group: ymax, damping: 3}", plate},
    {"uniformDamping", "{type: uniform-damping, damping: 0.7}"},
    {"diagonalDamping", "{type: diagonal-damping, damping: [1, 0, 2.5]}"}};
INSTANTIATE_TEST_SUITE_P(all, RegisteredForce, ::testing::ValuesIn(words),
                         [](const auto& param) { return param.param.name; });

// Verifies that each registered force is tested. ScalarSpringsTest verifies
// forces on scalars, which no mesh has.
TEST(RegisteredForce, isCoveredForEveryType) {
  for (const auto& name : registered().names())
    EXPECT_TRUE(
        name == "scalar-springs" ||
        std::any_of(words.begin(), words.end(),
                    [&](const Words& one) { return one.text.find("type: " + name + ",") != std::string::npos; }))
        << name;
}

class OrthotropicTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    const fem::OrthotropicElastic wood{10, 4, 3, 0.3, 0.25, 0.2, 2, 1.5, 1};
    return std::make_unique<SolidForce<fem::OrthotropicElastic>>(wood, SolidOptions{}, objects.domain());
  }
  std::vector<Box> boxes() const override { return {{"plate", CellType::tri6, {2, 1, 0}}}; }
};
TEST_F(OrthotropicTest, isConsistent) {
  expectConsistent();
}

class KirchhoffTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    return std::make_unique<SolidForce<fem::SaintVenantKirchhoff>>(fem::SaintVenantKirchhoff{20, 0.3}, SolidOptions{},
                                                                   objects.domain());
  }
  std::vector<Box> boxes() const override { return {{"block", CellType::hex8, {2, 1, 1}}}; }
};
TEST_F(KirchhoffTest, isConsistent) {
  expectConsistent();
}

class HeartTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    fem::Guccione material{20, 3, 1.2, 2, 40, {}};
    material.fibre.components = {base::Expression("1 + y"), base::Expression("z"), base::Expression("x")};
    return std::make_unique<SolidForce<fem::Guccione>>(material, SolidOptions{}, objects.domain());
  }
  std::vector<Box> boxes() const override { return {{"block", CellType::tet10, {2, 1, 1}}}; }
};
TEST_F(HeartTest, isConsistent) {
  expectConsistent();
}

/// Material without an energy: the strain along x causes a stress along y, but not vice versa.
struct OneSided {
  double modulus = 5;
  static constexpr bool is_linear = true, is_symmetric = false;
  template <class T>
  fem::Tensor<T> stress(const fem::Tensor<T>& H) const {
    fem::Tensor<T> sigma = modulus * fem::strain(H);
    sigma(1, 1) = sigma(1, 1) + 2.0 * H(0, 0);
    return sigma;
  }
};
class OneSidedTest : public testing::ForceFieldFixture {
  Force make(const Objects& objects) const override {
    return std::make_unique<SolidForce<OneSided>>(OneSided{}, SolidOptions{}, objects.domain());
  }
};
TEST_F(OneSidedTest, isConsistent) {
  expectConsistent();
}

/// Solid with an additional damping force: f = f_int - c v, where c increases with time.
class Viscous : public SolidForce<fem::LinearElastic> {
 public:
  Viscous(const fem::LinearElastic& material, const SolidOptions& options, const fem::Domain& domain)
      : SolidForce(material, options, domain), state_(domain.state) {}
  void setTime(double time) override { damping_ = 3 + time; }
  void addForce(la::ForceVector& f) const override {
    SolidForce::addForce(f);
    const auto force = f.on(state_);
    for (std::size_t i = 0; i < force.size(); ++i) force[i] -= damping_ * state_.velocity()[i];
  }
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override {
    auto dfdv = B.forceOn(state_).byVelocityOf(state_);
    for (base::LocalIndex node = 0; node < state_.layout().numLocal(); ++node)
      dfdv(node, node) -= damping_ * base::Mat3::Identity();
  }

 private:
  const la::State& state_;
  double damping_ = 3;
};
class ElasticTest : public testing::ForceFieldFixture {
 public:
  Force make(const Objects& objects) const override {
    static const bool registered_once = [] {
      materials().add<Viscous>("viscous", "linear elastic, with dampers at its nodes");
      return true;
    }();
    EXPECT_TRUE(registered_once);
    return registered().make(
        base::CaseNode::parse(
            "{type: elastic, rayleigh_stiffness: 0.5, material: {type: viscous, young: 100, poisson: 0.3}}", "case"),
        objects.domain());
  }
};
TEST_F(ElasticTest, hasThePropertiesOfItsMaterial) {
  expectConsistent();
  Objects objects(base::Communicator::world(), boxes(), 0);
  const Force made = make(objects);
  EXPECT_NE(dynamic_cast<const Viscous*>(made.get()), nullptr);
  EXPECT_TRUE(made->dependsOnVelocity());
  EXPECT_EQ(made->rayleigh_stiffness, 0.5);
}

TEST(CustomSolid, rejectsUnsupportedOptions) {
  const Objects objects(base::Communicator::world(), {{"box", CellType::hex8, {1, 1, 1}}}, 0);
  materials().add<Viscous>("viscous-alone", "linear elastic, with dampers at its nodes");
  const auto sentenceOf = [&](const std::string& text) -> std::string {
    try {
      registered().make(base::CaseNode::parse("{type: elastic, " + text + "}", "case"), objects.domain());
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(sentenceOf("material: {type: viscous-alone, young: 1 + x, poisson: 0.3}"),
              ::testing::HasSubstr("'young'"));
  EXPECT_THAT(sentenceOf("formulation: mean-dilatation, material: {type: viscous-alone, young: 1, poisson: 0.3}"),
              ::testing::HasSubstr("does not support this combination of `formulation` and force type"));
  EXPECT_EQ(sentenceOf("material: {type: viscous-alone, young: 1, poisson: 0.3}"), "");
}

TEST(SolidForce, reportsMissingEnergy) {
  const Objects objects(base::Communicator::world(), {{"box", CellType::hex8, {1, 1, 1}}}, 0);
  EXPECT_TRUE(SolidForce<fem::LinearElastic>({1, 0.3}, {}, objects.domain()).hasEnergy());
  EXPECT_FALSE(SolidForce<OneSided>({}, {}, objects.domain()).hasEnergy());
}

// ---- follower pressure: all types of faces, by the cells that have them

class FollowerPressures : public testing::ForceFieldFixture, public ::testing::WithParamInterface<CellType> {
 protected:
  bool isPlane() const { return mesh::info(GetParam()).dimension == 2; }
  Force make(const Objects& objects) const override {
    return std::make_unique<FollowerPressure>(FollowerPressure::Data{"xmax", 2.0, isPlane() ? 0.5 : 1.0},
                                              objects.domain());
  }
  std::vector<Box> boxes() const override {
    return {{"box", GetParam(), mesh::info(GetParam()).order == 1 ? std::array{1, 3, 2} : std::array{1, 2, 1}}};
  }
};
TEST_P(FollowerPressures, areConsistent) {
  expectConsistent();
}

/// Verifies that the forces on a closed surface add up to zero. The integral of n da over a face
/// depends on its boundary only.
TEST_P(FollowerPressures, sumToZeroOnClosedSurfaces) {
  Objects objects(base::Communicator::world(), boxes(), 0);
  objects.numberDofs();
  objects.moveRandomly(1, 0.05, 0.0);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(objects.numUnknowns());
  const int dim = objects.domain().dimension();
  for (const auto& group : objects.domain().mesh.groups()) {
    if (group.dimension != dim - 1) continue;
    const FollowerPressure pressure({group.name, 3.0, 1.0}, objects.domain());
    f += objects.assemble([&](la::ForceVector& to) { pressure.addForce(to); });
  }
  EXPECT_GT(f.cwiseAbs().maxCoeff(), 0.1);
  for (int c = 0; c < dim; ++c)
    EXPECT_NEAR(Eigen::Map<const Eigen::MatrixXd>(f.data(), dim, f.size() / dim).row(c).sum(), 0.0, 1e-13);
}

std::string nameOf(const ::testing::TestParamInfo<CellType>& param) {
  return mesh::info(param.param).name;
}
// Faces of type tri3, tri6, quad4, quad8, quad9, line2 and line3.
INSTANTIATE_TEST_SUITE_P(allFaces, FollowerPressures,
                         ::testing::Values(CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20,
                                           CellType::hex27, CellType::tri3, CellType::quad9),
                         nameOf);

/// Verifies that the force equals the dead load in the reference configuration and four times the
/// dead load at twice the size.
TEST(FollowerPressure, growsWithTheArea) {
  Objects objects(base::Communicator::world(), {{"box", CellType::hex20, {2, 1, 1}}}, 1);
  objects.numberDofs();
  const FollowerPressure pressure({"zmax", 3.0, 1.0}, objects.domain());
  const auto force = [&] { return objects.assemble([&](la::ForceVector& to) { pressure.addForce(to); }); };
  const Eigen::VectorXd at_rest = force();
  la::State& state = objects.state();
  std::copy(state.reference().begin(), state.reference().end(), state.displacement().begin());
  EXPECT_LT((force() - 4 * at_rest).norm(), 1e-13 * at_rest.norm());
}

/// Verifies that force and tangent at time t are those of the pressure times history(t).
TEST(FollowerPressure, followsItsHistory) {
  Objects objects(base::Communicator::world(), {{"box", CellType::hex8, {2, 1, 1}}}, 1);
  objects.numberDofs();
  objects.moveRandomly(1, 0.05, 0.0);
  const auto force = [&](const FollowerPressure& pressure) {
    return objects.assemble([&](la::ForceVector& to) { pressure.addForce(to); });
  };
  const auto tangent = [&](const FollowerPressure& pressure) {
    return objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      pressure.addStiffness(K);
    });
  };
  const FollowerPressure constant({"zmax", 3.0, 1.0}, objects.domain());
  FollowerPressure growing({"zmax", 3.0, 1.0, base::History({{0.0, 0.0}, {2.0, 1.0}})}, objects.domain());
  EXPECT_EQ(force(growing).norm(), 0.0);
  growing.setTime(0.5);
  EXPECT_EQ((force(growing) - 0.25 * force(constant)).norm(), 0.0);
  EXPECT_EQ((tangent(growing) - 0.25 * tangent(constant)).norm(), 0.0);
  EXPECT_GT(force(constant).norm(), 0.0);
}

TEST(OneObject, rejectsInvalidParameters) {
  Objects objects(base::Communicator::world(),
                  {{"box", CellType::hex8, {1, 1, 1}}, {"plate", CellType::tri3, {1, 1, 0}}}, 0);
  const fem::Domain &box = objects.domain(0), &sheet = objects.domain(1);
  EXPECT_THROW(DiagonalDamping({"", {1, -1, 0}}, box), base::InputError);
  EXPECT_THROW(DiagonalDamping({"", {1, 1, 1}}, sheet), base::InputError);
  EXPECT_THROW(NodalDamper({"nowhere", 1.0}, box), base::InputError);
  EXPECT_THROW(RestShapeSprings({1.0, "", {0, 0, 1}}, sheet), base::InputError);
  EXPECT_THROW(FollowerPressure({"xmin", 1.0, 2.0}, box), base::InputError);
  EXPECT_THROW(FollowerPressure({"all", 1.0, 1.0}, box), base::InputError);
}

}  // namespace
}  // namespace tenon::force
