#pragma once
#include "redundancy/WeightedRows.hpp"

namespace tenon::system {

/// Sets of rows that are multiples of each other, all but the first of each depending on it: what two constraints on
/// the same nodes make, in groups of any size. Rows with compliance are none. Not collective: such rows belong to the
/// same nodes, so to one rank.
std::vector<DependentRows> proportionalRows(const WeightedRows& rows);

}  // namespace tenon::system
