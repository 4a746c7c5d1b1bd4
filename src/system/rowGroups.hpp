#pragma once
#include <vector>

#include "tenon/system/Redundancy.hpp"

namespace tenon::system {

/// One entry of a row.
struct RowEntry {
  PetscInt column;
  double value;
};

/// Rows that columns connect with each other and with no others.
struct RowGroup {
  std::vector<ConstraintRow> rows;  // by constraint, node and component
  std::vector<double> compliance;   // [rows]
  std::vector<std::vector<RowEntry>> entries;
};

/// Collective. For every row of this rank the lowest row that columns of non-zero entries connect it with. Chains that
/// change the rank more than 50 times fall apart into several groups.
std::vector<PetscInt> connectedRows(Mat G);

/// All rows, by the size of their groups.
struct GroupedRows {
  std::vector<RowGroup> small;       // each on one rank
  std::vector<ConstraintRow> large;  // of this rank, in groups that are larger
};

/// Collective. The groups of at most `most_rows` rows, and what is left. `rows`: of this rank's rows those that are to
/// be grouped; `compliance`: of all its rows, empty: zero.
GroupedRows gatherGroups(Mat G, const std::vector<ConstraintRow>& rows, const std::vector<double>& compliance,
                         base::LocalIndex most_rows);

}  // namespace tenon::system
