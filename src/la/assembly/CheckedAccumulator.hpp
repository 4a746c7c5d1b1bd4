// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/assembly/Accumulator.hpp"
#include "tenon/la/assembly/AssemblyRules.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::la {

/// Accumulator that checks entries before it passes them to another accumulator. It rejects nodes
/// that do not exist in the state on this rank, blocks and elements with the wrong shape and, if
/// requested, infinite and NaN values.
///
/// Each violation causes an InternalError that names the contributor, the pair of states and the
/// indices; the invalid entries are not passed on. The node numbers of an element table are checked
/// once, by beginElements().
class CheckedAccumulator : public Accumulator {
 public:
  /// Creates the accumulator. All arguments must outlive it.
  /// @param row  state of the rows
  /// @param column  state of the columns
  /// @param contributor  string that holds the name of the current contributor at each call
  /// @param checking  extent of the checks; indices and shapes are always checked
  /// @param inner  accumulator that receives the checked entries
  CheckedAccumulator(const State& row, const State& column, const std::string& contributor, IndexChecking checking,
                     Accumulator& inner);

  bool needsValues() const override { return inner_->needsValues(); }
  void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) override;
  void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) override;
  void addElements(LocalIndex first, int count, const Lane* matrix) override;

  /// Checks a block without passing it on, for accumulators that decide for themselves which blocks
  /// to check.
  /// @param row_node     local node of the row state
  /// @param column_node  local node of the column state
  /// @param shape        shape of the block
  /// @throws InternalError if a node or the shape is invalid
  void requireBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape) const;
  /// Checks a pair of element tables without passing them on.
  /// @param rows      nodes of the elements in the row state
  /// @param columns   nodes of the same elements in the column state
  /// @param shape     shape of the blocks of an element matrix
  /// @param symmetry  symmetry that the contributor declares
  /// @throws InternalError if a node, the shape or the symmetry is invalid
  void requireTables(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) const;

 private:
  void requireShape(BlockShape shape) const;
  void requireNode(const State& state, LocalIndex node) const;
  void requireTable(const State& state, const ElementTable& table) const;
  void requireFinite(LocalIndex first, int count, const Lane* matrix) const;
  void requireFinite(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) const;

  const State *row_, *column_;
  bool checks_values_;
  BlockShape expected_;
  Accumulator* inner_;
  ElementTable rows_, columns_;
  bool symmetric_ = false;
};

}  // namespace tenon::la
