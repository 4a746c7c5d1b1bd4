// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "ElementSlots.hpp"
#include "findSlot.hpp"
#include "scatter.hpp"

namespace tenon::la {

/// Slots of every block of every element, each of which is added to the matrix separately.
template <int block, class Slot>
class ScatteredSlots : public ElementSlots {
 public:
  ScatteredSlots(const ElementTable& row_nodes, const ElementTable& column_nodes, const StatePair& pair)
      : ElementSlots(RowTable(row_nodes, pair.layout->rowsPerNode(pair.row_state)),
                     RowTable(column_nodes, pair.layout->rowsPerNode(pair.column_state))),
        target_(targetOf(pair)) {
    const auto m = static_cast<std::size_t>(rows().nodes_per_element);
    const auto n = static_cast<std::size_t>(columns().nodes_per_element);
    const auto batches = (static_cast<std::size_t>(rows().num_elements) + num_lanes - 1) / num_lanes;
    slots_.assign(batches * m * n * num_lanes, 0);
    is_split_.assign(batches, 0);
    for (LocalIndex e = 0; e < rows().num_elements; ++e) findSlots(e, pair);
  }

  void add(LocalIndex first, int count, double factor, ElementSymmetry symmetry, const Lane* matrix) override {
    const int m = rows().nodes_per_element, n = columns().nodes_per_element;
    const scatter::Batch<Slot> batch{rows().nodes + static_cast<std::ptrdiff_t>(first) * m,
                                     slots_.data() + static_cast<std::ptrdiff_t>(first) * m * n, m, n, count};
    const bool symmetric = symmetry == ElementSymmetry::symmetric;
    const bool is_split = is_split_[static_cast<std::size_t>(first / num_lanes)] != 0;
    if (is_split && symmetric) scatter::addBatch<block, true, true>(target_, batch, factor, matrix);
    if (is_split && !symmetric) scatter::addBatch<block, true, false>(target_, batch, factor, matrix);
    if (!is_split && symmetric) scatter::addBatch<block, false, true>(target_, batch, factor, matrix);
    if (!is_split && !symmetric) scatter::addBatch<block, false, false>(target_, batch, factor, matrix);
  }

  std::size_t bytes() const override { return slots_.size() * sizeof(Slot) + is_split_.size(); }

 private:
  void findSlots(LocalIndex element, const StatePair& pair) {
    const int m = rows().nodes_per_element, n = columns().nodes_per_element;
    const LocalIndex* of_rows = rows().nodes + static_cast<std::ptrdiff_t>(element) * m;
    const LocalIndex* of_columns = columns().nodes + static_cast<std::ptrdiff_t>(element) * n;
    Slot* const of_batch = slots_.data() + static_cast<std::ptrdiff_t>(element / num_lanes) * num_lanes * m * n;
    for (int a = 0; a < m; ++a) {
      if (of_rows[a] >= target_.num_rows) continue;
      for (int b = 0; b < n; ++b) {
        const auto slot = findSlot<Slot>(pair, of_rows[a], of_columns[b]);
        if (!slot) throw outsidePatternError(element, pair);
        of_batch[(a * n + b) * num_lanes + element % num_lanes] = *slot;
        if ((*slot & scatter::off_diagonal_flag<Slot>) != 0)
          is_split_[static_cast<std::size_t>(element / num_lanes)] = 1;
      }
    }
  }

  scatter::Target target_;
  std::vector<Slot> slots_;     // [batches][row nodes][column nodes][num_lanes] slot of each block
  std::vector<char> is_split_;  // [batches] True if the batch has columns of other ranks; few have any
};

}  // namespace tenon::la
