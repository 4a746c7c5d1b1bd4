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

/// Mechanical system of curved elastic boxes with projective conditions, for one partition. Vectors
/// and matrices are dense; degrees of freedom are numbered in the order of the nodes in the mesh
/// files.
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
  /// @param partition  distribution of the cells to the ranks, see Objects::all_partitions
  /// @param make  function that creates the conditions
  /// @throws InputError if `make` requests an object that does not exist, or as MechanicalSystem.
  ConditionCase(const base::Communicator& comm, const std::vector<Box>& boxes, int partition, const Make& make);
  /// Moves the system. @note Not collective.
  ConditionCase(ConditionCase&&) noexcept;
  /// Moves the system; the previous one is destroyed.
  ConditionCase& operator=(ConditionCase&&) noexcept;
  ~ConditionCase();

  /// Returns the mechanical system. @note Not collective.
  system::MechanicalSystem& mechanics();
  /// Returns the projection of the conditions. @note Not collective.
  const la::Projection& projection() const;
  /// Returns the global number of degrees of freedom. @note Not collective.
  Eigen::Index numUnknowns() const { return static_cast<Eigen::Index>(unknowns_.size()); }
  /// Returns the number of a degree of freedom.
  /// @param object  index of the object
  /// @param position  index of the node in the mesh file of the object, from 0
  /// @param component  component of the displacement, from 0
  /// @note Not collective.
  Eigen::Index unknown(std::size_t object, std::int64_t position, int component) const;

  /// Returns a distributed vector as a dense one, [numUnknowns()] on every rank.
  Eigen::VectorXd dense(Vec vector) const;
  /// Returns a matrix as a dense one, the same on every rank.
  /// @param matrix  matrix with one column for each degree of freedom
  /// @param rows_are_unknowns  true if the rows are degrees of freedom and are renumbered as the
  ///   columns; false if they keep their order
  /// @return [rows × numUnknowns()]
  Eigen::MatrixXd dense(Mat matrix, bool rows_are_unknowns = true) const;
  /// Returns a dense vector as a distributed one.
  /// @param values  [numUnknowns()] the same on every rank
  la::Vector distributed(const Eigen::VectorXd& values) const;
  /// Returns the layout of the degrees of freedom. @note Not collective.
  const la::CombinedLayout& layout() const { return *layout_; }

  /// Returns the displacement of all objects, [numUnknowns()] [length].
  Eigen::VectorXd displacement() const;
  /// Sets the displacement of all objects, ghost nodes included.
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
