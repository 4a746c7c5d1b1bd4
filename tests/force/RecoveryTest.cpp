// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Recovery.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <memory>

#include "fem/TestObject.hpp"
#include "force/DensityLoad.hpp"
#include "force/solid/Elastic.hpp"
#include "mesh/distribution/distribute.hpp"
#include "tenon/force/registry.hpp"

namespace tenon::force {
namespace {

using base::CaseNode;
using base::Vec3;
using fem::recover;
using fem::Recovery;
using fem::vonMises;
using testing::TestObject;

using Forces = std::vector<std::unique_ptr<ForceField>>;

/// Creates the force field of a case text with the registry.
std::unique_ptr<ForceField> make(const std::string& text, const fem::Domain& domain) {
  ForceRegistry registry("force");
  registerForces(registry);
  return registry.make(CaseNode::parse(text, "case.yaml"), domain);
}

Forces elastic(const fem::Domain& domain, const std::string& material, const std::string& more = "") {
  Forces forces;
  forces.push_back(make("{type: elastic, material: " + material + more + "}", domain));
  return forces;
}

const std::string steel = "{type: linear-elastic, young: 1.0e6, poisson: 0.25}";

/// Expects these six components at all owned nodes and in all owned cells.
void expectEverywhere(const TestObject& object, const Recovery::Field& field, const std::array<double, 6>& expected,
                      double tolerance) {
  for (base::LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node)
    for (std::size_t c = 0; c < 6; ++c)
      EXPECT_NEAR(field.nodes[6 * static_cast<std::size_t>(node) + c], expected[c], tolerance) << "node " << node;
  for (std::size_t b = 0; b < field.cells.size(); ++b)
    for (std::size_t i = 0; i < field.cells[b].size(); ++i)
      EXPECT_NEAR(field.cells[b][i], expected[i % 6], tolerance) << "cell " << i / 6;
}

// ---- L1: the solid patch test of R. H. MacNeal, R. L. Harder, Finite Elements
// in Analysis and Design 1 (1985), 3-20

/// Returns 7 hexahedra that fill the unit cube: one inside and one at each side. The faces of the
/// group "boundary" have alternating orientation.
mesh::RawMesh patch() {
  mesh::RawMesh raw;
  raw.file = "patch";
  raw.dimension = 3;
  raw.points = {0,    0,    0,    1,    0,    0,    1,    1,    0,    0,    1,    0,    0,    0,    1,    1,
                0,    1,    1,    1,    1,    0,    1,    1,    .249, .342, .192, .826, .288, .288, .850, .649,
                .263, .273, .750, .230, .320, .186, .643, .677, .305, .683, .788, .693, .644, .165, .745, .702};
  for (int node = 1; node <= 16; ++node) raw.node_tags.push_back(node);
  raw.groups = {{"all", 3}, {"boundary", 2}};
  raw.group_sets = {{}, {0}, {1}};
  mesh::RawBlock hexes{mesh::CellType::hex8, {8, 9, 10, 11, 12, 13, 14, 15}, {1}, {1}};
  mesh::RawBlock quads{mesh::CellType::quad4, {}, {}, {}};
  for (const auto& facet : mesh::info(mesh::CellType::hex8).facets) {
    const bool reversed = quads.tags.size() % 2 == 1;
    for (std::size_t v = 0; v < 4; ++v) hexes.nodes.push_back(8 + facet.second[v]);
    for (std::size_t v = 0; v < 4; ++v) hexes.nodes.push_back(facet.second[v]);
    for (std::size_t v = 0; v < 4; ++v) quads.nodes.push_back(facet.second[reversed ? 3 - v : v]);
    quads.tags.push_back(static_cast<std::int64_t>(10 + quads.tags.size()));
    quads.group_set.push_back(2);
    hexes.tags.push_back(static_cast<std::int64_t>(hexes.tags.size() + 1));
    hexes.group_set.push_back(1);
  }
  raw.blocks = {hexes, quads};
  return raw;
}

TestObject distributedPatch() {
  const auto comm = base::Communicator::world();
  std::vector<int> parts;
  for (int cell = 0; cell < 7; ++cell) parts.push_back(cell % comm.size());
  return TestObject(mesh::distribute(comm, patch(), parts));
}

Vec3 patchMotion(const Vec3& x) {
  return 0.5e-3 * Vec3(2 * x[0] + x[1] + x[2], x[0] + 2 * x[1] + x[2], x[0] + x[1] + 2 * x[2]);
}

TEST(PatchTest, innerNodesFollowAndStressIsConstant) {
  TestObject object(distributedPatch());
  const Forces forces = elastic(object.domain, steel);
  const Eigen::MatrixXd K = testing::globalMatrix(object, testing::stiffnessOf(*forces[0], object.state));
  // The displacements of the boundary (nodes 0 to 7 of the file) are prescribed;
  // those of nodes 8 to 15 are solved for.
  Eigen::VectorXd u(48);
  const auto raw = patch();
  for (int node = 0; node < 16; ++node)
    u.segment<3>(3 * node) = patchMotion(Eigen::Map<const Vec3>(&raw.points[static_cast<std::size_t>(3 * node)]));
  const Eigen::VectorXd inner = (-K.bottomRightCorner(24, 24)).llt().solve(K.bottomLeftCorner(24, 24) * u.head(24));
  EXPECT_LT((inner - u.tail(24)).norm(), 1e-10 * u.tail(24).norm());

  object.displace(patchMotion);
  const Recovery recovery = recover(object.domain, forces);
  expectEverywhere(object, recovery.stress(), {2000, 2000, 2000, 400, 400, 400}, 2000 * 1e-10);
  expectEverywhere(object, recovery.strain(), {1e-3, 1e-3, 1e-3, 5e-4, 5e-4, 5e-4}, 1e-13);
  for (base::LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node)
    EXPECT_NEAR(recovery.vonMisesAtNodes()[static_cast<std::size_t>(node)], 1200, 1e-7);
  const auto of_cells = recovery.vonMisesOfCells();
  for (const double value : of_cells[0]) EXPECT_NEAR(value, 1200, 1e-7);
}

TEST(Pressure, isIndependentOfTheOrderOfNodes) {
  TestObject object(distributedPatch());
  const auto push = make("{type: pressure, group: boundary, pressure: 8}", object.domain);
  const Eigen::VectorXd f = testing::forceOf(*push, object.state);
  for (base::LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node) {
    const Vec3 inward = 2 * (Vec3(0.5, 0.5, 0.5) - object.point(node));  // corners: (+-1, +-1, +-1)
    const bool corner = inward.cwiseAbs().minCoeff() == 1.0;
    EXPECT_LT((f.segment<3>(3 * node) - (corner ? 2.0 * inward : Vec3(0, 0, 0))).norm(), 1e-14);
  }
}

TEST(Pressure, rejectsInteriorFaces) {
  auto raw = patch();
  raw.blocks[1].nodes = {8, 9, 10, 11};  // a face of the inner hexahedron
  raw.blocks[1].tags = {99};
  raw.blocks[1].group_set = {2};
  std::vector<int> parts(7, 0);
  TestObject object(mesh::distribute(base::Communicator::world(), raw, parts));
  try {
    Pressure({"boundary", 1.0, 1.0}, object.domain);
    FAIL() << "no error";
  } catch (const base::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("element 99"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("between two cells"), std::string::npos) << error.what();
  }
}

// ---- Recovery

class Recoveries : public ::testing::TestWithParam<mesh::CellType> {};

/// Verifies uniaxial tension in a plane: plane stress yields sigma_x = E eps_x and the transverse
/// strain, plane strain yields sigma_zz.
TEST_P(Recoveries, planeStressAndPlaneStrainOfUniaxialTension) {
  if (mesh::info(GetParam()).dimension != 2) return;
  TestObject object(testing::boxOf(GetParam(), {3, 2, 0}, testing::shearedInPlane));
  const double eps = 1e-3;
  object.displace([&](const Vec3& x) { return Vec3(eps * x[0], -0.25 * eps * x[1], 0); });
  const Recovery free = recover(object.domain, elastic(object.domain, steel, ", plane: stress, thickness: 0.1"));
  expectEverywhere(object, free.stress(), {1000, 0, 0, 0, 0, 0}, 1e-9);
  expectEverywhere(object, free.strain(), {eps, -0.25 * eps, -0.25 * eps, 0, 0, 0}, 1e-15);
  const double lambda = 4e5;  // with mu = 4e5: sigma = lambda * 0.75 eps + 2 mu eps_ii
  const Recovery held = recover(object.domain, elastic(object.domain, steel, ", plane: strain"));
  expectEverywhere(object, held.stress(), {lambda * 2.75 * eps, lambda * 0.25 * eps, lambda * 0.75 * eps, 0, 0, 0},
                   1e-9);
}

/// Verifies that second-order cells recover the linear stress of a quadratic displacement exactly,
/// including the values at the nodes.
TEST_P(Recoveries, linearStressIsExactOnQuadraticCells) {
  if (mesh::info(GetParam()).order != 2) return;
  const bool plane = mesh::info(GetParam()).dimension == 2;
  TestObject object(testing::boxOf(GetParam(), {2, 2, 2}));
  object.displace([](const Vec3& x) { return Vec3(x[0] * x[0], x[0] * x[1], 0); });
  const Recovery recovery = recover(object.domain, elastic(object.domain, steel));
  for (base::LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node) {
    const Vec3 x = object.point(node);  // eps_xx = 2x, eps_yy = x, eps_xy = y/2; lambda = mu = 4e5
    const double* s = &recovery.stress().nodes[6 * static_cast<std::size_t>(node)];
    EXPECT_NEAR(s[0], 4e5 * 7 * x[0], 1e-7) << "node " << node;
    EXPECT_NEAR(s[1], 4e5 * 5 * x[0], 1e-7);
    EXPECT_NEAR(s[2], 4e5 * 3 * x[0], 1e-7);
    EXPECT_NEAR(s[3], 4e5 * x[1], 1e-7);
  }
  EXPECT_EQ(recovery.stress().cells.back().empty(), plane || object.mesh.blocks().size() > 1);
}

using Corners = Eigen::Matrix<double, 3, 8>;

/// Returns the volume of a hexahedron with bilinear faces. Each face is divided into triangles in
/// both ways, and the volumes of the pyramids from the origin are averaged.
double volumeOf(const Corners& x) {
  constexpr int faces[6][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};
  double sum = 0;
  for (const auto& f : faces)
    for (int k = 0; k < 4; ++k) {
      const Vec3 a = x.col(f[k]), b = x.col(f[(k + 1) % 4]), c = x.col(f[(k + 2) % 4]);
      sum += a.dot(b.cross(c)) / 12;
    }
  return sum;
}

/// Verifies the mean of grad u over a cell, which is sum_a u_a (x) dV/dx_a / V for any quadrature
/// rule. V is linear in each coordinate.
TEST(Recovery, meansOfDistortedCellsAreIntegralsOverTheirVolume) {
  TestObject object(testing::bentBox(mesh::CellType::hex8, {2, 3, 2}));
  object.displace(
      [](const Vec3& x) { return Vec3(x[0] * x[1], std::sin(3 * x[2]), x[0] * x[0] * x[1] - x[2] * x[1]); });
  const Recovery recovery = recover(object.domain, elastic(object.domain, steel));
  for (std::size_t b = 0; b < object.mesh.blocks().size(); ++b) {
    const mesh::CellBlock& block = object.mesh.blocks()[b];
    for (base::LocalIndex cell = 0; block.type == mesh::CellType::hex8 && cell < block.numCells(); ++cell) {
      Corners x;
      for (int a = 0; a < 8; ++a) x.col(a) = object.point(block.nodesOf(cell)[a]);
      base::Mat3 H = base::Mat3::Zero();
      for (int a = 0; a < 8; ++a)
        for (int j = 0; j < 3; ++j) {
          Corners more = x;
          more(j, a) += 1;
          for (int i = 0; i < 3; ++i)
            H(i, j) += object.state.displacement()[static_cast<std::size_t>(3 * block.nodesOf(cell)[a] + i)] *
                       (volumeOf(more) - volumeOf(x)) / volumeOf(x);
        }
      const base::Mat3 eps = 0.5 * (H + H.transpose());
      const base::Mat3 sigma = 4e5 * eps.trace() * base::Mat3::Identity() + 8e5 * eps;
      const double expected[6] = {sigma(0, 0), sigma(1, 1), sigma(2, 2), sigma(0, 1), sigma(1, 2), sigma(0, 2)};
      for (std::size_t c = 0; c < 6; ++c)
        EXPECT_NEAR(recovery.stress().cells[b][6 * static_cast<std::size_t>(cell) + c], expected[c],
                    1e-8 * sigma.norm())
            << "cell " << cell;
    }
  }
}

TEST_P(Recoveries, constantStressIsExactOnEveryCell) {
  TestObject object(testing::bentBox(GetParam(), {2, 2, 1}));
  object.displace([](const Vec3& x) { return Vec3(1e-3 * x[1], 1e-3 * x[0], 0); });
  const Recovery recovery = recover(object.domain, elastic(object.domain, steel));
  expectEverywhere(object, recovery.stress(), {0, 0, 0, 800, 0, 0}, 1e-9);
}

std::string nameOf(const ::testing::TestParamInfo<mesh::CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, Recoveries, ::testing::ValuesIn(testing::solid_types), nameOf);

TEST(Recovery, vonMises) {
  const double tension[6] = {5, 0, 0, 0, 0, 0}, shear[6] = {0, 0, 0, 2, 0, 0}, water[6] = {3, 3, 3, 0, 0, 0};
  EXPECT_DOUBLE_EQ(vonMises(tension), 5);
  EXPECT_DOUBLE_EQ(vonMises(shear), 2 * std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(vonMises(water), 0);
}

// ---- registry and keys of a case file

TEST(Registry, createsEveryForceFromItsParameters) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {2, 1, 1}));
  for (const char* text :
       {"{type: gravity, density: 1, acceleration: [0, 0, -9.81]}", "{type: body-force, density: [1, 0, 0]}",
        "{type: traction, group: xmax, traction: [1, 0, 0]}", "{type: pressure, group: xmax, pressure: -1}",
        "{type: nodal-force, group: xmax, force: [0, 1, 0], total: true}"}) {
    const Vec3 total = testing::totalOf(object, testing::forceOf(*make(text, object.domain), object.state));
    EXPECT_NEAR(total.norm(), std::string(text).find("9.81") != std::string::npos ? 9.81 : 1.0, 1e-13) << text;
  }
  EXPECT_EQ(make("{type: traction, group: xmax, traction: [1, 0, 0]}", object.domain)->name(), "traction on box/xmax");
}

TEST(Registry, rejectsInvalidParameters) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {1, 1, 1}));
  for (const char* text :
       {"{type: gravitation, density: 1}", "{type: gravity, density: -1, acceleration: [0, 0, 1]}",
        "{type: gravity, acceleration: [0, 0, 1]}",
        "{type: elastic, material: {type: linear-elastic, young: 1, poisson: 0.5}}",
        "{type: elastic, material: {type: linear-elastik, young: 1, poisson: 0.3}}",
        "{type: elastic, plane: sideways, material: {type: linear-elastic, young: 1, poisson: 0.3}}"})
    EXPECT_THROW(make(text, object.domain), base::InputError) << text;
}

/// Example of CONTRIBUTING: a user-defined material is a struct and one line of registration.
struct Foam {
  double modulus = 1;
  static constexpr bool is_linear = true;
  static void declare(base::Parameters<Foam>& p) {
    p.required("modulus", &Foam::modulus, "force/length^2", "stress over strain, no lateral contraction").positive();
  }
  template <class T>
  fem::Tensor<T> stress(const fem::Tensor<T>& H) const {
    return modulus * fem::strain(H);
  }
};

TEST(Registry, acceptsUserDefinedMaterials) {
  materials().add<SolidForce<Foam>>("foam", "a material that does not contract");
  TestObject object(testing::boxOf(mesh::CellType::tet10, {1, 1, 1}));
  object.displace([](const Vec3& x) { return Vec3(0.5 * x[0], 0, 0); });
  const Recovery recovery = recover(object.domain, elastic(object.domain, "{type: foam, modulus: 4}"));
  expectEverywhere(object, recovery.stress(), {2, 0, 0, 0, 0, 0}, 1e-13);
}

}  // namespace
}  // namespace tenon::force
