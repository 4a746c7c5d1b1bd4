// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <gsl/span>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Redistribution of rows, which the ranks hold in any order, into the order of their numbers.
///
/// Each rank passes the numbers of the rows of a table that it holds (for example, the node numbers
/// of the mesh file). arrange() sends every row to the rank whose contiguous block contains its
/// number, in the distribution of Hdf5File::writeRows(). The file is then independent of the
/// distribution of the rows over the ranks.
class RowOrder {
 public:
  /// Creates the order of rows.
  /// @param my_rows  numbers of the local rows, in [0, total); each row is on exactly one rank, and
  ///   the order is arbitrary
  /// @throws InternalError if a number is missing, duplicated or out of range
  /// @note Collective.
  RowOrder(const base::Communicator& comm, gsl::span<const std::int64_t> my_rows, std::int64_t total);

  /// Returns this rank's block of the ordered rows, [rows of the block x columns]. T is double,
  /// std::int32_t or std::int64_t.
  /// @param values  [local rows x columns] in the order of `my_rows`
  /// @note Collective.
  template <class T>
  std::vector<T> arrange(gsl::span<const T> values, int columns = 1) const;
  /// Returns this rank's block of the ordered rows. @note Collective.
  template <class T>
  std::vector<T> arrange(const std::vector<T>& values, int columns = 1) const {
    return arrange(gsl::span<const T>(values), columns);
  }

  /// Returns the rows `my_rows`, in their order, from the blocks [rows of the block x columns] of
  /// all ranks: the inverse of arrange().
  /// @note Collective.
  std::vector<double> restore(gsl::span<const double> block, int columns = 1) const;
  /// Returns the rows `requested_rows`, [requested rows x columns], from the blocks of all ranks.
  /// Rows may be requested repeatedly and by several ranks.
  /// @note Collective.
  std::vector<double> fetch(gsl::span<const double> block, gsl::span<const std::int64_t> requested_rows,
                            int columns = 1) const;
  /// Returns the number of rows in this rank's block.
  std::int64_t numInBlock() const { return firstOf(comm_.rank() + 1) - firstOf(comm_.rank()); }
  /// Returns the first row in this rank's block.
  std::int64_t firstInBlock() const { return firstOf(comm_.rank()); }

 private:
  std::int64_t firstOf(int rank) const { return total_ / size_ * rank + std::min<std::int64_t>(rank, total_ % size_); }
  int rankOf(std::int64_t row) const;

  base::Communicator comm_;
  std::int64_t total_;
  int size_;
  std::size_t num_local_;
  std::vector<std::vector<std::int64_t>> sent_indices_;  ///< [rank] indices in `my_rows` of the rows sent to the rank
  std::vector<std::int64_t> block_indices_;              ///< index in the block of each received row, by source rank
  std::vector<std::size_t> num_received_;                ///< [rank] number of rows received from the rank
};

/// Returns the ordinal numbers 0, 1, ... of keys in the global ascending order. Equal keys are
/// ordered by MPI rank, then by their local order. Provides an order for rows without numbers of
/// their own.
/// @note Collective.
std::vector<std::int64_t> numbersOfKeys(const base::Communicator& comm, gsl::span<const std::int64_t> keys);

}  // namespace tenon::io
