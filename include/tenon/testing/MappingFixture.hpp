// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tenon/mapping/Mapping.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::testing {

/// GoogleTest fixture that verifies user-defined mappings. It compares J = dx/dq, dJ/dt v and the
/// geometric stiffness with central differences, and verifies that all types of linear systems
/// transfer contributions from the child to the parents in the same way. The tests run on any
/// number of ranks and for several partitions.
///
///   class MyMappingTest : public tenon::testing::MappingFixture {
///     Mapping make(const Objects& objects) const override {
///       return std::make_unique<MyMapping>(objects.domain());
///     }
///   };
///   TEST_F(MyMappingTest, isConsistent) { expectConsistent(); }
class MappingFixture : public ::testing::Test {
 public:
  /// Mapping under test.
  using Mapping = std::unique_ptr<mapping::Mapping>;
  /// Objects used in the tests.
  using Objects = testing::Objects;
  /// Object used in the tests.
  using Box = testing::Box;

  /// Verifies J = dx/dq, the acceleration dJ/dt v and the geometric stiffness by central
  /// differences, that all types of linear systems represent the same matrix, and that the child
  /// and J are independent of the number of ranks.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Creates the mapping under test. Called for each partition; may be collective over
  /// objects.comm().
  /// @param objects  distributed objects, whose domains outlive the mapping
  /// @note The fixture creates the child of a Measurement if make() has not created it.
  virtual Mapping make(const Objects& objects) const = 0;
  /// Returns true if forces on the child are transferred to the parents. Default: true.
  virtual bool affectsParents() const;
  /// Returns all objects, both parents and children. Default: one box of 2 × 2 × 1 hexahedra, named
  /// "box".
  virtual std::vector<Box> boxes() const;

 private:
  static constexpr double step = 1e-6;

  /// Mapping under test and its objects, for one partition.
  struct Case;

  /// Verifies the linear systems. This check must be the last one of a case, because it transfers
  /// the mapping to a mechanical system.
  void expectSameMatrix(Case& one);

  /// Compares w . (m(q + h e) - m(q - h e)) / (2h) with (J^T w) . e, for random vectors w on the
  /// child and e on the parents. The values of m are increments from m(q).
  void expectJacobian(Case& one);

  /// Compares w . dJ/dt v with (J(q + h v)^T w - J(q - h v)^T w) . v / (2h), for random vectors w
  /// on the child and the velocities v of the parents.
  void expectAcceleration(Case& one);

  /// Compares J^T (1 + u), where u is the displacement of the child, with that on one rank.
  void expectRankIndependence() const;

  /// Compares (J(q + h e)^T f - J(q - h e)^T f) / (2h) with K e, for random forces f on the child
  /// and random vectors e on the parents.
  void expectGeometricStiffness(Case& one);
};

}  // namespace tenon::testing
