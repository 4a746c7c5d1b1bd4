// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Index.hpp"
#include "tenon/base/Lane.hpp"

namespace tenon::la {

class State;

using base::Lane;
using base::LocalIndex;
using base::num_lanes;

/// Connectivity of the elements of one kind. The array `nodes` must outlive all matrices assembled
/// from it; its address identifies the table.
struct ElementTable {
  const LocalIndex* nodes = nullptr;  ///< local nodes of one state, [num_elements x nodes_per_element]
  int nodes_per_element = 0;          ///< Number of nodes of each element.
  LocalIndex num_elements = 0;        ///< Number of elements.
};

/// Symmetry of the element matrices of a kernel. A `symmetric` kernel writes only the blocks (a, b)
/// with a <= b; the others follow by transposition. Rows and columns must then use the same table.
enum class ElementSymmetry {
  general,   ///< All blocks are written.
  symmetric  ///< Only blocks (a, b) with a <= b are written.
};

/// Returns true if two tables refer to the same array with the same dimensions.
inline bool operator==(const ElementTable& a, const ElementTable& b) {
  return a.nodes == b.nodes && a.nodes_per_element == b.nodes_per_element && a.num_elements == b.num_elements;
}

/// Number of rows and columns of a block: degrees of freedom of a node of the row state and of the
/// column state.
struct BlockShape {
  int rows = 0,     ///< Number of degrees of freedom of a node of the row state.
      columns = 0;  ///< Number of degrees of freedom of a node of the column state.
};
/// Returns true if two blocks have the same shape.
inline bool operator==(const BlockShape& a, const BlockShape& b) {
  return a.rows == b.rows && a.columns == b.columns;
}

/// Receiver of the derivative of one state's forces with respect to another state's displacements
/// or velocities. There is one accumulator for each ordered pair of states.
///
/// The accumulator hides the destination of the entries from contributors: a pattern that is
/// recorded, the storage of a matrix, MatSetValuesBlocked() or a product.
///
/// A contributor writes all elements and pairs that are present on this rank, including ghosts.
/// Rows of ghost nodes are dropped, because the owner of the node computes them. Every element that
/// touches an owned node must therefore be present on the rank; no communication is needed.
/// @note Not collective.
class Accumulator {
 public:
  virtual ~Accumulator() = default;

  /// Returns false while the pattern is recorded; values are then ignored and need not be computed.
  virtual bool needsValues() const = 0;

  /// Adds one block, row-major, in the shape of the two states.
  /// @param row_node     local node of the row state; the block is dropped if it is a ghost
  /// @param column_node  local node of the column state, owned or ghost
  /// @param shape        shape of the block
  /// @param block        [shape.rows x shape.columns] values
  virtual void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) = 0;

  /// Announces the elements that the subsequent addElements() calls deliver in order, from first to
  /// last.
  /// @param rows  nodes of the elements in the row state
  /// @param columns  nodes of the same elements in the column state; the same table if both states
  ///   share their nodes
  /// @param shape  shape of the blocks of an element matrix
  /// @param symmetry  symmetric only if rows and columns use the same table of one state
  virtual void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                             ElementSymmetry symmetry) = 0;

  /// Adds the matrices of the elements [first, first + count) of the announced tables.
  /// @param first  index of the first element
  /// @param count  number of elements, at most num_lanes
  /// @param matrix  [row nodes][column nodes][rows][columns] lanes; entry (a, b, i, j) is at ((a *
  ///   columns.nodes_per_element + b) * shape.rows + i) * shape.columns + j
  virtual void addElements(LocalIndex first, int count, const Lane* matrix) = 0;

  /// Origin of the entries, for messages. The objects must outlive the accumulator.
  struct Origin {
    const State *row = nullptr,                ///< State of the rows.
        *column = nullptr;                     ///< State of the columns.
    const std::string* contributor = nullptr;  ///< Name of the contributor at the time of the call.
  };
  /// Sets the origin of the entries that messages name.
  void setOrigin(const Origin& origin) { origin_ = origin; }

  /// Reports entries that are not admissible.
  /// @param what  description of what the contributor wrote into the matrix of these states
  /// @throws InternalError always.
  [[noreturn]] void reject(const std::string& what) const;
  /// Reports blocks whose shape does not fit the two states; such blocks are never passed to
  /// addBlock() or addElements().
  /// @param written   shape of the block that the contributor wrote
  /// @param expected  shape that the two states require
  /// @throws InternalError always.
  [[noreturn]] void rejectShape(BlockShape written, BlockShape expected) const;
  /// Reports an entry (i, j) outside the block of two nodes; such entries are never passed to
  /// addBlock().
  /// @param row_node     local node of the row state
  /// @param column_node  local node of the column state
  /// @param i            row of the entry within the block
  /// @param j            column of the entry within the block
  /// @param expected     shape of the block
  /// @throws InternalError always.
  [[noreturn]] void rejectEntry(LocalIndex row_node, LocalIndex column_node, int i, int j, BlockShape expected) const;

 private:
  Origin origin_;
};

}  // namespace tenon::la
