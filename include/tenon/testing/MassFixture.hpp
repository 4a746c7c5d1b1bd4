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

/// Fixture that verifies the requirements on masses, for tests of a derived class:
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
  /// Objects of the test.
  using Objects = testing::Objects;
  /// One object of the test.
  using Box = testing::Box;

  /// Verifies that M is symmetric, and positive definite if the mass covers the whole object; that
  /// a translation along x has the mass total(); that every kind of system and the matrix-free
  /// product have the same M to 1e-12; and that the M of any partition agrees with that of one rank
  /// to 1e-13.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Creates the mass under test, anew for each partition; may be collective.
  /// @param objects  distributed objects, whose domains exist as long as the mass
  virtual Mass make(const Objects& objects) const = 0;
  /// Returns the object on which the mass acts.
  virtual std::vector<Box> boxes() const;
  /// Returns true if every node has a mass, so that M is positive definite.
  virtual bool coversAllNodes() const;

 private:
  /// Mass on objects of one partition.
  struct Case;

  /// Verifies translations of a state with 2 or 3 degrees of freedom per node.
  static void expectTotal(const Case& one, const Eigen::MatrixXd& M);
};

}  // namespace tenon::testing
