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

/// Connectivity of elements of one type. The array `nodes` must outlive all matrices that are
/// assembled from it; the table is identified by the address of this array.
struct ElementTable {
  const LocalIndex* nodes = nullptr;  ///< local nodes of one state, [num_elements x nodes_per_element]
  int nodes_per_element = 0;          ///< number of nodes of each element
  LocalIndex num_elements = 0;        ///< number of elements
};

/// Symmetry of the element matrices of a kernel. If they are declared symmetric, the kernel writes
/// only the blocks (a, b) with a <= b, and the other blocks follow by transposition. Rows and
/// columns must then use the same table.
enum class ElementSymmetry {
  general,   ///< All blocks are written.
  symmetric  ///< Only blocks (a, b) with a <= b are written.
};

/// Returns true if two tables refer to the same array with the same dimensions.
inline bool operator==(const ElementTable& a, const ElementTable& b) {
  return a.nodes == b.nodes && a.nodes_per_element == b.nodes_per_element && a.num_elements == b.num_elements;
}

/// Shape of a block for a pair of nodes: degrees of freedom per node of the row state and of the
/// column state.
struct BlockShape {
  int rows = 0,     ///< number of degrees of freedom per node of the row state
      columns = 0;  ///< number of degrees of freedom per node of the column state
};
/// Returns true if two blocks have the same shape.
inline bool operator==(const BlockShape& a, const BlockShape& b) {
  return a.rows == b.rows && a.columns == b.columns;
}

/// Receiver of the derivative of the forces on one state with respect to the displacements or
/// velocities of another state. There is one accumulator for each ordered pair of states.
///
/// Contributors do not depend on how the entries are used. An accumulator may record their pattern,
/// store them in a matrix, pass them to MatSetValuesBlocked() or multiply them by a vector.
///
/// A contributor adds the entries of all elements and pairs that are present on this rank,
/// including ghosts. Rows of ghost nodes are dropped, because the owner of the node computes them.
/// Every element with an owned node must therefore be present on this rank; the assembly then needs
/// no communication.
/// @note Not collective.
class Accumulator {
 public:
  virtual ~Accumulator() = default;

  /// Returns false if values are ignored and need not be computed, for example while a pattern is
  /// recorded.
  virtual bool needsValues() const = 0;

  /// Adds one block in row-major order. Its shape must match the two states.
  /// @param row_node     local node of the row state; the block is dropped if the node is a ghost
  /// @param column_node  local node of the column state, owned or ghost
  /// @param shape        shape of the block
  /// @param block        [shape.rows x shape.columns] values
  virtual void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) = 0;

  /// Announces the element tables for the subsequent calls to addElements(), which pass the element
  /// matrices in order, from the first element to the last.
  /// @param rows  nodes of the elements in the row state
  /// @param columns  nodes of the same elements in the column state; the same table if both states
  ///   share their nodes
  /// @param shape  shape of the blocks of an element matrix
  /// @param symmetry  symmetry of the element matrices; `symmetric` requires that rows and columns
  ///   use the same table of one state
  virtual void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                             ElementSymmetry symmetry) = 0;

  /// Adds the matrices of the elements [first, first + count) of the announced tables.
  /// @param first  index of the first element
  /// @param count  number of elements, at most num_lanes
  /// @param matrix  [row nodes][column nodes][rows][columns] lanes, where entry (a, b, i, j) has
  ///   the index ((a * columns.nodes_per_element + b) * shape.rows + i) * shape.columns + j
  virtual void addElements(LocalIndex first, int count, const Lane* matrix) = 0;

  /// Origin of the entries, for messages. The objects must outlive the accumulator.
  struct Origin {
    const State *row = nullptr,                ///< state of the rows
        *column = nullptr;                     ///< state of the columns
    const std::string* contributor = nullptr;  ///< name of the current contributor
  };
  /// Sets the origin of the entries for use in messages.
  void setOrigin(const Origin& origin) { origin_ = origin; }

  /// Reports inadmissible entries.
  /// @param what  description of the entries, which completes the sentence "<contributor> wrote
  ///   into the matrix of ... by ..."
  /// @throws InternalError always
  [[noreturn]] void reject(const std::string& what) const;
  /// Reports a block whose shape does not match the two states. Such blocks are never passed to
  /// addBlock() or addElements().
  /// @param written   shape of the block that the contributor added
  /// @param expected  shape that the two states require
  /// @throws InternalError always
  [[noreturn]] void rejectShape(BlockShape written, BlockShape expected) const;
  /// Reports an entry (i, j) outside the block for a pair of nodes. Such entries are never passed
  /// to addBlock().
  /// @param row_node     local node of the row state
  /// @param column_node  local node of the column state
  /// @param i            row of the entry within the block
  /// @param j            column of the entry within the block
  /// @param expected     shape of the block
  /// @throws InternalError always
  [[noreturn]] void rejectEntry(LocalIndex row_node, LocalIndex column_node, int i, int j, BlockShape expected) const;

 private:
  Origin origin_;
};

}  // namespace tenon::la
