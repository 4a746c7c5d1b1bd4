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

/// Fixture that verifies the requirements on force fields, for tests of a derived class. For
/// interactions see InteractionFixture.
///
///   class MySpringsTest : public tenon::testing::ForceFieldFixture {
///     Force make(const Objects& objects) const override {
///       return std::make_unique<MySprings>(MySprings::Data{100.0, "xmin"}, objects.domain());
///     }
///   };
///   TEST_F(MySpringsTest, isConsistent) { expectConsistent(); }
///
/// The tests run on any number of ranks (main() of the program initialises PETSc), with random
/// displacements and velocities and for several partitions.
class ForceFieldFixture : public ::testing::Test {
 public:
  /// Force field under test.
  using Force = std::unique_ptr<force::ForceField>;
  /// Objects of the test.
  using Objects = testing::Objects;
  /// One object of the test.
  using Box = testing::Box;

  /// Verifies that df/dx and df/dv agree with central differences; that isSymmetric(), isLinear()
  /// and dependsOnVelocity() are correct; that f = -dE/dx if there is an energy; that all methods
  /// of insertion, matrix-free products and kinds of system have the same matrix; and that the
  /// results of any partition agree with those of one rank.
  /// @note Collective.
  void expectConsistent();

 protected:
  /// Creates the force field under test, anew for each partition; may be collective.
  /// @param objects  distributed objects, whose domains exist as long as the force field
  virtual Force make(const Objects& objects) const = 0;
  /// Returns the objects on which the force field acts. Default: one box of 2 × 2 × 1 hexahedra,
  /// named "box".
  virtual std::vector<Box> boxes() const;
  /// Returns the bound of the random nodal displacements [length]; small compared with the cells.
  /// Default: 0.05.
  virtual double largestDisplacement() const;
  /// Returns the bound of the random nodal velocities [length/time]. Default: 0.5.
  virtual double largestVelocity() const;

  /// Force field on objects of one partition, at a random displacement and velocity. Vectors and
  /// matrices are the same on every rank, with the degrees of freedom numbered by Objects.
  /// @note Collective, except ownedForce().
  struct Case {
    /// Objects of the partition.
    Objects objects;
    /// Force field under test.
    Force force;
    /// Creates the objects and the force field, and moves the objects.
    /// @param fixture  fixture that creates the force field
    /// @param comm  communicator
    /// @param partition  distribution of the cells to the ranks, see Objects::all_partitions
    Case(const ForceFieldFixture& fixture, const base::Communicator& comm, int partition);
    /// Returns the force vector f of all degrees of freedom, [unknowns].
    Eigen::VectorXd f() const;
    /// Returns the force on the degrees of freedom owned by this rank, 0 elsewhere, [unknowns].
    /// @note Not collective.
    Eigen::VectorXd ownedForce() const;
    /// Returns the total energy.
    double energy() const;
    /// Returns df/dx, [unknowns × unknowns]; empty if it is not implemented.
    Eigen::MatrixXd K() const;
    /// Returns df/dx by this method of insertion; empty if it is not implemented.
    Eigen::MatrixXd K(la::Insertion insertion) const;
    /// Returns df/dv, [unknowns × unknowns]; empty if it is not implemented.
    Eigen::MatrixXd B() const;
    /// Returns df/dv by this method of insertion; empty if it is not implemented.
    Eigen::MatrixXd B(la::Insertion insertion) const;
  };

  /// Returns the communicator of all ranks.
  static base::Communicator world();
  /// Returns the largest absolute value of a matrix.
  static double largest(const Eigen::MatrixXd& matrix);

 private:
  static constexpr double step = 1e-6;

  /// Compares df/dx and df/dv with central differences, column by column, to 1e-8 of the largest
  /// entry.
  static void expectDerivatives(Case& one);

  /// Verifies isSymmetric(), isLinear() and dependsOnVelocity().
  void expectDeclarations(Case& one) const;

  /// Verifies f = -dE/dx at zero velocity, if there is an energy, by central differences along
  /// random directions.
  void expectForceOfEnergy(Case& one) const;

  /// Verifies that slots, blocked insertion and the matrix-free products agree to 1e-12.
  static void expectProducts(Case& one);

  /// Verifies that the assembled matrix, the fixed pattern, the composite and its sum, and the
  /// matrix-free system agree, to 1e-12 if the derivatives are implemented.
  static void expectSameMatrix(Case& one);

  /// Verifies that f, K, B and energy of any partition agree with those of one rank to 1e-13.
  void expectRankIndependence() const;
};

}  // namespace tenon::testing
