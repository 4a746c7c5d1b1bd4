// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tenon/mapping/Mapping.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::testing {

/// Fixture that verifies the requirements on mappings, for tests of a derived class: J = dx/dq,
/// dJ/dt v and the geometric stiffness against central differences, and that every kind of linear
/// system transfers the contributions on the child to the parents in the same way. Runs on any
/// number of ranks, for several partitions.
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
  /// Objects of the test.
  using Objects = testing::Objects;
  /// One object of the test.
  using Box = testing::Box;

  /// Verifies by differences J = dx/dq, the acceleration dJ/dt v and the geometric stiffness, and
  /// that all kinds of linear system have the same matrix.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Creates the mapping under test; called once for each partition. May be collective.
  /// @param objects  distributed objects, whose domains outlive the mapping
  virtual Mapping make(const Objects& objects) const = 0;
  /// Returns true if forces on the child act on the parents. Default: true.
  virtual bool affectsParents() const;
  /// Returns all objects, parents and children. Default: one box of 2 × 2 × 1 hexahedra, named
  /// "box".
  virtual std::vector<Box> boxes() const;

 private:
  static constexpr double step = 1e-6;

  /// Mapping of objects of one partition.
  struct Case;

  /// Verifies the linear systems. The last check of a case, because it transfers the mapping.
  void expectSameMatrix(Case& one);

  /// Compares w . (m(q + h e) - m(q - h e)) / 2h with (J^T w) . e, for random w and e; m(q) is the
  /// increment from m at e = 0.
  void expectJacobian(Case& one);

  /// Compares w . dJ/dt v with (J(q + h v)^T w - J(q - h v)^T w) . v / 2h.
  void expectAcceleration(Case& one);

  /// Compares (J(q + h e)^T f - J(q - h e)^T f) / 2h with K e.
  void expectGeometricStiffness(Case& one);
};

}  // namespace tenon::testing
