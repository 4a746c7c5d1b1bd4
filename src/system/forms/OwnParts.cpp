#include "OwnParts.hpp"

#include <algorithm>
#include <cmath>

#include "redundancy/rowsInDoubt.hpp"
#include "tenon/la/MatrixRow.hpp"

namespace tenon::system {

OwnParts::OwnParts(Mat G, const WeightedRows& rows, const WeightedRows& doubtful, const std::vector<char>& is_own,
                   const std::function<bool(const ConstraintRow&)>& changes) {
  auto in_doubt = doubtful.rows.begin();  // in the same order
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (in_doubt != doubtful.rows.end() && in_doubt->row == rows.rows[r].row) {
      ++in_doubt;
      continue;
    }
    if (!changes(rows.rows[r])) continue;
    const la::MatrixRow stored(G, rows.rows[r].row);
    Row row{stored.row(), rows.compliance[r], {}, {}};
    std::size_t next = rows.starts[r];
    for (PetscInt k = 0; k < stored.size; ++k) {
      const bool is_there = next < rows.starts[r + 1] && rows.entries[next].column == stored.columns[k];
      row.weights.push_back(is_there ? std::abs(rows.entries[next].value / stored.values[k]) : 0.0);
      row.is_own.push_back(is_there ? is_own[next] : 0);
      if (is_there) ++next;
    }
    rows_.push_back(std::move(row));
  }
}

bool OwnParts::areKept(Mat G) const {
  return std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) {
    const la::MatrixRow stored(G, row.row);
    double own = row.compliance, all = row.compliance;
    for (PetscInt k = 0; k < stored.size; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (row.weights[at] == 0.0 && stored.isEntry(k, round_off)) return false;
      const double weighted = row.weights[at] * stored.values[k];
      all += weighted * weighted;
      if (row.is_own[at] != 0) own += weighted * weighted;
    }
    return all > 0.0 && own >= own_share * all;
  });
}

}  // namespace tenon::system
