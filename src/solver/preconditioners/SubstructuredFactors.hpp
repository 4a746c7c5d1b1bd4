// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "base/dense.hpp"
#include "la/arrays.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Factors of a distributed matrix whose graph is almost a tree, such as that of the joints of a
/// chain. The factors are then hardly larger than the matrix, and ranks share few degrees of
/// freedom. Each rank factors its interior rows I by PETSc's LU without pivoting. The Schur
/// complement on the border rows B between ranks,
///   T = S_BB - S_BI S_II^-1 S_IB,
/// is dense and factored by every rank. The symbolic phase is kept.
/// @see Przemieniecki, Matrix structural analysis of substructures, AIAA J. 1 (1963).
class SubstructuredFactors {
 public:
  /// Performs the symbolic phase. Returns nullptr if the matrix is not AIJ, has more than
  /// `most_borders` border rows, or has factors of more than `most_fill` times its entries.
  /// @note Collective.
  static std::unique_ptr<SubstructuredFactors> of(Mat matrix);
  static constexpr std::int64_t most_borders = 600;
  static constexpr double most_fill = 3.0;

  /// Returns true if the factors belong to this matrix object, irrespective of its values.
  bool isFactorisationOf(Mat matrix) const { return matrix == matrix_.get(); }
  /// Performs the numeric phase for the current values. Returns false if a pivot is zero.
  /// @note Collective.
  bool factor();
  /// Solves S x = b. @note Collective.
  void solve(Vec b, Vec x) const;

 private:
  /// Entry that couples a border row to an interior column, or the reverse, and its index in the
  /// diagonal part.
  struct Coupling {
    PetscInt border, inside;
    std::ptrdiff_t place;
  };
  /// Entry between border rows: local row `row`, and `column` in the numbering of the border rows
  /// of all ranks.
  struct BorderEntry {
    PetscInt row, column;
    std::ptrdiff_t place;
    bool is_far;  ///< true if the entry is stored in the off-diagonal part
  };

  explicit SubstructuredFactors(Mat matrix);
  std::vector<char> findBorders() const;
  void number(const std::vector<char>& is_border);
  void listCouplings();
  bool analyse();
  bool factorInside();
  void solveBorders(const la::ReadArray& b, la::WriteArray& x) const;
  void formBorderMatrix(const double* near, const double* far);
  PetscInt numInside() const { return static_cast<PetscInt>(inside_.size()); }

  base::Communicator comm_;
  la::Matrix matrix_;
  // Diagonal and off-diagonal part; diagonal_ is the whole matrix on one rank.
  Mat diagonal_, off_diagonal_ = nullptr;
  const PetscInt* off_diagonal_columns_ = nullptr;  // Global numbers of the columns of off_diagonal_.
  // Local rows of either kind, and index of each local row within its kind.
  std::vector<PetscInt> inside_, borders_, place_;
  std::vector<PetscInt> all_borders_;  // Global border rows of all ranks.
  PetscInt first_border_ = 0;          // Index of the first border row of this rank in all_borders_.
  std::vector<Coupling> border_by_inside_, inside_by_border_;
  std::vector<BorderEntry> border_entries_;
  la::IndexSet inside_rows_;
  la::Matrix inside_matrix_, factors_;    // S_II and its factors.
  std::vector<la::Vector> influences_;    // S_II^-1 S_IB, by column
  mutable la::Vector right_side_, work_;  // Work vectors over I.
  base::DenseFactorisation border_factors_;
};

}  // namespace tenon::solver
