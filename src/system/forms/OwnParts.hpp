#pragma once
#include <functional>

#include "constrained/WeightedRows.hpp"

namespace tenon::system {

/// Rows that others cannot make, by the unknowns of their own that rowsInDoubt() found, and whether these still say so
/// once the rows have other values in the same places. What the search took away stays in order as long as each row
/// keeps a part of its own and no row gets entries where it had none.
class OwnParts {
 public:
  OwnParts() = default;
  /// Those of `rows` (of G) that are not in `doubtful` and that `changes` names. `is_own`: of each of their entries.
  OwnParts(Mat G, const WeightedRows& rows, const WeightedRows& doubtful, const std::vector<char>& is_own,
           const std::function<bool(const ConstraintRow&)>& changes);

  std::size_t size() const { return rows_.size(); }
  /// Whether all of this rank still have it. Not collective.
  bool areKept(Mat G) const;

 private:
  struct Row {
    PetscInt row;
    double compliance;
    std::vector<double> weights;  // of each stored entry; 0: there was none
    std::vector<char> is_own;
  };
  std::vector<Row> rows_;
};

}  // namespace tenon::system
