// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verifies that ForceFieldFixture reports force fields without an energy.
#include <gtest/gtest-spi.h>

#include "tenon/testing/ForceFieldFixture.hpp"

namespace tenon::force {
namespace {

/// Springs with stiffness 2 at all nodes, whose energy is not implemented.
class SpringsWithoutEnergy : public ForceField {
 public:
  SpringsWithoutEnergy(const la::State& state, bool claims_energy) : state_(state), claims_energy_(claims_energy) {}
  std::string name() const override { return "springs without energy"; }
  void addForce(la::ForceVector& f) const override {
    const auto u = state_.displacement();
    for (std::size_t i = 0; i < u.size(); ++i) f.on(state_)[i] -= 2 * u[i];
  }
  void addStiffness(la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(state_).byPositionOf(state_);
    for (base::LocalIndex node = 0; node < state_.layout().numLocal(); ++node)
      dfdx(node, node) -= base::Mat3(2.0 * base::Mat3::Identity());
  }
  bool isLinear() const override { return true; }
  bool hasEnergy() const override { return claims_energy_; }

 private:
  const la::State& state_;
  bool claims_energy_;
};

class EnergyFixture : public testing::ForceFieldFixture {
 public:
  explicit EnergyFixture(bool claims_energy) : claims_energy_(claims_energy) {}
  using ForceFieldFixture::expectConsistent;
  void TestBody() override {}

 protected:
  Force make(const Objects& objects) const override {
    return std::make_unique<SpringsWithoutEnergy>(objects.domain().state, claims_energy_);
  }

 private:
  bool claims_energy_;
};

TEST(ForceFieldFixture, reportsAMissingEnergy) {
  for (const bool claims_energy : {true, false}) {
    ::testing::TestPartResultArray failures;
    {
      const ::testing::ScopedFakeTestPartResultReporter reporter(
          ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
      EnergyFixture(claims_energy).expectConsistent();
    }
    const auto world = base::Communicator::world();
    const std::string of_rank = ", rank " + std::to_string(world.rank()) + " of " + std::to_string(world.size());
    int reported = 0;
    for (int i = 0; i < failures.size(); ++i) {
      const std::string message = failures.GetTestPartResult(i).message();
      reported += message.find("implement energy()") != std::string::npos;
      const bool has_trace = message.find("partition 0" + of_rank) != std::string::npos ||
                             message.find("partition 1" + of_rank) != std::string::npos;
      EXPECT_TRUE(has_trace) << message;
    }
    EXPECT_EQ(reported, failures.size());
    EXPECT_EQ(reported > 0, claims_energy);
  }
}

}  // namespace
}  // namespace tenon::force
