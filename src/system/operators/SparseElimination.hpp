// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/SparseCore>
#include <cstdint>
#include <functional>
#include <vector>

namespace tenon::system {

/// Sparse factorisation S = L D L^T of some rows of a sparse positive semidefinite matrix S in a
/// given order. Rows without a sufficient pivot are left out; their Schur complement S_22 - S_21
/// S_11^-1 S_12 is treated by the caller.
/// @note Not collective.
/// @see Davis, Direct Methods for Sparse Linear Systems (2006), sec. 4.7: up-looking, row by row
class SparseElimination {
 public:
  using Matrix = Eigen::SparseMatrix<double>;
  /// Treatment of a row.
  enum class PivotDecision : char {
    pivot,
    dependent,  ///< depends linearly on the preceding pivots: its remainder vanishes
    postponed   ///< neither of them; later pivots are not subtracted from this row
  };
  /// Function that selects the treatment of a row from its position in the order and the remainder
  /// of its diagonal.
  using PivotCriterion = std::function<PivotDecision(std::size_t place, double remainder)>;

  /// Determines the structure of the factors. Rows of S that `order` does not contain are ignored.
  SparseElimination(const Matrix& S, std::vector<int> order);
  /// Returns an order of all rows with little fill-in. @see Amestoy, Davis & Duff 1996
  static std::vector<int> leastFill(const Matrix& S);

  /// Returns the number of entries of L.
  double numEntries() const { return static_cast<double>(column_starts_.back()); }
  /// Returns the approximate number of multiplications of the factorisation.
  double work() const { return work_; }

  /// Factorises the rows; `criterion` selects the treatment of each row.
  void run(const PivotCriterion& criterion);

  /// Returns the rows of S with this treatment, in the order of the elimination.
  std::vector<int> rows(PivotDecision decision) const;
  /// Adds w += factor (row of L), indexed by positions in the order: L_11^-T of the result gives
  /// S_11^-1 S_1r.
  void addRow(int row, double factor, std::vector<double>& w) const;
  /// Computes w <- L_11^-T w.
  void solveTransposed(std::vector<double>& w) const;
  /// Returns the row of S at a position of the order.
  int rowAt(std::size_t place) const { return order_[place]; }
  /// Returns the number of rows in the order.
  std::size_t size() const { return order_.size(); }
  /// Returns D_11, by positions.
  const std::vector<double>& pivots() const { return d_; }

 private:
  void findTree();
  std::size_t reach(int k);
  double eliminate(int k, std::size_t top);
  void addPlace(std::size_t place, double factor, std::vector<double>& w) const;

  Matrix ordered_;                  // upper triangle
  std::vector<int> order_, place_;  // row by position; position by row, -1: ignored
  std::vector<int> parent_, flag_;  // elimination tree; last row that visited the column
  std::vector<int> pattern_;        // pattern of the current row, starting at its top
  std::vector<double> y_;           // current row
  std::vector<std::int64_t> column_starts_, column_ends_, row_starts_;
  std::vector<int> rows_, columns_;             // row indices of L by columns; column indices by rows
  std::vector<double> by_column_, by_row_, d_;  // entries of L by columns and by rows, and D
  std::vector<PivotDecision> decisions_;
  double work_ = 0.0;
};

}  // namespace tenon::system
