// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>
#include <vector>

#include "tenon/la/assembly/BlockMatrix.hpp"
#include "tenon/la/matrices/ConstraintMatrix.hpp"

namespace tenon::la {

/// Returns the block rows of each state with its name, in the order of the layout.
std::vector<NamedRows> namedStates(const CombinedLayout& layout);

/// Non-owning references to the blocks of a saddle-point system: A [n x n] with its block size, G
/// [m x n] and the stored G^T.
struct SaddleBlocks {
  Mat A,                           ///< System matrix A.
      G,                           ///< Constraint Jacobian G.
      G_transposed;                ///< Transpose G^T.
  std::vector<NamedRows> objects;  ///< Ranges of A, in block rows.
  std::vector<NamedRows> groups;   ///< Ranges of rows of G, with names.
};

/// Saddle-point matrix as a 2 x 2 MatNest,
///   [A  G^T]   acting on  [u     ]
///   [G  -C ]              [lambda]
///
/// The rows of one rank are its displacements followed by its multipliers. Vectors, the nest and
/// the matrix of convertToAij() therefore have the same numbering. C = diag(compliance) is always
/// stored, including zeros, because direct solvers need the diagonal.
class SaddleMatrix {
 public:
  /// Creates the matrix. The PETSc matrices are shared, so that later changes of their values are
  /// visible here.
  /// @param blocks  blocks A, G and G^T with the names of their rows
  /// @param compliance  compliances of this rank's multipliers, in the units of the rows of G;
  ///   empty for zero
  /// @throws InternalError if there is not one compliance per multiplier.
  /// @throws InputError if the number of rows exceeds the range of PetscInt.
  /// @note Collective.
  /// @see PETSc: MatCreateNest()
  explicit SaddleMatrix(const SaddleBlocks& blocks, gsl::span<const double> compliance = {});
  /// Creates the matrix from the system matrix and the constraint Jacobian of a layout.
  /// @param layout  degrees of freedom of A
  /// @param A  system matrix
  /// @param G  constraint Jacobian
  /// @param compliance  compliances of this rank's multipliers; empty for zero
  /// @note Collective.
  SaddleMatrix(const CombinedLayout& layout, const BlockMatrix& A, const ConstraintMatrix& G,
               gsl::span<const double> compliance = {});

  /// Nested matrix.
  Mat get() const { return nest_.get(); }
  /// Lower right block, -C.
  Mat lowerRight() const { return minus_compliance_.get(); }

  /// Returns a new copy of the matrix as one AIJ matrix in the numbering of the nest, for direct
  /// solvers. The diagonal of the block of the multipliers is stored.
  /// @note Collective.
  Matrix convertToAij() const;
  /// Copies the current values of the blocks into a matrix that convertToAij() returned.
  /// @note Collective.
  void copyInto(Mat whole) const;

  /// Sets new compliances and notifies PETSc that the values of the blocks have changed.
  /// @param compliance  compliances of this rank's multipliers; empty if they are unchanged
  /// @note Collective.
  void update(gsl::span<const double> compliance);

  /// Rows of the displacements in the numbering of the complete matrix, with block size b.
  IS displacement() const { return sets_.at("displacement").get(); }
  /// Rows of the multipliers in the numbering of the complete matrix, with block size 1.
  IS multipliers() const { return sets_.at("multipliers").get(); }

  /// Index sets by name: "displacement", "multipliers", one for each state and one for each
  /// constraint. A state or constraint whose name is already in use is omitted.
  const std::map<std::string, IndexSet>& indexSets() const { return sets_; }

  /// Returns a zero vector of the complete system, which is not a nested vector. @note Collective.
  Vector makeVector() const;

  /// Copies a vector of the complete system into its parts.
  /// @param whole  [n + m] vector of the complete system
  /// @param displacement  [n] receives the displacements
  /// @param multipliers  [m] receives the multipliers
  /// @note Collective.
  void split(Vec whole, Vec displacement, Vec multipliers) const;
  /// Copies the parts into a vector of the complete system.
  /// @param displacement  [n] displacements
  /// @param multipliers  [m] multipliers
  /// @param whole  [n + m] receives the vector of the complete system
  /// @note Collective.
  void join(Vec displacement, Vec multipliers, Vec whole) const;

 private:
  void nameIndexSets(const SaddleBlocks& blocks);
  void copyBlock(Mat block, PetscInt first_row, const std::vector<PetscInt>& columns_before, Mat whole) const;

  base::Communicator comm_;
  Matrix minus_compliance_, nest_;
  std::map<std::string, IndexSet> sets_;
};

}  // namespace tenon::la
