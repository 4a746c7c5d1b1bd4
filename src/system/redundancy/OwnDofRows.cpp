// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OwnDofRows.hpp"

#include "findDoubtfulRows.hpp"
#include "la/MatrixRow.hpp"

namespace tenon::system {

OwnDofRows::OwnDofRows(Mat weights, const WeightedRows& rows, const WeightedRows& doubtful,
                       const std::vector<char>& is_own, const std::function<bool(const ConstraintRow&)>& changes) {
  auto in_doubt = doubtful.rows.begin();  // both lists have the same order
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (in_doubt != doubtful.rows.end() && in_doubt->row == rows.rows[r].row) {
      ++in_doubt;
      continue;
    }
    if (!changes(rows.rows[r])) continue;
    const la::MatrixRow weight(weights, rows.rows[r].row);
    rows_.push_back(weight.row());
    compliances_.push_back(rows.compliance[r]);
    for (PetscInt k = 0; k < weight.size; ++k) {
      squares_.push_back(weight.values[k] * weight.values[k]);
      is_own_.push_back(is_own[rows.starts[r] + static_cast<std::size_t>(k)]);
    }
  }
}

bool OwnDofRows::areUnchanged(Mat G) const {
  std::size_t place = 0;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const la::MatrixRow stored(G, rows_[r]);
    double own = compliances_[r], all = compliances_[r];
    for (PetscInt k = 0; k < stored.size; ++k, ++place) {
      const double square = squares_[place] * stored.values[k] * stored.values[k];
      all += square;
      if (is_own_[place] != 0) own += square;
    }
    if (!(all > 0.0 && own >= own_share * all)) return false;
  }
  return true;
}

}  // namespace tenon::system
