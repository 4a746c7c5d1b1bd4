#pragma once
#include "tenon/system/Redundancy.hpp"

namespace tenon::system {

/// Sets of rows that are multiples of each other, all but the first of each depending on it: what two constraints on
/// the same nodes make, in groups of any size. `rows`: of this rank; `compliance`: of all its rows, empty: zero. Not
/// collective: such rows belong to the same nodes, so to one rank.
std::vector<DependentRows> proportionalRows(Mat G, const std::vector<ConstraintRow>& rows,
                                            const std::vector<double>& compliance);

}  // namespace tenon::system
