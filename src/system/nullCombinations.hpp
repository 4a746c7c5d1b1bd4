#pragma once
#include "rowGroups.hpp"

namespace tenon::system {

/// The rows of a group that follow from the others, and how. Not collective. The group's entries are G diag(A)^-1/2.
///
/// Cholesky factorisation with pivoting of S = G diag(A)^-1 G^T + C, scaled to a unit diagonal: S_11 = L L^T for the
/// rows it takes, and where what is left of the others' diagonals is below 1e-12, S_22 = S_21 S_11^-1 S_12 and
///   z = (-S_11^-1 S_12, I)
/// are combinations of the rows that give zero. Of rows whose pivots are about as large the first is taken, so that
/// what depends does not change with round-off.
DependentRows nullCombinations(const RowGroup& group);

}  // namespace tenon::system
