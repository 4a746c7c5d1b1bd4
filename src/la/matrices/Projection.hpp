// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "la/assembly/DirichletElimination.hpp"
#include "la/matrices/ConstraintMatrix.hpp"

namespace tenon::la {

/// Projected matrix P A P + d (I - P), with the identifiers of A and P. Its pattern is reused as
/// long as neither A nor P is replaced by another object.
struct ProjectedMatrix {
  /// Projected matrix P A P + d (I - P).
  Matrix matrix;
  PetscObjectId source = 0,  ///< identifier of the matrix A that was projected
      projector = 0;         ///< identifier of the projector P
};

/// Projection that imposes Dirichlet boundary conditions on a system,
///   P = I - E E^T - N N^T.
///
/// The columns of E are the unit vectors of constrained degrees of freedom. The columns of N are
/// orthonormal oblique directions, each of which involves one or several nodes; they are zero at
/// constrained degrees of freedom. A matrix A becomes P A P + d (I - P) with a diagonal value d,
/// a right-hand side b becomes P b, and a constraint Jacobian G becomes G P. A displacement u is
/// replaced as follows, where h and g are the prescribed components E^T u and N^T u, respectively:
///   u <- P u + E h + N g.
class Projection {
 public:
  /// Creates the projection.
  /// @param layout  degrees of freedom of the system
  /// @param constrained  [numLocal x block size of the layout] flag for each degree of freedom,
  ///   ghosts included: true if constrained
  /// @param directions  entries of N^T, where all entries of a row are on the same rank
  /// @param num_directions  number of rows of N^T on this rank
  /// @throws InternalError if the array of flags has the wrong size
  /// @note Collective.
  Projection(const CombinedLayout& layout, std::vector<char> constrained,
             const std::vector<ConstraintEntry>& directions, LocalIndex num_directions);

  /// Flag for each local degree of freedom, [numLocal x block size of the layout]: true if
  /// constrained.
  const std::vector<char>& constrained() const { return constrained_; }
  /// True if there are oblique directions on any rank.
  bool hasObliqueDirections() const { return directions_ != nullptr; }
  /// Matrix N^T with one row per oblique direction; nullptr if there are none.
  Mat directions() const { return directions_ ? directions_->get() : nullptr; }

  /// Matrix N N^T with one row per degree of freedom; nullptr if there are no oblique directions.
  Mat obliqueProjector() const { return oblique_projector_.get(); }

  /// Computes x <- P x. @note Collective.
  void project(Vec x) const;
  /// Returns x - P x, the part of a vector in constrained directions. @note Collective.
  Vector complementOf(Vec x) const;

  /// Computes u <- u + N (g - N^T u). Constrained degrees of freedom are not changed.
  /// @param u  displacement vector with the layout of the projection; changed in place
  /// @param values  prescribed components g of this rank's directions
  /// @note Collective.
  void imposeDirections(Vec u, gsl::span<const double> values) const;

  /// Returns the diagonal value d of constrained degrees of freedom: 1, or the mean |a_ii| of the
  /// free degrees of freedom.
  /// @param diagonal  vector of the diagonal entries a_ii of the matrix
  /// @param kind  rule for the value
  /// @return diagonal value d, which is 1 if the mean is zero
  /// @note Collective.
  double diagonalOf(Vec diagonal, DirichletDiagonal kind) const;

  /// Computes P A P + d (I - P). The constrained degrees of freedom of A must already have been
  /// eliminated by DirichletElimination.
  /// @param A  matrix of the layout
  /// @param kind  rule for the diagonal value d
  /// @param projected  empty, or the result of an earlier call; if A is the same matrix as in that
  ///   call, only the values of the result are updated
  /// @throws InternalError if there are no oblique directions
  /// @note Collective.
  /// @see PETSc: MatPtAP()
  void apply(Mat A, DirichletDiagonal kind, ProjectedMatrix& projected) const;

  /// Returns G P, or G itself if there are no oblique directions. G must not have entries in the
  /// columns of constrained degrees of freedom.
  /// @note Collective.
  Matrix projectJacobian(Mat G) const;
  /// Updates the values of a matrix that projectJacobian() returned for the same matrix G.
  /// @note Collective.
  void updateJacobian(Mat G, const Matrix& projected) const;

 private:
  void projectOblique(Vec x) const;

  base::Communicator comm_;
  std::vector<char> constrained_;
  std::size_t num_owned_;                         // number of owned degrees of freedom
  std::unique_ptr<ConstraintMatrix> directions_;  // N^T and N
  Matrix oblique_projector_, complement_;         // N N^T and I - N N^T
  Vector components_;                             // N^T x
};

}  // namespace tenon::la
