#include "tenon/la/CombinedLayout.hpp"

#include <algorithm>
#include <numeric>

#include "tenon/base/Error.hpp"

namespace tenon::la {
namespace {

int commonBlock(const std::vector<const State*>& states) {
  base::ensure(!states.empty(), "A combined layout needs at least one state.");
  int block = 0;
  for (const State* state : states) block = std::gcd(block, state->block());
  return block;
}

std::vector<int> blockRowsPerNode(const std::vector<const State*>& states, int block) {
  std::vector<int> rows;
  for (const State* state : states) rows.push_back(state->block() / block);
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

// Block rows of rank `rank` before those of states[state].
std::int64_t startWithinRank(const std::vector<const State*>& states, int block, std::size_t state, int rank) {
  std::int64_t before = 0;
  const auto r = static_cast<std::size_t>(rank);
  for (std::size_t s = 0; s < state; ++s) {
    const auto starts = states[s]->layout().starts();
    before += static_cast<std::int64_t>(starts[r + 1] - starts[r]) * (states[s]->block() / block);
  }
  return before;
}

// First block row of each rank, from what every rank knows of the states' layouts: nothing is communicated.
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
  const PetscInt rows_per_node = states[state]->block() / block;
  return GlobalIndex(rank_starts[r] + static_cast<PetscInt>(startWithinRank(states, block, state, owner)) +
                     (node.value() - own.starts()[r]) * rows_per_node);
}

std::shared_ptr<const Layout> combine(const std::vector<const State*>& states, int block, LocalIndex num_owned) {
  const std::vector<PetscInt> rank_starts = rankStarts(states, block);
  std::vector<GlobalIndex> ghosts;
  for (std::size_t s = 0; s < states.size(); ++s)
    for (const GlobalIndex ghost : states[s]->layout().ghosts())
      for (int k = 0; k < states[s]->block() / block; ++k)
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
    std::copy_n(local[s].begin(), states_[s]->layout().numOwned() * states_[s]->block(),
                values + static_cast<std::ptrdiff_t>(owned_starts_[s]) * block_);
  TENON_PETSC(VecRestoreArrayWrite(vector, &values));
}

void CombinedLayout::scatter(Vec vector, const std::vector<gsl::span<double>>& local) const {
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(vector, &values));
  for (std::size_t s = 0; s < states_.size(); ++s)
    std::copy_n(values + static_cast<std::ptrdiff_t>(owned_starts_[s]) * block_,
                states_[s]->layout().numOwned() * states_[s]->block(), local[s].begin());
  TENON_PETSC(VecRestoreArrayRead(vector, &values));
}

IndexSet CombinedLayout::unknownsOf(std::size_t state) const {
  const PetscInt first = (layout_->firstOwned().value() + owned_starts_[state]) * block_;
  IndexSet set;
  const PetscInt count = states_[state]->layout().numOwned() * static_cast<PetscInt>(states_[state]->block());
  TENON_PETSC(ISCreateStride(comm().mpi(), count, first, 1, set.put()));
  TENON_PETSC(ISSetBlockSize(set.get(), states_[state]->block()));
  TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(set.get()), states_[state]->name().c_str()));
  return set;
}

}  // namespace tenon::la
