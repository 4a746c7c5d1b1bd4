// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>
#include <vector>

#include "tenon/la/layout/CombinedLayout.hpp"

namespace tenon::la {

class BlockMatrix;
class ConstraintMatrix;

/// Returns the named block rows of each state, in the order of the layout.
std::vector<NamedRows> namedStates(const CombinedLayout& layout);

/// Non-owning references to the blocks of a saddle-point system: A [n x n] with its block size, G
/// [m x n] and the stored transpose G^T.
struct SaddleBlocks {
  Mat A,                           ///< system matrix A
      G,                           ///< constraint Jacobian G
      G_transposed;                ///< transpose G^T
  std::vector<NamedRows> objects;  ///< named ranges of block rows of A
  std::vector<NamedRows> groups;   ///< named ranges of rows of G
};

/// Saddle-point matrix as a 2 x 2 MatNest,
///   [A  G^T]   acting on  [u     ]
///   [G  -C ]              [lambda]
///
/// The rows of a rank are those of its displacements, followed by those of its multipliers.
/// Vectors, the nest and the matrix that convertToAij() returns therefore have the same numbering.
/// The matrix C = diag(compliance) is always stored, even if it is zero, because direct solvers
/// need the diagonal.
class SaddleMatrix {
 public:
  /// Creates the matrix. It refers to the given PETSc matrices without copying them; later changes
  /// to their values also change this matrix.
  /// @param blocks  blocks A, G and G^T with the names of their rows
  /// @param compliance  compliances of this rank's multipliers [unit of the constraint residual /
  ///   unit of the multiplier]; empty for zero
  /// @throws InternalError if there is not one compliance per multiplier
  /// @throws InputError if the number of rows exceeds the range of PetscInt
  /// @note Collective.
  /// @see PETSc: MatCreateNest()
  explicit SaddleMatrix(const SaddleBlocks& blocks, gsl::span<const double> compliance = {});
  /// Creates the matrix from the system matrix and the constraint Jacobian of a layout.
  /// @param layout  degrees of freedom of A
  /// @param A  system matrix
  /// @param G  constraint Jacobian
  /// @param compliance  compliances of this rank's multipliers [unit of the constraint residual /
  ///   unit of the multiplier]; empty for zero
  /// @note Collective.
  SaddleMatrix(const CombinedLayout& layout, const BlockMatrix& A, const ConstraintMatrix& G,
               gsl::span<const double> compliance = {});

  /// Saddle-point matrix of type MatNest.
  Mat get() const { return nest_.get(); }
  /// Lower right block -C of the matrix.
  Mat lowerRight() const { return minus_compliance_.get(); }

  /// Returns a copy of the matrix as one AIJ matrix in the numbering of the nest, for direct
  /// solvers. The diagonal of the multiplier block is stored.
  /// @note Collective.
  Matrix convertToAij() const;
  /// Copies the current values of the blocks into a matrix that convertToAij() returned.
  /// @note Collective.
  void copyInto(Mat whole) const;

  /// Sets new compliances and notifies PETSc that the values of the blocks have changed.
  /// @param compliance  compliances of this rank's multipliers [unit of the constraint residual /
  ///   unit of the multiplier]; empty if they are unchanged
  /// @note Collective.
  void update(gsl::span<const double> compliance);

  /// Index set of the displacement rows of the complete matrix, with block size b.
  IS displacement() const { return sets_.at("displacement").get(); }
  /// Index set of the multiplier rows of the complete matrix, with block size 1.
  IS multipliers() const { return sets_.at("multipliers").get(); }

  /// Index sets by name: "displacement", "multipliers", one set for each state and one for each
  /// constraint. States and constraints whose names are already in use are omitted.
  const std::map<std::string, IndexSet>& indexSets() const { return sets_; }

  /// Returns a zero vector of the complete system. It is not a nested vector. @note Collective.
  Vector makeVector() const;

  /// Copies the displacements and multipliers of a vector of the complete system into separate
  /// vectors.
  /// @param whole  [n + m] vector of the complete system
  /// @param displacement  [n] receives the displacements
  /// @param multipliers  [m] receives the multipliers
  /// @note Collective.
  void split(Vec whole, Vec displacement, Vec multipliers) const;
  /// Copies the displacements and multipliers into a vector of the complete system.
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
