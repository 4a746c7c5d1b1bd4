// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

// Dense rows: a row of G with n entries fills n^2 entries of G^T W G, and a degree of freedom that
// n rows share fills n^2 entries of G D^-1 G^T. For means, volumes and rigid groups n is as large
// as the mesh, so that such products omit them.

/// Returns the largest count whose square can be stored in addition to a matrix. All counts up to
/// four times its mean row length are affordable (the neighbourhood of one node, as in rows of ties
/// and pressures); beyond, the smallest counts are affordable as long as their squares sum to at
/// most `share` of its entries. The result does not depend on the number of ranks.
/// @note Collective.
PetscInt maxAffordableLength(const std::vector<PetscInt>& counts, Mat beside, double share);

/// Returns the number of entries in each owned row.
std::vector<PetscInt> rowLengths(Mat matrix);

/// Returns the entries of a matrix in marked rows. Stored zeros are kept: the pattern follows from
/// that of the matrix.
/// @param rows  one flag for each owned row
/// @note Collective.
la::Matrix keepRows(Mat matrix, const std::vector<char>& rows);

/// Returns the entries of G whose rows and columns are affordable in addition to a matrix.
/// @note Collective.
la::Matrix withoutLongRows(Mat G, Mat beside);

/// Treatment of a row of G in the augmentation of A.
enum class Augments {
  entries,  ///< G^T W G is added to the entries of A.
  /// G^T W G is applied as a term of low rank, in products with A and in the preconditioner.
  product,
  /// The row is not augmented.
  nothing
};

/// Returns the treatment of each owned row: rows that cause little fill-in are added, and up to
/// `most_long_rows` longer ones are applied as a term of low rank. If there are more dense rows, A
/// may grow by a quarter.
/// @note Collective.
std::vector<Augments> augmentations(Mat G, Mat beside);
// Largest number of low-rank rows; each costs two vectors and one V-cycle of the set-up.
constexpr long most_long_rows = 32;

}  // namespace tenon::solver
