// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Mappings with known results: rigid-body and affine motions, twists, and compositions of mappings.
#include <gtest/gtest.h>

#include <utility>

#include "mapping/Angle.hpp"
#include "mapping/CentreOfMass.hpp"
#include "mapping/Distance.hpp"
#include "mapping/Rigid.hpp"
#include "mapping/SquareDistance.hpp"
#include "mapping/Volume.hpp"
#include "mapping/Weighted.hpp"
#include "mapping/frames.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::mapping {
namespace {

using base::Mat3;
using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::Objects;

Vec3 restOf(const la::State& state, LocalIndex node) {
  return Vec3(state.reference().data() + static_cast<std::ptrdiff_t>(node) * state.block());
}
Vec3 displacementOf(const la::State& state, LocalIndex node) {
  return Vec3(state.displacement().data() + static_cast<std::ptrdiff_t>(node) * state.block());
}
void displace(la::State& state, LocalIndex node, const Vec3& u, const Vec3& theta = Vec3::Zero()) {
  double* const q = state.displacement().data() + static_cast<std::ptrdiff_t>(node) * state.block();
  std::copy_n(u.data(), 3, q);
  if (state.kind() == la::NodeKind::frames) std::copy_n(theta.data(), 3, q + 3);
}

/// Rigid-body motion x -> t + exp(theta) x with a large rotation.
struct RigidMotion {
  Vec3 t{3, -1, 2}, theta{0.9, -1.4, 0.7};
  Vec3 of(const Vec3& x) const { return t + la::quaternionOf(theta) * x; }
  void move(la::State& state) const {
    for (LocalIndex node = 0; node < state.layout().numLocal(); ++node)
      displace(state, node, of(restOf(state, node)) - restOf(state, node), theta);
  }
};

Box bodies(const std::string& name) {
  return {name, CellType::tet4, {2, 1, 1}, {0, 0, 0}, {1, 1, 1}, {}, la::NodeKind::frames};
}
const Box skin{"skin", CellType::tet4, {1, 2, 1}, {0.3, 0.2, 0.6}, {1.5, 1.2, 2.2}};

template <class T>
void expectFollows(const typename T::Data& data) {
  Objects objects(base::Communicator::world(), {bodies("bodies"), skin}, 1);
  T mapping(data, objects.domain(1), objects.find());
  const RigidMotion motion;
  motion.move(objects.state(0));
  mapping.updateChild();
  const la::State& child = mapping.child();
  for (LocalIndex node = 0; node < child.layout().numOwned(); ++node)
    EXPECT_LT((restOf(child, node) + displacementOf(child, node) - motion.of(restOf(child, node))).norm(), 1e-12);
}

TEST(RigidMotions, areFollowedByObjectsMappedToFrames) {
  expectFollows<Rigid>({"bodies", "", {}});
  expectFollows<Weighted>({"bodies", {}, 3, 1.0});
  expectFollows<Skinning>({"bodies", {}, 4, 1.0});
  expectFollows<BeamInterpolation>({"bodies"});
}

TEST(RigidMotions, areFollowedByFramesMappedToFrames) {
  Objects objects(base::Communicator::world(), {bodies("bodies"), bodies("parts")}, 2);
  RelativeFrames mapping({"bodies", "4", {}}, objects.domain(1), objects.find());
  const RigidMotion motion;
  motion.move(objects.state(0));
  mapping.updateChild();
  const la::State& child = mapping.child();
  for (LocalIndex node = 0; node < child.layout().numOwned(); ++node) {
    EXPECT_LT((restOf(child, node) + displacementOf(child, node) - motion.of(restOf(child, node))).norm(), 1e-12);
    const Vec3 theta(child.displacement().data() + 6 * node + 3);
    EXPECT_LT((theta - motion.theta).norm(), 1e-12);
  }
}

/// Returns the largest and smallest ratio of current to reference distances between owned nodes.
/// @note Not collective.
std::pair<double, double> stretches(const la::State& state) {
  double most = 1.0, least = 1.0;
  for (LocalIndex a = 0; a < state.layout().numOwned(); ++a)
    for (LocalIndex b = 0; b < a; ++b) {
      const Vec3 rest = restOf(state, a) - restOf(state, b),
                 moved = displacementOf(state, a) - displacementOf(state, b);
      most = std::max(most, (rest + moved).norm() / rest.norm());
      least = std::min(least, (rest + moved).norm() / rest.norm());
    }
  return {most, least};
}

// Compares skinning with linear blending for bodies of equal weight that are rotated by 90 degrees
// in opposite directions. The mean of their rotation matrices collapses the mapped object; that of
// dual quaternions is a rigid-body motion (Kavan et al., 2008).
TEST(Skinning, preservesTheCrossSectionUnderTorsion) {
  Objects objects(base::Communicator::world(), {bodies("bodies"), skin}, Objects::all_on_last_rank);
  la::State& frames = objects.state(0);
  for (LocalIndex node = 0; node < frames.layout().numLocal(); ++node)
    displace(frames, node, Vec3::Zero(), {(node % 2 == 0 ? 0.5 : -0.5) * M_PI, 0, 0});
  const Weighted::Data all_alike{"bodies", {}, 12, 1e-10};
  Skinning skinning(all_alike, objects.domain(1), objects.find());
  skinning.updateChild();
  const auto rigid = stretches(skinning.child());
  EXPECT_NEAR(rigid.first, 1.0, 1e-8);
  EXPECT_NEAR(rigid.second, 1.0, 1e-8);
  Weighted weighted(all_alike, objects.domain(1), objects.find());
  weighted.updateChild();
  if (weighted.child().layout().numOwned() > 0) {
    EXPECT_LT(stretches(weighted.child()).second, 0.2);
  }
}

// Half of the bodies are rotated by 162 degrees about x and half by -162 degrees, a difference of
// 36 degrees. The mean rotation is 180 degrees.
TEST(Skinning, usesTheShorterRotation) {
  Objects objects(base::Communicator::world(), {bodies("bodies"), skin}, Objects::all_on_last_rank);
  la::State& frames = objects.state(0);
  for (LocalIndex node = 0; node < frames.layout().numLocal(); ++node)
    displace(frames, node, Vec3::Zero(), {(node % 2 == 0 ? 0.9 : -0.9) * M_PI, 0, 0});
  Skinning skinning({"bodies", {}, 12, 1e-10}, objects.domain(1), objects.find());
  skinning.updateChild();
  const la::State& child = skinning.child();
  for (LocalIndex node = 1; node < child.layout().numOwned(); ++node) {
    const Vec3 rest = restOf(child, node) - restOf(child, 0);
    const Vec3 now = rest + displacementOf(child, node) - displacementOf(child, 0);
    EXPECT_LT((now - Vec3(rest[0], -rest[1], -rest[2])).norm(), 1e-8);
  }
}

// Verifies the volume, scaled by det F, and the centre under affine displacements.
TEST(AffineMotions, changeVolumesAndCentres) {
  for (const CellType type : {CellType::tet4, CellType::hex8, CellType::tet10, CellType::hex20, CellType::prism6}) {
    Objects objects(base::Communicator::world(), {{"box", type, {2, 1, 1}}}, 1);
    Volume volume({"box", ""}, objects.find());
    volume.createChild("size", objects.comm());
    CentreOfMass centre({"box", "", "mass"}, objects.find());
    centre.createChild("centre", objects.comm());
    Mat3 F;
    F << 1.2, 0.3, -0.1, 0.4, 0.8, 0.2, -0.3, 0.1, 1.5;
    const Vec3 t(1, 2, 3);
    la::State& box = objects.state();
    for (LocalIndex node = 0; node < box.layout().numLocal(); ++node)
      displace(box, node, t + F * restOf(box, node) - restOf(box, node));
    volume.updateChild();
    centre.updateChild();
    for (LocalIndex i = 0; i < volume.numOwned(); ++i)
      EXPECT_NEAR(volume.child().displacement()[0], (F.determinant() - 1) * volume.rest()[0], 1e-13);
    for (LocalIndex i = 0; i < centre.numOwned(); ++i)
      EXPECT_LT((displacementOf(centre.child(), 0) + centre.locations()[0] - t - F * centre.locations()[0]).norm(),
                1e-13);
    EXPECT_EQ(objects.comm().sum(volume.numOwned()), 1);
    EXPECT_EQ(objects.comm().sum(centre.numOwned()), 1);
  }
}

TupleSource pairs() {
  return {{"box"}, {{{1, 4}, {5, 2}, {1, 8}, {12, 3}}}, {}, ""};
}

// Compares the value and J of the squared distance with the square of the mapped
// distance, for random displacements.
TEST(SquareDistance, isTheSquareOfTheDistance) {
  Objects objects(base::Communicator::world(), {{"box", CellType::hex8, {2, 1, 1}}}, 1);
  SquareDistance once(pairs(), objects.find());
  once.createChild("once", objects.comm());
  Distance distance(pairs(), objects.find());
  distance.createChild("lengths", objects.comm());
  Square twice("twice", distance.child());
  objects.numberDofs();
  for (int step = 0; step < 100; ++step) {
    objects.moveRandomly(step, 0.3, 0.5);
    for (Mapping* mapping : std::initializer_list<Mapping*>{&once, &distance, &twice}) mapping->updateChild();
    Jacobian of_once, of_distance, of_twice;
    once.addJacobian(of_once), distance.addJacobian(of_distance), twice.addJacobian(of_twice);
    ASSERT_EQ(of_once.entries().size(), of_distance.entries().size());
    for (LocalIndex i = 0; i < once.numOwned(); ++i)
      EXPECT_NEAR(once.child().displacement()[static_cast<std::size_t>(i)],
                  twice.child().displacement()[static_cast<std::size_t>(i)], 1e-13);
    for (std::size_t k = 0; k < of_once.entries().size(); ++k) {
      const auto& entry = of_distance.entries()[k];
      const double factor = *of_twice.valuesOf(of_twice.entries()[static_cast<std::size_t>(entry.child_node)]);
      EXPECT_LT((of_once.block(of_once.entries()[k], 1) - factor * of_distance.block(entry, 1)).norm(), 1e-13);
    }
  }
}

// Verifies small displacements of objects far from the origin. The error is relative to the
// displacement, not to the coordinates.
TEST(Distances, areAccurateForSmallDisplacements) {
  Objects objects(base::Communicator::world(),
                  {{"box", CellType::hex8, {1, 1, 1}, {1e6, 1e6, 1e6}, {1e6 + 1, 1e6 + 1, 1e6 + 1}}}, 1);
  TupleSource source{{"box"}, {{{1, 8}}}, {}, ""};
  Distance distance(source, objects.find());
  distance.createChild("lengths", objects.comm());
  la::State& box = objects.state();
  const double stretch = 1e-14;
  for (LocalIndex node = 0; node < box.layout().numLocal(); ++node)
    displace(box, node, stretch * (restOf(box, node) - Vec3::Constant(1e6)));
  distance.updateChild();
  for (LocalIndex i = 0; i < distance.numOwned(); ++i)
    EXPECT_NEAR(distance.child().displacement()[0] / (stretch * distance.rest()[0]), 1.0, 1e-9);
}

// Verifies a segment from (0, 0, 0) to (3, 4, 12) of length l = 13 with the force f = 2:
// J = -+(3, 4, 12) / 13, and the blocks of the geometric stiffness are f / l (1 - n n^T).
TEST(Distances, haveTheStiffnessOfTheirForce) {
  Objects objects(base::Communicator::world(), {{"box", CellType::hex8, {1, 1, 1}}}, 1);
  TupleSource source{{"box"}, {{{1, 8}}}, {}, ""};
  Distance distance(source, objects.find());
  distance.createChild("lengths", objects.comm());
  la::State& box = objects.state();
  const auto isFar = [&](LocalIndex node) {
    return objects.domain().mesh.nodeTags()[static_cast<std::size_t>(node)] == 8;
  };
  for (LocalIndex node = 0; node < box.layout().numLocal(); ++node)
    displace(box, node, (isFar(node) ? Vec3(3, 4, 12) : Vec3(0, 0, 0)) - restOf(box, node));
  Jacobian J;
  distance.addJacobian(J);
  GeometricStiffness K;
  const std::vector<double> force(static_cast<std::size_t>(distance.child().layout().numLocal()), 2.0);
  distance.addGeometricStiffness(force, K);
  const auto signOf = [&](LocalIndex node) { return isFar(node) ? 1.0 : -1.0; };
  const Eigen::RowVector3d n(3.0 / 13, 4.0 / 13, 12.0 / 13);
  Eigen::Matrix3d expected;
  expected << .1456531634, -.0109239873, -.0327719618, -.0109239873, .1392808375, -.043695949, -.0327719618,
      -.043695949, .0227583068;
  for (const auto& entry : J.entries()) EXPECT_LT((J.block(entry, 1) - signOf(entry.parent_node) * n).norm(), 1e-15);
  for (const auto& entry : K.entries()) {
    const Eigen::Map<const Eigen::Matrix3d> block(K.valuesOf(entry));
    EXPECT_LT((block - signOf(entry.row_node) * signOf(entry.column_node) * expected).norm(), 2e-10);
  }
  EXPECT_EQ(objects.comm().sum(static_cast<long>(J.entries().size())), 2);
  EXPECT_EQ(objects.comm().sum(static_cast<long>(K.entries().size())), 4);
}

// Verifies the change of a right angle with sides of arbitrary length if one side is rotated by 0.3
// rad in its plane.
TEST(Angle, followsRotationsOfItsSides) {
  Objects objects(base::Communicator::world(), {{"box", CellType::quad4, {1, 1, 1}}}, 1);
  TupleSource source{{"box"}, {{{2, 1, 3}}}, {}, ""};
  Angle angle(source, objects.find());
  angle.createChild("angle", objects.comm());
  la::State& box = objects.state();
  const Eigen::Vector2d at = [&] {
    Eigen::Vector2d sum = Eigen::Vector2d::Zero();  // position of node 1, from its owner
    for (LocalIndex node = 0; node < box.layout().numOwned(); ++node)
      if (objects.domain().mesh.nodeTags()[static_cast<std::size_t>(node)] == 1)
        sum = Eigen::Vector2d(box.reference().data() + 2 * node);
    return Eigen::Vector2d(objects.comm().sum(sum[0]), objects.comm().sum(sum[1]));
  }();
  for (LocalIndex node = 0; node < box.layout().numLocal(); ++node) {
    if (objects.domain().mesh.nodeTags()[static_cast<std::size_t>(node)] != 3) continue;
    const Eigen::Vector2d arm = Eigen::Vector2d(box.reference().data() + 2 * node) - at;
    const Eigen::Vector2d turned = Eigen::Rotation2Dd(0.3) * arm;
    std::copy_n(Eigen::Vector2d(2.0 * turned - arm).data(), 2, box.displacement().data() + 2 * node);
  }
  angle.updateChild();
  for (LocalIndex i = 0; i < angle.numOwned(); ++i) EXPECT_NEAR(angle.child().displacement()[0], 0.3, 1e-14);
}

// Plane rigid bodies have three degrees of freedom per node, as many as points in space.
TEST(NodalWeights, namesDimensionsThatDiffer) {
  Box plane{"plane", CellType::tri3, {1, 1, 1}};
  plane.kind = la::NodeKind::frames;
  Objects objects(base::Communicator::world(), {plane, {"solid", CellType::tet4, {1, 1, 1}}}, 0);
  try {
    NodalWeights("attached", objects.state(0), {&objects.state(1)}, WeightTable{});
    FAIL() << "objects of different dimensions are accepted";
  } catch (const base::InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("object 'plane' is 2-dimensional, but the parent 'solid' is 3-dimensional"),
              std::string::npos)
        << message;
  }
}

}  // namespace
}  // namespace tenon::mapping
