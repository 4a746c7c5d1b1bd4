// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "tenon/mass/Mass.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::testing {

/// GoogleTest fixture that verifies user-defined masses. Example:
///
///   class MyMassTest : public tenon::testing::MassFixture {
///     Mass make(const Objects& objects) const override {
///       return std::make_unique<MyMass>(MyMass::Data{7.8, "all"}, objects.domain());
///     }
///   };
///   TEST_F(MyMassTest, isConsistent) { expectConsistent(); }
class MassFixture : public ::testing::Test {
 public:
  /// Mass under test.
  using Mass = std::unique_ptr<mass::Mass>;
  /// Objects used in the tests.
  using Objects = testing::Objects;
  /// Object used in the tests.
  using Box = testing::Box;

  /// Verifies the following requirements:
  /// - M is symmetric, and positive definite if coversAllNodes() is true.
  /// - The mass e^T M e of a unit translation e along any axis equals total().
  /// - All types of linear systems and the matrix-free product represent the same M, to 1e-12.
  /// - M for any partition agrees with M on one rank to 1e-13.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Creates the mass under test. Called for each partition; may be collective.
  /// @param objects  distributed objects, whose domains outlive the mass
  virtual Mass make(const Objects& objects) const = 0;
  /// Returns the object on which the mass acts. Default: one box of 2 × 2 × 1 hexahedra, named
  /// "box".
  virtual std::vector<Box> boxes() const;
  /// Returns true if every node has a mass, so that M is positive definite. Default: true.
  virtual bool coversAllNodes() const;

 private:
  /// Mass under test and its objects, for one partition.
  struct Case;

  /// Verifies the mass of unit translations for states with 2 or 3 degrees of freedom per node.
  static void expectTotal(const Case& one, const Eigen::MatrixXd& M);
};

}  // namespace tenon::testing
