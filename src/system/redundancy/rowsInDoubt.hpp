#pragma once
#include "redundancy/WeightedRows.hpp"

namespace tenon::system {

/// Rows that may follow from others, and why the others do not.
struct Doubt {
  WeightedRows rows;
  std::vector<char> is_own;  ///< of each entry of all rows that were looked at: it made its row independent
};

/// Part of a row, squared, that has to be its own: so far it is from everything that the others can make.
constexpr double own_share = 1e-6;

/// Collective. The rows that may follow from others: what is left when rows with unknowns (or a compliance) of their
/// own are taken away, again and again, since taking one away may leave others with unknowns of their own. A row is
/// taken where its own part is at least 1e-3 of its length. Rows of node-wise ties, of rigid groups, of means and
/// volumes all go here, in time linear in their entries, however long they are; what is left does not depend on the
/// partition. `G`: the matrix that the rows are of.
Doubt rowsInDoubt(Mat G, const WeightedRows& rows);

}  // namespace tenon::system
