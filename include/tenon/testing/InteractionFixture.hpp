// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/testing/ForceFieldFixture.hpp"

namespace tenon::testing {

/// GoogleTest fixture that verifies user-defined interactions. It extends ForceFieldFixture by
/// equilibrium tests. The default objects are two separate boxes, "left" and "right".
///
///   class MySpringsTest : public tenon::testing::InteractionFixture {
///     Force make(const Objects& objects) const override {
///       return std::make_unique<MySprings>(
///           MySprings::Data{"left", "right", 100.0}, objects.find());
///     }
///   };
///   TEST_F(MySpringsTest, isConsistent) { expectConsistent(); }
class InteractionFixture : public ForceFieldFixture {
 public:
  /// Verifies the requirements of ForceFieldFixture. In addition, the forces and their moments must
  /// be in equilibrium, and neither a common translation nor a common velocity of all objects may
  /// cause a force.
  /// @note Collective.
  void expectConsistent();

 protected:
  std::vector<Box> boxes() const override;

 private:
  /// Returns nodal vectors as columns, padded to three components.
  static Eigen::Matrix3Xd byNode(const Case& one, const Eigen::VectorXd& values);

  /// Verifies that forces and their moments about the origin sum to zero. This also verifies that
  /// each interaction is evaluated once, regardless of the ranks that own its nodes.
  static void expectBalance(const Case& one);

  /// Verifies that the products of K and B with a common translation of all objects vanish.
  static void expectTranslationInvariance(const Case& one);
};

}  // namespace tenon::testing
