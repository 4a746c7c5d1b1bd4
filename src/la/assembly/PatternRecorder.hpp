// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "la/assembly/BlockPattern.hpp"

namespace tenon::la {

/// Accumulator that records the blocks that contributors will write for one ordered pair of states;
/// no values are requested.
class PatternRecorder : public Accumulator {
 public:
  /// Creates the accumulator.
  /// @param recorded  receives the blocks; must outlive this object
  PatternRecorder(const CombinedLayout& layout, std::size_t row_state, std::size_t column_state,
                  RecordedBlocks& recorded);

  bool needsValues() const override { return false; }
  void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) override;
  void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) override;
  void addElements(LocalIndex first, int count, const Lane* matrix) override;

 private:
  const CombinedLayout* layout_;
  std::size_t row_state_, column_state_;
  int rows_per_node_, columns_per_node_;
  LocalIndex num_owned_rows_;  // number of owned block rows
  RecordedBlocks* recorded_;
};

}  // namespace tenon::la
