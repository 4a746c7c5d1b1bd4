#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "tenon/la/Accumulator.hpp"
#include "tenon/la/assembly/BlockMatrix.hpp"
#include "tenon/la/assembly/CheckedAccumulator.hpp"
#include "tenon/la/assembly/FactoredAccumulator.hpp"

namespace tenon::la {

class ElementSlots;

/// Writes straight into the stored values of a matrix, for one ordered pair of states: a *slot* says for every pair of
/// nodes of every element where its block lies in its row, so that nothing is searched.
///
/// Slots are found by prepare() or at a table's first delivery and serve all later ones, in whatever order tables come.
/// Of single blocks the places within their rows are remembered, in the order of calls; a call out of order is
/// searched. A block outside the pattern, and a table whose connectivity changed under its address, are changes of the
/// pattern (setOnChange()).
class SlotAccumulator : public FactoredAccumulator {
 public:
  /// Layout and matrix have to outlive this.
  SlotAccumulator(const CombinedLayout& layout, std::size_t row_state, std::size_t column_state, BlockMatrix& matrix);
  ~SlotAccumulator() override;

  /// Has everything looked at from now on, but single blocks that come where they came last time: those are known to be
  /// right, so that checking costs nothing there. `checks` has to outlive this; its own inner accumulator gets nothing.
  void checkBy(const CheckedAccumulator& checks) { checks_ = &checks; }

  /// Finds the slots of a pair of tables.
  void prepare(const ElementTable& rows, const ElementTable& columns) override;
  /// Before each assembly: forgets how far the last one came, keeps the slots.
  void begin() override;
  /// After each assembly: InternalError when a table was not delivered to its end.
  void end() override;

  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) override;
  void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) override;
  void addElements(LocalIndex first, int count, const Lane* matrix) override;

  /// Bytes that the slots take on this rank.
  std::size_t bytes() const;

 private:
  ElementSlots* slotsOf(const ElementTable& rows, const ElementTable& columns) const;
  bool beginKnown(const ElementTable& rows, const ElementTable& columns);
  LocalIndex keyOf(LocalIndex column) const;
  LocalIndex findPlace(LocalIndex row, LocalIndex column) const;
  const Lane* inBlocksOfMatrix(const Lane* matrix);
  const double* withUnused(const double* block);
  void addUnknown(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block);
  void addRows(LocalIndex first_row, LocalIndex column, const double* block);
  void addRow(LocalIndex row, LocalIndex column, const double* block);
  void addTo(const StoredRows& rows, LocalIndex matrix_row, LocalIndex place, const double* block);
  void outsidePattern(LocalIndex row, LocalIndex column);
  void checkComplete() const;

  const CombinedLayout* layout_;
  std::size_t row_state_, column_state_;
  int rows_per_node_, columns_per_node_;
  bool has_unused_;
  LocalIndex first_row_, num_owned_rows_;  // block row of node 0; block rows from here on are of ghosts
  LocalIndex first_column_, num_owned_columns_;
  BlockMatrix* matrix_;
  const CheckedAccumulator* checks_ = nullptr;
  StoredRows diagonal_, off_diagonal_;
  std::vector<std::unique_ptr<ElementSlots>> element_slots_;
  ElementSlots* current_ = nullptr;
  ElementSymmetry symmetry_ = ElementSymmetry::general;
  LocalIndex next_element_ = 0;
  std::vector<Lane> split_;  // element matrices in blocks of the matrix, where nodes have several block rows
  std::vector<double> wide_;  // a block with zeros for unused unknowns
  static constexpr LocalIndex nowhere = std::numeric_limits<LocalIndex>::max();
  // Of single blocks within their rows, in the order of the last assembly; then one place that no row has.
  std::vector<LocalIndex> places_{nowhere};
  std::size_t next_block_ = 0;
};

}  // namespace tenon::la
