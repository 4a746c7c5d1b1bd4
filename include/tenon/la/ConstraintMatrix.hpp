#pragma once
#include <string>
#include <vector>

#include "tenon/la/CombinedLayout.hpp"

namespace tenon::la {

/// One entry of G: a multiplier this rank owns, an unknown of any rank.
struct ConstraintEntry {
  LocalIndex row;      ///< among the multipliers this rank owns
  GlobalIndex column;  ///< global number of the unknown: b * (block row of the combined layout) + component
  double value;
};

/// A named run [first, first + count) of this rank's rows: the block rows of an object, the multipliers of a
/// constraint. The same names on every rank, in one order.
struct NamedRows {
  std::string name;
  LocalIndex first, count;
  int rows_per_node = 1;  ///< block rows that belong together
};

/// Collective. `weights` becomes an AIJ matrix of the same pattern, with the number of its column in each place; made
/// where there is none.
void setColumnWeights(Mat matrix, Vec of_columns, Matrix& weights);

/// G = dPhi/dq, rows = multipliers, columns = unknowns of a combined layout, and its transpose.
class ConstraintMatrix {
 public:
  /// Collective. Entries of one place are added up. `held`: [numLocal x b] flags of the layout, of which those of owned
  /// nodes count: columns of held unknowns are left out, wherever they are held; empty on all ranks: none.
  ConstraintMatrix(const CombinedLayout& layout, std::vector<NamedRows> groups,
                   const std::vector<ConstraintEntry>& entries, gsl::span<const char> held = {});

  Mat get() const { return matrix_.get(); }
  /// Collective at the first call, which makes it.
  Mat transpose() const;

  /// Where this rank stores entries of its rows; -1 where it stores none.
  struct Places {
    std::vector<std::ptrdiff_t> of_entries;
    bool are_distinct = true;
  };
  Places placesOf(const std::vector<ConstraintEntry>& entries) const;
  /// The entries at these places become factor * values, those of one place added up; nothing happens to the others.
  /// The transpose does not follow.
  void renew(const Places& places, gsl::span<const double> values, double factor);

  /// Euclidean length of this rank's rows, their entries times `weights` of the columns; nullptr: 1. Collective at the
  /// first call, whose weights are kept.
  std::vector<double> lengths(Vec weights = nullptr) const;

  const std::vector<NamedRows>& groups() const { return groups_; }
  LocalIndex numOwnedRows() const { return num_rows_; }
  PetscInt numRows() const { return num_global_rows_; }

  /// Collective. A vector of multipliers, zero.
  Vector makeVector() const;

  /// Collective. Multipliers of one group in the numbering of G's rows, named after it.
  IndexSet multipliersOf(std::size_t group) const;

 private:
  base::Communicator comm_;
  std::vector<NamedRows> groups_;
  LocalIndex num_rows_;
  PetscInt num_global_rows_;
  Matrix matrix_;
  mutable Matrix transpose_;  // empty until somebody asks for it
  mutable Matrix weights_;    // of the column in each place; empty: 1
};

}  // namespace tenon::la
