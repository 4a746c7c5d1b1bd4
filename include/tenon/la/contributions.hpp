// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <functional>
#include <gsl/span>
#include <vector>

#include "tenon/base/Error.hpp"
#include "tenon/la/assembly/Accumulator.hpp"
#include "tenon/la/layout/State.hpp"

// Interface through which contributors add entries to matrices and vectors during assembly. The
// interface hides factors, offsets and the distribution over ranks.
namespace tenon::la {

/// Derivative of the forces on one state with respect to the displacements or velocities of another
/// state (df/dx, df/dv), or a mass matrix. The operators += and -= add and subtract single entries
/// and blocks; addElements() adds element matrices.
class Derivative {
 public:
  /// Creates the derivative.
  /// @param accumulator  receiver of the entries, which must outlive this object
  /// @param expected  shape of a block: degrees of freedom per node of the row state and of the
  ///   column state
  Derivative(Accumulator& accumulator, BlockShape expected) : accumulator_(&accumulator), expected_(expected) {}

  /// Block of the derivative for a pair of nodes.
  class NodeBlock;
  /// Single entry of a block. Values can be added to this entry.
  class BlockEntry {
   public:
    /// Adds a value. @throws InternalError if the entry lies outside the block.
    void operator+=(double value);
    /// Subtracts a value. @throws InternalError if the entry lies outside the block.
    void operator-=(double value) { *this += -value; }

   private:
    friend class NodeBlock;
    BlockEntry(const NodeBlock& block, int i, int j) : block_(block), i_(i), j_(j) {}
    const NodeBlock& block_;
    int i_, j_;
  };

  /// Block for a pair of nodes: `dfdx(a, b) += block` adds the derivative of the force on node a of
  /// the row state with respect to the displacement or velocity of node b of the column state.
  /// @note The operators throw InternalError if the shape of the added block differs from that of
  ///   the pair of states.
  class NodeBlock {
   public:
    /// Adds a block of values.
    template <class Matrix>
    void operator+=(const Eigen::MatrixBase<Matrix>& block) {
      add(block, 1.0);
    }
    /// Subtracts a block of values.
    template <class Matrix>
    void operator-=(const Eigen::MatrixBase<Matrix>& block) {
      add(block, -1.0);
    }
    /// Adds a value to a 1 x 1 block, for states with one degree of freedom per node.
    void operator+=(double value) { write({1, 1}, &value); }
    /// Subtracts a value from a 1 x 1 block, for states with one degree of freedom per node.
    void operator-=(double value) { *this += -value; }

    /// Returns one entry: `dfdx(a, b)(i, j) += value` adds the derivative of component i of the
    /// force on node a with respect to component j of the displacement or velocity of node b.
    /// @throws InternalError when a value is added to an entry outside the block
    BlockEntry operator()(int i, int j) const { return BlockEntry(*this, i, j); }

   private:
    friend class Derivative;
    friend class BlockEntry;
    NodeBlock(Accumulator& accumulator, BlockShape expected, LocalIndex row, LocalIndex column)
        : accumulator_(accumulator), expected_(expected), row_(row), column_(column) {}
    template <class Matrix>
    void add(const Eigen::MatrixBase<Matrix>& block, double sign) {
      constexpr int rows = Matrix::RowsAtCompileTime, columns = Matrix::ColsAtCompileTime;
      const Eigen::Matrix<double, rows, columns, columns == 1 ? Eigen::ColMajor : Eigen::RowMajor> dense = sign * block;
      write({static_cast<int>(dense.rows()), static_cast<int>(dense.cols())}, dense.data());
    }
    void write(BlockShape shape, const double* block) {
      if (!(shape == expected_)) accumulator_.rejectShape(shape, expected_);
      accumulator_.addBlock(row_, column_, shape, block);
    }
    Accumulator& accumulator_;
    BlockShape expected_;
    LocalIndex row_, column_;
  };
  /// Returns the block for a pair of nodes. Values can be added to this block.
  /// @param row     local node of the row state; the block is dropped if the node is a ghost
  /// @param column  local node of the column state, owned or ghost
  NodeBlock operator()(LocalIndex row, LocalIndex column) { return NodeBlock(*accumulator_, expected_, row, column); }

  /// Adds square element matrices, `num_lanes` elements at a time. The kernel is not called while a
  /// pattern is recorded.
  /// @param table  nodes of the elements, in both the row state and the column state
  /// @param block  number of degrees of freedom per node
  /// @param symmetry  symmetry of the element matrices
  /// @param kernel  called as kernel(first, count, matrix); writes the matrices of elements [first,
  ///   first + count) of the table in the format of Accumulator::addElements(); lanes beyond
  ///   `count` are ignored
  /// @throws InternalError if the states do not have `block` degrees of freedom per node
  template <class Kernel>
  void addElements(const ElementTable& table, int block, ElementSymmetry symmetry, Kernel&& kernel) {
    requireShape({block, block});
    accumulator_->beginElements(table, table, {block, block}, symmetry);
    addBatches(table, table, {block, block}, kernel);
  }

  /// Adds rectangular element matrices, such as the derivatives of pressure equations at the
  /// vertices with respect to displacements at all nodes.
  /// @param rows  nodes of the elements in the row state
  /// @param columns  nodes of the same elements in the column state
  /// @param shape  degrees of freedom per node of the row state and of the column state
  /// @param kernel  function that writes the matrices in the same way as for square element
  ///   matrices
  /// @throws InternalError if `shape` differs from the shape of the two states
  template <class Kernel>
  void addElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape, Kernel&& kernel) {
    requireShape(shape);
    accumulator_->beginElements(rows, columns, shape, ElementSymmetry::general);
    addBatches(rows, columns, shape, kernel);
  }

 private:
  void requireShape(BlockShape shape) const {
    if (!(shape == expected_)) accumulator_->rejectShape(shape, expected_);
  }
  template <class Kernel>
  void addBatches(const ElementTable& rows, const ElementTable& columns, BlockShape shape, Kernel& kernel) {
    const bool values = accumulator_->needsValues();
    const auto size = static_cast<std::size_t>(rows.nodes_per_element * shape.rows) *
                      static_cast<std::size_t>(columns.nodes_per_element * shape.columns);
    std::vector<Lane> matrix(values ? size : 0);
    for (LocalIndex first = 0; first < rows.num_elements; first += base::num_lanes) {
      const int count = std::min<LocalIndex>(base::num_lanes, rows.num_elements - first);
      if (values) kernel(first, count, matrix.data());
      accumulator_->addElements(first, count, matrix.data());
    }
  }
  Accumulator* accumulator_;
  BlockShape expected_;
};

inline void Derivative::BlockEntry::operator+=(double value) {
  const auto [rows, columns] = block_.expected_;
  if (i_ < 0 || i_ >= rows || j_ < 0 || j_ >= columns)
    block_.accumulator_.rejectEntry(block_.row_, block_.column_, i_, j_, block_.expected_);
  std::vector<double> block(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), 0.0);
  block[static_cast<std::size_t>(i_ * columns + j_)] = value;
  block_.accumulator_.addBlock(block_.row_, block_.column_, block_.expected_, block.data());
}

/// Function, provided by the linear system, that returns the accumulator of an ordered pair of
/// states.
using AccumulatorOfPair = std::function<Accumulator&(const State& row, const State& column)>;

/// Stiffness matrix K = df/dx, the derivative of forces with respect to positions. Contributors add
/// entries with `K.forceOn(state).byPositionOf(other)(a, b) += block`, where a and b are local
/// nodes of the states `state` and `other`. For states of points, the unit is [force/length].
class StiffnessMatrix {
 public:
  /// Creates the matrix.
  /// @param find  function that returns the accumulator of a pair of states
  explicit StiffnessMatrix(AccumulatorOfPair find) : find_(std::move(find)) {}
  /// Derivatives of the forces on one state with respect to all states.
  class StateRow {
   public:
    /// Returns the derivative with respect to the positions of a state.
    Derivative byPositionOf(const State& column) const {
      return Derivative(find_(row_, column), {row_.block(), column.block()});
    }

   private:
    friend class StiffnessMatrix;
    StateRow(const AccumulatorOfPair& find, const State& row) : find_(find), row_(row) {}
    const AccumulatorOfPair& find_;
    const State& row_;
  };
  /// Returns the derivatives of the forces on a state.
  StateRow forceOn(const State& row) const { return StateRow(find_, row); }

  /// Declares that the contributor does not implement this derivative. The system then uses finite
  /// differences. Contributors call this function instead of adding entries.
  void useFiniteDifferences() { needs_finite_differences_ = true; }
  /// True if useFiniteDifferences() has been called.
  bool needsFiniteDifferences() const { return needs_finite_differences_; }

 private:
  AccumulatorOfPair find_;
  bool needs_finite_differences_ = false;
};

/// Damping matrix B = df/dv, the derivative of forces with respect to velocities. Contributors add
/// entries with `B.forceOn(state).byVelocityOf(other)(a, b) += block`, where a and b are local
/// nodes of the states `state` and `other`. For states of points, the unit is [force·time/length].
class DampingMatrix {
 public:
  /// Creates the matrix.
  /// @param find  function that returns the accumulator of a pair of states
  explicit DampingMatrix(AccumulatorOfPair find) : find_(std::move(find)) {}
  /// Derivatives of the forces on one state with respect to all states.
  class StateRow {
   public:
    /// Returns the derivative with respect to the velocities of a state.
    Derivative byVelocityOf(const State& column) const {
      return Derivative(find_(row_, column), {row_.block(), column.block()});
    }

   private:
    friend class DampingMatrix;
    StateRow(const AccumulatorOfPair& find, const State& row) : find_(find), row_(row) {}
    const AccumulatorOfPair& find_;
    const State& row_;
  };
  /// Returns the derivatives of the forces on a state.
  StateRow forceOn(const State& row) const { return StateRow(find_, row); }

  /// Declares that the contributor does not implement this derivative.
  /// @see StiffnessMatrix::useFiniteDifferences()
  void useFiniteDifferences() { needs_finite_differences_ = true; }
  /// True if useFiniteDifferences() has been called.
  bool needsFiniteDifferences() const { return needs_finite_differences_; }

 private:
  AccumulatorOfPair find_;
  bool needs_finite_differences_ = false;
};

/// Mass matrix M of one state. Contributors add entries with `M.on(state)(a, b) += block`, where a
/// and b are local nodes of the state. For states of points, the unit is [mass].
class MassMatrix {
 public:
  /// Creates the matrix.
  /// @param find  function that returns the accumulator of a pair of states
  explicit MassMatrix(AccumulatorOfPair find) : find_(std::move(find)) {}
  /// Returns the mass matrix of a state.
  Derivative on(const State& state) const { return Derivative(find_(state, state), {state.block(), state.block()}); }

 private:
  AccumulatorOfPair find_;
};

/// Increment dx, dv or da that is multiplied by K, B or M, respectively, in a matrix-free
/// matrix-vector product. The vector consists of one local array per state, [numLocal x block],
/// ghosts included.
class IncrementVector {
 public:
  /// Function that returns the local array of a state.
  using Find = std::function<gsl::span<const double>(const State&)>;
  /// Creates the vector.
  /// @param find  function that returns the local array of a state
  explicit IncrementVector(Find find) : find_(std::move(find)) {}
  /// Returns the increment of a state, [numLocal x block].
  gsl::span<const double> of(const State& state) const { return find_(state); }

 private:
  Find find_;
};

/// Force vector during assembly, with one local array per state, [numLocal x block]. Values that
/// are added to ghosts are dropped, because the owner of the node computes them.
class ForceVector {
 public:
  /// Function that returns the local array of a state.
  using Find = std::function<gsl::span<double>(const State&)>;
  /// Creates the vector.
  /// @param find  function that returns the local array of a state
  explicit ForceVector(Find find) : find_(std::move(find)) {}
  /// Returns the array of the generalised forces on a state, [numLocal x block]: forces [force] for
  /// translations and moments [force·length] for rotations.
  gsl::span<double> on(const State& state) const { return find_(state); }

  /// Declares that the contributor does not implement the matrix-vector product with K or B.
  /// Contributors call this function instead of adding the product to the vector.
  void useFiniteDifferences() { needs_finite_differences_ = true; }
  /// True if useFiniteDifferences() has been called.
  bool needsFiniteDifferences() const { return needs_finite_differences_; }

 private:
  Find find_;
  bool needs_finite_differences_ = false;
};

}  // namespace tenon::la
