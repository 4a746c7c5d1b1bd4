// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "force/loads.hpp"

#include <gtest/gtest.h>

#include "fem/TestObject.hpp"
#include "force/DensityLoad.hpp"
#include "force/FollowerPressure.hpp"
#include "force/Gravity.hpp"
#include "force/NodalForce.hpp"

namespace tenon::force {
namespace {

using testing::TestObject;
using testing::totalOf;

void expectNear(const Vec3& value, const Vec3& expected, double tolerance) {
  EXPECT_LT((value - expected).norm(), tolerance) << value.transpose() << " instead of " << expected.transpose();
}

template <class Force>
struct Type {
  using type = Force;
};

bool isPlane(mesh::CellType type) {
  return mesh::info(type).dimension == 2;
}

/// Deforms a face inside its boundary. The area vector is that of the flat face.
mesh::Point bulging(const mesh::Point& x) {
  const double rim = x[0] * (1 - x[0]) * x[1] * (1 - x[1]);
  return {x[0], x[1], x[2] * (1 + rim)};
}
mesh::Point bulgingInPlane(const mesh::Point& x) {
  return {x[0], x[1] * (1 + x[0] * (1 - x[0])), 0};
}

/// Maps a box to a quarter of a hollow cylinder with radii 1 and 2 and height 1.
mesh::Point quarter(const mesh::Point& x) {
  const double r = 1 + x[0], angle = 0.5 * M_PI * x[1];
  return {r * std::cos(angle), r * std::sin(angle), x[2]};
}

class Loads : public ::testing::TestWithParam<mesh::CellType> {};

TEST_P(Loads, weightIsMassTimesAcceleration) {
  TestObject object(
      testing::boxOf(GetParam(), {3, 2, 2}, isPlane(GetParam()) ? testing::shearedInPlane : testing::sheared));
  const bool plane = isPlane(GetParam());
  const double volume = plane ? 1.1 * 0.9 - 0.3 * 0.1 : 1.1 * 0.9 * 1.2 + 0.1 * (0.3 * 0.2 - 0.1 * 0.9);
  const Vec3 g(1, -9.81, plane ? 0 : 2);
  Gravity gravity({7.8, g, "", plane ? 0.5 : 1.0}, object.domain);
  expectNear(totalOf(object, testing::forceOf(gravity, object.state)), 7.8 * volume * (plane ? 0.5 : 1.0) * g, 1e-12);
  BodyForce body({g, "all", 1.0}, object.domain);
  expectNear(totalOf(object, testing::forceOf(body, object.state)), volume * g, 1e-13);
}

TEST_P(Loads, pressureOnACurvedSideEqualsThatOnItsProjection) {
  const bool plane = isPlane(GetParam());
  TestObject object(testing::boxOf(GetParam(), {3, 3, 2}, plane ? bulgingInPlane : bulging));
  Pressure pressure({plane ? "ymax" : "zmax", 4.0, plane ? 0.5 : 1.0}, object.domain);
  const Vec3 expected = plane ? Vec3(0, -2, 0) : Vec3(0, 0, -4);
  expectNear(totalOf(object, testing::forceOf(pressure, object.state)), expected, 1e-13);
  const FollowerPressure follower({plane ? "ymax" : "zmax", 4.0, plane ? 0.5 : 1.0}, object.domain);
  expectNear(totalOf(object, testing::forceOf(follower, object.state)), expected, 1e-13);
}

TEST_P(Loads, pressureSumsToZeroOnClosedSurfaces) {
  TestObject object(testing::bentBox(GetParam(), {2, 2, 2}));
  Eigen::VectorXd f = Eigen::VectorXd::Zero(object.mesh.layout().numLocal() * object.dim());
  for (const auto& group : object.mesh.groups())
    if (group.dimension == object.dim() - 1)
      f += testing::forceOf(Pressure({group.name, 3.0, 1.0}, object.domain), object.state);
  expectNear(totalOf(object, f), Vec3::Zero(), 1e-13);
  const Eigen::VectorXd global = testing::globalVector(object, f);
  EXPECT_GT(global.norm(), 1.0);
}

TEST_P(Loads, tractionOnACurvedSideIsItsAreaTimesTheTraction) {
  const bool plane = isPlane(GetParam()), quadratic = mesh::info(GetParam()).order == 2;
  const int num_along = quadratic ? 12 : 60;
  TestObject object(testing::boxOf(GetParam(), {1, num_along, 1}, quarter));
  const Vec3 t(2, -1, plane ? 0 : 3);
  Traction traction({"xmax", t, plane ? 0.25 : 1.0}, object.domain);
  const double area = M_PI * (plane ? 0.25 : 1.0);
  expectNear(totalOf(object, testing::forceOf(traction, object.state)), area * t,
             (quadratic ? 1e-6 : 1e-3) * area * t.norm());
}

std::string nameOf(const ::testing::TestParamInfo<mesh::CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, Loads, ::testing::ValuesIn(testing::solid_types), nameOf);

/// Verifies consistent loads on a flat square side of a hex20: -1/12 at the
/// corners and 1/3 at the midside nodes.
TEST(Traction, isConsistentOnQuadraticFaces) {
  TestObject object(testing::boxOf(mesh::CellType::hex20, {1, 1, 1}));
  Traction traction({"zmax", {0, 0, 1}, 1.0}, object.domain);
  const Eigen::VectorXd f = testing::forceOf(traction, object.state);
  for (base::LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node) {
    const Vec3 x = object.point(node);
    const bool middle = x[0] == 0.5 || x[1] == 0.5;
    EXPECT_NEAR(f[3 * node + 2], x[2] < 1 ? 0.0 : (middle ? 1.0 / 3 : -1.0 / 12), 1e-15);
  }
}

TEST(NodalForce, isAppliedToEachNodeOrDistributed) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {2, 3, 4}));
  const Vec3 force(1, 2, 3);
  NodalForce each({"xmax", force, false}, object.domain);
  expectNear(totalOf(object, testing::forceOf(each, object.state)), 20 * force, 1e-12);
  NodalForce shared({"xmax", force, true}, object.domain);
  expectNear(totalOf(object, testing::forceOf(shared, object.state)), force, 1e-13);
}

TEST(Loads, followTheirHistories) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {2, 2, 2}, testing::sheared));
  const base::History ramp({{1.0, 0.0}, {3.0, 4.0}});
  std::vector<std::unique_ptr<ForceField>> timed, constant;
  const auto add = [&](auto load, auto data) {
    using Force = typename decltype(load)::type;
    constant.push_back(std::make_unique<Force>(data, object.domain));
    data.history = ramp;
    timed.push_back(std::make_unique<Force>(data, object.domain));
  };
  add(Type<Gravity>(), Gravity::Data{2.0, {0, 0, -10}, "", 1.0});
  add(Type<BodyForce>(), BodyForce::Data{{1, 2, 3}, "", 1.0});
  add(Type<Traction>(), Traction::Data{"xmax", {1, 2, 3}, 1.0});
  add(Type<Pressure>(), Pressure::Data{"xmax", 2.0, 1.0});
  add(Type<NodalForce>(), NodalForce::Data{"xmax", {1, 2, 3}, true});
  for (std::size_t i = 0; i < timed.size(); ++i) {
    const Vec3 full = totalOf(object, testing::forceOf(*constant[i], object.state));
    expectNear(totalOf(object, testing::forceOf(*timed[i], object.state)), Vec3::Zero(), 0x1p-1000);
    timed[i]->setTime(1.5);
    expectNear(totalOf(object, testing::forceOf(*timed[i], object.state)), full, 1e-12);
    timed[i]->setTime(7.0);
    expectNear(totalOf(object, testing::forceOf(*timed[i], object.state)), 4.0 * full, 1e-12);
  }
}

TEST(Loads, rejectGroupsOfAnotherDimension) {
  TestObject object(testing::boxOf(mesh::CellType::tet4, {2, 1, 1}));
  try {
    Traction({"all", {0, 0, 1}, 1.0}, object.domain);
    FAIL() << "no error";
  } catch (const base::InputError& error) {
    const std::string sentence = error.what();
    EXPECT_NE(sentence.find("traction on box/all"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("volumes (dimension 3)"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("faces"), std::string::npos) << sentence;
  }
  EXPECT_THROW(Pressure({"all", 1.0, 1.0}, object.domain), base::InputError);
  EXPECT_THROW(Gravity({1.0, {0, 0, 1}, "xmin", 1.0}, object.domain), base::InputError);
  EXPECT_THROW(Traction({"xmim", {0, 0, 1}, 1.0}, object.domain), base::InputError);
}

TEST(Loads, rejectInvalidPlaneInput) {
  TestObject plane(testing::boxOf(mesh::CellType::tri3, {2, 2, 0}));
  EXPECT_THROW(Gravity({1.0, {0, 0, -1}, "", 1.0}, plane.domain), base::InputError);
  EXPECT_THROW(NodalForce({"xmin", {0, 0, -1}, false}, plane.domain), base::InputError);
  TestObject solid(testing::boxOf(mesh::CellType::tet4, {1, 1, 1}));
  EXPECT_THROW(Traction({"xmin", {0, 0, -1}, 2.0}, solid.domain), base::InputError);
}

}  // namespace
}  // namespace tenon::force
