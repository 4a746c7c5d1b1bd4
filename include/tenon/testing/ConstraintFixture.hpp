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

/// Fixture that verifies the requirements on constraints with Lagrange multipliers, for tests of a
/// derived class. By default there are two separate boxes, "left" and "right".
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
  /// Objects of the test.
  using Objects = testing::Objects;
  /// One object of the test.
  using Box = testing::Box;

  /// Verifies by central differences that G is the derivative of Phi and that the geometric
  /// stiffness is that of G^T lambda; that displacements in the null space of G change Phi by
  /// second order only, and that G^T lambda does no work on them; that linear constraints are
  /// linear; that velocity rows are G v + b; that numRows() is correct; and that results do not
  /// depend on the partition.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Creates the constraint under test, anew for each partition; may be collective.
  /// @param objects  distributed objects, whose domains exist as long as the constraint
  virtual Constraint make(const Objects& objects) const = 0;
  /// Returns the objects of the test.
  virtual std::vector<Box> boxes() const;
  /// Returns the bound of the random displacements of the nodes at which the constraint is tested
  /// [length]. Default: 0.03.
  virtual double displacement() const;
  /// Returns the time at which the constraint is tested. Default: 0.
  virtual double time() const;
  /// Returns the admissible difference between derivatives and central differences, relative to the
  /// largest entry. Default: 1e-8.
  virtual double tolerance() const;

 private:
  static constexpr double step = 1e-5;
  static constexpr double round_off = 1e-12;

  /// Constraint on one partition with dense vectors and matrices: rows of all ranks in rank order.
  struct Case;

  static double largest(const Eigen::MatrixXd& matrix);
  static bool isOfPositions(const Case& one);
  /// Returns multipliers that do not depend on the order of the rows.
  static Eigen::VectorXd multipliers(const Eigen::VectorXd& phi);

  /// Verifies that quantities that are independent of the order of the rows agree between
  /// partitions.
  static void expectPartitionIndependence(const Case& one, const Eigen::MatrixXd& G, const Eigen::VectorXd& phi,
                                          const Eigen::MatrixXd& K);

  /// Returns (value(x + h e_i) - value(x - h e_i)) / 2h for each degree of freedom i.
  template <class Value>
  static Eigen::MatrixXd differences(const Case& one, Value&& value);

  void expectDerivative(const Case& one) const;

  void expectGeometricStiffness(const Case& one) const;

  /// Verifies the null space of G with random v, G v = 0.
  void expectNoWork(const Case& one) const;

  void expectLinear(const Case& one) const;
};

}  // namespace tenon::testing
