#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tenon/constraint/registry.hpp"
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

/// A contact as a case says it, between two solids or two plates.
struct Said {
  std::string name, text;
  bool plane = false;
};

/// Without friction, where rows are the derivatives of gaps alone; mortars are linear, and have slips too.
class ContactTest : public testing::ConstraintFixture, public ::testing::WithParamInterface<Said> {
  Constraint make(const Objects& objects) const override { return makeContact(GetParam().text, objects); }
  std::vector<Box> boxes() const override {
    if (GetParam().plane)
      return {{"left", CellType::quad4, {2, 3, 0}, {0, 0, 0}, {1, 1, 0}},
              {"right", CellType::tri6, {1, 1, 0}, {1.5, 0.1, 0}, {2, 0.9, 0}}};
    return {{"left", CellType::hex8, {2, 2, 1}},
            {"right", CellType::tet4, {1, 2, 1}, {1.5, 0.1, 0.1}, {2.5, 0.9, 0.9}}};
  }
  double time() const override { return 0.5; }
};
TEST_P(ContactTest, isConsistent) {
  expectConsistent();
}

const std::string sides = "slave: {object: right, group: xmin}, master: {object: left, group: xmax}, reach: 1";
const std::string slave = "slave: {object: left, group: xmax}, move: [0.1, 0, 0], history: [[0, 0], [1, 1]]";
INSTANTIATE_TEST_SUITE_P(
    cases, ContactTest,
    ::testing::Values(
        Said{"nodes", "{type: surface, " + sides + "}"}, Said{"nodesInAPlane", "{type: surface, " + sides + "}", true},
        Said{"mortar", "{type: surface, method: mortar, " + sides + "}"},
        Said{"mortarWithFriction", "{type: surface, method: mortar, friction: 0.5, " + sides + "}"},
        Said{"standardMortarInAPlane",
             "{type: surface, method: mortar, multipliers: standard, friction: 0.5, " + sides + "}", true},
        Said{"plane", "{type: plane, point: [1.3, 0, 0], normal: [-2, 0.3, 0.1], " + slave + "}"},
        Said{"line", "{type: plane, point: [1.3, 0, 0], normal: [-2, 0.3, 0], " + slave + "}", true},
        Said{"sphere", "{type: sphere, centre: [2, 0.4, 0.3], radius: 0.7, " + slave + "}"},
        Said{"disc", "{type: sphere, centre: [2, 0.4, 0], radius: 0.7, " + slave + "}", true},
        Said{"bowl", "{type: sphere, centre: [0.4, 0.4, 0.3], radius: 2, hollow: true, " + slave + "}"},
        Said{"cylinder", "{type: cylinder, centre: [2, 0.4, 0.3], axis: [0, 1, 2], radius: 0.7, " + slave + "}"},
        Said{"pipe",
             "{type: cylinder, centre: [0.4, 0.4, 0], axis: [0.2, 0, 3], radius: 2, hollow: true, " + slave + "}"},
        Said{"box", "{type: box, low: [1.4, -2, 0.45], high: [3, 0.27, 3], " + slave + "}"},
        Said{"insideOfABox", "{type: box, low: [0, -4, -4], high: [1.5, 5, 5], " + slave + "}"}),
    [](const auto& tested) { return tested.param.name; });

class ObstacleTest : public ::testing::Test {
 protected:
  /// Phi of every node of "left" at xmax is its distance, where x is its place.
  void expectDistances(const std::string& shape, const std::function<double(const base::Vec3&)>& distance) {
    Objects objects(base::Communicator::world(), {{"left", CellType::hex8, {2, 2, 2}}}, 0);
    const auto contact = makeContact("{" + shape + ", slave: {object: left, group: xmax}}", objects);
    objects.number();
    std::vector<double> phi(static_cast<std::size_t>(contact->numRows()), 0.0);
    contact->addViolation(phi);
    const std::vector<LocalIndex> nodes = contact->carrierNodes();
    ASSERT_EQ(nodes.size(), phi.size());
    EXPECT_EQ(objects.comm().sum(static_cast<long>(nodes.size())), 9);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const base::Vec3 x(objects.state().rest().data() + 3 * static_cast<std::size_t>(nodes[k]));
      EXPECT_NEAR(phi[k], distance(x), 1e-12) << shape << " at " << x.transpose();
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
  expectDistances("type: box, low: [1.7, -1, -1], high: [2, 0.4, 0.6]", [](const Vec3& x) {
    return std::hypot(1.7 - x[0], std::max(x[1] - 0.4, 0.0), std::max(x[2] - 0.6, 0.0));
  });
  expectDistances("type: box, low: [0.7, -1, -1], high: [2, 3, 4]", [](const Vec3& x) { return 0.7 - x[0]; });
}

// Slips count from the last commit(), in directions that are normal to the gap; the obstacle's motion is taken off.
TEST_F(ObstacleTest, slipsCountFromTheLastStep) {
  Objects objects(base::Communicator::world(), {{"left", CellType::hex8, {1, 1, 1}}}, 0);
  const auto contact = makeContact(
      "{type: plane, point: [1, 0, 0], normal: [1, 0, 0], friction: 0.3, move: [0, 0.2, 0], history: [[0, 0], [1, 1]], "
      "slave: {object: left, group: xmax}}",
      objects);
  objects.number();
  la::State& state = objects.state();
  const auto slips = [&] {
    std::vector<double> mine(static_cast<std::size_t>(contact->numRows()), 0.0);
    contact->addViolation(mine);
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

}  // namespace
}  // namespace tenon::constraint
