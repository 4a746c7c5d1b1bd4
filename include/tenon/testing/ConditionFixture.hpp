// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>
#include <petscmat.h>

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::la {
class Projection;
}

namespace tenon::testing {

/// Mechanical system of curved elastic boxes with Dirichlet conditions that are imposed by
/// projection, for one partition. Vectors and matrices are dense. Degrees of freedom are numbered
/// object by object, in the node order of the mesh files.
/// @note Collective, unless stated otherwise.
class ConditionCase {
 public:
  /// Conditions under test.
  using Conditions = std::vector<std::unique_ptr<constraint::DirichletCondition>>;
  /// Function that creates the conditions.
  using Make = std::function<Conditions(const fem::FindDomain&)>;

  /// Creates the boxes and their conditions.
  /// @param comm  communicator
  /// @param boxes  objects of the system
  /// @param partition  partition of the cells, see Objects::all_partitions
  /// @param make  function that creates the conditions
  /// @throws InputError if `make` requests an object that does not exist, or if the constructor of
  ///   MechanicalSystem throws
  ConditionCase(const base::Communicator& comm, const std::vector<Box>& boxes, int partition, const Make& make);
  /// Constructs a case by moving the system out of another case. @note Not collective.
  ConditionCase(ConditionCase&&) noexcept;
  /// Moves another system into this object and destroys the previous system.
  ConditionCase& operator=(ConditionCase&&) noexcept;
  ~ConditionCase();

  /// Returns the mechanical system. @note Not collective.
  system::MechanicalSystem& mechanics();
  /// Returns the projection that imposes the conditions. @note Not collective.
  const la::Projection& projection() const;
  /// Returns the total number of degrees of freedom on all ranks. @note Not collective.
  Eigen::Index numUnknowns() const { return static_cast<Eigen::Index>(unknowns_.size()); }
  /// Returns the global number of a degree of freedom.
  /// @param object  index of the object
  /// @param position  zero-based index of the node in the mesh file of the object
  /// @param component  zero-based component of the displacement
  /// @note Not collective.
  Eigen::Index unknown(std::size_t object, std::int64_t position, int component) const;

  /// Gathers a distributed vector into a dense vector, [numUnknowns()], on every rank.
  Eigen::VectorXd dense(Vec vector) const;
  /// Gathers a distributed matrix into a dense matrix on every rank.
  /// @param matrix  matrix with one column for each degree of freedom
  /// @param rows_are_unknowns  true if the rows are degrees of freedom and are renumbered like the
  ///   columns; false if the rows keep their order
  /// @return [rows × numUnknowns()]
  Eigen::MatrixXd dense(Mat matrix, bool rows_are_unknowns = true) const;
  /// Distributes a dense vector over the ranks.
  /// @param values  [numUnknowns()] vector, the same on every rank
  la::Vector distributed(const Eigen::VectorXd& values) const;
  /// Returns the layout of the degrees of freedom. @note Not collective.
  const la::CombinedLayout& layout() const { return *layout_; }

  /// Returns the displacement vector of all objects, [numUnknowns()] [length].
  Eigen::VectorXd displacement() const;
  /// Sets the displacement of all objects, including ghost nodes.
  /// @param u  [numUnknowns()] displacement, the same on every rank [length]
  void setDisplacement(const Eigen::VectorXd& u);

  /// Returns the projection P as a dense matrix, computed column by column, [numUnknowns() ×
  /// numUnknowns()].
  Eigen::MatrixXd P() const;

 private:
  static std::unique_ptr<system::Body> makeBody(const base::Communicator& comm, const Box& box, int partition);

  void numberUnknowns();
  Eigen::Index unknownOf(PetscInt row) const {
    return static_cast<Eigen::Index>(unknowns_[static_cast<std::size_t>(row)]);
  }
  template <class Dense>
  void sum(Dense& all) const;

  std::unique_ptr<system::MechanicalSystem> mechanics_;
  std::unique_ptr<la::CombinedLayout> layout_;
  PetscInt first_ = 0, last_ = 0;
  std::vector<long long> unknowns_;  // [rows of all ranks] number of the degree of freedom
  std::vector<long long> starts_;    // [objects + 1]
};

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
