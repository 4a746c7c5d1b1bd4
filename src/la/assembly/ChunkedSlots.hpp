// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ElementSlots.hpp"
#include "chunkSums.hpp"
#include "findSlot.hpp"

namespace tenon::la {

/// Slots of elements that share most of their blocks with their neighbours. Blocks are summed chunk
/// by chunk, and each sum is added to the matrix once. A linear tetrahedron costs 10 short
/// additions in the cache and 5 additions to blocks of the matrix, compared with 16 additions to
/// blocks of the matrix by ScatteredSlots.
template <int block, class Slot>
class ChunkedSlots : public ElementSlots {
 public:
  ChunkedSlots(const RowTable& table, const StatePair& pair)
      : ElementSlots(table, table),
        target_(targetOf(pair)),
        is_split_(static_cast<std::size_t>(rows().num_elements / Plan::chunk_size) + 1, 0),
        plan_(rows(), target_.num_rows,
              [&](LocalIndex element, LocalIndex row, LocalIndex column) {
                const auto slot = findSlot<Slot>(pair, row, column);
                if (!slot) throw outsidePatternError(element, pair);
                if ((*slot & scatter::off_diagonal_flag<Slot>) != 0) is_split_[numberOfChunk(element)] = 1;
                return *slot;
              }),
        sums_(2 * plan_.mostSums() * chunks::stride<block>) {}

  void add(LocalIndex first, int count, double factor, ElementSymmetry symmetry, const Lane* matrix) override {
    if (symmetry == ElementSymmetry::symmetric)
      addTo<true>(first, count, factor, matrix);
    else
      addTo<false>(first, count, factor, matrix);
  }

  std::size_t bytes() const override { return plan_.bytes() + is_split_.size() + sums_.size() * sizeof(double); }

 private:
  using Plan = ChunkPlan<Slot>;
  static std::size_t numberOfChunk(LocalIndex element) { return static_cast<std::size_t>(element / Plan::chunk_size); }

  template <bool symmetric>
  void addTo(LocalIndex first, int count, double factor, const Lane* matrix) {
    const auto chunk = plan_.chunkOf(first);
    if (first % Plan::chunk_size == 0)
      std::fill_n(sums_.data(), (symmetric ? 1 : 2) * chunk.num_sums * chunks::stride<block>, 0.0);
    chunks::addBatch<block, symmetric>(plan_.codes(first), rows().nodes_per_element, matrix, sums_.data());
    const LocalIndex next = first + num_lanes;
    if (next % Plan::chunk_size != 0 && first + count < rows().num_elements) return;
    if (is_split_[numberOfChunk(first)] != 0)
      chunks::addSums<block, true, symmetric, Slot>(target_, chunk, factor, sums_.data());
    else
      chunks::addSums<block, false, symmetric, Slot>(target_, chunk, factor, sums_.data());
  }

  scatter::Target target_;
  std::vector<char> is_split_;  // [chunks] True if the chunk has columns of other ranks; few have any
  Plan plan_;
  PageArray<double> sums_;  // sums of the current chunk, aligned to cache lines
};

}  // namespace tenon::la
