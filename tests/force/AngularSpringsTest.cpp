// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "force/AngularSprings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/testing/InteractionFixture.hpp"

namespace tenon::force {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

const std::vector<Box> solids{{"left", CellType::hex8, {2, 1, 1}},
                              {"right", CellType::tet4, {1, 1, 1}, {2, 0, 0}, {3, 1, 1}}};
const std::vector<Box> plates{{"left", CellType::quad4, {2, 2, 0}}};

struct Angles {
  std::string name;
  AngularSprings::Data data;
  bool plane = false;
};

class AngularSpringsTest : public testing::InteractionFixture, public ::testing::WithParamInterface<Angles> {
  Force make(const Objects& objects) const override {
    return std::make_unique<AngularSprings>(GetParam().data, objects.find());
  }
  std::vector<Box> boxes() const override { return GetParam().plane ? plates : solids; }
};
TEST_P(AngularSpringsTest, isConsistent) {
  expectConsistent();
}

// Arbitrary triples of distinct nodes.
const fem::TagTuples<3> triples{{{1, 2, 6}, {3, 8, 12}, {1, 2, 6}, {7, 2, 9}}};
INSTANTIATE_TEST_SUITE_P(
    cases, AngularSpringsTest,
    ::testing::Values(Angles{"asInTheMesh", {{"left"}, triples, 3.0, {}}},
                      Angles{"ofARestAngle", {{"left"}, triples, 3.0, {1.2}}},
                      Angles{"straight", {{"left"}, triples, 3.0, {M_PI}}},
                      Angles{"folded", {{"left"}, triples, 3.0, {0.0}}},
                      Angles{"ofTwoObjects", {{"left", "right", "left"}, {{{1, 2, 6}, {3, 8, 12}}}, 3.0, {}}},
                      Angles{"inThePlane", {{"left"}, {{{1, 2, 6}, {3, 8, 9}, {7, 2, 9}}}, 3.0, {}}, true}),
    [](const auto& param) { return param.param.name; });

/// Three nodes of one state at given positions: the nodes with the
/// tags 1, 2 and 3 of a single hexahedron.
class ThreeNodes {
 public:
  explicit ThreeNodes(double stiffness, std::optional<double> rest_angle)
      : objects_(base::Communicator::world(), {{"box", CellType::hex8, {1, 1, 1}}}, 0),
        springs_({{"box"}, {{{1, 2, 3}}}, stiffness, {rest_angle}}, objects_.find()) {
    objects_.numberDofs();
  }
  void place(const base::Vec3& a, const base::Vec3& b, const base::Vec3& c) {
    la::State& state = objects_.state();
    const auto& mesh = objects_.domain().mesh;
    const base::Vec3 places[3] = {a, b, c};
    for (base::LocalIndex node = 0; node < mesh.layout().numOwned(); ++node) {
      const auto tag = mesh.nodeTags()[static_cast<std::size_t>(node)];
      for (int i = 0; i < 3 && tag <= 3; ++i) {
        const auto at = static_cast<std::size_t>(3 * node + i);
        state.displacement()[at] = places[tag - 1][i] - state.reference()[at];
      }
    }
    state.updateGhosts();
  }
  Eigen::VectorXd force() const {
    return objects_.assemble([&](la::ForceVector& f) { springs_.addForce(f); }).head(9);
  }
  Eigen::MatrixXd stiffness() const {
    return objects_
        .matrix(la::Insertion::slots,
                [&](const la::Contributions& to) {
                  la::StiffnessMatrix K = to.stiffness(1.0);
                  springs_.addStiffness(K);
                })
        .topLeftCorner(9, 9);
  }
  double energy() const { return objects_.comm().sum(springs_.energy()); }

 private:
  Objects objects_;
  AngularSprings springs_;
};

/// Verifies the stiffness of a straight angle with arms of length 1 and 2 and a straight rest
/// angle. A small deflection w of the corner has the energy k/2 (w + w/2)^2 in both transverse
/// directions, and none along the arms.
TEST(AngularSprings, bendAStraightLine) {
  ThreeNodes nodes(4.0, M_PI);
  nodes.place({-1, 0, 0}, {0, 0, 0}, {2, 0, 0});
  EXPECT_LT(nodes.force().norm(), 1e-15);
  const Eigen::MatrixXd K = nodes.stiffness();
  EXPECT_TRUE(K.allFinite());
  const Eigen::Vector3d arms(1.0, -1.5, 0.5);  // derivatives of the angle with respect to the deflections of a, b, c
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(9, 9);
  for (int p = 0; p < 3; ++p)
    for (int q = 0; q < 3; ++q)
      for (int i = 1; i < 3; ++i) expected(3 * p + i, 3 * q + i) = -4.0 * arms[p] * arms[q];
  EXPECT_LT((K - expected).cwiseAbs().maxCoeff(), 1e-14);
}

/// Verifies the forces of a right angle that is opened to phi. The moment k (phi - pi/2) acts as
/// forces normal to the arms.
TEST(AngularSprings, applyTheMoment) {
  ThreeNodes nodes(4.0, 0.5 * M_PI);
  const double phi = 2.0;
  nodes.place({1, 0, 0}, {0, 0, 0}, {2 * std::cos(phi), 2 * std::sin(phi), 0});
  const double moment = 4.0 * (phi - 0.5 * M_PI);
  const Eigen::VectorXd f = nodes.force();
  EXPECT_NEAR(f[0], 0, 1e-14);
  EXPECT_NEAR(f[1], moment, 1e-14);  // towards c
  EXPECT_NEAR(Eigen::Vector3d(f.tail<3>()).norm(), moment / 2, 1e-14);
  EXPECT_LT((f.head<3>() + f.segment<3>(3) + f.tail<3>()).norm(), 1e-14);
  EXPECT_NEAR(nodes.energy(), 0.5 * moment * moment / 4.0, 1e-14);
}

/// Verifies the stiffness on both sides of the angle at which a series replaces the quotients.
TEST(AngularSprings, areSmoothNearStraight) {
  ThreeNodes nodes(1.0, M_PI);
  const auto at = [&](double phi) {
    nodes.place({-1, 0, 0}, {0, 0, 0}, {std::cos(phi), std::sin(phi), 0});
    return nodes.stiffness();
  };
  const Eigen::MatrixXd below = at(0.02 - 1e-9), above = at(0.02 + 1e-9);
  EXPECT_LT((below - above).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_NEAR(nodes.force()[7], -(0.02 + 1e-9) * std::cos(0.02 + 1e-9), 1e-15);
}

TEST(AngularSprings, rejectInvalidInput) {
  Objects objects(base::Communicator::world(), {{"a", CellType::hex8, {1, 1, 1}}, {"b", CellType::hex8, {1, 1, 1}}}, 1);
  const auto expectRefusal = [&](const AngularSprings::Data& data, const std::vector<std::string>& words) {
    try {
      AngularSprings(data, objects.find());
      ADD_FAILURE() << "no error";
    } catch (const base::InputError& error) {
      for (const auto& word : words) EXPECT_THAT(error.what(), ::testing::HasSubstr(word));
    }
  };
  expectRefusal({{"a"}, {{{1, 2, 99}}}, 1.0, {}}, {"angular-springs on a", "no node 99"});
  expectRefusal({{"a"}, {{{1, 2, 1}}}, 1.0, {}}, {"node 1 of 'a'", "twice"});
  expectRefusal({{"a", "b"}, {{{1, 2, 3}}}, 1.0, {}},
                {"must name one object, or one for each of the nodes a, b and c", "2"});
  expectRefusal({{"a"}, {{{1, 2, 3}}}, 1.0, {4.0}}, {"between 0 and pi", "4"});
  expectRefusal({{"b", "a", "b"}, {{{1, 1, 3}}}, 1.0, {}}, {"arm of length 0"});
}

}  // namespace
}  // namespace tenon::force
