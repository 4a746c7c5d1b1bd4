// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/CombinedLayout.hpp"

#include <algorithm>

#include "la/vectors.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::la {
namespace {

int commonBlock(const std::vector<const State*>& states) {
  base::ensure(!states.empty(), "A combined layout needs at least one state.");
  const auto isLikeFirst = [&](const State* state) { return state->block() == states.front()->block(); };
  if (std::all_of(states.begin(), states.end(), isLikeFirst)) return states.front()->block();
  int dimension = 0;  // scalars have dimension 0
  for (const State* state : states)
    if (state->dimension() > 0 && (dimension == 0 || state->dimension() < dimension)) dimension = state->dimension();
  return dimension;
}

int rowsOf(const State& state, int block) {
  return (state.block() + block - 1) / block;
}

std::vector<int> blockRowsPerNode(const std::vector<const State*>& states, int block) {
  std::vector<int> rows;
  for (const State* state : states) rows.push_back(rowsOf(*state, block));
  return rows;
}

template <class Count>
std::vector<LocalIndex> startsOf(const std::vector<const State*>& states, const std::vector<int>& rows_per_node,
                                 Count&& count) {
  std::vector<LocalIndex> starts{0};
  for (std::size_t s = 0; s < states.size(); ++s)
    starts.push_back(base::toLocalIndex(
        starts.back() + static_cast<std::int64_t>(count(states[s]->layout())) * rows_per_node[s], "block rows"));
  return starts;
}

// Returns the number of block rows of rank `rank` before those of states[state].
std::int64_t startWithinRank(const std::vector<const State*>& states, int block, std::size_t state, int rank) {
  std::int64_t before = 0;
  const auto r = static_cast<std::size_t>(rank);
  for (std::size_t s = 0; s < state; ++s) {
    const auto starts = states[s]->layout().starts();
    before += static_cast<std::int64_t>(starts[r + 1] - starts[r]) * rowsOf(*states[s], block);
  }
  return before;
}

// Returns the first block row of each rank. The layouts of the states are known on every rank, so
// nothing is communicated.
std::vector<PetscInt> rankStarts(const std::vector<const State*>& states, int block) {
  const int ranks = states.front()->layout().comm().size();
  std::vector<PetscInt> starts{0};
  for (int r = 0; r < ranks; ++r)
    starts.push_back(base::toPetscInt(starts.back() + startWithinRank(states, block, states.size(), r), "block rows"));
  return starts;
}

GlobalIndex combinedGlobal(const std::vector<const State*>& states, int block, gsl::span<const PetscInt> rank_starts,
                           std::size_t state, GlobalIndex node) {
  const Layout& own = states[state]->layout();
  const int owner = own.ownerOf(node);
  const auto r = static_cast<std::size_t>(owner);
  const PetscInt rows_per_node = rowsOf(*states[state], block);
  return GlobalIndex(rank_starts[r] + static_cast<PetscInt>(startWithinRank(states, block, state, owner)) +
                     (node.value() - own.starts()[r]) * rows_per_node);
}

std::shared_ptr<const Layout> combine(const std::vector<const State*>& states, int block, LocalIndex num_owned) {
  const std::vector<PetscInt> rank_starts = rankStarts(states, block);
  std::vector<GlobalIndex> ghosts;
  for (std::size_t s = 0; s < states.size(); ++s)
    for (const GlobalIndex ghost : states[s]->layout().ghosts())
      for (int k = 0; k < rowsOf(*states[s], block); ++k)
        ghosts.push_back(combinedGlobal(states, block, rank_starts, s, ghost) + k);
  return std::make_shared<Layout>(states.front()->layout().comm(), num_owned, std::move(ghosts));
}

}  // namespace

CombinedLayout::CombinedLayout(std::vector<const State*> states)
    : states_(std::move(states)),
      block_(commonBlock(states_)),
      rows_per_node_(blockRowsPerNode(states_, block_)),
      owned_starts_(startsOf(states_, rows_per_node_, [](const Layout& layout) { return layout.numOwned(); })),
      ghost_starts_(startsOf(states_, rows_per_node_, [](const Layout& layout) { return layout.numGhosts(); })),
      layout_(combine(states_, block_, owned_starts_.back())),
      halo_(*layout_) {
  base::toPetscInt(static_cast<std::int64_t>(layout_->numGlobal()) * block_, "unknowns");
}

std::size_t CombinedLayout::indexOf(const State& state) const {
  const auto found = std::find(states_.begin(), states_.end(), &state);
  base::ensure(found != states_.end(), "State \"" + state.name() + "\" does not belong to this system.");
  return static_cast<std::size_t>(found - states_.begin());
}

GlobalIndex CombinedLayout::global(std::size_t state, GlobalIndex node) const {
  return combinedGlobal(states_, block_, layout_->starts(), state, node);
}

Vector CombinedLayout::makeVector() const {
  std::vector<PetscInt> starts(layout_->starts().begin(), layout_->starts().end());
  for (PetscInt& start : starts) start *= block_;
  PetscLayout dofs = nullptr;
  TENON_PETSC(PetscLayoutCreateFromRanges(comm().mpi(), starts.data(), PETSC_COPY_VALUES, block_, &dofs));
  Vector vector = makeZeroVector(dofs);
  TENON_PETSC(PetscLayoutDestroy(&dofs));
  return vector;
}

void CombinedLayout::toRows(std::size_t state, const double* dofs, double* rows) const {
  const std::ptrdiff_t b = states_[state]->block(), w = scalarRowsPerNode(state),
                       nodes = states_[state]->layout().numOwned();
  if (b == w) {
    std::copy_n(dofs, nodes * b, rows);
    return;
  }
  for (std::ptrdiff_t node = 0; node < nodes; ++node) std::copy_n(dofs + node * b, b, rows + node * w);
}

void CombinedLayout::fromRows(std::size_t state, const double* rows, double* dofs) const {
  const std::ptrdiff_t b = states_[state]->block(), w = scalarRowsPerNode(state),
                       nodes = states_[state]->layout().numOwned();
  if (b == w) {
    std::copy_n(rows, nodes * b, dofs);
    return;
  }
  for (std::ptrdiff_t node = 0; node < nodes; ++node) std::copy_n(rows + node * w, b, dofs + node * b);
}

void CombinedLayout::gather(const std::vector<gsl::span<const double>>& local, Vec vector) const {
  double* values = nullptr;
  TENON_PETSC(VecGetArrayWrite(vector, &values));
  for (std::size_t s = 0; s < states_.size(); ++s) {
    double* const rows = values + static_cast<std::ptrdiff_t>(owned_starts_[s]) * block_;
    if (hasUnusedRows(s)) std::fill_n(rows, static_cast<std::ptrdiff_t>(numOwnedRows(s)) * block_, 0.0);
    toRows(s, local[s].data(), rows);
  }
  TENON_PETSC(VecRestoreArrayWrite(vector, &values));
}

void CombinedLayout::scatter(Vec vector, const std::vector<gsl::span<double>>& local) const {
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(vector, &values));
  for (std::size_t s = 0; s < states_.size(); ++s)
    fromRows(s, values + static_cast<std::ptrdiff_t>(owned_starts_[s]) * block_, local[s].data());
  TENON_PETSC(VecRestoreArrayRead(vector, &values));
}

IndexSet CombinedLayout::dofIndexSet(std::size_t state) const {
  const PetscInt first = (layout_->firstOwned().value() + owned_starts_[state]) * block_;
  IndexSet set;
  const PetscInt nodes = states_[state]->layout().numOwned(), b = states_[state]->block();
  if (hasUnusedRows(state)) {
    std::vector<PetscInt> dofs;
    for (PetscInt i = 0; i < nodes * b; ++i) dofs.push_back(first + i / b * scalarRowsPerNode(state) + i % b);
    TENON_PETSC(ISCreateGeneral(comm().mpi(), nodes * b, dofs.data(), PETSC_COPY_VALUES, set.out()));
  } else {
    TENON_PETSC(ISCreateStride(comm().mpi(), nodes * b, first, 1, set.out()));
  }
  TENON_PETSC(ISSetBlockSize(set.get(), states_[state]->block()));
  TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(set.get()), states_[state]->name().c_str()));
  return set;
}

}  // namespace tenon::la
