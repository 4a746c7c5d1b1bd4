// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/testing/ForceFieldFixture.hpp"

namespace tenon::testing {

/// Fixture that verifies the requirements on interactions: those of ForceFieldFixture, and that
/// forces are in equilibrium. By default there are two separate boxes, "left" and "right"; distant
/// nodes are ghosts.
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
  /// Verifies the requirements on force fields; that forces and their moments are in equilibrium;
  /// and that a common translation of all objects, or a common velocity, causes no force.
  /// @note Collective.
  void expectConsistent();

 protected:
  std::vector<Box> boxes() const override;

 private:
  /// Returns the degrees of freedom of each node as a column of three.
  static Eigen::Matrix3Xd byNode(const Case& one, const Eigen::VectorXd& values);

  /// Verifies that forces and their moments about the origin sum to zero. This also proves that
  /// each interaction is evaluated once, regardless of the ranks that own its nodes.
  static void expectBalance(const Case& one);

  /// Verifies that K and B of a common translation of all objects vanish.
  static void expectTranslationInvariance(const Case& one);
};

}  // namespace tenon::testing
