// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tenon/testing/ConditionCase.hpp"

namespace tenon::testing {

/// GoogleTest fixture that verifies user-defined Dirichlet conditions, which are imposed by
/// projection and derive from constraint::DirichletCondition. Example:
///
///   class MyConditionTest : public tenon::testing::ConditionFixture {
///     Conditions make(const tenon::fem::FindDomain& find) const override {
///       Conditions all;
///       all.push_back(std::make_unique<MyCondition>(MyCondition::Data{"xmin"}, find("box")));
///       return all;
///     }
///     int numConstrained() const override { return 9; }
///     void addResiduals(ConditionCase& one,
///                        const Eigen::VectorXd& u, Residuals& v) const override
///     {...}
///   };
///   TEST_F(MyConditionTest, isConsistent) { expectConsistent(); }
class ConditionFixture : public ::testing::Test {
 public:
  /// System with the conditions under test.
  using ConditionCase = testing::ConditionCase;
  /// Conditions under test.
  using Conditions = testing::ConditionCase::Conditions;
  /// Object used in the tests.
  using Box = testing::Box;

  /// Verifies the following requirements:
  /// - The projection P is symmetric, P P = P, and I - P has rank numConstrained().
  /// - Displacements in the range of P do not change the residuals, and prescribed displacements
  ///   satisfy the conditions.
  /// - All types of linear systems represent the matrix P A P + d (I - P) with the diagonal entry d
  ///   of constrained degrees of freedom. The residual is P f, and the constraint Jacobian is G P.
  /// - The solution of a linear system satisfies the conditions.
  /// - Results do not depend on the partition.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Residuals of the conditions.
  using Residuals = std::vector<double>;

  /// Creates the conditions under test. Called for each partition; may be collective.
  /// @param find  function that returns the domain of an object. It must not be called after make()
  ///   has returned, but the domains outlive the conditions.
  virtual Conditions make(const fem::FindDomain& find) const = 0;
  /// Returns the expected number of constrained degrees of freedom, which is the rank of I - P.
  virtual int numConstrained() const = 0;
  /// Appends residuals that vanish if the displacement `u` satisfies the conditions. The residuals
  /// must be linear in `u`.
  /// @param one  system that defines the numbering of the degrees of freedom
  /// @param u  [ConditionCase::numUnknowns()] displacement, the same on every rank [length]
  /// @param residuals  vector to which the residuals are appended; the same on every rank
  virtual void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& residuals) const = 0;
  /// Returns the objects of the system. Default: one box of 2 × 2 × 1 hexahedra, named "box".
  virtual std::vector<Box> boxes() const;
  /// Returns the time at which the conditions are tested. Default: 0.
  virtual double time() const;

  /// Creates the system for one partition, at time().
  /// @param comm  communicator
  /// @param partition  partition of the cells, see Objects::all_partitions
  /// @note Collective.
  ConditionCase makeCase(const base::Communicator& comm, int partition) const;
  /// Calls `visit` on every rank for all nodes of a group, in the order of the mesh file.
  /// @param one  system that contains the object
  /// @param object  index of the object
  /// @param group  name of the group
  /// @param visit  function that receives the index of a node in the mesh file and its reference
  ///   position
  /// @throws InputError if the group does not exist
  /// @note Collective.
  static void forNodes(ConditionCase& one, std::size_t object, const std::string& group,
                       const std::function<void(std::int64_t position, const base::Vec3& place)>& visit);
  /// Returns the displacement at a node, padded to three components.
  /// @param one  system that defines the numbering of the degrees of freedom
  /// @param u  [ConditionCase::numUnknowns()] displacement [length]
  /// @param object  index of the object
  /// @param position  zero-based index of the node in the mesh file of the object
  /// @note Not collective.
  static base::Vec3 at(ConditionCase& one, const Eigen::VectorXd& u, std::size_t object, std::int64_t position);

 private:
  static double largest(const Eigen::MatrixXd& matrix);
  static Eigen::VectorXd randomVector(Eigen::Index n, int seed);
  static Eigen::VectorXd imposedDisplacement(ConditionCase& one);
  double largestResidual(ConditionCase& one, const Eigen::VectorXd& u) const;

  void expectProjection(ConditionCase& one, const Eigen::MatrixXd& P) const;

  void expectMatrices(ConditionCase& one, const Eigen::MatrixXd& P) const;

  void expectRightHandSide(ConditionCase& one, const Eigen::MatrixXd& P) const;

  /// Verifies G P for rows that couple distant degrees of freedom, one row on each rank.
  void expectConstraintRows(ConditionCase& one, const Eigen::MatrixXd& P) const;

  /// Verifies that the conditions are satisfied after a step A du = P f from any configuration.
  void expectSolution(ConditionCase& one) const;
};

}  // namespace tenon::testing
