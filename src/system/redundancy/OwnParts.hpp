#pragma once
#include <functional>

#include "redundancy/WeightedRows.hpp"

namespace tenon::system {

/// Rows that others cannot make, by the unknowns of their own that rowsInDoubt() found, and whether these still say so
/// once the rows have other values in the same places. What the search took away stays in order as long as each row
/// keeps a part of its own, since places that hold zeros were looked at as if they did not.
class OwnParts {
 public:
  OwnParts() = default;
  /// Those of `rows` (of G) that are not in `doubtful` and that `changes` names. `weights`: of weightedRows();
  /// `is_own`: of each of their entries.
  OwnParts(Mat weights, const WeightedRows& rows, const WeightedRows& doubtful, const std::vector<char>& is_own,
           const std::function<bool(const ConstraintRow&)>& changes);

  std::size_t size() const { return rows_.size(); }
  /// Whether all of this rank still have it. Not collective.
  bool areKept(Mat G) const;

 private:
  std::vector<PetscInt> rows_;
  std::vector<double> compliances_;  // [rows]
  std::vector<double> squares_;      // of the weights, in each stored place, row by row
  std::vector<char> is_own_;         // [places]
};

}  // namespace tenon::system
