// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "nullCombinations.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "system/operators/SparseElimination.hpp"

#include "base/dense.hpp"

namespace tenon::system {
namespace {

constexpr double nothing_left = 1e-12, enough = 1e-2, as_large = 0.5;
// entries of S; operations of its factorisation, about ten seconds
constexpr double most_products = 2e8, most_work = 1e10;
constexpr std::size_t most_postponed = 2000;

using Matrix = SparseElimination::Matrix;
using PivotDecision = SparseElimination::PivotDecision;

/// Returns the norms |b_r| of b_r = (row of G diag(A)^-1/2, sqrt(C_rr)).
std::vector<double> lengths(const WeightedRows& group) {
  std::vector<double> all;
  for (std::size_t r = 0; r < group.size(); ++r) all.push_back(std::sqrt(group.squareOf(r) + group.compliance[r]));
  return all;
}

/// Returns the rows of G diag(A)^-1/2 divided by the norms |b_r|, as columns; their norm is 1
/// without compliance and less than 1 with compliance.
Matrix unitRows(const WeightedRows& group, const std::vector<double>& length) {
  std::vector<PetscInt> columns;
  for (const RowEntry& entry : group.entries) columns.push_back(entry.column);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t r = 0; r < group.size(); ++r)
    for (const RowEntry& entry : group.of(r)) {
      const auto at = std::lower_bound(columns.begin(), columns.end(), entry.column) - columns.begin();
      entries.emplace_back(static_cast<int>(at), static_cast<int>(r), entry.value / length[r]);
    }
  Matrix B(static_cast<Eigen::Index>(columns.size()), static_cast<Eigen::Index>(group.size()));
  B.setFromTriplets(entries.begin(), entries.end());
  return B;
}

/// Returns the number of products of entries in B^T B: each column of G requires the square of its
/// number of entries.
double productsOf(const Matrix& B) {
  std::vector<double> of_unknown(static_cast<std::size_t>(B.rows()), 0.0);
  for (Eigen::Index k = 0; k < B.nonZeros(); ++k) of_unknown[static_cast<std::size_t>(B.innerIndexPtr()[k])] += 1.0;
  double sum = 0.0;
  for (const double count : of_unknown) sum += count * count;
  return sum;
}

Matrix gram(const WeightedRows& group, const Matrix& B, const std::vector<double>& length) {
  Matrix S = B.transpose() * B, C(S.rows(), S.cols());
  std::vector<Eigen::Triplet<double>> diagonal;
  for (std::size_t r = 0; r < group.size(); ++r)
    diagonal.emplace_back(static_cast<int>(r), static_cast<int>(r),
                          length[r] > 0.0 ? group.compliance[r] / (length[r] * length[r]) : 0.0);
  C.setFromTriplets(diagonal.begin(), diagonal.end());
  return S + C;
}

/// Rows of a dense S in the order of the factorisation, followed by the rows that are not pivots.
struct Pivots {
  std::vector<Eigen::Index> rows;
  Eigen::Index rank = 0;
};

// Factorises S by a right-looking method. Among pivots of similar size the first is taken, so that
// round-off does not change the choice.
Pivots factor(Eigen::MatrixXd S) {
  Pivots pivots;
  std::vector<Eigen::Index> left(static_cast<std::size_t>(S.rows()));
  for (std::size_t r = 0; r < left.size(); ++r) left[r] = static_cast<Eigen::Index>(r);
  while (!left.empty()) {
    double largest = 0.0;
    for (const auto r : left) largest = std::max(largest, S(r, r));
    if (largest <= nothing_left) break;
    const auto next =
        std::find_if(left.begin(), left.end(), [&](Eigen::Index r) { return S(r, r) >= as_large * largest; });
    const Eigen::Index pivot = *next;
    left.erase(next);
    pivots.rows.push_back(pivot);
    const Eigen::VectorXd column = S.col(pivot) / std::sqrt(S(pivot, pivot));
    for (const auto c : left)
      for (const auto r : left) S(r, c) -= column[r] * column[c];
  }
  pivots.rank = static_cast<Eigen::Index>(pivots.rows.size());
  pivots.rows.insert(pivots.rows.end(), left.begin(), left.end());
  return pivots;
}

/// Collector of combinations of unit rows for the rows of a group.
class Combinations {
 public:
  Combinations(const WeightedRows& group, const std::vector<double>& length) : group_(group), length_(length) {}

  /// Adds the combination with -L_11^-T w in the pivots, `others` in other rows, and 1 in `row`.
  void add(const SparseElimination& pivots, std::vector<double> w, const std::vector<std::pair<int, double>>& others,
           int row) {
    pivots.solveTransposed(w);
    std::vector<RowCoefficient> z;
    const auto put = [&](int of, double value) {
      z.push_back({number(of), of == row ? 1.0 : value * lengthOf(row) / lengthOf(of)});
    };
    for (std::size_t place = 0; place < w.size(); ++place)
      if (w[place] != 0.0) put(pivots.rowAt(place), -w[place]);
    for (const auto& [of, value] : others) put(of, value);
    put(row, 1.0);
    found_.dependent.push_back(z.back().row);
    found_.null.push_back(std::move(z));
  }
  DependentRows take() { return std::move(found_); }

 private:
  double lengthOf(int row) const { return length_[static_cast<std::size_t>(row)]; }
  std::size_t number(int row) {
    const auto [at, is_new] = numbers_.emplace(row, found_.rows.size());
    if (is_new) found_.rows.push_back(group_.rows[static_cast<std::size_t>(row)]);
    return at->second;
  }

  const WeightedRows& group_;
  const std::vector<double>& length_;
  DependentRows found_;
  std::unordered_map<int, std::size_t> numbers_;  // indices in `found_` of rows of the group
};

/// Returns the Schur complement of the postponed rows after elimination of all pivots: S_22 - L_21
/// D L_21^T.
Eigen::MatrixXd remainderOf(const Matrix& S, const SparseElimination& pivots, const std::vector<int>& postponed) {
  const auto count = static_cast<Eigen::Index>(postponed.size());
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::MatrixXd remainder(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    std::vector<double> l(pivots.size(), 0.0);
    pivots.addRow(postponed[static_cast<std::size_t>(i)], 1.0, l);
    for (std::size_t place = 0; place < l.size(); ++place)
      if (l[place] != 0.0)
        entries.emplace_back(static_cast<int>(place), static_cast<int>(i),
                             l[place] * std::sqrt(pivots.pivots()[place]));
    for (Eigen::Index j = 0; j < count; ++j)
      remainder(i, j) = S.coeff(postponed[static_cast<std::size_t>(i)], postponed[static_cast<std::size_t>(j)]);
  }
  Matrix L(static_cast<Eigen::Index>(pivots.size()), count);
  L.setFromTriplets(entries.begin(), entries.end());
  return remainder - Eigen::MatrixXd(Matrix(L.transpose() * L));
}

/// Adds the combinations of the postponed rows. Returns false if the factorisation would take too
/// much time or memory.
bool addPostponed(const Matrix& S, const SparseElimination& first, const std::vector<int>& postponed,
                  Combinations& combinations) {
  std::vector<int> order = first.rows(PivotDecision::pivot);
  const std::size_t num_pivots = order.size();
  order.insert(order.end(), postponed.begin(), postponed.end());
  SparseElimination pivots(S, order);
  if (pivots.work() > most_work) return false;
  pivots.run(
      [&](std::size_t place, double) { return place < num_pivots ? PivotDecision::pivot : PivotDecision::postponed; });
  const Eigen::MatrixXd remainder = remainderOf(S, pivots, postponed);
  const Pivots rest = factor(remainder);
  const Eigen::Index rank = rest.rank, missing = remainder.rows() - rank;
  if (missing == 0) return true;
  const Eigen::MatrixXd R = remainder(rest.rows, rest.rows);
  Eigen::MatrixXd follows(rank, missing);
  if (rank > 0) follows = base::solvePositiveDefinite(R.topLeftCorner(rank, rank), R.topRightCorner(rank, missing));
  const auto rowOf = [&](Eigen::Index i) {
    return postponed[static_cast<std::size_t>(rest.rows[static_cast<std::size_t>(i)])];
  };
  for (Eigen::Index k = 0; k < missing; ++k) {
    std::vector<double> w(pivots.size(), 0.0);
    std::vector<std::pair<int, double>> others;
    pivots.addRow(rowOf(rank + k), 1.0, w);
    for (Eigen::Index i = 0; i < rank; ++i) {
      pivots.addRow(rowOf(i), -follows(i, k), w);
      others.emplace_back(rowOf(i), -follows(i, k));
    }
    combinations.add(pivots, std::move(w), others, rowOf(rank + k));
  }
  return true;
}

}  // namespace

std::optional<DependentRows> nullCombinations(const WeightedRows& group) {
  const std::vector<double> length = lengths(group);
  const Matrix B = unitRows(group, length);
  if (productsOf(B) > most_products) return {};
  const Matrix S = gram(group, B, length);
  SparseElimination pivots(S, SparseElimination::leastFill(S));
  if (pivots.work() > most_work) return {};
  pivots.run([](std::size_t, double remainder) {
    return remainder <= nothing_left ? PivotDecision::dependent
           : remainder < enough      ? PivotDecision::postponed
                                     : PivotDecision::pivot;
  });
  const std::vector<int> postponed = pivots.rows(PivotDecision::postponed);
  if (postponed.size() > most_postponed) return {};
  Combinations combinations(group, length);
  for (const int row : pivots.rows(PivotDecision::dependent)) {
    std::vector<double> w(pivots.size(), 0.0);
    pivots.addRow(row, 1.0, w);
    combinations.add(pivots, std::move(w), {}, row);
  }
  if (!postponed.empty() && !addPostponed(S, pivots, postponed, combinations)) return {};
  return combinations.take();
}

}  // namespace tenon::system
