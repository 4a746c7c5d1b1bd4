// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "BlockMatrix.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::la {

/// Ordered pair of states in a matrix for which slots are determined. Rows are block rows, numbered
/// within their state.
struct StatePair {
  /// Layout of the matrix.
  const CombinedLayout* layout;
  /// Indices of the states in the layout.
  std::size_t row_state, column_state;
  /// Matrix that receives the entries.
  const BlockMatrix* matrix;

  /// Returns the name of the row state.
  const std::string& rowName() const { return layout->states()[row_state]->name(); }
  /// Returns the name of the column state.
  const std::string& columnName() const { return layout->states()[column_state]->name(); }
};

/// Error that is thrown if an entry has no position in the recorded pattern.
class OutsidePattern : public base::InternalError {
 public:
  using InternalError::InternalError;
};

/// Returns a description of a table for messages.
std::string describe(const ElementTable& table);

/// Slots of one pair of element tables: the position of every block of every element in the stored
/// rows.
class ElementSlots {
 public:
  virtual ~ElementSlots() = default;

  /// Adds factor * the matrices of the elements [first, first + count), in blocks of the matrix.
  /// Must be called for all batches in order; the matrix is complete only after the last one.
  virtual void add(LocalIndex first, int count, double factor, ElementSymmetry symmetry, const Lane* matrix) = 0;
  /// Returns the memory of the slots, in bytes.
  virtual std::size_t bytes() const = 0;

  /// Returns an upper bound of the owned rows of these elements: all have lower numbers.
  LocalIndex rowsEnd(LocalIndex first, int count, LocalIndex num_owned) const;

  /// Table of the rows, in block rows of the matrix.
  const ElementTable& rows() const { return rows_.rows(); }
  /// Table of the columns, in block rows of the matrix.
  const ElementTable& columns() const { return columns_.rows(); }
  /// Table of the rows, in nodes, as contributors use it.
  const ElementTable& rowNodes() const { return rows_.nodes(); }
  /// Table of the columns, in nodes, as contributors use it.
  const ElementTable& columnNodes() const { return columns_.nodes(); }

  /// True if the slots were determined for tables at the same addresses.
  bool hasAddressesOf(const ElementTable& rows, const ElementTable& columns) const;
  /// True if the node numbers of the tables have not changed since the slots were determined.
  bool isUnchanged(const ElementTable& rows, const ElementTable& columns) const;

 protected:
  ElementSlots(RowTable rows, RowTable columns);
  /// Returns the error for a block of an element that is not stored.
  OutsidePattern outsidePatternError(LocalIndex element, const StatePair& pair) const;

 private:
  RowTable rows_, columns_;
  std::uint32_t checksum_;
};

}  // namespace tenon::la
