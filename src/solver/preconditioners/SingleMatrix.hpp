// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "la/Scatter.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Consecutive block rows in single precision: blocks of b × b values, stored by columns, with one
/// index per block.
struct SingleBlocks {
  std::vector<PetscInt> starts{0}, columns;
  std::vector<float> values;  // Values, followed by space for one wide load.

  /// Copies the rows of a MATSEQAIJ.
  /// @param places  index in x of each column
  void copy(Mat matrix, int block, const std::vector<PetscInt>& places);
  /// Adds the product of the rows with x to y. Vectors are in double precision.
  void multiplyAdd(int block, const double* x, double* y) const;
};

/// Copy of an AIJ matrix in single precision for preconditioners: 4 bytes per value and one index
/// per block instead of 12 bytes per value. A product is memory-bound and therefore takes about a
/// third of the time. Matrix values are rounded to a relative error of 6e-8; vectors and sums are
/// not rounded. A symmetric matrix remains symmetric.
class SingleMatrix {
 public:
  /// Copies a MATSEQAIJ or MATMPIAIJ with equal block sizes of rows and columns. @note Collective.
  explicit SingleMatrix(Mat matrix);

  /// Returns true if a matrix can be copied: AIJ with square blocks of 1, 2, 3 or 6, all values
  /// well within the range of a float.
  /// @note Collective.
  static bool suits(Mat matrix);

  /// Creates a MATSHELL that multiplies by `copy` and owns it. @note Collective.
  static la::Matrix makeShell(std::unique_ptr<SingleMatrix> copy, Mat like);

  /// Evaluates y = A x. @note Collective.
  void multiply(Vec x, Vec y) const;

 private:
  /// Returns the index in ghosts_ of each column of the off-diagonal part.
  /// @param columns  global numbers of these columns
  std::vector<PetscInt> findGhosts(Mat matrix, const std::vector<PetscInt>& columns);

  int block_;
  SingleBlocks diagonal_, off_diagonal_;
  la::Vector ghosts_;
  la::Scatter scatter_;
};

/// Replaces the matrices of a multigrid preconditioner that has been set up (PCGAMG, PCMG or
/// `tenon_p_multigrid`) by copies in single precision for smoothers and residuals. Products of a
/// level without stored entries, the coarsest level and the outer iterations remain in double
/// precision. Other preconditioners are unchanged.
/// @note Collective.
void smoothInSinglePrecision(PC multigrid);

}  // namespace tenon::solver
