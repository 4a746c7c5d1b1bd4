// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "la/assembly/BlockMatrix.hpp"
#include "la/assembly/CheckedAccumulator.hpp"
#include "la/assembly/ScaledAccumulator.hpp"
#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::la {

class ElementSlots;

/// Accumulator that writes directly into the stored values of a matrix, for one ordered pair of
/// states. A *slot* contains the position of the block of two nodes of an element within its row,
/// so that no search is needed.
///
/// Slots are determined by prepare() or when a table is delivered for the first time, and are used
/// for all later deliveries, in any order of the tables. For single blocks the positions within
/// their rows are stored in the order of the calls; a call out of order is searched.
///
/// A block outside the pattern and a table whose connectivity has changed at the same address are
/// changes of the pattern.
/// @see setOnChange()
class SlotAccumulator : public ScaledAccumulator {
 public:
  /// Creates the accumulator. Layout and matrix must outlive it.
  SlotAccumulator(const CombinedLayout& layout, std::size_t row_state, std::size_t column_state, BlockMatrix& matrix);
  ~SlotAccumulator() override;

  /// Sets the checks of subsequent entries. Single blocks at the same position as in the last
  /// assembly are known to be valid and are not checked again, so that their check costs nothing.
  /// @param checks  must outlive this object; nothing is passed to its inner accumulator
  void setChecks(const CheckedAccumulator& checks) { checks_ = &checks; }

  /// Determines the slots of a pair of tables.
  void prepare(const ElementTable& rows, const ElementTable& columns) override;
  /// Begins an assembly: resets the position of the expected delivery and keeps the slots.
  void begin() override;
  /// Ends an assembly. @throws InternalError if a table has not been delivered completely.
  void end() override;

  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) override;
  void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) override;
  void addElements(LocalIndex first, int count, const Lane* matrix) override;

  /// Returns the memory of the slots on this rank, in bytes.
  std::size_t bytes() const;

 private:
  ElementSlots* slotsOf(const ElementTable& rows, const ElementTable& columns) const;
  bool beginTables(const ElementTable& rows, const ElementTable& columns);
  LocalIndex keyOf(LocalIndex column) const;
  LocalIndex findPosition(LocalIndex row, LocalIndex column) const;
  const Lane* splitIntoMatrixBlocks(const Lane* matrix);
  const double* padUnusedRows(const double* block);
  void addUnexpected(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block);
  void addRows(LocalIndex first_row, LocalIndex column, const double* block);
  void addRow(LocalIndex row, LocalIndex column, const double* block);
  void addTo(const StoredRows& rows, LocalIndex matrix_row, LocalIndex position, const double* block);
  void reportOutsidePattern(LocalIndex row, LocalIndex column);
  void checkComplete() const;

  const CombinedLayout* layout_;
  std::size_t row_state_, column_state_;
  int rows_per_node_, columns_per_node_;
  bool has_unused_;
  LocalIndex first_row_, num_owned_rows_;  // block row of node 0; rows from num_owned_rows_ on are ghosts
  LocalIndex first_column_, num_owned_columns_;
  BlockMatrix* matrix_;
  const CheckedAccumulator* checks_ = nullptr;
  StoredRows diagonal_, off_diagonal_;
  std::vector<std::unique_ptr<ElementSlots>> element_slots_;
  ElementSlots* current_ = nullptr;
  ElementSymmetry symmetry_ = ElementSymmetry::general;
  LocalIndex next_element_ = 0;
  std::vector<Lane> split_;     // element matrices in blocks of the matrix, if nodes have several block rows
  std::vector<double> padded_;  // block extended by zeros for unused degrees of freedom
  static constexpr LocalIndex nowhere = std::numeric_limits<LocalIndex>::max();
  // Positions of single blocks within their rows, in the order of the last assembly, followed by an
  // invalid position.
  std::vector<LocalIndex> positions_{nowhere};
  std::size_t next_block_ = 0;
};

}  // namespace tenon::la
