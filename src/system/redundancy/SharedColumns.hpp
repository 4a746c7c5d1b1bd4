// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "WeightedRows.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::system {

/// Columns in which the rows of this rank have entries, in ascending order, and reductions over all
/// ranks of values at these columns.
class SharedColumns {
 public:
  /// Collects the columns.
  /// @param G  matrix of the rows
  /// @note Collective.
  SharedColumns(Mat G, const WeightedRows& rows);
  ~SharedColumns() { VecScatterDestroy(&scatter_); }
  SharedColumns(const SharedColumns&) = delete;
  SharedColumns& operator=(const SharedColumns&) = delete;

  std::size_t size() const { return size_; }
  /// Returns the index of the column of every entry.
  const std::vector<std::size_t>& places() const { return places_; }

  /// Replaces each value by the sum of the values of all ranks at this column. @note Collective.
  void sum(std::vector<double>& numbers) const { agree(numbers, ADD_VALUES, 0.0); }
  /// Replaces each value by the lowest of the values of all ranks at this column. @note Collective.
  void lowest(std::vector<double>& numbers) const;

 private:
  void agree(std::vector<double>& numbers, InsertMode mode, double start) const;

  std::size_t size_ = 0;
  std::vector<std::size_t> places_;
  la::Vector all_, mine_;
  VecScatter scatter_ = nullptr;
};

}  // namespace tenon::system
