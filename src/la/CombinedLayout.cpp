#include "tenon/la/CombinedLayout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/Error.hpp"

namespace tenon::la {
namespace {

int uniformBlock(const std::vector<const State*>& states) {
  base::ensure(!states.empty(), "A combined layout needs at least one state.");
  const State& first = *states.front();
  for (const State* state : states)
    if (state->block() != first.block()) {
      base::InputError error(fmt::format(
          "\"{}\" has {} unknowns per node and \"{}\" has {}: objects of one system need the same dimension.",
          first.name(), first.block(), state->name(), state->block()));
      error.markOnAllRanks();
      throw error;
    }
  return first.block();
}

template <class Count>
std::vector<LocalIndex> startsOf(const std::vector<const State*>& states, Count&& count) {
  std::vector<LocalIndex> starts{0};
  for (const State* state : states)
    starts.push_back(base::toLocalIndex(static_cast<std::int64_t>(starts.back()) + count(state->layout()), "nodes"));
  return starts;
}

// Block rows of rank `rank` before those of states[state].
PetscInt startWithinRank(const std::vector<const State*>& states, std::size_t state, int rank) {
  PetscInt before = 0;
  const auto r = static_cast<std::size_t>(rank);
  for (std::size_t s = 0; s < state; ++s) {
    const auto starts = states[s]->layout().starts();
    before += starts[r + 1] - starts[r];
  }
  return before;
}

// First block row of each rank, from what every rank knows of the states' layouts: nothing is communicated.
std::vector<PetscInt> rankStarts(const std::vector<const State*>& states) {
  const int ranks = states.front()->layout().comm().size();
  std::vector<PetscInt> starts{0};
  for (int r = 0; r < ranks; ++r)
    starts.push_back(base::toPetscInt(
        static_cast<std::int64_t>(starts.back()) + startWithinRank(states, states.size(), r), "nodes"));
  return starts;
}

GlobalIndex combinedGlobal(const std::vector<const State*>& states, gsl::span<const PetscInt> rank_starts,
                           std::size_t state, GlobalIndex node) {
  const Layout& own = states[state]->layout();
  const int owner = own.ownerOf(node);
  const auto r = static_cast<std::size_t>(owner);
  return GlobalIndex(rank_starts[r] + startWithinRank(states, state, owner) + (node.value() - own.starts()[r]));
}

std::shared_ptr<const Layout> combine(const std::vector<const State*>& states, LocalIndex num_owned) {
  const std::vector<PetscInt> rank_starts = rankStarts(states);
  std::vector<GlobalIndex> ghosts;
  for (std::size_t s = 0; s < states.size(); ++s)
    for (const GlobalIndex ghost : states[s]->layout().ghosts())
      ghosts.push_back(combinedGlobal(states, rank_starts, s, ghost));
  return std::make_shared<Layout>(states.front()->layout().comm(), num_owned, std::move(ghosts));
}

}  // namespace

CombinedLayout::CombinedLayout(std::vector<const State*> states)
    : states_(std::move(states)),
      block_(uniformBlock(states_)),
      owned_starts_(startsOf(states_, [](const Layout& layout) { return layout.numOwned(); })),
      ghost_starts_(startsOf(states_, [](const Layout& layout) { return layout.numGhosts(); })),
      layout_(combine(states_, owned_starts_.back())),
      halo_(*layout_) {
  base::toPetscInt(static_cast<std::int64_t>(layout_->numGlobal()) * block_, "unknowns");
}

std::size_t CombinedLayout::indexOf(const State& state) const {
  const auto found = std::find(states_.begin(), states_.end(), &state);
  base::ensure(found != states_.end(), "State \"" + state.name() + "\" does not belong to this system.");
  return static_cast<std::size_t>(found - states_.begin());
}

GlobalIndex CombinedLayout::global(std::size_t state, GlobalIndex node) const {
  return combinedGlobal(states_, layout_->starts(), state, node);
}

Vector CombinedLayout::makeVector() const {
  Vector vector;
  TENON_PETSC(VecCreate(comm().mpi(), vector.put()));
  TENON_PETSC(VecSetSizes(vector.get(), layout_->numOwned() * static_cast<PetscInt>(block_), PETSC_DETERMINE));
  TENON_PETSC(VecSetBlockSize(vector.get(), block_));
  TENON_PETSC(VecSetType(vector.get(), VECSTANDARD));
  TENON_PETSC(VecSet(vector.get(), 0.0));
  return vector;
}

void CombinedLayout::gather(const std::vector<gsl::span<const double>>& local, Vec vector) const {
  double* values = nullptr;
  TENON_PETSC(VecGetArrayWrite(vector, &values));
  for (std::size_t s = 0; s < states_.size(); ++s)
    std::copy_n(local[s].begin(), states_[s]->layout().numOwned() * block_,
                values + static_cast<std::ptrdiff_t>(owned_starts_[s]) * block_);
  TENON_PETSC(VecRestoreArrayWrite(vector, &values));
}

void CombinedLayout::scatter(Vec vector, const std::vector<gsl::span<double>>& local) const {
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(vector, &values));
  for (std::size_t s = 0; s < states_.size(); ++s)
    std::copy_n(values + static_cast<std::ptrdiff_t>(owned_starts_[s]) * block_,
                states_[s]->layout().numOwned() * block_, local[s].begin());
  TENON_PETSC(VecRestoreArrayRead(vector, &values));
}

IndexSet CombinedLayout::unknownsOf(std::size_t state) const {
  const PetscInt first = (layout_->firstOwned().value() + owned_starts_[state]) * block_;
  IndexSet set;
  TENON_PETSC(ISCreateStride(comm().mpi(), states_[state]->layout().numOwned() * static_cast<PetscInt>(block_), first,
                             1, set.put()));
  TENON_PETSC(ISSetBlockSize(set.get(), block_));
  TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(set.get()), states_[state]->name().c_str()));
  return set;
}

}  // namespace tenon::la
