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

/// Fixture that verifies the requirements on projective conditions, for tests of a derived class:
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
  /// Object of the test.
  using Box = testing::Box;

  /// Verifies that P is symmetric, P P = P, and P constrains numConstrained() degrees of freedom;
  /// that displacements in the range of P preserve the condition; that displacements imposed by the
  /// system satisfy it; that every kind of system has P A P + d (I - P), P f and G P; that the
  /// solution of a step satisfies the condition; and that results do not depend on the partition.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Residuals of the conditions.
  using Residuals = std::vector<double>;

  /// Creates the conditions under test; called once for each partition. May be collective.
  /// @param find  function that returns the domain of an object, during this call only; the domains
  ///   exist as long as the conditions
  virtual Conditions make(const fem::FindDomain& find) const = 0;
  /// Returns the number of constrained degrees of freedom: the rank of I - P.
  virtual int numConstrained() const = 0;
  /// Appends the residuals, linear in u, that vanish if the displacement `u` satisfies the
  /// conditions.
  /// @param one  system, which numbers the degrees of freedom
  /// @param u  [ConditionCase::numUnknowns()] displacement, the same on every rank [length]
  /// @param residuals  vector to which the residuals are appended; the same on every rank
  virtual void addResiduals(ConditionCase& one, const Eigen::VectorXd& u, Residuals& residuals) const = 0;
  /// Returns the objects of the system. Default: one box of 2 × 2 × 1 hexahedra, named "box".
  virtual std::vector<Box> boxes() const;
  /// Returns the time at which the conditions are tested. Default: 0.
  virtual double time() const;

  /// Creates the system for one partition, at time().
  /// @param comm  communicator
  /// @param partition  distribution of the cells to the ranks, see Objects::all_partitions
  /// @note Collective.
  ConditionCase makeCase(const base::Communicator& comm, int partition) const;
  /// Calls visit(position in the mesh file, coordinates) for all nodes of a group, ascending, in
  /// the same order on every rank.
  /// @param one  system of the object
  /// @param object  index of the object
  /// @param group  name of the group
  /// @param visit  function that receives the position in the mesh file and the reference position
  /// @throws InputError if the group does not exist.
  /// @note Collective.
  static void forNodes(ConditionCase& one, std::size_t object, const std::string& group,
                       const std::function<void(std::int64_t position, const base::Vec3& place)>& visit);
  /// Returns the displacement at a node, padded to three components.
  /// @param one  system, which numbers the degrees of freedom
  /// @param u  [ConditionCase::numUnknowns()] displacement [length]
  /// @param object  index of the object
  /// @param position  index of the node in the mesh file of the object, from 0
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

  /// Verifies a step from any configuration: A du = P f, with du in the range of P.
  void expectSolution(ConditionCase& one) const;
};

}  // namespace tenon::testing
