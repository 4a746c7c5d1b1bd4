#pragma once
#include <Eigen/SparseCore>
#include <cstdint>
#include <functional>
#include <vector>

namespace tenon::system {

/// S = L D L^T of some rows of a sparse positive semidefinite S, in an order, of which rows that are no good pivots are
/// left out: what remains of them, S_22 - S_21 S_11^-1 S_12, is for others to look at. Not collective.
///
/// Source: Davis, Direct Methods for Sparse Linear Systems (2006), sec. 4.7: up-looking, row by row.
class SparseElimination {
 public:
  using Matrix = Eigen::SparseMatrix<double>;
  enum class Fate : char {
    pivot,
    follows,   ///< of the pivots before it: nothing remains
    postponed  ///< neither; later pivots are not yet subtracted from it
  };
  /// By what remains of a diagonal when its turn comes, and its place in the order.
  using Judge = std::function<Fate(std::size_t place, double remainder)>;

  /// Order and structure. Rows of S that `order` does not name are not looked at.
  SparseElimination(const Matrix& S, std::vector<int> order);
  /// An order of little fill for all rows. Source: Amestoy, Davis & Duff 1996.
  static std::vector<int> leastFill(const Matrix& S);

  /// Entries of L, and about how many multiplications they take.
  double numEntries() const { return static_cast<double>(column_starts_.back()); }
  double work() const { return work_; }

  void run(const Judge& judge);

  /// Rows of S with this fate, in the order of the elimination.
  std::vector<int> rows(Fate fate) const;
  /// w += factor (row of L), by places in the order: L_11^-T of it gives S_11^-1 S_1r.
  void addRow(int row, double factor, std::vector<double>& w) const;
  /// w <- L_11^-T w.
  void solveTransposed(std::vector<double>& w) const;
  int rowAt(std::size_t place) const { return order_[place]; }
  std::size_t size() const { return order_.size(); }
  /// D_11, by places.
  const std::vector<double>& pivots() const { return d_; }

 private:
  void findTree();
  std::size_t reach(int k);
  double eliminate(int k, std::size_t top);
  void addPlace(std::size_t place, double factor, std::vector<double>& w) const;

  Matrix ordered_;                  // upper triangle
  std::vector<int> order_, place_;  // row by place; place by row, -1: not looked at
  std::vector<int> parent_, flag_;  // elimination tree; last row that passed
  std::vector<int> pattern_;        // of the row at work, from its top on
  std::vector<double> y_;           // the row at work
  std::vector<std::int64_t> column_starts_, column_ends_, row_starts_;
  std::vector<int> rows_, columns_;             // of L by columns, by rows
  std::vector<double> by_column_, by_row_, d_;  // its entries, twice, and D
  std::vector<Fate> fates_;
  double work_ = 0.0;
};

}  // namespace tenon::system
