// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include <Eigen/Core>
#include <vector>

#include "base/dense.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Schur complement S = D - C A^-1 B of a fieldsplit (MATSCHURCOMPLEMENT), formed as a dense m × m
/// matrix and factored, so that one application yields the multipliers of a saddle point. A^-1 B is
/// solved by blocks of columns with the solver of the displacement split. The matrix and its
/// factors are replicated on all ranks, which suits few multipliers.
class DenseSchur {
 public:
  /// Largest number of multipliers: 72 MB and some seconds on every rank.
  static constexpr PetscInt most_multipliers = 3000;

  /// Forms and factors S. If rows are redundant, S is singular and apply() returns the multipliers
  /// of least norm.
  /// @note Collective.
  explicit DenseSchur(Mat schur_complement);

  /// Forms and factors S for other values of the same matrices. @note Collective.
  void update(Mat schur_complement);

  /// Evaluates y = S^-1 x. @note Collective.
  void apply(Vec x, Vec y);

 private:
  using Matrix = Eigen::MatrixXd;

  /// Columns of B that are solved together, kept for later updates.
  struct ColumnBlock {
    la::Matrix columns, solved;
  };

  void form(Mat schur_complement);
  void addColumns(Mat schur_complement, ColumnBlock& block, PetscInt first, PetscInt count);
  void factor(bool symmetric);

  Matrix negative_;  // -S on every rank until the factorisation.
  ColumnBlock full_, last_;
  std::vector<int> counts_, starts_;
  base::DenseFactorisation factors_;
};

}  // namespace tenon::solver
