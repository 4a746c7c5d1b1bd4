#pragma once
#include <Eigen/Core>
#include <functional>
#include <gsl/span>
#include <vector>

#include "tenon/base/Error.hpp"
#include "tenon/la/Accumulator.hpp"
#include "tenon/la/State.hpp"

// What a contributor sees of a matrix or a vector under assembly: plain mathematics, no factor, no offset, no rank.
namespace tenon::la {

/// The derivative of one state's force by one state's motion, df/dx, df/dv or a mass: +=, -= of single entries, blocks
/// and elements.
class Derivative {
 public:
  /// `wanted`: unknowns of a node of the row state and of the column state.
  Derivative(Accumulator& accumulator, BlockShape wanted) : accumulator_(&accumulator), wanted_(wanted) {}

  class Block;
  /// One entry of a block.
  class Entry {
   public:
    void operator+=(double value);
    void operator-=(double value) { *this += -value; }

   private:
    friend class Block;
    Entry(const Block& block, int i, int j) : block_(block), i_(i), j_(j) {}
    const Block& block_;
    int i_, j_;
  };

  /// dfdx(a, b) += block adds the derivative of the force on node a by the motion of node b (block: rows x columns).
  /// InternalError for a block of another shape.
  class Block {
   public:
    template <class Matrix>
    void operator+=(const Eigen::MatrixBase<Matrix>& block) {
      add(block, 1.0);
    }
    template <class Matrix>
    void operator-=(const Eigen::MatrixBase<Matrix>& block) {
      add(block, -1.0);
    }
    /// Between states of one unknown per node.
    void operator+=(double value) { write({1, 1}, &value); }
    void operator-=(double value) { *this += -value; }

    /// dfdx(a, b)(i, j) += value adds the derivative of component i of the force by component j of the motion.
    /// InternalError where the states have no such components.
    Entry operator()(int i, int j) const { return Entry(*this, i, j); }

   private:
    friend class Derivative;
    friend class Entry;
    Block(Accumulator& accumulator, BlockShape wanted, LocalIndex row, LocalIndex column)
        : accumulator_(accumulator), wanted_(wanted), row_(row), column_(column) {}
    template <class Matrix>
    void add(const Eigen::MatrixBase<Matrix>& block, double sign) {
      constexpr int rows = Matrix::RowsAtCompileTime, columns = Matrix::ColsAtCompileTime;
      const Eigen::Matrix<double, rows, columns, columns == 1 ? Eigen::ColMajor : Eigen::RowMajor> dense = sign * block;
      write({static_cast<int>(dense.rows()), static_cast<int>(dense.cols())}, dense.data());
    }
    void write(BlockShape shape, const double* block) {
      if (!(shape == wanted_)) accumulator_.refuseShape(shape, wanted_);
      accumulator_.addBlock(row_, column_, shape, block);
    }
    Accumulator& accumulator_;
    BlockShape wanted_;
    LocalIndex row_, column_;
  };
  Block operator()(LocalIndex row, LocalIndex column) { return Block(*accumulator_, wanted_, row, column); }

  /// Whole element matrices, `num_lanes` elements at once: kernel(first, count, matrix) fills `matrix` as
  /// Accumulator::addElements() describes, for elements [first, first + count) of the table; lanes beyond count are
  /// free.
  template <class Kernel>
  void addElements(const ElementTable& table, int block, ElementSymmetry symmetry, Kernel&& kernel) {
    requireShape({block, block});
    accumulator_->beginElements(table, table, {block, block}, symmetry);
    deliver(table, table, {block, block}, kernel);
  }

  /// Rectangular ones: `rows` are the elements' nodes in the row state, `columns` those of the same elements in the
  /// column state, such as pressure at the vertices by displacement at all nodes.
  template <class Kernel>
  void addElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape, Kernel&& kernel) {
    requireShape(shape);
    accumulator_->beginElements(rows, columns, shape, ElementSymmetry::general);
    deliver(rows, columns, shape, kernel);
  }

 private:
  void requireShape(BlockShape shape) const {
    if (!(shape == wanted_)) accumulator_->refuseShape(shape, wanted_);
  }
  template <class Kernel>
  void deliver(const ElementTable& rows, const ElementTable& columns, BlockShape shape, Kernel& kernel) {
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
  BlockShape wanted_;
};

inline void Derivative::Entry::operator+=(double value) {
  const auto [rows, columns] = block_.wanted_;
  if (i_ < 0 || i_ >= rows || j_ < 0 || j_ >= columns)
    block_.accumulator_.refuseEntry(block_.row_, block_.column_, i_, j_, block_.wanted_);
  std::vector<double> block(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), 0.0);
  block[static_cast<std::size_t>(i_ * columns + j_)] = value;
  block_.accumulator_.addBlock(block_.row_, block_.column_, block_.wanted_, block.data());
}

/// Finds the accumulator of an ordered pair of states; made by the linear system.
using AccumulatorOfPair = std::function<Accumulator&(const State& row, const State& column)>;

/// K = df/dx, force by position. K.forceOn(a).byPositionOf(b)(i, j) += block.
class StiffnessMatrix {
 public:
  explicit StiffnessMatrix(AccumulatorOfPair find) : find_(std::move(find)) {}
  class Row {
   public:
    Derivative byPositionOf(const State& column) const {
      return Derivative(find_(row_, column), {row_.block(), column.block()});
    }

   private:
    friend class StiffnessMatrix;
    Row(const AccumulatorOfPair& find, const State& row) : find_(find), row_(row) {}
    const AccumulatorOfPair& find_;
    const State& row_;
  };
  Row forceOn(const State& row) const { return Row(find_, row); }

  /// Said instead of entries by a contributor whose derivative nobody wrote: the system then finds it by differences.
  void leaveToDifferences() { left_to_differences_ = true; }
  bool isLeftToDifferences() const { return left_to_differences_; }

 private:
  AccumulatorOfPair find_;
  bool left_to_differences_ = false;
};

/// B = df/dv, force by velocity. B.forceOn(a).byVelocityOf(b)(i, j) += block.
class DampingMatrix {
 public:
  explicit DampingMatrix(AccumulatorOfPair find) : find_(std::move(find)) {}
  class Row {
   public:
    Derivative byVelocityOf(const State& column) const {
      return Derivative(find_(row_, column), {row_.block(), column.block()});
    }

   private:
    friend class DampingMatrix;
    Row(const AccumulatorOfPair& find, const State& row) : find_(find), row_(row) {}
    const AccumulatorOfPair& find_;
    const State& row_;
  };
  Row forceOn(const State& row) const { return Row(find_, row); }

  /// As StiffnessMatrix::leaveToDifferences().
  void leaveToDifferences() { left_to_differences_ = true; }
  bool isLeftToDifferences() const { return left_to_differences_; }

 private:
  AccumulatorOfPair find_;
  bool left_to_differences_ = false;
};

/// M of one state: M.on(state)(i, j) += block.
class MassMatrix {
 public:
  explicit MassMatrix(AccumulatorOfPair find) : find_(std::move(find)) {}
  Derivative on(const State& state) const { return Derivative(find_(state, state), {state.block(), state.block()}); }

 private:
  AccumulatorOfPair find_;
};

/// A change of position or velocity, one local array per state, [numLocal x block], ghosts included: what a product
/// with K, B or M multiplies.
class Motion {
 public:
  using Find = std::function<gsl::span<const double>(const State&)>;
  explicit Motion(Find find) : find_(std::move(find)) {}
  gsl::span<const double> of(const State& state) const { return find_(state); }

 private:
  Find find_;
};

/// Forces under assembly, one local array per state, [numLocal x block]. What is added to ghosts is dropped: the owner
/// of the node computes it itself.
class ForceVector {
 public:
  using Find = std::function<gsl::span<double>(const State&)>;
  explicit ForceVector(Find find) : find_(std::move(find)) {}
  /// Force on each node of the state, in units of force.
  gsl::span<double> on(const State& state) const { return find_(state); }

  /// Said instead of a product with K or B by a contributor whose derivative nobody wrote.
  void leaveToDifferences() { left_to_differences_ = true; }
  bool isLeftToDifferences() const { return left_to_differences_; }

 private:
  Find find_;
  bool left_to_differences_ = false;
};

}  // namespace tenon::la
