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
/// @note All members are collective.
class ConditionCase {
 public:
  /// Conditions under test.
  using Conditions = std::vector<std::unique_ptr<constraint::DirichletCondition>>;
  /// Function that creates the conditions.
  using Make = std::function<Conditions(const fem::FindDomain&)>;

  /// Creates the boxes and their conditions.
  /// @param partition  distribution of the cells to the ranks, see Objects::all_partitions
  /// @param make  function that creates the conditions
  ConditionCase(const base::Communicator& comm, const std::vector<Box>& boxes, int partition, const Make& make);
  ConditionCase(ConditionCase&&) noexcept;
  ConditionCase& operator=(ConditionCase&&) noexcept;
  ~ConditionCase();

  /// Returns the mechanical system.
  system::MechanicalSystem& mechanics();
  /// Returns the projection of the conditions.
  const la::Projection& projection() const;
  /// Returns the global number of degrees of freedom.
  Eigen::Index numUnknowns() const { return static_cast<Eigen::Index>(unknowns_.size()); }
  /// Returns the number of a degree of freedom. `position` is the index of the node in the mesh
  /// file of object `object`.
  Eigen::Index unknown(std::size_t object, std::int64_t position, int component) const;

  /// Returns a distributed vector as a dense one.
  Eigen::VectorXd dense(Vec vector) const;
  /// Returns a matrix as a dense one with one column per degree of freedom. The rows are permuted
  /// likewise if `rows_are_unknowns`; otherwise they keep their order.
  Eigen::MatrixXd dense(Mat matrix, bool rows_are_unknowns = true) const;
  /// Returns a dense vector as a distributed one.
  la::Vector distributed(const Eigen::VectorXd& values) const;
  /// Returns the layout of the degrees of freedom.
  const la::CombinedLayout& layout() const { return *layout_; }

  /// Returns the displacement of all objects.
  Eigen::VectorXd displacement() const;
  /// Sets the displacement of all objects.
  void setDisplacement(const Eigen::VectorXd& u);

  /// Returns the projection P as a dense matrix, computed column by column.
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
