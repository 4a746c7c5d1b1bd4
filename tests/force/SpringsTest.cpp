// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "force/Springs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/testing/InteractionFixture.hpp"

namespace tenon::force {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

const std::vector<Box> solids{{"left", CellType::hex8, {2, 2, 1}, {0, 0, 0}, {1, 1, 1}},
                              {"right", CellType::tet4, {1, 3, 1}, {1.5, 0, 0}, {2, 1, 1}}};
const std::vector<Box> plates{{"left", CellType::quad4, {2, 3, 0}, {0, 0, 0}, {1, 1, 0}},
                              {"right", CellType::tri6, {1, 1, 0}, {1.5, 0, 0}, {2, 1, 0}}};

std::unique_ptr<ForceField> make(const std::string& text, const Objects& objects) {
  InteractionRegistry registry("interaction");
  registerInteractions(registry);
  const auto find = objects.find();
  return registry.make(base::CaseNode::parse(text, "case.yaml"), find);
}

/// Springs of a case file between two solids or two plates.
struct Words {
  std::string name, text;
  bool plane = false;
};

class SpringsTest : public testing::InteractionFixture, public ::testing::WithParamInterface<Words> {
  Force make(const Objects& objects) const override { return force::make(GetParam().text, objects); }
  std::vector<Box> boxes() const override { return GetParam().plane ? plates : solids; }
};
TEST_P(SpringsTest, isConsistent) {
  expectConsistent();
}

const std::string nearest = "first: {object: left, group: xmax}, second: {object: right, group: xmin}";
const std::string one_object = "first: {object: left, group: zmin}, second: {object: left, group: zmax}";
INSTANTIATE_TEST_SUITE_P(
    cases, SpringsTest,
    ::testing::Values(Words{"nearest", "{type: springs, " + nearest + ", stiffness: 50}"},
                      Words{"damped", "{type: springs, " + nearest + ", stiffness: 50, damping: 4}"},
                      Words{"slack", "{type: springs, " + nearest + ", stiffness: 50, rest_length: 0.9, damping: 1}"},
                      Words{"ofLengthZero", "{type: springs, " + nearest + ", stiffness: 50, rest_length: 0}"},
                      Words{"withinOneObject", "{type: springs, " + one_object + ", stiffness: 50}"},
                      Words{"listed",
                            "{type: springs, first: {object: left}, second: {object: right}, stiffness: 20, "
                            "pairs: [[1, 16], [18, 1], [9, 4], [9, 4], [2, 9]]}"},
                      Words{
                          "listedInOneObject",
                          "{type: springs, first: {object: right}, second: {object: right}, stiffness: 20, damping: 2,"
                          " pairs: [[1, 16], [16, 3], [9, 4]]}"},
                      Words{"polynomial", "{type: polynomial-springs, " + nearest + ", coefficients: [5, -3, 40]}"},
                      Words{"polynomialOfLengthZero",
                            "{type: polynomial-springs, " + nearest + ", coefficients: [5, 3], rest_length: 0}"},
                      Words{"inThePlane", "{type: springs, " + nearest + ", stiffness: 50, damping: 3}", true},
                      Words{"polynomialInThePlane",
                            "{type: polynomial-springs, " + nearest + ", coefficients: [5, -3], damping: 3}", true}),
    [](const auto& param) { return param.param.name; });

/// Verifies that a spring of unit stiffness and rest length zero between two nodes, given by tags,
/// has identity blocks as its stiffness.
TEST(Springs, ofRestLengthZeroAreExactlyUnitBlocks) {
  Objects objects(base::Communicator::world(), solids, 1);
  const auto unit = make(
      "{type: springs, first: {object: left}, second: {object: right}, pairs: [[5, 7]], stiffness: 1, rest_length: 0}",
      objects);
  objects.numberDofs();
  objects.moveRandomly(1, 0.3, 1.0);
  const Eigen::MatrixXd K = objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
    la::StiffnessMatrix stiffness = to.stiffness(1.0);
    unit->addStiffness(stiffness);
  });
  // Generated meshes number their nodes from 1. The rows of the objects follow one another.
  const Eigen::Index a = 3 * 4, b = 3 * (18 + 6);
  const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(K.rows(), K.cols());
  expected.block<3, 3>(a, a) = expected.block<3, 3>(b, b) = -I;
  expected.block<3, 3>(a, b) = expected.block<3, 3>(b, a) = I;
  EXPECT_EQ((K - expected).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_TRUE(unit->isLinear());
  EXPECT_TRUE(unit->isSymmetric());
}

/// Verifies springs of length zero between two objects at the same position. The dampers act along
/// the relative velocity.
TEST(Springs, ofZeroLengthAreFinite) {
  const std::vector<Box> touching{{"left", CellType::hex8, {1, 1, 1}}, {"right", CellType::hex8, {1, 1, 1}}};
  Objects objects(base::Communicator::world(), touching, 0);
  const auto springs = make("{type: springs, " + nearest + ", stiffness: 7, damping: 2}", objects);
  objects.numberDofs();
  EXPECT_FALSE(springs->isLinear());
  const auto matrix = [&](bool damping) {
    return objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      la::DampingMatrix B = to.damping(1.0);
      damping ? springs->addDamping(B) : springs->addStiffness(K);
    });
  };
  // The nodes of xmax of one box and xmin of the other do not
  // coincide, but those of xmax and xmax do.
  const auto meeting = make(
      "{type: springs, first: {object: left, group: xmax}, second: {object: right, group: xmax}, stiffness: 7, "
      "damping: 2}",
      objects);
  objects.numberDofs();
  const Eigen::MatrixXd K = objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
    la::StiffnessMatrix stiffness = to.stiffness(1.0);
    meeting->addStiffness(stiffness);
  });
  EXPECT_TRUE(K.allFinite());
  EXPECT_EQ(K.minCoeff(), -7.0);
  EXPECT_EQ(K.diagonal().sum(), -7.0 * 4 * 2 * 3);
  EXPECT_TRUE(matrix(false).allFinite());
  EXPECT_TRUE(matrix(true).allFinite());
  const Eigen::VectorXd v = objects.randomVector(4);
  objects.move(Eigen::VectorXd::Zero(v.size()), v);
  const Eigen::VectorXd f = objects.assemble([&](la::ForceVector& to) { meeting->addForce(to); });
  const Eigen::VectorXd product =
      objects.product(v, [&](const la::IncrementVector& dv, la::ForceVector& df) { meeting->addDampingTimes(dv, df); });
  EXPECT_LT((f - product).norm(), 1e-14 * f.norm());
  EXPECT_GT(f.norm(), 1.0);
}

/// Verifies that an elongation of 1e-12 keeps its digits, which a difference of lengths would lose.
TEST(Springs, areAccurateForTinyDisplacements) {
  Objects objects(base::Communicator::world(), solids, 1);
  const auto springs =
      make("{type: springs, first: {object: left}, second: {object: right}, pairs: [[1, 1]], stiffness: 2}", objects);
  objects.numberDofs();
  Eigen::VectorXd u = Eigen::VectorXd::Zero(objects.numUnknowns());
  u[3 * 18] = 1e-12;  // the first node of the second object is displaced along x
  objects.move(u, 0 * u);
  const Eigen::VectorXd f = objects.assemble([&](la::ForceVector& to) { springs->addForce(to); });
  const Eigen::Vector3d n = Eigen::Vector3d(1.5, 0.06 * 1.5 * 1.5, 0).normalized();  // the boxes of Objects are bent
  EXPECT_LT((f.head<3>() - 2 * 1e-12 * n[0] * n).norm(), 1e-24);  // error of the linearised direction
}

/// Verifies that each node of a side is paired with the coincident node of
/// the other object, for any partition.
TEST(Springs, connectNearestNodes) {
  const std::vector<Box> alike{{"left", CellType::hex8, {2, 3, 2}}, {"right", CellType::hex8, {2, 3, 2}}};
  for (const int partition : {0, 1, 2}) {
    Objects objects(base::Communicator::world(), alike, partition);
    const auto springs =
        make("{type: springs, first: {object: left, group: xmax}, second: {object: right, group: all}, stiffness: 1}",
             objects);
    objects.numberDofs();
    const Eigen::MatrixXd K = objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix stiffness = to.stiffness(1.0);
      springs->addStiffness(stiffness);
    });
    const Eigen::Index n = objects.numUnknowns() / 2;
    EXPECT_EQ(K.topRightCorner(n, n).sum(), 12 * 3) << "partition " << partition;
    EXPECT_EQ(K.topRightCorner(n, n).diagonal().sum(), 12 * 3) << "partition " << partition;
  }
}

void expectRefusal(const std::string& text, const std::vector<std::string>& words) {
  const std::vector<Box> mixed{
      solids[0], solids[1], {"plate", CellType::quad4, {1, 1, 0}}, {"twin", CellType::hex8, {2, 2, 1}}};
  Objects objects(base::Communicator::world(), mixed, 1);
  try {
    make(text, objects);
    ADD_FAILURE() << "no error: " << text;
  } catch (const base::InputError& error) {
    for (const auto& word : words) EXPECT_THAT(error.what(), ::testing::HasSubstr(word));
  }
}

TEST(Springs, rejectInvalidInput) {
  const std::string ends = "first: {object: left}, second: {object: right}";
  expectRefusal("{type: springs, " + ends + ", stiffness: 1, pairs: [[1, 999]]}", {"right", "no node 999"});
  expectRefusal("{type: springs, " + ends + ", stiffness: 1, pairs: [[0, 1]]}",
                {"left", "has no node 0 that belongs to a cell; its nodes have numbers from 1 to "});
  expectRefusal("{type: springs, " + ends + ", stiffness: 1, pairs: [[-1, 1]]}",
                {"pairs[0][0]", "nonnegative integer"});
  expectRefusal("{type: springs, " + ends + ", stiffness: 1, pairs: [[1, 2, 3]]}",
                {"pairs[0]", "number of node numbers must be 2", "is 3"});
  expectRefusal("{type: springs, " + ends + ", stiffness: 1, pairs: [[1, 2.5]]}",
                {"pairs[0][1]", "nonnegative integer"});
  expectRefusal("{type: springs, " + ends + ", stiffness: 1, pairs: []}", {"pairs", "empty"});
  expectRefusal("{type: springs, " + ends + ", stiffness: 1}", {"springs between left and right", "group", "'pairs'"});
  expectRefusal("{type: springs, " + nearest + ", stiffness: 1, pairs: [[1, 2]]}", {"groups must not be specified"});
  expectRefusal("{type: springs, " + nearest + ", stiffness: -1}", {"stiffness", "must not be negative", "-1"});
  expectRefusal("{type: springs, " + nearest + ", stiffness: 1, rest_length: -2}", {"rest_length", "-2"});
  expectRefusal("{type: springs, " + nearest + ", stifness: 1}", {"stifness", "did you mean 'stiffness'"});
  expectRefusal("{type: polynomial-springs, " + nearest + ", coefficients: []}", {"coefficients", "empty"});
  expectRefusal("{type: springs, first: {object: lift}, second: {object: right}, stiffness: 1, pairs: [[1, 2]]}",
                {"lift"});
  expectRefusal("{type: springs, first: {object: left}, second: {object: left}, stiffness: 1, pairs: [[4, 3], [2, 2]]}",
                {"node 2 of 'left'", "twice", "[2, 2]"});
  expectRefusal(
      "{type: springs, first: {object: left, group: xmin}, second: {object: left, group: ymin}, stiffness: 1}",
      {"node", "both groups"});
  expectRefusal(
      "{type: springs, first: {object: left, group: xmim}, second: {object: right, group: xmin}, stiffness: 1}",
      {"xmim", "did you mean 'xmin'"});
  expectRefusal("{type: springs, first: {object: left}, second: {object: plate}, stiffness: 1, pairs: [[1, 1]]}",
                {"same dimension"});
  expectRefusal(
      "{type: springs, first: {object: left}, second: {object: twin}, stiffness: 1, pairs: [[3, 3]], rest_length: 2}",
      {"node 3 of 'left'", "rest length 2", "no direction"});
}

}  // namespace
}  // namespace tenon::force
