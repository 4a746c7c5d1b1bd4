#pragma once
#include <type_traits>

#include "ChunkPlan.hpp"
#include "scatter.hpp"

// The hot loop of small elements: sums the blocks of the elements of a chunk, then adds each sum to the stored rows.
namespace tenon::la::chunks {

using scatter::Lane;
using scatter::Mask4;
using scatter::num_lanes;
using scatter::Quad;
using scatter::Target;
using scatter::UnalignedQuad;

/// Numbers from one sum to the next: a sum of 9 begins anew at a multiple of four, lest its parts straddle cache lines.
template <int block>
inline constexpr std::ptrdiff_t stride = block == 3 ? 12 : block* block;

/// Adds four blocks, one lane each, to four places; four entries of a block side by side as far as they go.
/// Registers no wider than AVX2: twice as wide was no faster.
template <int entries>
inline void addTransposed(const Quad* block, double* const (&to)[4]) {
  const auto add = [](double* place, const Quad& values) { *reinterpret_cast<UnalignedQuad*>(place) += values; };
  int k = 0;
  for (; k + 4 <= entries; k += 4) {
    const Quad w = block[k], x = block[k + 1], y = block[k + 2], z = block[k + 3];
    const Quad wx_even = __builtin_shuffle(w, x, Mask4{0, 4, 2, 6}),
               wx_odd = __builtin_shuffle(w, x, Mask4{1, 5, 3, 7});
    const Quad yz_even = __builtin_shuffle(y, z, Mask4{0, 4, 2, 6}),
               yz_odd = __builtin_shuffle(y, z, Mask4{1, 5, 3, 7});
    add(to[0] + k, __builtin_shuffle(wx_even, yz_even, Mask4{0, 1, 4, 5}));
    add(to[1] + k, __builtin_shuffle(wx_odd, yz_odd, Mask4{0, 1, 4, 5}));
    add(to[2] + k, __builtin_shuffle(wx_even, yz_even, Mask4{2, 3, 6, 7}));
    add(to[3] + k, __builtin_shuffle(wx_odd, yz_odd, Mask4{2, 3, 6, 7}));
  }
  for (; k < entries; ++k)
    for (int e = 0; e < 4; ++e) to[e][k] += block[k][e];
}

/// Adds the blocks (a, b) and (b, a), a <= b, of half a batch of elements to their sums. With `symmetric`, `upper` is
/// all there is, and sum k is S = sum of A_uv, where A_uv = A_vu^T; else sum 2 k is that of A_uv and sum 2 k + 1 of
/// A_vu.
template <int block, bool symmetric, class Code>
inline void addPair(const Code* codes, const Lane* upper, const Lane* lower, int half, double* sums) {
  constexpr int entries = block * block;
  const auto part = [half](const Lane* lanes, int k) {
    return reinterpret_cast<const UnalignedQuad*>(lanes + k)[half];
  };
  const auto addTo = [&](const Quad* values, auto&& sumOf) {
    double* const to[] = {sums + sumOf(codes[0]) * stride<block>, sums + sumOf(codes[1]) * stride<block>,
                          sums + sumOf(codes[2]) * stride<block>, sums + sumOf(codes[3]) * stride<block>};
    addTransposed<entries>(values, to);
  };
  Quad values[entries];
  if constexpr (symmetric) {
    const Mask4 mirrored = Mask4{codes[0] & 1, codes[1] & 1, codes[2] & 1, codes[3] & 1} != 0;
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

/// Adds the matrices of one batch of elements to the sums of their chunk. Half a batch at a time: neighbours often add
/// to one sum, which then waits for itself; the more pairs of nodes lie between, the shorter.
template <int block, bool symmetric, class Code>
void addBatch(const Code* codes, int num_nodes, const Lane* matrix, double* sums) {
  constexpr int entries = block * block;
  for (int half = 0; half < 2; ++half) {
    const Code* code = codes + half * num_lanes / 2;
    for (int a = 0; a < num_nodes; ++a)
      for (int b = a; b < num_nodes; ++b, code += num_lanes)
        addPair<block, symmetric>(code, matrix + (a * num_nodes + b) * entries, matrix + (b * num_nodes + a) * entries,
                                  half, sums);
  }
}

/// One block row in one part of the matrix: where its first scalar row begins, and how long each is.
struct BlockRow {
  double* first = nullptr;
  std::ptrdiff_t length = 0;

  BlockRow() = default;
  BlockRow(const StoredRows& rows, std::ptrdiff_t scalar_row)
      : first(rows.values + rows.starts[scalar_row]), length(rows.starts[scalar_row + 1] - rows.starts[scalar_row]) {}
};

/// Adds factor * the sums of a chunk to the stored rows. `split`: there are columns that other ranks own.
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
