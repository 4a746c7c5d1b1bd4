#pragma once
#include <memory>
#include <string>

#include "tenon/base/Error.hpp"
#include "tenon/la/assembly/BlockMatrix.hpp"

namespace tenon::la {

/// One ordered pair of states in a matrix: what slots are found for. Rows are block rows counted within their state.
struct StatePair {
  const CombinedLayout* layout;
  std::size_t row_state, column_state;
  const BlockMatrix* matrix;

  const std::string& rowName() const { return layout->states()[row_state]->name(); }
  const std::string& columnName() const { return layout->states()[column_state]->name(); }
};

/// Something was written that has no place in the recorded pattern.
class OutsidePattern : public base::InternalError {
 public:
  using InternalError::InternalError;
};

std::string describe(const ElementTable& table);

/// The slots of one pair of element tables: where every block of every element lies in the stored rows.
class ElementSlots {
 public:
  /// Finds them; OutsidePattern where a block is not stored. The matrix has to outlive them.
  static std::unique_ptr<ElementSlots> find(const ElementTable& rows, const ElementTable& columns,
                                            const StatePair& pair);
  virtual ~ElementSlots() = default;

  /// Adds factor * the matrices of elements [first, first + count), whose blocks are those of the matrix. Called for
  /// all batches from the first to the last; only then is everything in the matrix.
  virtual void add(LocalIndex first, int count, double factor, ElementSymmetry symmetry, const Lane* matrix) = 0;
  virtual std::size_t bytes() const = 0;

  /// Owned rows of these elements are below this number.
  LocalIndex rowsEnd(LocalIndex first, int count, LocalIndex num_owned) const;

  /// The tables in block rows of the matrix, and as contributors know them.
  const ElementTable& rows() const { return rows_.rows(); }
  const ElementTable& columns() const { return columns_.rows(); }
  const ElementTable& rowNodes() const { return rows_.nodes(); }
  const ElementTable& columnNodes() const { return columns_.nodes(); }

  bool serveAddressesOf(const ElementTable& rows, const ElementTable& columns) const;
  bool areUnchangedIn(const ElementTable& rows, const ElementTable& columns) const;

 protected:
  ElementSlots(RowTable rows, RowTable columns);
  OutsidePattern outsidePattern(LocalIndex element, const StatePair& pair) const;

 private:
  RowTable rows_, columns_;
  std::uint32_t checksum_;
};

}  // namespace tenon::la
