// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <Eigen/Core>
#include <vector>

namespace tenon::solver {

/// Some rows of a matrix G, replicated on all ranks, and an equal number of its columns, selected
/// by complete pivoting such that the square matrix G_cc of both is regular.
class DenseRows {
 public:
  /// Gathers rows and selects columns.
  /// @param rows  owned rows
  /// @param negligible  entries below this share of the largest entry of a row count as zero
  /// @note Collective.
  DenseRows(Mat G, const std::vector<PetscInt>& rows, double negligible);

  /// Returns true if rows are linearly dependent; no columns are selected then.
  bool areRedundant() const { return columns_.empty() && !rows_.empty(); }
  const std::vector<PetscInt>& rows() const { return rows_; }
  const std::vector<PetscInt>& columns() const { return columns_; }
  /// Returns G_cc^-1, with a row for each selected column.
  const Eigen::MatrixXd& inverse() const { return inverse_; }

 private:
  std::vector<PetscInt> rows_, columns_;
  Eigen::MatrixXd inverse_;
};

}  // namespace tenon::solver
