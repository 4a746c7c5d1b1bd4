#pragma once
#include <vector>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

// A row of G that joins n unknowns fills n^2 entries of G^T W G, and an unknown that n rows share as many of
// G D^-1 G^T. Means, volumes and rigid groups make n as large as a mesh: such products leave them out.

/// Collective. The largest of the counts whose squares can be stored beside a matrix: all up to four times its mean row
/// (what lies around one node, as rows of ties and pressures do), and beyond, from the smallest on, as long as the
/// squares add up to that share of its entries. The same on any number of ranks.
PetscInt longestAffordable(const std::vector<PetscInt>& counts, Mat beside, double share);

/// Entries in each of this rank's rows.
std::vector<PetscInt> rowLengths(Mat matrix);

/// Collective. The entries of a matrix whose rows are marked, `rows`: one for each of this rank's. Zeros among them
/// stay: the pattern follows from that of the matrix.
la::Matrix keepRows(Mat matrix, const std::vector<char>& rows);

/// Collective. The entries of G whose rows and columns are affordable beside a matrix.
la::Matrix withoutLong(Mat G, Mat beside);

/// What becomes of a row of G where A is augmented.
enum class Augments {
  entries,  ///< G^T W G is added to the entries of A
  product,  ///< to products with A, and to what approximates A^-1: a term of low rank
  nothing
};

/// Collective. For each of this rank's rows: those that fill hardly anything are added, and up to `most_long_rows`
/// longer ones applied; where there are more of these, A may fill up by a quarter.
std::vector<Augments> augmentations(Mat G, Mat beside);
constexpr long most_long_rows = 32;  // each is two vectors and a V-cycle of the set-up

}  // namespace tenon::solver
