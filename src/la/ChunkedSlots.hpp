#pragma once
#include "ElementSlots.hpp"
#include "chunkSums.hpp"
#include "findSlot.hpp"

namespace tenon::la {

/// Slots of elements that share most of their blocks with their neighbours: these are summed chunk by chunk, and each
/// sum is added to the matrix once. An element of linear tetrahedra costs 10 short additions within the cache and 5
/// blocks of the matrix, where ScatteredSlots adds to 16 blocks of the matrix.
template <int block, class Slot>
class ChunkedSlots : public ElementSlots {
 public:
  ChunkedSlots(const RowTable& table, const StatePair& pair)
      : ElementSlots(table, table),
        target_(targetOf(pair)),
        split_(pair.layout->comm().size() > 1),
        plan_(rows(), target_.num_rows,
              [&](LocalIndex element, LocalIndex row, LocalIndex column) {
                const auto slot = findSlot<Slot>(pair, row, column);
                if (!slot) throw outsidePattern(element, pair);
                return *slot;
              }),
        sums_(2 * plan_.mostSums() * chunks::stride<block>) {}

  void add(LocalIndex first, int count, double factor, ElementSymmetry symmetry, const Lane* matrix) override {
    if (symmetry == ElementSymmetry::symmetric)
      addTo<true>(first, count, factor, matrix);
    else
      addTo<false>(first, count, factor, matrix);
  }

  std::size_t bytes() const override { return plan_.bytes() + sums_.size() * sizeof(double); }

 private:
  template <bool symmetric>
  void addTo(LocalIndex first, int count, double factor, const Lane* matrix) {
    const auto chunk = plan_.chunkOf(first);
    if (first % plan_.chunk_size == 0)
      std::fill_n(sums_.data(), (symmetric ? 1 : 2) * chunk.num_sums * chunks::stride<block>, 0.0);
    chunks::addBatch<block, symmetric>(plan_.codes(first), rows().nodes_per_element, matrix, sums_.data());
    const LocalIndex next = first + num_lanes;
    if (next % plan_.chunk_size != 0 && first + count < rows().num_elements) return;
    if (split_)
      chunks::addSums<block, true, symmetric, Slot>(target_, chunk, factor, sums_.data());
    else
      chunks::addSums<block, false, symmetric, Slot>(target_, chunk, factor, sums_.data());
  }

  scatter::Target target_;
  bool split_;
  ChunkPlan<Slot> plan_;
  PageArray<double> sums_;  // of the present chunk; a cache line's alignment
};

}  // namespace tenon::la
