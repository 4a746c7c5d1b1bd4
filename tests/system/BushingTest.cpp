// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Bushings between rigid bodies: stiffness, damping and energy compared with finite differences
// along rotations, for any partition.
#include "force/interactions/Bushing.hpp"

#include "FrameForce.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::system {
namespace {

using base::Vec3;
using force::Bushing;

/// Returns a full symmetric positive definite matrix.
Eigen::MatrixXd matrix(int size, double factor) {
  Eigen::MatrixXd A(size, size);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) A(i, j) = (i == j ? 3.0 + i : 0.0) + 0.3 * std::cos(i * j + i + j);
  return factor * A;
}

Bushing::Data bushingData(int dimension, double damping) {
  const int size = dimension == 3 ? 6 : 3;
  Bushing::Data data;
  data.first = {"arm", "1"}, data.second = {"arm", "2"};
  data.at.given = Vec3(0.4, 0.3, dimension == 3 ? -0.2 : 0.0);
  data.axis = dimension == 3 ? Vec3(1, 2, 2) : Vec3(3, 4, 0), data.second_axis = Vec3(2, 1, -2);
  data.stiffness.given = matrix(size, 2.0);
  if (damping > 0.0) data.damping.given = matrix(size, damping);
  for (int i = 0; i < size; ++i) data.preload.given.push_back(0.5 - 0.2 * i);
  return data;
}

FrameForce bushing(const Bushing::Data& data, int dimension) {
  return FrameForce(dimension, [&](const fem::FindDomain& find) { return std::make_unique<Bushing>(data, find); });
}

class BushingTest : public ::testing::TestWithParam<int> {};

TEST_P(BushingTest, DerivativesMatchDifferences) {
  Bushing::Data data = bushingData(GetParam(), 0.7);
  for (const bool is_first_ground : {false, true})
    for (const bool is_second_ground : {false, true}) {
      if (is_first_ground && is_second_ground) continue;
      data.first = is_first_ground ? fem::PairingEnd{} : fem::PairingEnd{"arm", "1"};
      data.second = is_second_ground ? fem::PairingEnd{} : fem::PairingEnd{"arm", "2"};
      SCOPED_TRACE(is_first_ground ? "ground - b" : is_second_ground ? "a - ground" : "a - b");
      const FrameForce force = bushing(data, GetParam());
      force.expectStiffness();
      force.expectDamping();
    }
}

TEST_P(BushingTest, ForcesHaveAPotential) {
  bushing(bushingData(GetParam(), 0.0), GetParam()).expectPotential();
}

// Objectivity: a common rotation of both bodies and their velocities preserves the energy and
// rotates the forces.
TEST(Bushing, IsObjective) {
  const FrameForce force = bushing(bushingData(3, 0.0), 3);
  const auto energyOf = [&] {
    double energy = 0.0;
    for (const auto* one : force.mechanics().forceFields()) energy += one->energy();
    return force.mechanics().comm().sum(energy);
  };
  const double before = energyOf();
  la::State& state = force.state();
  const Vec3 turn(0.4, -2.0, 1.1);
  const base::Mat3 R = la::quaternionOf(turn).toRotationMatrix();
  std::vector<double> increment;
  for (base::LocalIndex node = 0; node < state.layout().numOwned(); ++node) {
    const auto at = 6 * static_cast<std::size_t>(node);
    const Vec3 place = Vec3(state.reference().data() + at) + Vec3(state.displacement().data() + at);
    const Vec3 moved = R * place - place;
    increment.insert(increment.end(), {moved[0], moved[1], moved[2], turn[0], turn[1], turn[2]});
  }
  state.retract(increment);
  state.updateGhosts();
  EXPECT_NEAR(energyOf(), before, 1e-12 * std::abs(before));
}

TEST(Bushing, RefusesWhatIsNoElasticLaw) {
  const auto make = [](const Bushing::Data& data) { bushing(data, 3); };
  Bushing::Data data = bushingData(3, 0.0);
  data.stiffness.given(0, 3) += 0.5;
  EXPECT_THROW(make(data), base::InputError);  // not symmetric
  data.stiffness.given(3, 0) = data.stiffness.given(0, 3) = 100.0;
  EXPECT_THROW(make(data), base::InputError);  // indefinite
  data = bushingData(3, 0.0);
  data.second_axis = data.axis;
  EXPECT_THROW(make(data), base::InputError);
  data = bushingData(2, 0.0);
  EXPECT_THROW(make(data), base::InputError);  // data for the plane
  data = bushingData(3, 0.0);
  data.first = data.second = {};
  EXPECT_THROW(make(data), base::InputError);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, BushingTest, ::testing::Values(2, 3));

}  // namespace
}  // namespace tenon::system
