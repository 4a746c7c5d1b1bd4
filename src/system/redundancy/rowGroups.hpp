#pragma once
#include <vector>

#include "redundancy/WeightedRows.hpp"

namespace tenon::system {

/// Rows that columns connect with each other and with no others, by the size of such groups.
struct GroupedRows {
  std::vector<WeightedRows> small;  // each whole on one rank, by constraint, node and component
  std::int64_t num_large = 0;       // rows of this rank in larger groups
};

/// Collective. The groups of at most `most_rows` rows. `G`: the matrix that the rows are of. Chains that change the
/// rank more than 50 times fall apart into several groups.
GroupedRows gatherGroups(Mat G, const WeightedRows& rows, std::int64_t most_rows);

}  // namespace tenon::system
