// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
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

}  // namespace tenon::testing
