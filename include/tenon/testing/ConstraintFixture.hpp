// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::testing {

/// GoogleTest fixture that verifies user-defined constraints with Lagrange multipliers. The default
/// objects are two separate boxes, "left" and "right".
///
///   class MyConstraintTest : public tenon::testing::ConstraintFixture {
///     Constraint make(const Objects& objects) const override {
///       return std::make_unique<MyConstraint>(
///           MyConstraint::Data{"left", "right"}, objects.find());
///     }
///   };
///   TEST_F(MyConstraintTest, isConsistent) { expectConsistent(); }
class ConstraintFixture : public ::testing::Test {
 public:
  /// Constraint under test.
  using Constraint = std::unique_ptr<constraint::Constraint>;
  /// Objects used in the tests.
  using Objects = testing::Objects;
  /// Object used in the tests.
  using Box = testing::Box;

  /// Verifies the following requirements:
  /// - G is the derivative of Phi with respect to positions, or with respect to velocities for
  ///   velocity constraints.
  /// - The geometric stiffness is the derivative of G^T lambda.
  /// - Displacements in the null space of G change Phi by second-order terms only, and G^T lambda
  ///   does no work on them.
  /// - Constraints that are declared linear have a constant G.
  /// - Phi has numRows() entries, and every row of G has nonzero entries.
  /// - Results do not depend on the partition.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Creates the constraint under test. Called for each partition; may be collective.
  /// @param objects  distributed objects, whose domains outlive the constraint
  virtual Constraint make(const Objects& objects) const = 0;
  /// Returns the objects used in the tests. Default: two separate boxes, "left" of 2 × 2 × 1
  /// hexahedra and "right" of tetrahedra.
  virtual std::vector<Box> boxes() const;
  /// Returns the bound on each component of the random nodal displacements at which the constraint
  /// is tested [length]. Default: 0.03.
  virtual double displacement() const;
  /// Returns the time at which the constraint is tested [time]. Default: 0.
  virtual double time() const;
  /// Returns the tolerance for comparisons with central differences, relative to the largest entry.
  /// Default: 1e-8.
  virtual double tolerance() const;

 private:
  static constexpr double step = 1e-5;
  static constexpr double round_off = 1e-12;

  /// Constraint under test for one partition, with dense vectors and matrices that contain the rows
  /// of all ranks in rank order.
  struct Case;

  static double largest(const Eigen::MatrixXd& matrix);
  static bool isOfPositions(const Case& one);
  /// Returns multipliers that do not depend on the row numbering.
  static Eigen::VectorXd multipliers(const Eigen::VectorXd& phi);

  /// Verifies that quantities that do not depend on the numbering of the rows agree between
  /// partitions.
  static void expectPartitionIndependence(const Case& one, const Eigen::MatrixXd& G, const Eigen::VectorXd& phi,
                                          const Eigen::MatrixXd& K);

  /// Returns (value(x + h e_i) - value(x - h e_i)) / (2h) for each degree of freedom i.
  template <class Value>
  static Eigen::MatrixXd differences(const Case& one, Value&& value);

  void expectDerivative(const Case& one) const;

  void expectGeometricStiffness(const Case& one) const;

  /// Verifies that a random displacement v in the null space of G leaves Phi unchanged to first
  /// order, and that G^T lambda does no work on v.
  void expectNoWork(const Case& one) const;

  void expectLinear(const Case& one) const;
};

}  // namespace tenon::testing
