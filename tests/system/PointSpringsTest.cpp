// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Springs between points of rigid bodies: stiffness and damping compared with finite differences
// along rotations, for any partition.
#include "force/PointSprings.hpp"

#include "FrameForce.hpp"

namespace tenon::system {
namespace {

using base::Vec3;

FrameForce springs(int dimension) {
  return FrameForce(dimension, [dimension](const fem::FindDomain& find) {
    force::PointSprings::Data data;
    data.first = {"arm", "1"}, data.second = {"arm", "2"};
    data.at.given = Vec3(0.4, 0.3, dimension == 3 ? -0.2 : 0.0);
    data.to.given = Vec3(1.5, 1.2, dimension == 3 ? 0.5 : 0.0);
    data.stiffness = 7.0, data.damping = 1.5;
    data.rest_length.given = 0.9;
    return std::make_unique<force::PointSprings>(data, find);
  });
}

class PointSprings : public ::testing::TestWithParam<int> {};

TEST_P(PointSprings, StiffnessIsTheDerivativeAlongRotations) {
  springs(GetParam()).expectStiffness();
}

TEST_P(PointSprings, DampingIsTheDerivativeInVelocities) {
  springs(GetParam()).expectDamping();
}

INSTANTIATE_TEST_SUITE_P(Dimensions, PointSprings, ::testing::Values(2, 3));

}  // namespace
}  // namespace tenon::system
