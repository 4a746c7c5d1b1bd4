// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <string>
#include <vector>

#include "tenon/la/layout/CombinedLayout.hpp"

namespace tenon::solver {

/// Matrices and vectors, owned by the caller, of the linear system of a step:
///   [A  G^T] [delta]   [f]
///   [G  -C ] [ mu  ] = [g]        A: n x n, G: m x n, C: m x m diagonal
struct SaddleSystem {
  /// Tangent matrix: an AIJ matrix, or a shell matrix that provides only matrix-vector products.
  /// The rows and columns of constrained degrees of freedom contain only a diagonal entry.
  Mat A = nullptr;
  Mat P = nullptr;           ///< AIJ matrix from which the preconditioner is constructed; nullptr to use A
  Mat G = nullptr;           ///< constraint Jacobian (AIJ); nullptr if there are no multipliers (A delta = f)
  Vec compliance = nullptr;  ///< diagonal of C; nullptr if C is zero
  /// Diagonal of Γ if A already contains the augmentation G^T Γ G, as in the systems that are
  /// passed to Schur approximations; otherwise nullptr.
  Vec augmentation = nullptr;
  /// Rigid-body modes of A (see la::rigidModes()), which form the near-null space of multigrid;
  /// nullptr if they are unknown.
  MatNullSpace rigid_modes = nullptr;
  /// Interpolation from the degrees of freedom at cell vertices to all rows of A, for p-multigrid;
  /// nullptr if there are no second-order cells or if the interpolation is unknown.
  Mat vertex_interpolation = nullptr;
  std::vector<la::NamedRows> objects;  ///< named ranges of block rows of A, for PETSc's index sets
  std::vector<la::NamedRows> groups;   ///< named ranges of rows of G
  /// Owned rows of A whose degrees of freedom are restrained only by constraints, such as those of
  /// rigid bodies in statics. The diagonal entries of these rows are not used to estimate the
  /// stiffness of rows of G.
  std::vector<PetscInt> constraint_supported_rows;
  /// Owned rows of G that may become inactive, such as those of contacts. Multigrid forms its
  /// aggregates as if these rows were inactive.
  std::vector<PetscInt> bounded_rows;
  /// Names of the contributors that make A unsymmetric. If the list is empty, A is symmetric and,
  /// provided that no body is unsupported, positive definite.
  std::vector<std::string> asymmetric_contributors;
};

}  // namespace tenon::solver
