#include <gtest/gtest.h>

#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/mass/LumpedMass.hpp"
#include "tenon/mass/NodalMass.hpp"
#include "tenon/testing/MassFixture.hpp"

// The masses by the fixture that is installed for everybody.
namespace tenon::mass {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

class ConsistentMassTest : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<ConsistentMass>(Density{7.8, "", 1.0}, objects.domain());
  }
};
TEST_F(ConsistentMassTest, isConsistent) {
  expectConsistent();
}

class LumpedMassTest : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<LumpedMass>(Density{7.8, "", 0.5}, objects.domain());
  }
  std::vector<Box> boxes() const override { return {{"plate", CellType::quad8, {3, 2, 0}}}; }
};
TEST_F(LumpedMassTest, isConsistent) {
  expectConsistent();
}

class NodalMassTest : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<NodalMass>(NodalMass::Data{2.5, 0, "xmin"}, objects.domain());
  }
  bool coversAllNodes() const override { return false; }
};
TEST_F(NodalMassTest, isConsistent) {
  expectConsistent();
}

/// Of nodes that turn: 6 unknowns, the last 3 of them angles.
TEST(NodalMass, resistsTurns) {
  Objects frames(base::Communicator::world(), {{"box", CellType::hex8, {1, 1, 1}, {}, {}, {}, la::Kind::frames}}, 0);
  const NodalMass mass({2.5, 0.7, ""}, frames.domain());
  frames.number();
  const Eigen::MatrixXd M = frames.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
    la::MassMatrix on = to.mass(1.0);
    mass.addMass(on);
  });
  Eigen::VectorXd diagonal(6);
  diagonal << 2.5, 2.5, 2.5, 0.7, 0.7, 0.7;
  EXPECT_EQ((M - Eigen::MatrixXd(diagonal.replicate(8, 1).asDiagonal())).norm(), 0.0);
}

}  // namespace
}  // namespace tenon::mass
