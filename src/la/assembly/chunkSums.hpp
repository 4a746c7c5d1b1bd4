// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <type_traits>

#include "ChunkPlan.hpp"
#include "scatter.hpp"

// Innermost loop for small elements: sums the blocks of the elements of a chunk and adds each sum
// to the stored rows.
namespace tenon::la::chunks {

using scatter::Lane;
using scatter::LaneGroup;
using scatter::LaneGroupMask;
using scatter::lanes_per_group;
using scatter::num_groups;
using scatter::num_lanes;
using scatter::Target;
using scatter::UnalignedLaneGroup;

/// Distance between two sums, in numbers. A sum of 9 numbers begins at a multiple of four, so that
/// its parts do not extend over two cache lines.
template <int block>
inline constexpr std::ptrdiff_t stride = block == 3 ? 12 : block* block;

/// Adds the blocks of one part of a batch, one lane each, to their destinations. Entries of a block
/// are added together as far as the registers of a part allow.
template <int entries>
inline void addTransposed(const LaneGroup* block, double* const (&to)[lanes_per_group]) {
  int k = 0;
  for (; k + lanes_per_group <= entries; k += lanes_per_group) {
    LaneGroup rows[lanes_per_group], of_element[lanes_per_group];
    for (int i = 0; i < lanes_per_group; ++i) rows[i] = block[k + i];
    scatter::transpose(rows, of_element);
    for (int e = 0; e < lanes_per_group; ++e) *reinterpret_cast<UnalignedLaneGroup*>(to[e] + k) += of_element[e];
  }
  for (; k < entries; ++k)
    for (int e = 0; e < lanes_per_group; ++e) to[e][k] += block[k][e];
}

/// Adds the blocks (a, b) and (b, a), a <= b, of one part of a batch of elements to their sums. If
/// `symmetric`, only `upper` is used, and sum k is S, the sum of A_uv with A_uv = A_vu^T. Otherwise
/// sum 2 k is the sum of A_uv, and sum 2 k + 1 the sum of A_vu.
template <int block, bool symmetric, class Code>
inline void addPair(const Code* codes, const Lane* upper, const Lane* lower, int p, double* sums) {
  constexpr int entries = block * block;
  const auto part = [p](const Lane* lanes, int k) { return reinterpret_cast<const UnalignedLaneGroup*>(lanes + k)[p]; };
  const auto addTo = [&](const LaneGroup* values, auto&& sumOf) {
    double* to[lanes_per_group];
    for (int e = 0; e < lanes_per_group; ++e) to[e] = sums + sumOf(codes[e]) * stride<block>;
    addTransposed<entries>(values, to);
  };
  LaneGroup values[entries];
  if constexpr (symmetric) {
    LaneGroupMask odd;
    for (int e = 0; e < lanes_per_group; ++e) odd[e] = codes[e] & 1;
    const LaneGroupMask mirrored = odd != 0;
    for (int i = 0; i < block; ++i)
      for (int j = 0; j < block; ++j)
        values[i * block + j] = i == j     ? part(upper, i * block + j)
                                : mirrored ? part(upper, j * block + i)
                                           : part(upper, i * block + j);
    addTo(values, [](int code) { return code >> 1; });
  } else {
    for (int k = 0; k < entries; ++k) values[k] = part(upper, k);
    addTo(values, [](int code) { return code; });
    if (lower == upper) return;
    for (int k = 0; k < entries; ++k) values[k] = part(lower, k);
    addTo(values, [](int code) { return code ^ 1; });
  }
}

/// Adds the matrices of one batch of elements to the sums of their chunk, part by part. Neighbours
/// often add to the same sum, and the second addition waits for the first; the more pairs of nodes
/// lie in between, the shorter the wait.
template <int block, bool symmetric, class Code>
void addBatch(const Code* codes, int num_nodes, const Lane* matrix, double* sums) {
  constexpr int entries = block * block;
  for (int p = 0; p < num_groups; ++p) {
    const Code* code = codes + p * lanes_per_group;
    for (int a = 0; a < num_nodes; ++a)
      for (int b = a; b < num_nodes; ++b, code += num_lanes)
        addPair<block, symmetric>(code, matrix + (a * num_nodes + b) * entries, matrix + (b * num_nodes + a) * entries,
                                  p, sums);
  }
}

/// One block row in one part of the matrix: start of its first scalar row, and length of each
/// scalar row.
struct BlockRow {
  double* first = nullptr;
  std::ptrdiff_t length = 0;

  BlockRow() = default;
  BlockRow(const StoredRows& rows, std::ptrdiff_t scalar_row)
      : first(rows.values + rows.starts[scalar_row]), length(rows.starts[scalar_row + 1] - rows.starts[scalar_row]) {}
};

/// Adds factor * the sums of a chunk to the stored rows.
/// @tparam split  true if the chunk has columns of other ranks
template <int block, bool split, bool symmetric, class Slot>
void addSums(const Target& target, const typename ChunkPlan<Slot>::Chunk& chunk, double factor, const double* sums) {
  constexpr Slot flag = scatter::off_diagonal_flag<Slot>;
  const auto* number = chunk.sums;
  const Slot* slot = chunk.slots;
  for (const auto& row : chunk.rows) {
    const std::ptrdiff_t scalar_row = static_cast<std::ptrdiff_t>(target.first_row + row.row) * block;
    const BlockRow diagonal(target.diagonal, scalar_row);
    const BlockRow off_diagonal = split ? BlockRow(target.off_diagonal, scalar_row) : BlockRow();
    const auto add = [&](auto transposed, std::ptrdiff_t sum) {
      const bool off = split && (*slot & flag) != 0;
      double* const first = off ? off_diagonal.first : diagonal.first;
      scatter::addBlock<block, transposed.value>(first + block * (*slot & static_cast<Slot>(~flag)),
                                                 off ? off_diagonal.length : diagonal.length, factor,
                                                 sums + sum * stride<block>);
    };
    for (int k = 0; k < row.num_direct; ++k, ++number, ++slot)
      add(std::false_type(), symmetric ? *number : 2 * *number);
    for (int k = 0; k < row.num_mirrored; ++k, ++number, ++slot)
      add(std::bool_constant<symmetric>(), symmetric ? *number : 2 * *number + 1);
  }
}

}  // namespace tenon::la::chunks
