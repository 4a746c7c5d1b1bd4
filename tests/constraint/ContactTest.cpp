// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "constraint/registry.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/testing/ConstraintFixture.hpp"

namespace tenon::constraint {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

std::unique_ptr<Constraint> makeContact(const std::string& text, const Objects& objects) {
  ContactRegistry registry("contact");
  registerContacts(registry);
  return registry.make(base::CaseNode::parse(text, "case.yaml"), objects.find());
}

/// Parameters of a contact between two solids or two plates, as written in a case.
struct CaseText {
  std::string name, text;
  bool plane = false;
  std::string left = {};            ///< mesh file of the body on the left
  CellType cells = CellType::hex8;  ///< cell type of the body on the left in three dimensions
};

/// Fixture without friction, where the rows are the derivatives of the gaps alone. Mortars are
/// linear and also have slips.
class ContactTest : public testing::ConstraintFixture, public ::testing::WithParamInterface<CaseText> {
  Constraint make(const Objects& objects) const override { return makeContact(GetParam().text, objects); }
  std::vector<Box> boxes() const override {
    const std::string& left = GetParam().left;
    if (GetParam().plane)
      return {{"left", CellType::quad4, {2, 3, 0}, {0, 0, 0}, {1, 1, 0}, left},
              {"right", CellType::tri6, {1, 1, 0}, {1.5, 0.1, 0}, {2, 0.9, 0}}};
    return {{"left", GetParam().cells, {2, 2, 1}, {0, 0, 0}, {1, 1, 1}, left},
            {"right", CellType::tet4, {1, 2, 1}, {1.5, 0.1, 0.1}, {2.5, 0.9, 0.9}}};
  }
  double time() const override { return 0.5; }
};
TEST_P(ContactTest, isConsistent) {
  expectConsistent();
}

const std::string sides = "slave: {object: right, group: xmin}, master: {object: left, group: xmax}, reach: 1";
const std::string slave = "slave: {object: left, group: xmax}, displacement: [0.1, 0, 0], history: [[0, 0], [1, 1]]";
INSTANTIATE_TEST_SUITE_P(
    cases, ContactTest,
    ::testing::Values(
        CaseText{"nodes", "{type: surface, method: nodes, " + sides + "}"},
        CaseText{"nodesInAPlane", "{type: surface, method: nodes, " + sides + "}", true},
        CaseText{"usual", "{type: surface, " + sides + "}"},
        CaseText{"smooth", "{type: surface, smooth: true, " + sides + "}", false, "data/dome.msh"},
        CaseText{"smoothInAPlane", "{type: surface, smooth: true, " + sides + "}", true, "data/arch.msh"},
        CaseText{"mortar", "{type: surface, method: mortar, " + sides + "}"},
        CaseText{"mortarWithFriction", "{type: surface, method: mortar, friction: 0.5, " + sides + "}"},
        CaseText{"standardMortarInAPlane",
                 "{type: surface, method: mortar, multipliers: standard, friction: 0.5, " + sides + "}", true},
        CaseText{"plane", "{type: plane, point: [1.3, 0, 0], normal: [-2, 0.3, 0.1], " + slave + "}"},
        CaseText{"line", "{type: plane, point: [1.3, 0, 0], normal: [-2, 0.3, 0], " + slave + "}", true},
        CaseText{"sphere", "{type: sphere, centre: [2, 0.4, 0.3], radius: 0.7, " + slave + "}"},
        CaseText{"disc", "{type: sphere, centre: [2, 0.4, 0], radius: 0.7, " + slave + "}", true},
        CaseText{"sphereBelowHex20", "{type: sphere, centre: [2, 0.4, 0.3], radius: 0.7, " + slave + "}", false, "",
                 CellType::hex20},
        CaseText{"sphereBelowTet10", "{type: sphere, centre: [2, 0.4, 0.3], radius: 0.7, " + slave + "}", false, "",
                 CellType::tet10},
        CaseText{"bowl", "{type: sphere, centre: [0.4, 0.4, 0.3], radius: 2, hollow: true, " + slave + "}"},
        CaseText{"cylinder", "{type: cylinder, centre: [2, 0.4, 0.3], axis: [0, 1, 2], radius: 0.7, " + slave + "}"},
        CaseText{"pipe",
                 "{type: cylinder, centre: [0.4, 0.4, 0], axis: [0.2, 0, 3], radius: 2, hollow: true, " + slave + "}"},
        CaseText{"box", "{type: box, low: [1.4, -2, 0.45], high: [3, 0.27, 3], " + slave + "}"},
        CaseText{"capsule",
                 "{type: capsule, centre: [2, 0.4, 0.3], axis: [0, 1, 2], length: 0.9, radius: 0.7, " + slave + "}"},
        CaseText{"capsuleInAPlane",
                 "{type: capsule, centre: [2, 0.4, 0], axis: [1, 4, 0], length: 0.5, radius: 0.5, " + slave + "}",
                 true},
        CaseText{"sectionOfACapsule", "{type: capsule, centre: [2, 0.4, 9], length: 0.1, radius: 0.5, " + slave + "}",
                 true},
        CaseText{"vessel",
                 "{type: capsule, centre: [0.4, 0.4, 0], axis: [0.2, 0, 3], length: 0.9, radius: 2, hollow: true, " +
                     slave + "}"},
        CaseText{"rod",
                 "{type: cylinder, centre: [2, 0.4, 0.3], axis: [0, 1, 2], length: 0.5, radius: 0.6, " + slave + "}"},
        CaseText{"rectangle",
                 "{type: cylinder, centre: [2, 0.4, 0], axis: [1, 1, 0], length: 0.8, radius: 0.3, " + slave + "}",
                 true},
        CaseText{"hull",
                 "{type: hull, vertices: [[1.3, 0.3, 0.4], [2, 1.4, 0.1], [2, -0.5, 0.5], [2.2, 0.4, -1], [1.8, 0.3, "
                 "1.2]], " +
                     slave + "}"},
        CaseText{"polygon", "{type: hull, vertices: [[1.3, 0.4], [2, -0.5], [2, 1.4]], " + slave + "}", true},
        CaseText{"insideOfAPolygon", "{type: hull, vertices: [[0.8, 0.4], [9, -9], [9, 9]], " + slave + "}", true},
        CaseText{"insideOfABox", "{type: box, low: [0, -4, -4], high: [1.5, 5, 5], " + slave + "}"}),
    [](const auto& tested) { return tested.param.name; });

TEST(SmoothContact, isOfStraightFaces) {
  Objects objects(base::Communicator::world(),
                  {{"left", CellType::quad8, {2, 3, 0}, {0, 0, 0}, {1, 1, 0}},
                   {"right", CellType::tri3, {1, 1, 0}, {1.5, 0.1, 0}, {2, 0.9, 0}}},
                  0);
  try {
    makeContact("{type: surface, smooth: true, " + sides + "}", objects);
    FAIL() << "curved faces are taken";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("first-order faces"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("left/xmax"));
  }
}

class ObstacleTest : public ::testing::Test {
 protected:
  /// Expects Phi of every node of "left" at xmax to be its distance from the obstacle at its
  /// current position x.
  void expectDistances(const std::string& shape, const std::function<double(const base::Vec3&)>& distance,
                       const Box& left = {"left", CellType::hex8, {2, 2, 2}}) {
    Objects objects(base::Communicator::world(), {left}, 0);
    const auto contact = makeContact("{" + shape + ", slave: {object: left, group: xmax}}", objects);
    objects.numberDofs();
    std::vector<double> phi(static_cast<std::size_t>(contact->numRows()), 0.0);
    contact->addResidual(phi);
    const std::vector<LocalIndex> nodes = contact->carrierNodes();
    ASSERT_EQ(nodes.size(), phi.size());
    const int dim = objects.state().block();
    EXPECT_EQ(objects.comm().sum(static_cast<long>(nodes.size())), dim == 3 ? 9 : 3);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      base::Vec3 x = base::Vec3::Zero();
      for (int c = 0; c < dim; ++c) x[c] = objects.state().reference()[static_cast<std::size_t>(dim * nodes[k] + c)];
      EXPECT_NEAR(phi[k], distance(x), 1e-12) << shape << " at " << x.transpose();
    }
  }
  /// Expects an InputError of a contact of "left" at xmax.
  static void expectRefused(const std::string& shape, const std::string& message, bool plane = false) {
    const CellType cells = plane ? CellType::quad4 : CellType::hex8;
    Objects objects(base::Communicator::world(), {{"left", cells, {2, 2, plane ? 0 : 2}}}, 0);
    try {
      makeContact("{" + shape + ", slave: {object: left, group: xmax}}", objects);
      FAIL() << shape << " is accepted";
    } catch (const base::Error& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr(message));
    }
  }
};

TEST_F(ObstacleTest, distancesAreThoseOfTheShape) {
  using base::Vec3;
  expectDistances("type: plane, point: [1.5, 7, 3], normal: [-3, 0, 0]", [](const Vec3& x) { return 1.5 - x[0]; });
  expectDistances("type: sphere, centre: [1, 0, 3], radius: 1.5",
                  [](const Vec3& x) { return (x - Vec3(1, 0, 3)).norm() - 1.5; });
  expectDistances("type: sphere, centre: [1, 0, 0], radius: 2, hollow: true",
                  [](const Vec3& x) { return 2 - (x - Vec3(1, 0, 0)).norm(); });
  expectDistances("type: cylinder, centre: [9, 0, 3], axis: [5, 0, 0], radius: 1.5",
                  [](const Vec3& x) { return std::hypot(x[1], x[2] - 3) - 1.5; });
  expectDistances("type: cylinder, centre: [3, 0, 3], axis: [-5, 0, 0], length: 2, radius: 2.5", [](const Vec3& x) {
    return std::hypot(2.0 - x[0], std::max(std::hypot(x[1], x[2] - 3) - 2.5, 0.0));
  });
  const auto box = [](const Vec3& x) {
    return std::hypot(1.7 - x[0], std::max(x[1] - 0.4, 0.0), std::max(x[2] - 0.6, 0.0));
  };
  expectDistances("type: box, low: [1.7, -1, -1], high: [2, 0.4, 0.6]", box);
  expectDistances(
      "type: hull, vertices: [[1.7, -1, -1], [1.7, 0.4, -1], [1.7, -1, 0.6], [1.7, 0.4, 0.6], [2, -1, -1], "
      "[2, 0.4, -1], [2, -1, 0.6], [2, 0.4, 0.6], [1.8, 0, 0]]",
      box);
  expectDistances("type: box, low: [0.7, -1, -1], high: [2, 3, 4]", [](const Vec3& x) { return 0.7 - x[0]; });
  expectDistances("type: hull, vertices: [[0.7, -20, -20], [0.7, 20, -20], [0.7, 0, 20], [20, 0, 0]]",
                  [](const Vec3& x) { return 0.7 - x[0]; });
  const auto fromSegment = [](const Vec3& x) { return (x - Vec3(2, std::clamp(x[1], 0.1, 0.7), 0.5)).norm() - 0.3; };
  expectDistances("type: capsule, centre: [2, 0.4, 0.5], axis: [0, 3, 0], length: 0.6, radius: 0.3", fromSegment);
  expectDistances("type: capsule, centre: [2, 0.4, 0.5], axis: [0, 3, 0], length: 0.6, radius: 0.3, hollow: true",
                  [&](const Vec3& x) { return -fromSegment(x); });
}

// In plane problems, z coordinates are ignored, and the section of a round obstacle along z is a
// disc. Nodes of axisymmetric objects have the same distances in the section.
TEST_F(ObstacleTest, distancesInThePlaneAreThoseOfTheSection) {
  using base::Vec3;
  const Box plane{"left", CellType::quad4, {2, 2, 0}};
  const auto disc = [](const Vec3& x) { return std::hypot(x[0] - 2, x[1] - 0.4) - 0.7; };
  for (const std::string shape : {"type: sphere", "type: cylinder", "type: cylinder, length: 0.01",
                                  "type: capsule, axis: [0, 0, 3], length: 0.01"}) {
    expectDistances(shape + ", centre: [2, 0.4, 3], radius: 0.7", disc, plane);
    expectDistances(  // nodes within the disc, which is not limited along z
        shape + ", centre: [1.1, 0.4, 3], radius: 0.9",
        [](const Vec3& x) { return std::hypot(x[0] - 1.1, x[1] - 0.4) - 0.9; }, plane);
  }
  expectDistances(
      "type: cylinder, centre: [2, 0.4, 3], axis: [0, 1, 0], radius: 0.7",
      [](const Vec3& x) { return std::abs(x[0] - 2) - 0.7; }, plane);
  expectDistances(
      "type: cylinder, centre: [2, 0.3, 3], axis: [0, 1, 0], radius: 0.7, length: 0.8",
      [](const Vec3& x) { return std::hypot(1.3 - x[0], std::max(x[1] - 0.7, 0.0)); }, plane);
  expectDistances(
      "type: capsule, centre: [2, 0.4, 3], axis: [0, -1, 0], radius: 0.7, length: 0.8",
      [](const Vec3& x) { return std::hypot(x[0] - 2, x[1] - std::clamp(x[1], 0.0, 0.8)) - 0.7; }, plane);
  expectDistances(
      "type: hull, vertices: [[1.5, -1, 4], [1.5, 0.2, 0], [3, -1], [3, 0.2]]",
      [](const Vec3& x) { return std::hypot(1.5 - x[0], std::max(x[1] - 0.2, 0.0)); }, plane);
}

TEST_F(ObstacleTest, pointsMustHaveAHull) {
  expectRefused("type: hull, vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]",
                "four points that are not coplanar");
  expectRefused("type: hull, vertices: [[0, 0, 0], [1, 1, 0], [2, 2, 7], [3, 3, 9]]",
                "three points that are not collinear", true);
  expectRefused("type: hull", "specify either `vertices` or a `file`");
  expectRefused("type: hull, vertices: [[0, 0, 0]], file: a.stl", "but not both");
  expectRefused("type: hull, file: data/dome.msh", "is not a surface file");
  expectRefused("type: hull, file: data/none.stl", "none.stl");
  expectRefused("type: hull, vertices: 3", "vertices");
  expectRefused("type: hull, vertexes: [[0, 0, 0]]", "did you mean 'vertices'");
}

TEST_F(ObstacleTest, axesMustHaveASection) {
  for (const std::string shape : {"type: cylinder", "type: capsule, length: 1"}) {
    expectRefused(shape + ", centre: [2, 0, 0], radius: 1, axis: [0, 0, 0]", "`axis` must not be [0, 0, 0]");
    expectRefused(shape + ", centre: [2, 0], radius: 1, axis: [1, 0, 1]", "must lie in the xy plane or be [0, 0, 1]",
                  true);
    expectRefused(shape + ", centre: [2, 0], radius: 1, displacement: [0, 0, 1]",
                  "displacement: 'left' is two-dimensional", true);
  }
  expectRefused("type: capsule, centre: [2, 0, 0], radius: 1", "length");
  expectRefused("type: capsule, centre: [2, 0, 0], radius: 1, length: 0", "length");
  expectRefused("type: cylinder, centre: [2, 0, 0], radius: 1, length: -1", "length");
}

// Slips are measured from the last commit(), in directions normal to the gap, relative to the
// motion of the obstacle.
TEST_F(ObstacleTest, slipsCountFromTheLastStep) {
  Objects objects(base::Communicator::world(), {{"left", CellType::hex8, {1, 1, 1}}}, 0);
  const auto contact = makeContact(
      "{type: plane, point: [1, 0, 0], normal: [1, 0, 0], friction: 0.3, displacement: [0, 0.2, 0], history: [[0, 0], "
      "[1, 1]], "
      "slave: {object: left, group: xmax}}",
      objects);
  objects.numberDofs();
  la::State& state = objects.state();
  const auto slips = [&] {
    std::vector<double> mine(static_cast<std::size_t>(contact->numRows()), 0.0);
    contact->addResidual(mine);
    double largest = 0.0;
    for (std::size_t row = 0; row < mine.size(); row += 3)
      largest = std::max(largest, std::hypot(mine[row + 1], mine[row + 2]));
    return objects.comm().max(largest);
  };
  for (std::size_t i = 1; i < state.displacement().size(); i += 3) state.displacement()[i] = 0.5;
  EXPECT_NEAR(slips(), 0.5, 1e-14);
  contact->setTime(1.0);
  EXPECT_NEAR(slips(), 0.3, 1e-14);
  contact->commit();
  EXPECT_EQ(slips(), 0.0);
}

/// A small body above a long one, and the contact between them.
struct SlidingBlock {
  SlidingBlock(const base::Communicator& comm, bool plane, int partition, const std::string& more)
      : objects(comm, boxes(plane), partition),
        contact(makeContact(std::string("{type: surface, method: nodes, friction: 0.3, ") +
                                "slave: {object: right, group: " + (plane ? "ymin" : "zmin") +
                                "}, master: {object: left, group: " + (plane ? "ymax" : "zmax") + "}, " + more + "}",
                            objects)) {
    objects.numberDofs();
  }
  static std::vector<Box> boxes(bool plane) {
    if (plane)
      return {{"left", CellType::quad8, {8, 1, 0}, {0, 0, 0}, {2, 1, 0}},
              {"right", CellType::tri3, {2, 1, 0}, {0.1, 1.1, 0}, {0.5, 1.5, 0}}};
    return {{"left", CellType::hex8, {8, 2, 1}, {0, 0, 0}, {2, 1, 1}},
            {"right", CellType::tet4, {2, 2, 1}, {0.1, 0.2, 1.2}, {0.5, 0.7, 1.5}}};
  }
  /// Translates the small body or the other one, including ghosts.
  void move(const base::Vec3& by, std::size_t body = 1) {
    la::State& state = objects.state(body);
    const auto dim = static_cast<std::size_t>(state.block());
    for (std::size_t i = 0; i < state.displacement().size(); ++i)
      state.displacement()[i] += by[static_cast<Eigen::Index>(i % dim)];
  }
  std::vector<double> phi() const {
    std::vector<double> mine(static_cast<std::size_t>(contact->numRows()), 0.0);
    contact->addResidual(mine);
    return mine;
  }
  /// Returns this rank's nonzero entries of G by row and dof. Zeros are skipped because rows keep
  /// the entries of faces that their nodes have left.
  std::map<std::pair<LocalIndex, Eigen::Index>, double> G() const {
    constraint::JacobianRows rows;
    contact->addJacobian(rows);
    std::map<std::pair<LocalIndex, Eigen::Index>, double> entries;
    for (const auto& one : rows.entries())
      if (one.value != 0.0) entries[{one.row, objects.unknown(*one.state, one.node, one.component)}] += one.value;
    return entries;
  }
  Eigen::MatrixXd K() const {
    contact->setMultipliers(std::vector<double>(static_cast<std::size_t>(contact->numRows()), 1.5));
    return objects.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(1.0);
      contact->addGeometricStiffness(K);
    });
  }
  Objects objects;
  std::unique_ptr<Constraint> contact;
};

class PairsTest : public ::testing::Test {
 protected:
  /// Expects `found`, which uses candidate faces, to give the same results as `all`, which uses all
  /// faces.
  void expectTheSame(const SlidingBlock& found, const SlidingBlock& all) {
    const std::vector<double> phi = found.phi(), other_phi = all.phi();
    ASSERT_EQ(phi.size(), other_phi.size());
    for (std::size_t row = 0; row < phi.size(); ++row) EXPECT_NEAR(phi[row], other_phi[row], 1e-13) << "row " << row;
    const auto G = found.G(), other_G = all.G();
    const auto in = [](const auto& entries, const auto& place) {
      const auto entry = entries.find(place);
      return entry == entries.end() ? 0.0 : entry->second;
    };
    for (const auto& [place, value] : G) EXPECT_NEAR(value, in(other_G, place), 1e-13);
    for (const auto& [place, value] : other_G) EXPECT_NEAR(value, in(G, place), 1e-13);
    const Eigen::MatrixXd K = found.K(), other_K = all.K();
    ASSERT_EQ(K.rows(), other_K.rows());
    EXPECT_GT(K.norm(), 0.0);
    EXPECT_LE((K - other_K).cwiseAbs().maxCoeff(), 1e-13 * other_K.cwiseAbs().maxCoeff());
  }
  static double deepest(const SlidingBlock& one) {
    double largest = 0.0;
    const std::vector<double> phi = one.phi();
    for (std::size_t row = 0; row < phi.size(); row += static_cast<std::size_t>(one.contact->block()))
      largest = std::max(largest, phi[row]);
    return one.objects.comm().max(largest);
  }
};

// A contact with a reach of 0.3 and repeated detection agrees with one that considers all faces
// from the start: gaps, slips, G and K.
TEST_F(PairsTest, areFoundInTheCurrentConfiguration) {
  for (const bool plane : {false, true})
    for (const int partition : Objects::all_partitions) {
      SCOPED_TRACE(::testing::Message() << "plane " << plane << ", deal " << partition);
      SlidingBlock found(base::Communicator::world(), plane, partition, "reach: 0.3");
      SlidingBlock all(base::Communicator::world(), plane, partition, "reach: 9");
      for (SlidingBlock* one : {&found, &all}) one->contact->commit();
      const base::Vec3 along = plane ? base::Vec3(0.6, 0.03, 0) : base::Vec3(0.6, 0.01, 0.05);
      for (const int more : {0, 1}) {
        for (SlidingBlock* one : {&found, &all}) more == 0 ? one->move(along) : one->move(-along, 0);
        EXPECT_FALSE(found.contact->updatePairs(3.0)) << "nothing has moved so far";
        EXPECT_TRUE(found.contact->updatePairs(1.0)) << "after " << more + 1;
        EXPECT_FALSE(found.contact->updatePairs(1.0)) << "twice";
        EXPECT_FALSE(all.contact->updatePairs(0.01)) << "all are known";
        found.objects.numberDofs();
        expectTheSame(found, all);
        EXPECT_LT(deepest(found), 0.3) << "each node is over a face";
      }
      for (SlidingBlock* one : {&found, &all}) one->contact->commit();
      expectTheSame(found, all);
    }
}

// Nodes that return to a previous face reuse its entries in G.
TEST_F(PairsTest, keepEntriesOfPreviousFaces) {
  SlidingBlock one(base::Communicator::world(), false, Objects::all_partitions.front(), "reach: 9");
  constraint::JacobianRows rows;
  const auto renews = [&](const base::Vec3& step) {
    one.move(step);
    rows.refill();
    one.contact->addJacobian(rows);
    return one.objects.comm().all(rows.isSame());
  };
  one.contact->addJacobian(rows);
  EXPECT_FALSE(renews({0.6, 0, 0})) << "over another face";
  rows = {};
  one.contact->addJacobian(rows);
  EXPECT_TRUE(renews({-0.6, 0, 0}));
  EXPECT_TRUE(renews({0.6, 0, 0}));
}

// A node far from all faces is open by at least the reach. The last face below it is kept until a
// step ends in this state. Slips of a node that returns are measured from the position where it
// returns.
TEST_F(PairsTest, areFoundAfterLargeDisplacements) {
  for (const int partition : Objects::all_partitions) {
    SlidingBlock one(base::Communicator::world(), false, partition, "reach: 0.3");
    one.move({0, 0, 5});
    one.contact->updatePairs(1.0);
    EXPECT_GT(deepest(one), 4.5);
    one.contact->commit();
    one.move({0, 0, 0.4});
    EXPECT_TRUE(one.contact->updatePairs(1.0));
    one.contact->commit();
    const std::vector<double> far = one.phi();
    for (std::size_t row = 0; row < far.size(); ++row) EXPECT_EQ(far[row], row % 3 == 0 ? 0.3 : 0.0);
    EXPECT_TRUE(one.G().empty());
    one.move({0.5, 0.03, -5.3});
    EXPECT_TRUE(one.contact->updatePairs(1.0));
    one.objects.numberDofs();
    const std::vector<double> near = one.phi();
    for (std::size_t row = 0; row < near.size(); ++row)
      if (row % 3 == 0)
        EXPECT_LT(near[row], 0.3);
      else
        EXPECT_NEAR(near[row], 0.0, 1e-12);
    one.move({0, 0.01, 0});
    const std::vector<double> slid = one.phi();
    for (std::size_t row = 0; row < slid.size(); row += 3)
      EXPECT_NEAR(std::hypot(slid[row + 1], slid[row + 2]), 0.01, 2e-3) << "the surface is bent";
  }
}

}  // namespace
}  // namespace tenon::constraint
