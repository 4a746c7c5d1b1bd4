#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
    return {{"left", CellType::hex8, {2, 2, 1}}, {"right", CellType::tet4, {1, 2, 1}, {1.5, 0.1, 0.1}, {2.5, 0.9, 0.9}}};
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
    [](const auto& info) { return info.param.name; });

/// Phi of an obstacle for the nodes of "left" at xmax, at x = 1 and z = 0 and 1.
class ObstacleTest : public ::testing::Test {
 protected:
  std::vector<double> phiOf(const std::string& text) {
    contact_ = makeContact(text, objects_);
    objects_.number();
    std::vector<double> mine(static_cast<std::size_t>(contact_->numRows()), 0.0);
    contact_->addViolation(mine);
    std::vector<double> all = objects_.comm().gatherAll(mine);
    std::sort(all.begin(), all.end());
    return all;
  }
  Objects objects_{base::Communicator::world(), {{"left", CellType::hex8, {1, 1, 1}}}, 0};
  std::unique_ptr<Constraint> contact_;
};

TEST_F(ObstacleTest, distancesAreThoseOfTheShape) {
  const std::string of = "slave: {object: left, group: xmax}";
  const auto near = [](double x) { return ::testing::DoubleNear(x, 1e-12); };
  using ::testing::ElementsAre;
  EXPECT_THAT(phiOf("{type: plane, point: [1.5, 7, 3], normal: [-3, 0, 0], " + of + "}"),
              ElementsAre(near(0.5), near(0.5), near(0.5), near(0.5)));
  EXPECT_THAT(phiOf("{type: sphere, centre: [1, 0, 3], radius: 1.5, " + of + "}"),
              ElementsAre(near(0.5), near(std::sqrt(5) - 1.5), near(1.5), near(std::sqrt(10) - 1.5)));
  EXPECT_THAT(phiOf("{type: sphere, centre: [1, 0, 0], radius: 2, hollow: true, " + of + "}"),
              ElementsAre(near(2 - std::sqrt(2)), near(1), near(1), near(2)));
  EXPECT_THAT(phiOf("{type: cylinder, centre: [9, 0, 3], axis: [5, 0, 0], radius: 1.5, " + of + "}"),
              ElementsAre(near(0.5), near(std::sqrt(5) - 1.5), near(1.5), near(std::sqrt(10) - 1.5)));
  EXPECT_THAT(phiOf("{type: box, low: [1.3, -1, -1], high: [2, 0, 0.6], " + of + "}"),
              ElementsAre(near(0.3), near(0.5), near(std::sqrt(0.09 + 1)), near(std::sqrt(0.09 + 1 + 0.16))));
  EXPECT_THAT(phiOf("{type: box, low: [0.7, -1, -1], high: [2, 3, 4], " + of + "}"),
              ElementsAre(near(-0.3), near(-0.3), near(-0.3), near(-0.3)));
}

// Slips count from the last commit(), in directions that are normal to the gap; the obstacle's motion is taken off.
TEST_F(ObstacleTest, slipsCountFromTheLastStep) {
  contact_ = makeContact(
      "{type: plane, point: [1, 0, 0], normal: [1, 0, 0], friction: 0.3, move: [0, 0.2, 0], history: [[0, 0], [1, 1]], "
      "slave: {object: left, group: xmax}}",
      objects_);
  objects_.number();
  la::State& state = objects_.find()("left").state;
  const auto slips = [&] {
    std::vector<double> mine(static_cast<std::size_t>(contact_->numRows()), 0.0);
    contact_->addViolation(mine);
    double largest = 0.0;
    for (std::size_t row = 0; row < mine.size(); row += 3) largest = std::max(largest, std::hypot(mine[row + 1], mine[row + 2]));
    return objects_.comm().max(largest);
  };
  for (std::size_t i = 1; i < state.displacement().size(); i += 3) state.displacement()[i] = 0.5;
  EXPECT_NEAR(slips(), 0.5, 1e-14);
  contact_->setTime(1.0);
  EXPECT_NEAR(slips(), 0.3, 1e-14);
  contact_->commit();
  EXPECT_EQ(slips(), 0.0);
}

}  // namespace
}  // namespace tenon::constraint
