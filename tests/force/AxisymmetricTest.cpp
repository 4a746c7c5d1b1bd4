// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "fem/LinearElastic.hpp"
#include "fem/TestObject.hpp"
#include "fem/hyperelastic/materials.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/testing/ForceFieldFixture.hpp"

namespace tenon::force {
namespace {

using base::Vec3;
using mesh::CellType;
using testing::TestObject;

struct OfRing {
  std::string name, text;
  CellType type = CellType::quad4;
};

class Rings : public testing::ForceFieldFixture, public ::testing::WithParamInterface<OfRing> {
  Force make(const Objects& objects) const override {
    ForceRegistry registry("force");
    registerForces(registry);
    return registry.make(base::CaseNode::parse("{type: " + GetParam().text + "}", "case.yaml"), objects.domain());
  }
  std::vector<Box> boxes() const override {
    const bool is_small = GetParam().type == CellType::quad8 || GetParam().type == CellType::quad9;
    Box box{"ring", GetParam().type, {is_small ? 2 : 3, is_small ? 1 : 2, 0}, {0.6, 0, 0}, {1.6, 1, 0}};
    box.is_axisymmetric = true;
    return {box};
  }
};
TEST_P(Rings, isConsistent) {
  expectConsistent();
}

const std::string in_ring = "elastic, material: {type: isochoric-neo-hookean, young: 100, poisson: 0.3}";
const std::string rings_of_rubber =
    "elastic, formulation: mean-dilatation, material: {type: isochoric-neo-hookean, young: 100, poisson: 0.45}";
INSTANTIATE_TEST_SUITE_P(
    everyKind, Rings,
    ::testing::Values(
        OfRing{"tri3", in_ring, CellType::tri3}, OfRing{"tri6", in_ring, CellType::tri6}, OfRing{"quad4", in_ring},
        OfRing{"quad8", in_ring, CellType::quad8}, OfRing{"quad9", in_ring, CellType::quad9},
        OfRing{"meanDilatation", rings_of_rubber}, OfRing{"meanDilatationTri6", rings_of_rubber, CellType::tri6},
        OfRing{
            "linear",
            "elastic, material: {type: orthotropic-elastic, young_x: 100, young_y: 40, young_z: 30, poisson_xy: 0.3, "
            "poisson_yz: 0.25, poisson_xz: 0.2, shear_xy: 20, shear_yz: 15, shear_xz: 10}"},
        OfRing{"varying", "elastic, material: {type: neo-hookean, young: 100 + 50 * x, poisson: 0.3}"},
        OfRing{"followerPressure", "follower-pressure, group: xmax, pressure: 3"},
        OfRing{"followerPressureTri6", "follower-pressure, group: ymin, pressure: 3", CellType::tri6},
        OfRing{"pressure", "pressure, group: ymax, pressure: 3"},
        OfRing{"gravity", "gravity, density: 2, acceleration: [0, -10, 0]"}),
    [](const auto& tested) { return tested.param.name; });

mesh::Mesh ring(CellType type) {
  mesh::Mesh made = mesh::box(base::Communicator::world(), type, {3, 2, 0}, {0.5, 0, 0}, {2, 1, 0});
  made.makeAxisymmetric();
  return made;
}

// Verifies the energy W pi (R^2 - r^2) h for the stretches a along
// r and b along y, for each cell type.
TEST(Axisymmetric, energyIsThatOfTheWholeBody) {
  const fem::NeoHookean rubber{100, 0.3};
  const double a = 1.1, b = 0.8;
  fem::Tensor<double> H;
  H(0, 0) = H(2, 2) = a - 1, H(1, 1) = b - 1;
  for (const CellType type : {CellType::tri3, CellType::quad4, CellType::tri6, CellType::quad9}) {
    TestObject object(ring(type));
    object.displace([&](const Vec3& x) { return Vec3((a - 1) * x[0], (b - 1) * x[1], 0); });
    const SolidForce<fem::NeoHookean> solid(rubber, {}, object.domain);
    EXPECT_NEAR(object.mesh.comm().sum(solid.energy()), rubber.energy(H) * M_PI * (2 * 2 - 0.5 * 0.5), 1e-10);
  }
}

// Compares a thin ring far from the axis with plane strain. The hoop strain u / r vanishes there,
// and the sector has unit length.
TEST(Axisymmetric, isPlaneStrainFarFromTheAxis) {
  const double far = 1e7;
  const auto square = [&](bool is_ring) {
    TestObject object(mesh::box(base::Communicator::world(), CellType::quad4, {2, 2, 0}, {is_ring ? far : 0, 0, 0},
                                {is_ring ? far + 1 : 1, 1, 0}));
    if (is_ring) object.mesh.makeAxisymmetric();
    object.displace([&](const Vec3& x) {
      const double s = is_ring ? x[0] - far : x[0];
      return Vec3(0.1 * s * x[1], 0.2 * x[1] * x[1] - 0.05 * s, 0);
    });
    const SolidForce<fem::NeoHookean> solid({100, 0.3}, {}, object.domain);
    return Eigen::VectorXd(testing::forceOf(solid, object.state) / (is_ring ? 2 * M_PI * far : 1.0));
  };
  const Eigen::VectorXd plane = square(false);
  EXPECT_LE((square(true) - plane).norm(), 1e-6 * plane.norm());
}

TEST(Axisymmetric, meshesHaveNoNegativeRadius) {
  mesh::Mesh crossing = mesh::box(base::Communicator::world(), CellType::quad4, {2, 2, 0}, {-0.5, 0, 0}, {1, 1, 0});
  EXPECT_THROW(crossing.makeAxisymmetric(), base::InputError);
  mesh::Mesh solid = mesh::box(base::Communicator::world(), CellType::hex8, {1, 1, 1});
  EXPECT_THROW(solid.makeAxisymmetric(), base::InputError);
}

}  // namespace
}  // namespace tenon::force
