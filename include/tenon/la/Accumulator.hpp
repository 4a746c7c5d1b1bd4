#pragma once
#include <string>

#include "tenon/base/Index.hpp"
#include "tenon/base/Lane.hpp"

namespace tenon::la {

class State;

using base::Lane;
using base::LocalIndex;
using base::num_lanes;

/// Connectivity of many elements of one kind: nodes[e * nodes_per_element + a], local node numbers of one state.
/// The array has to outlive the matrices that were assembled from it; its address identifies it.
struct ElementTable {
  const LocalIndex* nodes = nullptr;
  int nodes_per_element = 0;
  LocalIndex num_elements = 0;
};

/// Which blocks of an element matrix a kernel fills. `symmetric`: only blocks (a, b) with a <= b; the others follow.
/// Only where rows and columns are of one table.
enum class ElementSymmetry { general, symmetric };

inline bool operator==(const ElementTable& a, const ElementTable& b) {
  return a.nodes == b.nodes && a.nodes_per_element == b.nodes_per_element && a.num_elements == b.num_elements;
}

/// Rows and columns of one block, in unknowns: those of a node of the row state and of the column state.
struct BlockShape {
  int rows = 0, columns = 0;
};
inline bool operator==(const BlockShape& a, const BlockShape& b) {
  return a.rows == b.rows && a.columns == b.columns;
}

/// Where the derivative of one state's force by one state's motion goes. One such object per ordered pair of states.
///
/// What lies behind is not a contributor's business: the recording of a pattern, the stored slots of a matrix,
/// MatSetValuesBlocked, a product. A contributor writes every element and every pair it knows of on this rank, ghosts
/// included; rows of ghost nodes are dropped here, because the owner of the node computes them itself. So every
/// element that touches an owned node must be known to the rank, and nothing is communicated.
class Accumulator {
 public:
  virtual ~Accumulator() = default;

  /// False while only the pattern is recorded: then values are not looked at and need not be computed.
  virtual bool needsValues() const = 0;

  /// Adds one block, [rows of a node x columns of a node], row-major, in the shape of the two states.
  virtual void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) = 0;

  /// Announces the elements that the following addElements() calls deliver, in order, from first to last, and the shape
  /// of the blocks they are made of. `rows`: their nodes in the row state, `columns`: the nodes of the same elements in
  /// the column state; one table twice where the states share their nodes.
  virtual void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                             ElementSymmetry symmetry) = 0;

  /// Adds the matrices of elements [first, first + count), count <= num_lanes, of the announced tables.
  /// `matrix`: [row nodes][column nodes][rows][columns] lanes: entry (a, b, i, j) at
  /// ((a * columns.nodes_per_element + b) * shape.rows + i) * shape.columns + j.
  virtual void addElements(LocalIndex first, int count, const Lane* matrix) = 0;

  /// Who writes here what, for messages: the states of the pair, the contributor at the time of the call. All have to
  /// outlive this.
  struct Origin {
    const State *row = nullptr, *column = nullptr;
    const std::string* contributor = nullptr;
  };
  void setOrigin(const Origin& origin) { origin_ = origin; }

  /// InternalError: the contributor wrote `what` into the matrix of these states.
  [[noreturn]] void refuse(const std::string& what) const;
  /// Blocks were `written` in a shape that the two states do not have: they never come to the calls above.
  [[noreturn]] void refuseShape(BlockShape written, BlockShape wanted) const;
  /// Nor does an entry (i, j) outside of the block of two nodes.
  [[noreturn]] void refuseEntry(LocalIndex row_node, LocalIndex column_node, int i, int j, BlockShape wanted) const;

 private:
  Origin origin_;
};

}  // namespace tenon::la
