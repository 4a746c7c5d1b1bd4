#include "tenon/la/MatrixAssembly.hpp"

#include "tenon/base/Runtime.hpp"
#include "tenon/la/InsertionAccumulator.hpp"
#include "tenon/la/PatternRecorder.hpp"
#include "tenon/la/SlotAccumulator.hpp"

namespace tenon::la {

MatrixAssembly::MatrixAssembly(std::shared_ptr<const CombinedLayout> layout, Insertion insertion)
    : layout_(std::move(layout)), insertion_(insertion) {}

void MatrixAssembly::record(const Contribute& contribute) {
  const std::size_t states = layout_->states().size();
  held_.reset();
  accumulators_.clear();
  matrix_.reset();
  RecordedBlocks recorded;
  std::vector<std::unique_ptr<PatternRecorder>> recorders(states * states);
  contribute(Contributions([&](const State& row, const State& column, double) -> Accumulator& {
    const std::size_t r = layout_->indexOf(row), c = layout_->indexOf(column);
    auto& recorder = recorders[r * states + c];
    if (!recorder) recorder = std::make_unique<PatternRecorder>(*layout_, r, c, recorded);
    return *recorder;
  }));
  matrix_ = std::make_unique<BlockMatrix>(*layout_, BlockPattern(*layout_, recorded));
  base::returnFreedMemory();
  accumulators_.resize(states * states);
  for (const auto& table : recorded.tables)
    accumulatorOf(table.row_state, table.column_state).prepare(table.rows.nodes(), table.columns.nodes());
}

void MatrixAssembly::hold(gsl::span<const char> held, HeldDiagonal diagonal) {
  base::ensure(matrix_ != nullptr, "Unknowns are held in a matrix whose pattern is not yet recorded.");
  held_.reset();
  held_diagonal_ = diagonal;
  if (!layout_->comm().any(!held.empty())) return;
  base::ensure(held.size() == static_cast<std::size_t>(layout_->layout().numLocal() * layout_->block()),
               "The flags of held unknowns have a wrong size.");
  held_.emplace(*matrix_, held);
}

FactoredAccumulator& MatrixAssembly::accumulatorOf(std::size_t row_state, std::size_t column_state) {
  auto& accumulator = accumulators_[row_state * layout_->states().size() + column_state];
  if (!accumulator) {
    if (insertion_ == Insertion::slots)
      accumulator = std::make_unique<SlotAccumulator>(*layout_, row_state, column_state, *matrix_);
    else
      accumulator = std::make_unique<InsertionAccumulator>(*layout_, row_state, column_state, *matrix_);
  }
  return *accumulator;
}

void MatrixAssembly::assemble(const Contribute& contribute) {
  base::ensure(matrix_ != nullptr, "A matrix is assembled whose pattern is not yet recorded.");
  matrix_->startZeroing();
  if (insertion_ == Insertion::blocked) matrix_->zeroToEnd();
  for (const auto& accumulator : accumulators_)
    if (accumulator) accumulator->begin();
  contribute(Contributions([this](const State& row, const State& column, double factor) -> Accumulator& {
    FactoredAccumulator& accumulator = accumulatorOf(layout_->indexOf(row), layout_->indexOf(column));
    accumulator.setFactor(factor);
    return accumulator;
  }));
  for (const auto& accumulator : accumulators_)
    if (accumulator) accumulator->end();
  matrix_->zeroToEnd();
  if (insertion_ == Insertion::blocked) {
    TENON_PETSC(MatAssemblyBegin(matrix_->get(), MAT_FINAL_ASSEMBLY));
    TENON_PETSC(MatAssemblyEnd(matrix_->get(), MAT_FINAL_ASSEMBLY));
  }
  if (held_) held_->apply(*matrix_, layout_->comm(), held_diagonal_);
  matrix_->valuesChanged();
}

std::size_t MatrixAssembly::bytesBeside() const {
  std::size_t bytes = matrix_ ? matrix_->pattern().bytes() : 0;
  for (const auto& accumulator : accumulators_)
    if (const auto* slots = dynamic_cast<const SlotAccumulator*>(accumulator.get())) bytes += slots->bytes();
  return bytes;
}

}  // namespace tenon::la
