// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscpc.h>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Multigrid in the order of the cells (p-multigrid), `-pc_type tenon_p_multigrid`: a V-cycle
/// between all degrees of freedom and those at vertices of cells. The interpolation P is attached
/// to the matrix (setVertexInterpolation()); the coarse operator is the Galerkin product P^T A P.
///
/// Level `mg_levels_1_`: two steps of Chebyshev with point-block Jacobi. They need products with
/// the operator and the diagonal blocks of the matrix that the preconditioner is built from; the
/// operator may therefore provide products only.
///
/// Level `mg_coarse_`: one V-cycle of smoothed aggregation (`gamg`) with the rigid-body modes of
/// the vertices. For a matrix without interpolation (first-order cells), only this level exists.
class PMultigrid {
 public:
  /// Creates and sets up the levels. @note Collective.
  explicit PMultigrid(PC outer);
  ~PMultigrid();
  PMultigrid(const PMultigrid&) = delete;
  PMultigrid& operator=(const PMultigrid&) = delete;

  /// Updates the preconditioner after the values of the matrix have changed. Returns false if the
  /// matrix has been replaced.
  /// @note Collective.
  bool update(PC outer);
  /// Applies one V-cycle to x. @note Collective.
  void apply(Vec x, Vec y);

  /// Returns the multigrid preconditioner of PETSc: PCMG with two levels, or PCGAMG for a matrix
  /// without interpolation.
  PC levels() const { return inner_; }

 private:
  void make(PC outer, Mat A, Mat from);
  void makeCoarseOperator(Mat from);
  void setUp(Mat A, Mat from);

  la::Matrix from_, interpolation_, coarse_;
  PC inner_ = nullptr;
};

/// Attaches an interpolation to a matrix and its preconditioners; nullptr: none.
void setVertexInterpolation(Mat matrix, Mat interpolation);

}  // namespace tenon::solver
