#pragma once
#include <petscpc.h>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Multigrid in the order of the cells (p-multigrid), `-pc_type tenon_p_multigrid`: a V-cycle between all unknowns and
/// those at vertices of cells. The interpolation P is the one that belongs to the matrix (setVertexInterpolation()); the
/// coarse operator is the Galerkin product P^T A P.
///
/// Level `mg_levels_1_`: Chebyshev with point-block Jacobi, two steps. It needs products with the operator and the
/// diagonal blocks of the matrix that the preconditioner is made from, so that the operator may have products only.
/// Level `mg_coarse_`: one V-cycle of smoothed aggregation (`gamg`) with the rigid modes of the vertices.
/// A matrix without interpolation (first-order cells) has the coarse solver alone.
class PMultigrid {
 public:
  /// @note Collective.
  explicit PMultigrid(PC outer);
  ~PMultigrid();
  PMultigrid(const PMultigrid&) = delete;
  PMultigrid& operator=(const PMultigrid&) = delete;

  /// Sets up for other values of the matrix. False where it is another matrix. @note Collective.
  bool renew(PC outer);
  /// @note Collective.
  void apply(Vec x, Vec y);

 private:
  void make(PC outer, Mat A, Mat from);
  void makeCoarseOperator(Mat from);
  void setUp(Mat A, Mat from);

  la::Matrix from_, interpolation_, coarse_;
  PC inner_ = nullptr;
};

/// Keeps the interpolation with a matrix and what is made of it; nullptr: none.
void setVertexInterpolation(Mat matrix, Mat interpolation);

}  // namespace tenon::solver
