// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SparseElimination.hpp"

#include <Eigen/OrderingMethods>
#include <cmath>

namespace tenon::system {
namespace {

// size of negligible entries of solutions whose right-hand sides belong to rows of unit norm
constexpr double negligible_entry = 1e-18;

std::size_t at(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

/// Returns the upper triangle of S in a given order.
SparseElimination::Matrix upperTriangle(const SparseElimination::Matrix& S, const std::vector<int>& order,
                                        const std::vector<int>& place) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const int row : order)
    for (SparseElimination::Matrix::InnerIterator entry(S, row); entry; ++entry) {
      const int i = place[at(entry.index())], k = place[at(row)];
      if (i >= 0 && i <= k) entries.emplace_back(i, k, entry.value());
    }
  const auto n = static_cast<Eigen::Index>(order.size());
  SparseElimination::Matrix upper(n, n);
  upper.setFromTriplets(entries.begin(), entries.end());
  return upper;
}

}  // namespace

std::vector<int> SparseElimination::leastFill(const Matrix& S) {
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(S, order);
  return {order.indices().data(), order.indices().data() + S.rows()};
}

SparseElimination::SparseElimination(const Matrix& S, std::vector<int> order)
    : order_(std::move(order)), place_(at(S.rows()), -1) {
  for (std::size_t k = 0; k < order_.size(); ++k) place_[at(order_[k])] = static_cast<int>(k);
  ordered_ = upperTriangle(S, order_, place_);
  findTree();
}

// Computes the elimination tree (Liu 1986) and the structure of L.
void SparseElimination::findTree() {
  const std::size_t n = order_.size();
  std::vector<std::int64_t> of_column(n, 0);
  parent_.assign(n, -1), flag_.assign(n, -1);
  for (int k = 0; k < static_cast<int>(n); ++k) {
    flag_[at(k)] = k;
    for (Matrix::InnerIterator entry(ordered_, k); entry; ++entry)
      for (std::size_t i = at(entry.index()); flag_[i] != k; i = at(parent_[i])) {
        if (parent_[i] == -1) parent_[i] = k;
        ++of_column[i];
        flag_[i] = k;
      }
  }
  column_starts_.assign(n + 1, 0);
  for (std::size_t k = 0; k < n; ++k) {
    column_starts_[k + 1] = column_starts_[k] + of_column[k];
    work_ += static_cast<double>(of_column[k]) * static_cast<double>(of_column[k]);
  }
}

void SparseElimination::run(const PivotCriterion& criterion) {
  const std::size_t n = order_.size(), size = at(column_starts_.back());
  rows_.resize(size), by_column_.resize(size), columns_.resize(size), by_row_.resize(size);
  row_starts_.assign(n + 1, 0), column_ends_ = column_starts_;
  d_.assign(n, 0.0), y_.assign(n, 0.0), decisions_.assign(n, PivotDecision::postponed);
  pattern_.resize(n), flag_.assign(n, -1);
  for (std::size_t k = 0; k < n; ++k) {
    row_starts_[k + 1] = row_starts_[k];
    d_[k] = eliminate(static_cast<int>(k), reach(static_cast<int>(k)));
    decisions_[k] = criterion(k, d_[k]);
  }
}

/// Sets y to the row of S. Returns the start of the pattern of the row of L.
std::size_t SparseElimination::reach(int k) {
  std::size_t top = pattern_.size();
  flag_[at(k)] = k;
  for (Matrix::InnerIterator entry(ordered_, k); entry; ++entry) {
    y_[at(entry.index())] += entry.value();
    std::size_t length = 0;
    for (std::size_t i = at(entry.index()); flag_[i] != k; i = at(parent_[i])) {
      pattern_[length++] = static_cast<int>(i);
      flag_[i] = k;
    }
    while (length > 0) pattern_[--top] = pattern_[--length];
  }
  return top;
}

/// Computes the row of L. Returns the remainder of the diagonal.
double SparseElimination::eliminate(int k, std::size_t top) {
  double remainder = y_[at(k)];
  y_[at(k)] = 0.0;
  for (; top < pattern_.size(); ++top) {
    const std::size_t i = at(pattern_[top]);
    const double y = y_[i];
    y_[i] = 0.0;
    if (decisions_[i] != PivotDecision::pivot || y == 0.0) continue;
    for (std::int64_t p = column_starts_[i]; p < column_ends_[i]; ++p) y_[at(rows_[at(p)])] -= by_column_[at(p)] * y;
    const double l = y / d_[i];
    remainder -= l * y;
    const std::size_t in_column = at(column_ends_[i]++), in_row = at(row_starts_[at(k) + 1]++);
    rows_[in_column] = k, by_column_[in_column] = l;
    columns_[in_row] = pattern_[top], by_row_[in_row] = l;
  }
  return remainder;
}

std::vector<int> SparseElimination::rows(PivotDecision decision) const {
  std::vector<int> found;
  for (std::size_t k = 0; k < decisions_.size(); ++k)
    if (decisions_[k] == decision) found.push_back(order_[k]);
  return found;
}

void SparseElimination::addPlace(std::size_t place, double factor, std::vector<double>& w) const {
  for (std::int64_t p = row_starts_[place]; p < row_starts_[place + 1]; ++p)
    w[at(columns_[at(p)])] += factor * by_row_[at(p)];
}

void SparseElimination::addRow(int row, double factor, std::vector<double>& w) const {
  addPlace(at(place_[at(row)]), factor, w);
}

void SparseElimination::solveTransposed(std::vector<double>& w) const {
  for (std::size_t i = w.size(); i-- > 0;) {
    if (std::abs(w[i]) < negligible_entry) w[i] = 0.0;
    if (w[i] != 0.0) addPlace(i, -w[i], w);
  }
}

}  // namespace tenon::system
