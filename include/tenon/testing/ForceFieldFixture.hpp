// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "tenon/force/ForceField.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::testing {

/// GoogleTest fixture that verifies user-defined force fields. For interactions, see
/// InteractionFixture.
///
///   class MySpringsTest : public tenon::testing::ForceFieldFixture {
///     Force make(const Objects& objects) const override {
///       return std::make_unique<MySprings>(MySprings::Data{100.0, "xmin"}, objects.domain());
///     }
///   };
///   TEST_F(MySpringsTest, isConsistent) { expectConsistent(); }
///
/// The tests run on any number of ranks and for several partitions, with pseudo-random
/// displacements and velocities. main() of the test program must initialise PETSc; see runTests().
class ForceFieldFixture : public ::testing::Test {
 public:
  /// Force field under test.
  using Force = std::unique_ptr<force::ForceField>;
  /// Objects used in the tests.
  using Objects = testing::Objects;
  /// Object used in the tests.
  using Box = testing::Box;

  /// Verifies the following requirements:
  /// - df/dx and df/dv agree with central differences.
  /// - isSymmetric(), isLinear() and dependsOnVelocity() are correct.
  /// - f = -dE/dx if the force has an energy E.
  /// - All insertion methods, the matrix-free products and all types of linear systems represent
  ///   the same matrix.
  /// - Results for any partition agree with those computed on one rank.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Creates the force field under test. Called for each partition; may be collective.
  /// @param objects  distributed objects, whose domains outlive the force field
  virtual Force make(const Objects& objects) const = 0;
  /// Returns the objects on which the force field acts. Default: one box of 2 × 2 × 1 hexahedra,
  /// named "box".
  virtual std::vector<Box> boxes() const;
  /// Returns the bound on each component of the random nodal displacements [length]. It should be
  /// small compared with the cell size. Default: 0.05.
  virtual double largestDisplacement() const;
  /// Returns the bound on each component of the random nodal velocities [length/time]. Default:
  /// 0.5.
  virtual double largestVelocity() const;

  /// Force field under test and its objects, for one partition, with random displacements and
  /// velocities. All member functions except ownedForce() are collective and return the same
  /// vectors and matrices on every rank. Their degrees of freedom are numbered as in Objects.
  struct Case {
    /// Objects, distributed according to the partition.
    Objects objects;
    /// Force field under test.
    Force force;
    /// Creates the objects and the force field, and sets random displacements and velocities.
    /// @param fixture  fixture that creates the force field
    /// @param comm  communicator
    /// @param partition  partition of the cells, see Objects::all_partitions
    Case(const ForceFieldFixture& fixture, const base::Communicator& comm, int partition);
    /// Returns the force vector f of all degrees of freedom, [dofs].
    Eigen::VectorXd f() const;
    /// Returns the force vector, [dofs], in which all entries that this rank does not own are 0.
    /// @note Not collective.
    Eigen::VectorXd ownedForce() const;
    /// Returns the potential energy, summed over all ranks.
    double energy() const;
    /// Returns df/dx, [dofs × dofs]; empty if it is not implemented.
    Eigen::MatrixXd K() const;
    /// Returns df/dx, assembled by the given insertion method; empty if it is not implemented.
    Eigen::MatrixXd K(la::Insertion insertion) const;
    /// Returns df/dv, [dofs × dofs]; empty if it is not implemented.
    Eigen::MatrixXd B() const;
    /// Returns df/dv, assembled by the given insertion method; empty if it is not implemented.
    Eigen::MatrixXd B(la::Insertion insertion) const;
  };

  /// Returns the communicator of all ranks.
  static base::Communicator world();
  /// Returns the largest absolute value of all entries of a matrix.
  static double largest(const Eigen::MatrixXd& matrix);

 private:
  static constexpr double step = 1e-6;

  /// Compares df/dx and df/dv with central differences, column by column, with a tolerance of 1e-8
  /// relative to the largest entry of the derivative or of f.
  static void expectDerivatives(Case& one);

  /// Verifies isSymmetric(), isLinear() and dependsOnVelocity().
  void expectDeclarations(Case& one) const;

  /// Verifies f = -dE/dx at zero velocity by central differences along random directions, if there
  /// is an energy.
  void expectForceOfEnergy(Case& one) const;

  /// Verifies that insertion by slots, blocked insertion and matrix-free products agree to 1e-12.
  static void expectProducts(Case& one);

  /// Verifies that all types of linear systems represent the same matrix (see
  /// expectEqualMatrices()), to 1e-12 if the derivatives are implemented.
  static void expectSameMatrix(Case& one);

  /// Verifies that f, K, B and the energy, computed with any partition, agree to within 1e-13 with
  /// those computed on one rank.
  void expectRankIndependence() const;
};

}  // namespace tenon::testing
