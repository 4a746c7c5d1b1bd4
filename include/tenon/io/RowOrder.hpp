#pragma once
#include <algorithm>
#include <cstdint>
#include <gsl/span>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Brings rows that the ranks hold in any order into the order of their numbers.
///
/// Each rank says which rows of a table it holds (say, the numbers its nodes have in the mesh file). arrange() sends
/// every row to the rank in whose contiguous block its number falls, as Hdf5File::writeRows() takes them. The file is
/// then the same however the rows were spread over the ranks.
class RowOrder {
 public:
  /// `my_rows`: numbers of the rows here, in [0, total); each row on exactly one rank, any order. Collective.
  /// InternalError when a number is missing, given twice or out of range.
  RowOrder(const base::Communicator& comm, gsl::span<const std::int64_t> my_rows, std::int64_t total);

  /// `values` is [rows here x columns] in the order of `my_rows`; gives this rank's block, [rows of the block x
  /// columns]. Collective. T is double, std::int32_t or std::int64_t.
  template <class T>
  std::vector<T> arrange(gsl::span<const T> values, int columns = 1) const;
  template <class T>
  std::vector<T> arrange(const std::vector<T>& values, int columns = 1) const {
    return arrange(gsl::span<const T>(values), columns);
  }

  /// The other way: this rank's block, [rows of the block x columns], becomes the rows of `my_rows`, in their order.
  /// Collective.
  std::vector<double> spread(gsl::span<const double> block, int columns = 1) const;
  /// Rows that this rank wants, whoever holds them and how many times, [wanted x columns], of this rank's block.
  /// Collective.
  std::vector<double> fetch(gsl::span<const double> block, gsl::span<const std::int64_t> wanted, int columns = 1) const;
  /// Rows of this rank's block.
  std::int64_t numInBlock() const { return firstOf(comm_.rank() + 1) - firstOf(comm_.rank()); }
  /// The first of them.
  std::int64_t firstInBlock() const { return firstOf(comm_.rank()); }

 private:
  std::int64_t firstOf(int rank) const { return total_ / size_ * rank + std::min<std::int64_t>(rank, total_ % size_); }
  int rankOf(std::int64_t row) const;

  base::Communicator comm_;
  std::int64_t total_;
  int size_;
  std::size_t num_mine_;
  std::vector<std::vector<std::int64_t>> sent_;  ///< [rank] places in `my_rows` of the rows that go there
  std::vector<std::int64_t> places_;             ///< place in the block of each row that arrives, by source rank
  std::vector<std::size_t> arrived_;             ///< [rank] how many come from there
};

/// Numbers 0, 1, ... of keys that the ranks hold, in their order over all ranks; equal ones as they stand, lower ranks
/// first. So rows that have no numbers of their own get into an order. Collective.
std::vector<std::int64_t> numbersOfKeys(const base::Communicator& comm, gsl::span<const std::int64_t> keys);

}  // namespace tenon::io
