// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Faces far from the origin, in units of micrometres and of kilometres.
#include <gtest/gtest.h>

#include <random>

#include "fem/shapes.hpp"
#include "surface/overlap.hpp"
#include "testing/Setting.hpp"

namespace tenon::surface {
namespace {

using base::Vec3;
using mesh::CellType;
using tenon::testing::Setting;

class SettingInvariance : public ::testing::TestWithParam<Setting> {
 protected:
  const Setting& setting() const { return GetParam(); }
  double tolerance() const { return setting().tolerance(0.25); }

  Face here(const Face& face) const {
    Face moved = face;
    for (std::size_t a = 0; a < static_cast<std::size_t>(fem::numNodes(face.type)); ++a)
      moved.nodes[a] = setting().transform(face.nodes[a]);
    return moved;
  }
};

const CellType face_types[] = {CellType::tri3, CellType::tri6, CellType::quad4, CellType::quad8, CellType::quad9};

/// Returns a face near the reference cell. All nodes are slightly displaced, also out of the plane.
Face bent(CellType type, double height, std::mt19937& random) {
  std::uniform_real_distribution<double> some(-0.05, 0.05);
  Face face{type, {}};
  for (int a = 0; a < fem::numNodes(type); ++a) {
    const double* xi = fem::nodeCoordinates(type, a);
    face.nodes[static_cast<std::size_t>(a)] = Vec3(xi[0] + some(random), xi[1] + some(random), height + some(random));
  }
  return face;
}

TEST_P(SettingInvariance, FacesShareTheSameQuadraturePoints) {
  std::mt19937 random(7);
  for (const CellType slave_type : face_types)
    for (const CellType master_type : face_types) {
      const Face slave = bent(slave_type, 0.0, random), master = bent(master_type, 0.1, random);
      const Overlap expected = overlap(slave, master, 4), found = overlap(here(slave), here(master), 4);
      EXPECT_EQ(found.lost_area, 0.0);
      ASSERT_EQ(found.points.size(), expected.points.size());
      const double length = setting().length;
      for (std::size_t k = 0; k < expected.points.size(); ++k) {
        for (std::size_t i = 0; i < 2; ++i) {
          EXPECT_NEAR(found.points[k].slave_xi[i], expected.points[k].slave_xi[i], tolerance());
          EXPECT_NEAR(found.points[k].master_xi[i], expected.points[k].master_xi[i], tolerance());
        }
        EXPECT_NEAR(found.points[k].weight / (length * length), expected.points[k].weight, tolerance());
        EXPECT_NEAR(found.points[k].gap / length, expected.points[k].gap, tolerance());
      }
    }
}

TEST_P(SettingInvariance, ClosestPointsAreTheSame) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> some(-1, 1);
  for (const CellType type : face_types)
    for (int k = 0; k < 20; ++k) {
      const Face face = bent(type, 0.0, random);
      const Vec3 point(some(random), some(random), some(random) / 4);
      const FacePoint expected = closestPoint(face, point),
                      found = closestPoint(here(face), setting().transform(point));
      for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(found.xi[i], expected.xi[i], tolerance());
      EXPECT_NEAR(found.distance / setting().length, expected.distance, tolerance());
    }
}

INSTANTIATE_TEST_SUITE_P(Geometry, SettingInvariance, tenon::testing::settings(), tenon::testing::nameOf);

}  // namespace
}  // namespace tenon::surface
