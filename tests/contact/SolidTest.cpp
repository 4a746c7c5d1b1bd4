// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "Pile.hpp"
#include "contact/shapes/findContacts.hpp"
#include "contact/shapes/hull.hpp"
#include "tenon/base/Error.hpp"

// Cylinders and convex hulls: contact points and motions.
namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;

const double half_turn = std::acos(-1.0);

std::vector<ContactPoint> touching(const PlacedShape& a, const PlacedShape& b, double reach = 10.0) {
  std::vector<ContactPoint> points;
  findContacts(a, b, reach, points);
  return points;
}

const ContactPoint& least(const std::vector<ContactPoint>& points) {
  return *std::min_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.gap < b.gap; });
}

Mat3 about(const Vec3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

const Shape drum = Cylinder{1.0, 0.5};
const std::vector<Vec3> corners{{-1, -2, -3}, {1, -2, -3}, {-1, 2, -3}, {1, 2, -3},
                                {-1, -2, 3},  {1, -2, 3},  {-1, 2, 3},  {1, 2, 3}};

// A sphere near the side, a cap and the rim of a cylinder, and inside the cylinder; in any
// position.
TEST(SphereAndCylinder, touchAtTheNearestPoint) {
  const Shape ball = Sphere{0.25};
  const Mat3 R = about({1, 2, 3}, 0.7);
  const Vec3 at(5, -4, 2);
  const auto expect = [&](const Vec3& centre, double gap, const Vec3& normal) {
    const auto points = touching({&drum, at, R}, {&ball, at + R * centre, Mat3::Identity()});
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].gap, gap, 1e-14);
    EXPECT_LT((points[0].normal - R * normal).norm(), 1e-14);
    EXPECT_LT((points[0].position - at - R * (centre - (0.25 + 0.5 * gap) * normal)).norm(), 1e-14);
  };
  expect({0.9, 1.2, 0.3}, 0.75, {0.6, 0.8, 0});
  expect({0.3, 0, -1.5}, 0.25, {0, 0, -1});
  expect({0, 0.8, 1.4}, 0.25, {0, 0.6, 0.8});
  expect({0.45, 0, 0.2}, -0.3, {1, 0, 0});
  expect({0.1, 0, 0.9}, -0.35, {0, 0, 1});
}

// A cylinder that stands, lies and tilts above a plane.
TEST(CylinderAndPlane, touchAtTheRim) {
  const Shape plane = HalfSpace{Vec3::UnitZ()};
  const PlacedShape ground{&plane, Vec3::Zero(), Mat3::Identity()};
  const auto standing = touching(ground, {&drum, {0, 0, 1.25}, about(Vec3::UnitZ(), 0.4)}, 1.0);
  ASSERT_EQ(standing.size(), 8u);
  for (const auto& point : standing) {
    EXPECT_NEAR(point.gap, 0.25, 1e-15);
    EXPECT_NEAR(std::hypot(point.position[0], point.position[1]), 0.5, 1e-15);
  }
  const auto lying = touching(ground, {&drum, {0, 0, 0.5}, about(Vec3::UnitY(), half_turn / 2)}, 0.01);
  ASSERT_EQ(lying.size(), 2u);
  for (const auto& point : lying) {
    EXPECT_NEAR(point.gap, 0.0, 1e-15);
    EXPECT_NEAR(std::abs(point.position[0]), 1.0, 1e-14);
    EXPECT_NEAR(point.position[1], 0.0, 1e-14);
  }
  for (const double tilt : {1e-4, 0.3, 1.2, 2.0}) {
    const Mat3 R = about(Vec3::UnitZ(), 1.1) * about(Vec3::UnitX(), tilt);
    const ContactPoint lowest = least(touching(ground, {&drum, {0, 0, 2}, R}));
    EXPECT_NEAR(lowest.gap, 2 - std::abs(std::cos(tilt)) - 0.5 * std::sin(tilt), 1e-14);
  }
}

TEST(CylinderAndBox, standAndLie) {
  const Shape table = Cuboid{Vec3(2, 2, 0.5)};
  for (const bool reversed : {false, true}) {
    const auto between = [&](const PlacedShape& drum_at) {
      const PlacedShape under{&table, {0, 0, -0.5}, Mat3::Identity()};
      auto points = reversed ? touching(drum_at, under, 0.01) : touching(under, drum_at, 0.01);
      for (auto& point : points) {
        if (reversed) point.normal *= -1.0;
        EXPECT_LT((point.normal - Vec3::UnitZ()).norm(), 1e-14);
      }
      return points;
    };
    const auto standing = between({&drum, {0.3, 0, 1 + 1e-3}, about(Vec3::UnitZ(), 0.4)});
    ASSERT_EQ(standing.size(), 8u);
    for (const auto& point : standing) {
      EXPECT_NEAR(point.gap, 1e-3, 1e-14);
      EXPECT_NEAR(std::hypot(point.position[0] - 0.3, point.position[1]), 0.5, 1e-14);
    }
    const auto lying =
        between({&drum, {0, 0, 0.5 - 1e-3}, about(Vec3::UnitY(), half_turn / 2) * about(Vec3::UnitZ(), 0.2)});
    ASSERT_EQ(lying.size(), 2u);
    for (const auto& point : lying) {
      EXPECT_NEAR(point.gap, -1e-3, 1e-14);
      EXPECT_NEAR(std::abs(point.position[0]), 1.0, 1e-14);
      EXPECT_NEAR(point.position[1], 0.0, 1e-9);
    }
  }
}

TEST(Cylinders, touchAlongALineAndAcross) {
  const auto beside =
      touching({&drum, {0, 0, 0}, about(Vec3::UnitZ(), 0.3)}, {&drum, {0.72, 0.96, 0.5}, Mat3::Identity()});
  ASSERT_EQ(beside.size(), 2u);
  for (const auto& point : beside) {
    EXPECT_NEAR(point.gap, 0.2, 1e-11);
    EXPECT_LT((point.normal - Vec3(0.6, 0.8, 0)).norm(), 2e-6);
  }
  EXPECT_NEAR(beside[0].position[2] + beside[1].position[2], 0.5, 1e-6);
  EXPECT_NEAR(std::abs(beside[0].position[2] - beside[1].position[2]), 1.5, 1e-6);
  const auto across =
      touching({&drum, {0, 0, 0}, Mat3::Identity()}, {&drum, {0.99, 0.2, 0.3}, about(Vec3::UnitX(), half_turn / 2)});
  ASSERT_EQ(across.size(), 1u);
  EXPECT_NEAR(across[0].gap, -0.01, 1e-11);
  EXPECT_LT((across[0].normal - Vec3::UnitX()).norm(), 2e-6);
  EXPECT_LT((across[0].position - Vec3(0.495, 0, 0.3)).norm(), 2e-6);
}

/// Returns the farthest extent of a shape along n.
double extent(const PlacedShape& placed, const Vec3& n) {
  const Vec3 own = placed.rotation.transpose() * n;
  if (const auto* c = std::get_if<Cylinder>(placed.shape))
    return n.dot(placed.centre) + c->half_length * std::abs(own[2]) + c->radius * std::hypot(own[0], own[1]);
  const auto* hull = std::get_if<Hull>(placed.shape);
  double most = -1e30;
  for (const Vec3& x : hull != nullptr ? hull->polytope.vertices : std::get<Cuboid>(*placed.shape).polytope.vertices)
    most = std::max(most, own.dot(x));
  return n.dot(placed.centre) + most;
}

/// Returns the largest separation over all directions by random search, refined near the best
/// direction.
double farthestApart(const PlacedShape& a, const PlacedShape& b, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const auto along = [&](const Vec3& n) { return -extent(b, -n) - extent(a, n); };
  const auto any = [&] { return Vec3(normal(random), normal(random), normal(random)); };
  std::vector<std::pair<double, Vec3>> tried;
  for (int i = 0; i < 1500; ++i) {
    const Vec3 n = any().normalized();
    tried.emplace_back(along(n), n);
  }
  std::partial_sort(tried.begin(), tried.begin() + 4, tried.end(),
                    [](const auto& x, const auto& y) { return x.first > y.first; });
  double best = -1e30;
  for (int i = 0; i < 4; ++i) {
    auto [distance, n] = tried[static_cast<std::size_t>(i)];
    for (double width = 0.1; width > 1e-6; width *= 0.8)
      for (int k = 0; k < 20; ++k) {
        const Vec3 other = (n + width * any()).normalized();
        if (const double there = along(other); there > distance) distance = there, n = other;
      }
    best = std::max(best, distance);
  }
  return best;
}

// The penetration of overlapping bodies is that of the search. A plane separates other bodies by
// the gap.
TEST(Solids, touchWhereASearchFindsThem) {
  std::mt19937 random(23);
  std::normal_distribution<double> normal;
  std::vector<Vec3> cloud;
  for (int i = 0; i < 30; ++i) cloud.push_back(Vec3(normal(random), normal(random), normal(random)).normalized());
  const Shape stone = Hull{hullOf(cloud)}, box = Cuboid{Vec3(0.6, 0.8, 1)};
  const Shape* const shapes[] = {&drum, &stone, &box};
  int overlapping = 0, apart = 0;
  for (int i = 0; i < 90; ++i) {
    const Shape &first = *shapes[i % 3], &second = *shapes[i / 3 % 3];
    const Vec3 direction(normal(random), normal(random), normal(random));
    const PlacedShape a{&first, Vec3::Zero(), about(direction.cross(Vec3(3, 1, 2)), normal(random))};
    const PlacedShape b{&second, (1.5 + 0.4 * normal(random)) * direction.normalized(),
                        about(direction, 3 * normal(random))};
    const double expected = farthestApart(a, b, random);
    const auto points = touching(a, b);
    if (expected < -0.5) continue;
    ASSERT_FALSE(points.empty()) << i;
    const ContactPoint& point = least(points);
    EXPECT_NEAR(point.normal.norm(), 1.0, 1e-12);
    const double between = -extent(b, -point.normal) - extent(a, point.normal);
    EXPECT_GE(point.gap, between - 1e-7) << i;
    if (points.size() == 1) {
      EXPECT_NEAR(point.gap, between, 1e-7) << i;
    }
    if (expected > 0.0) {
      ++apart;
      continue;
    }
    EXPECT_GE(between, expected - 3e-4) << i;  // faces are preferred to edges by 1e-4 of the size
    ++overlapping;
  }
  EXPECT_GT(overlapping, 15);
  EXPECT_GT(apart, 15);
}

TEST(Hull, ofABoxIsTheBox) {
  std::vector<Vec3> points = corners;
  points.emplace_back(0, 0, 0), points.emplace_back(1, 0, 0), points.emplace_back(0.3, 2, -1),
      points.emplace_back(1, 2, 0);
  const Hull hull{hullOf(points)};
  const Cuboid block{Vec3(1, 2, 3)};
  EXPECT_EQ(hull.polytope.faces.size(), 6u);
  const Shape a = hull, b = block, ball = Sphere{0.4}, capsule = Capsule{0.7, 0.3}, other = Cuboid{Vec3(0.5, 1.5, 1)};
  std::mt19937 random(29);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = 3.0 * Vec3(normal(random), normal(random), normal(random));
    EXPECT_NEAR(closestPointOn(hull, x).distance, closestPointOn(block, x).distance, 1e-13);
    EXPECT_LT((closestPointOn(hull, x).point - closestPointOn(block, x).point).norm(), 1e-13);
    const Mat3 R = about(x.cross(Vec3(1, 2, 3)), normal(random));
    for (const Shape* shape : {&ball, &capsule, &other, &drum}) {
      const auto of_hull = touching({&a, {1, 2, 3}, R}, {shape, x, R * R}, 1.0),
                 of_box = touching({&b, {1, 2, 3}, R}, {shape, x, R * R}, 1.0);
      ASSERT_EQ(of_hull.size(), of_box.size()) << i;
      if (of_box.empty()) continue;
      EXPECT_NEAR(least(of_hull).gap, least(of_box).gap, 1e-12);
      EXPECT_LT((least(of_hull).normal - least(of_box).normal).norm(), 1e-9);
    }
  }
}

TEST(Hull, needsPointsInSpace) {
  EXPECT_THROW(hullOf({}), base::InputError);
  EXPECT_THROW(hullOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), base::InputError);
  EXPECT_THROW(hullOf({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.5, 0.2, 1}}), base::InputError);
  for (const double scale : {1e-6, 1e6})
    EXPECT_EQ(hullOf({scale * corners[0], scale * corners[3], scale * corners[5], scale * corners[6]}).faces.size(),
              4u);
}

// A cylinder on a plane, and on a fixed box.
TEST(Cylinder, standsStill) {
  for (const bool on_box : {false, true}) {
    Pile pile;
    pile.law.friction = 0.4;
    pile.bodies = {on_box ? Pile::held(Cuboid{Vec3(1, 1, 0.5)}, {0, 0, -0.5}) : Pile::held(HalfSpace{Vec3::UnitZ()}),
                   {Cylinder{0.2, 0.1}, {0, 0, 0.2}, Vec3::Zero(), Vec3::Zero(), 2.0, 0.03}};
    pile.advance(5e-3, 200);
    EXPECT_LT((pile.bodies[1].centre - Vec3(0, 0, 0.2)).norm(), 1e-7) << on_box;
    EXPECT_LT(pile.bodies[1].velocity.norm() + pile.bodies[1].spin.norm(), 1e-7);
    EXPECT_NEAR(pile.forceBetween(0, 1)[2], 2 * 9.81, 1e-6);
  }
}

// a = 2/3 g sin(theta) without sliding, if the friction is at least 1/3 tan(theta).
TEST(Cylinder, rollsDownASlope) {
  const double angle = 0.3;
  const Vec3 up(std::sin(angle), 0, std::cos(angle));
  for (const bool on_box : {false, true}) {
    Pile pile;
    pile.law.friction = 0.5;
    pile.bodies = {on_box ? Pile::held(Cuboid{Vec3(3, 1, 0.5)}, -0.5 * up) : Pile::held(HalfSpace{up}),
                   {Cylinder{0.2, 0.1}, 0.1 * up, Vec3::Zero(), Vec3::Zero(), 2.0, 0.5 * 2.0 * 0.01}};
    if (on_box) pile.bodies[0].turned = Eigen::Quaterniond(about(Vec3::UnitY(), angle));
    pile.bodies[1].turned = Eigen::Quaterniond(about(Vec3::UnitX(), half_turn / 2));
    pile.advance(2e-3, 250);
    EXPECT_NEAR(pile.bodies[1].velocity.norm(), 0.5 * 2.0 / 3 * 9.81 * std::sin(angle), 1e-7) << on_box;
    EXPECT_NEAR(pile.bodies[1].velocity[1], 0.0, 1e-9);
    EXPECT_NEAR(pile.bodies[1].centre.dot(up), 0.1, 1e-8);
  }
}

}  // namespace
}  // namespace tenon::contact
