// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "la/assembly/BlockMatrix.hpp"
#include "tenon/base/Lane.hpp"

// Innermost loop of the assembly: adds the matrices of a batch of elements to the stored rows of
// the matrix.
namespace tenon::la::scatter {

using base::Lane;
using base::num_lanes;

/// Highest bit of a slot: set if the block lies in the off-diagonal part. The other bits contain
/// the position among the blocks of the row.
template <class Slot>
inline constexpr Slot off_diagonal_flag = static_cast<Slot>(Slot{1} << (8 * sizeof(Slot) - 1));

/// Destinations of the blocks of one batch: its nodes as rows, and one slot per pair of nodes and
/// lane.
template <class Slot>
struct Batch {
  const LocalIndex* nodes;  ///< [count][num_rows] nodes of the elements
  const Slot* slots;        ///< [num_rows][num_columns][num_lanes] slots of the blocks
  int num_rows;             ///< nodes of an element in the row state
  int num_columns;          ///< nodes of an element in the column state
  int count;                ///< number of elements in the batch
};

/// Stored rows to which a pair of states writes.
struct Target {
  /// Entries in owned columns, and in columns of other ranks.
  StoredRows diagonal, off_diagonal;
  LocalIndex first_row;  ///< block row of node 0
  LocalIndex num_rows;   ///< number of owned rows; rows of nodes beyond it are ghosts and are dropped
};

/// Number of lanes of a batch that are transposed together: four if registers hold at least four
/// numbers, otherwise two. Registers of eight numbers were not faster than two registers of four.
inline constexpr int lanes_per_group = std::min(num_lanes, 4);
/// Number of parts of a batch.
inline constexpr int num_groups = num_lanes / lanes_per_group;

/// Four numbers in one register.
typedef double Double4 __attribute__((vector_size(4 * sizeof(double))));
/// Two numbers in one register.
typedef double Double2 __attribute__((vector_size(2 * sizeof(double))));
/// Indices of a shuffle of Double4 values.
typedef std::int64_t Mask4 __attribute__((vector_size(4 * sizeof(std::int64_t))));
/// Indices of a shuffle of Double2 values.
typedef std::int64_t Mask2 __attribute__((vector_size(2 * sizeof(std::int64_t))));
/// Numbers of the lanes of one part.
using LaneGroup = std::conditional_t<lanes_per_group == 4, Double4, Double2>;
/// Indices of a shuffle of lane groups.
using LaneGroupMask = std::conditional_t<lanes_per_group == 4, Mask4, Mask2>;
/// Lane group at an address aligned to 8 bytes.
typedef LaneGroup UnalignedLaneGroup __attribute__((aligned(8), may_alias));
/// Double2 at an address aligned to 8 bytes.
typedef Double2 UnalignedDouble2 __attribute__((aligned(8), may_alias));

/// Transposes a square array: transposed[e][k] = rows[k][e].
inline void transpose(const Double4 (&rows)[4], Double4 (&transposed)[4]) {
  const Double4 even = __builtin_shuffle(rows[0], rows[1], Mask4{0, 4, 2, 6}),
                odd = __builtin_shuffle(rows[0], rows[1], Mask4{1, 5, 3, 7});
  const Double4 next_even = __builtin_shuffle(rows[2], rows[3], Mask4{0, 4, 2, 6}),
                next_odd = __builtin_shuffle(rows[2], rows[3], Mask4{1, 5, 3, 7});
  transposed[0] = __builtin_shuffle(even, next_even, Mask4{0, 1, 4, 5});
  transposed[1] = __builtin_shuffle(odd, next_odd, Mask4{0, 1, 4, 5});
  transposed[2] = __builtin_shuffle(even, next_even, Mask4{2, 3, 6, 7});
  transposed[3] = __builtin_shuffle(odd, next_odd, Mask4{2, 3, 6, 7});
}
inline void transpose(const Double2 (&rows)[2], Double2 (&transposed)[2]) {
  transposed[0] = __builtin_shuffle(rows[0], rows[1], Mask2{0, 2});
  transposed[1] = __builtin_shuffle(rows[0], rows[1], Mask2{1, 3});
}

/// Adds factor * a block, or its transpose, to the stored rows; `to` is the position of the block
/// in the first row. Entries are added in pairs and singly: adding four at once would access the
/// next block, whose addition would then wait for this one.
template <int block, bool transposed>
inline void addBlock(double* to, std::ptrdiff_t length, double factor, const double* entries) {
  const auto entry = [entries](int i, int j) { return entries[transposed ? j * block + i : i * block + j]; };
  for (int i = 0; i < block; ++i, to += length) {
    int j = 0;
    for (; j + 2 <= block; j += 2)
      *reinterpret_cast<UnalignedDouble2*>(to + j) += factor * Double2{entry(i, j), entry(i, j + 1)};
    if (j < block) to[j] += factor * entry(i, j);
  }
}

/// One row of the blocks of a batch of elements. The constructor transposes one lane vector per
/// column into `of[element]`; addTo() adds the row of an element. The data stay in registers not
/// wider than AVX2.
template <int block>
struct Rows;

template <>
struct Rows<1> {
  Lane of;
  explicit Rows(const Lane* columns) : of(columns[0]) {}
  void addTo(double* row, int element) const { row[0] += of[element]; }
};

template <>
struct Rows<2> {
  Double2 of[num_lanes];
  explicit Rows(const Lane* columns) {
    for (int e = 0; e < num_lanes; ++e) of[e] = Double2{columns[0][e], columns[1][e]};
  }
  void addTo(double* row, int element) const { *reinterpret_cast<UnalignedDouble2*>(row) += of[element]; }
};

template <>
struct Rows<3> {
  LaneGroup of[num_groups][lanes_per_group];
  Lane last;
  explicit Rows(const Lane* columns) : last(columns[2]) {
    const auto* parts = reinterpret_cast<const UnalignedLaneGroup*>(columns);
    for (int p = 0; p < num_groups; ++p) {
      const LaneGroup rows[lanes_per_group] = {parts[p], parts[num_groups + p]};
      transpose(rows, of[p]);
    }
  }
  // Two entries and one: adding four at once would access the next block, whose addition would then
  // wait for this one.
  void addTo(double* row, int element) const {
    const LaneGroup& numbers = of[element / lanes_per_group][element % lanes_per_group];
    *reinterpret_cast<UnalignedDouble2*>(row) += Double2{numbers[0], numbers[1]};
    row[2] += last[element];
  }
};

template <>
struct Rows<6> {
  Double2 of[num_lanes][3];
  explicit Rows(const Lane* columns) {
    for (int e = 0; e < num_lanes; ++e)
      for (int k = 0; k < 3; ++k) of[e][k] = Double2{columns[2 * k][e], columns[2 * k + 1][e]};
  }
  void addTo(double* row, int element) const {
    for (int k = 0; k < 3; ++k) *reinterpret_cast<UnalignedDouble2*>(row + 2 * k) += of[element][k];
  }
};

/// Starts and lengths of the scalar rows of one node of each element.
struct RowPointers {
  double* first[num_lanes];
  std::ptrdiff_t length[num_lanes];

  /// Determines the pointers for the block rows of one node of each element.
  template <int block>
  void find(const StoredRows& rows, const LocalIndex* block_rows) {
    for (int e = 0; e < num_lanes; ++e) {
      const PetscInt* start = rows.starts + static_cast<std::ptrdiff_t>(block_rows[e]) * block;
      first[e] = rows.values + start[0];
      length[e] = start[1] - start[0];
    }
  }
};

/// Adds factor * one block of each element of a batch.
/// @param entry  entry(i, j) returns the lane vector of an entry
template <int block, bool split, class Slot, class Entry>
inline void addBlocks(const RowPointers& diagonal, const RowPointers& off_diagonal, const Slot* slots, double factor,
                      Entry&& entry) {
  constexpr Slot place = static_cast<Slot>(~off_diagonal_flag<Slot>);
  double* to[num_lanes];
  std::ptrdiff_t length[num_lanes];
  for (int e = 0; e < num_lanes; ++e) {
    const bool off = split && (slots[e] & off_diagonal_flag<Slot>) != 0;
    const RowPointers& rows = off ? off_diagonal : diagonal;
    to[e] = rows.first[e] + block * (split ? slots[e] & place : slots[e]);
    length[e] = rows.length[e];
  }
  for (int i = 0; i < block; ++i) {
    Lane columns[block];
    for (int j = 0; j < block; ++j) columns[j] = factor * entry(i, j);
    const Rows<block> rows(columns);
    for (int e = 0; e < num_lanes; ++e) rows.addTo(to[e] + i * length[e], e);
  }
}

/// Adds factor * the element matrices of one batch.
/// @tparam split  true if the batch has columns of other ranks
/// @tparam symmetric  true if `matrix` contains only the blocks (a, b) with a <= b
template <int block, bool split, bool symmetric, class Slot>
void addBatch(const Target& target, const Batch<Slot>& batch, double factor, const Lane* matrix) {
  const int m = batch.num_rows, n = batch.num_columns;
  constexpr std::ptrdiff_t entries = block * block;
  RowPointers diagonal, off_diagonal;
  // Rows of ghosts and lanes without an element are added to this row of length 0 by slot 0, and
  // discarded.
  alignas(64) double nowhere[block] = {};
  for (int a = 0; a < m; ++a) {
    LocalIndex rows[num_lanes];
    bool dropped[num_lanes];
    for (int e = 0; e < num_lanes; ++e) {
      const LocalIndex node = e < batch.count ? batch.nodes[e * m + a] : target.num_rows;
      dropped[e] = node >= target.num_rows;
      rows[e] = dropped[e] ? 0 : target.first_row + node;
    }
    diagonal.find<block>(target.diagonal, rows);
    if constexpr (split) off_diagonal.find<block>(target.off_diagonal, rows);
    for (int e = 0; e < num_lanes; ++e)
      if (dropped[e]) diagonal.first[e] = nowhere, diagonal.length[e] = 0;
    for (int b = 0; b < n; ++b) {
      const Slot* slots = batch.slots + (a * n + b) * num_lanes;
      if (symmetric && a > b) {
        const Lane* values = matrix + (b * n + a) * entries;
        addBlocks<block, split>(diagonal, off_diagonal, slots, factor,
                                [&](int i, int j) { return values[j * block + i]; });
      } else {
        const Lane* values = matrix + (a * n + b) * entries;
        addBlocks<block, split>(diagonal, off_diagonal, slots, factor,
                                [&](int i, int j) { return values[i * block + j]; });
      }
    }
  }
}

}  // namespace tenon::la::scatter
