#include <gtest/gtest.h>

#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/mass/LumpedMass.hpp"
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

}  // namespace
}  // namespace tenon::mass
