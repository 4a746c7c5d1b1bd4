// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/MatrixAssembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "InsertionAccumulator.hpp"
#include "PatternRecorder.hpp"
#include "SlotAccumulator.hpp"
#include "base/Runtime.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::la {
namespace {

std::string nameOrDefault(const std::string& contributor) {
  return contributor.empty() ? "a contributor" : contributor;
}

std::size_t indexOf(const State& state, const CombinedLayout& layout, const std::string& contributor) {
  const auto& states = layout.states();
  const auto found = std::find(states.begin(), states.end(), &state);
  if (found == states.end())
    throw base::InternalError(fmt::format("The matrix to which {} contributes has no state \"{}\".",
                                          nameOrDefault(contributor), state.name()));
  return static_cast<std::size_t>(found - states.begin());
}

// Checks that no state has obtained ghosts since the layout was created, because their blocks would
// be added to wrong rows.
void requireGhostsOf(const CombinedLayout& layout) {
  LocalIndex ghosts = 0;
  for (std::size_t s = 0; s < layout.states().size(); ++s)
    ghosts += layout.states()[s]->layout().numGhosts() * layout.rowsPerNode(s);
  base::ensure(ghosts == layout.layout().numGhosts(),
               "Ghosts were added to a state after the layout of its matrix was created.");
}

}  // namespace

AccumulatorOfPair Contributions::withFactor(const char* matrix, double factor) const {
  if (!std::isfinite(factor))
    throw base::InputError(
        fmt::format("The factor of the {} matrix is {}, but must be a finite number.", matrix, factor));
  return [find = find_, factor](const State& row, const State& column) -> Accumulator& {
    return find(row, column, factor);
  };
}

MatrixAssembly::MatrixAssembly(std::shared_ptr<const CombinedLayout> layout, Insertion insertion, AssemblyRules rules)
    : layout_(std::move(layout)), insertion_(insertion), rules_(rules) {}

void MatrixAssembly::run(const Contribute& contribute, const Contributions::Find& find) {
  contributor_.clear();
  contribute(Contributions(
      [&](const State& row, const State& column, double factor) -> Accumulator& {
        Accumulator& accumulator = find(row, column, factor);
        accumulator.setOrigin({&row, &column, &contributor_});
        return rules_.checking == IndexChecking::off ? accumulator : checkedAccumulator(row, column, accumulator);
      },
      [this](const std::string& contributor) { contributor_ = contributor; }));
}

Accumulator& MatrixAssembly::checkedAccumulator(const State& row, const State& column, Accumulator& inner) {
  auto& accumulator = checked_[&inner];
  if (!accumulator)
    accumulator = std::make_unique<CheckedAccumulator>(row, column, contributor_, rules_.checking, inner);
  auto* const slots = dynamic_cast<SlotAccumulator*>(&inner);
  if (slots == nullptr || rules_.checking == IndexChecking::values) return *accumulator;
  slots->setChecks(*accumulator);  // it calls the checks itself, which is faster
  return *slots;
}

// Releases the previous matrix before a new one is created, so that both never exist at the same
// time.
void MatrixAssembly::clear() {
  elimination_.reset();
  checked_.clear();
  accumulators_.clear();
  matrix_.reset();
}

void MatrixAssembly::make(BlockPattern pattern, std::vector<RecordedBlocks::TablePair> tables) {
  tables_ = std::move(tables);
  matrix_ = std::make_unique<BlockMatrix>(*layout_, std::move(pattern));
  base::releaseFreedMemory();
  accumulators_.resize(layout_->states().size() * layout_->states().size());
  base::runCollectively(layout_->comm(), [&] {
    for (const auto& table : tables_)
      accumulatorOf(table.row_state, table.column_state).prepare(table.rows.nodes(), table.columns.nodes());
  });
}

void MatrixAssembly::copyPattern(const MatrixAssembly& other) {
  base::ensure(other.layout_ == layout_ && other.matrix_ != nullptr, "The pattern to be shared does not exist.");
  clear();
  make(other.matrix_->pattern(), other.tables_);
}

void MatrixAssembly::record(const Contribute& contribute) {
  const std::size_t states = layout_->states().size();
  clear();
  RecordedBlocks recorded;
  std::vector<std::unique_ptr<PatternRecorder>> recorders(states * states);
  base::runCollectively(layout_->comm(), [&] {
    requireGhostsOf(*layout_);
    run(contribute, [&](const State& row, const State& column, double) -> Accumulator& {
      const std::size_t r = indexOf(row, *layout_, contributor_), c = indexOf(column, *layout_, contributor_);
      auto& recorder = recorders[r * states + c];
      if (!recorder) recorder = std::make_unique<PatternRecorder>(*layout_, r, c, recorded);
      return *recorder;
    });
  });
  checked_.clear();
  BlockPattern pattern(*layout_, recorded);  // reads the tables, which are moved afterwards
  make(std::move(pattern), std::move(recorded.tables));
}

void MatrixAssembly::constrain(gsl::span<const char> constrained, DirichletDiagonal diagonal) {
  base::ensure(matrix_ != nullptr, "Degrees of freedom are constrained in a matrix whose pattern is not yet recorded.");
  elimination_.reset();
  constrained_diagonal_ = diagonal;
  if (!layout_->comm().any(!constrained.empty())) return;
  base::ensure(constrained.size() == static_cast<std::size_t>(layout_->layout().numLocal() * layout_->block()),
               "The flags of constrained degrees of freedom have the wrong size.");
  elimination_.emplace(*matrix_, constrained);
  constrained_flags_.assign(constrained.begin(), constrained.end());
}

ScaledAccumulator& MatrixAssembly::accumulatorOf(std::size_t row_state, std::size_t column_state) {
  auto& accumulator = accumulators_[row_state * layout_->states().size() + column_state];
  if (!accumulator) {
    if (insertion_ == Insertion::slots)
      accumulator = std::make_unique<SlotAccumulator>(*layout_, row_state, column_state, *matrix_);
    else
      accumulator = std::make_unique<InsertionAccumulator>(*layout_, row_state, column_state, *matrix_);
    accumulator->setOnChange([this](const std::string& what) {
      if (!change_) change_ = PatternChange{nameOrDefault(contributor_), what};
    });
  }
  return *accumulator;
}

std::optional<PatternChange> MatrixAssembly::assemble(const Contribute& contribute, const Contribute& pattern) {
  base::ensure(matrix_ != nullptr, "A matrix is assembled before its pattern is recorded.");
  fill(contribute);
  const auto change = findChange();
  if (change) {
    rebuild(*change, pattern);
    fill(contribute);
    if (const auto again = findChange())
      reject(fmt::format("{} writes blocks outside the pattern that it has just recorded: {}", again->contributor,
                         again->what));
  }
  endInsertion();
  if (elimination_) elimination_->apply(*matrix_, layout_->comm(), constrained_diagonal_);
  matrix_->notifyValuesChanged();
  return change;
}

void MatrixAssembly::endInsertion() {
  if (insertion_ != Insertion::blocked) return;
  TENON_PETSC(MatAssemblyBegin(matrix_->get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix_->get(), MAT_FINAL_ASSEMBLY));
}

// Sets an incomplete matrix to zero, so that it cannot be used in a solution.
void MatrixAssembly::discardValues() {
  endInsertion();
  matrix_->startZeroing();
  matrix_->zeroToEnd();
  matrix_->notifyValuesChanged();
}

void MatrixAssembly::fill(const Contribute& contribute) {
  change_.reset();
  matrix_->startZeroing();
  if (insertion_ == Insertion::blocked) matrix_->zeroToEnd();
  for (const auto& accumulator : accumulators_)
    if (accumulator) accumulator->begin();
  try {
    base::runCollectively(layout_->comm(), [&] {
      run(contribute, [this](const State& row, const State& column, double factor) -> Accumulator& {
        ScaledAccumulator& accumulator =
            accumulatorOf(indexOf(row, *layout_, contributor_), indexOf(column, *layout_, contributor_));
        accumulator.setFactor(factor);
        return accumulator;
      });
      for (const auto& accumulator : accumulators_)
        if (accumulator) accumulator->end();
    });
  } catch (...) {
    discardValues();
    throw;
  }
  matrix_->zeroToEnd();
}

// Returns the change of the pattern that the lowest rank with a change has detected.
std::optional<PatternChange> MatrixAssembly::findChange() const {
  const base::Communicator& comm = layout_->comm();
  const int first = comm.min(change_ ? comm.rank() : comm.size());
  if (first == comm.size()) return {};
  const PatternChange mine = change_.value_or(PatternChange{});
  return PatternChange{comm.broadcast(mine.contributor, first), comm.broadcast(mine.what, first)};
}

void MatrixAssembly::rebuild(const PatternChange& change, const Contribute& pattern) {
  if (rules_.on_change == PatternPolicy::reject)
    reject(fmt::format("The pattern of the matrix is fixed, but {} changed it: {}", change.contributor, change.what));
  base::log().info("the pattern was rebuilt: {} changed it", change.contributor);
  const bool has_constrained = elimination_.has_value();
  record(pattern);
  if (has_constrained) constrain(constrained_flags_, constrained_diagonal_);
}

void MatrixAssembly::reject(const std::string& sentence) {
  discardValues();
  base::InternalError error(sentence);
  error.markOnAllRanks();
  throw error;
}

std::size_t MatrixAssembly::auxiliaryBytes() const {
  std::size_t bytes = matrix_ ? matrix_->pattern().bytes() : 0;
  for (const auto& accumulator : accumulators_)
    if (const auto* slots = dynamic_cast<const SlotAccumulator*>(accumulator.get())) bytes += slots->bytes();
  return bytes;
}

}  // namespace tenon::la
