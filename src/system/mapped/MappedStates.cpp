#include "tenon/system/MappedStates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/collectively.hpp"

namespace tenon::system {
namespace {

std::vector<const la::State*> joined(std::vector<const la::State*> states, const std::vector<Follower>& followers) {
  for (const Follower& follower : followers) states.push_back(&follower.state());
  return states;
}

void requireIndependentParents(const std::vector<const la::State*>& independent,
                               const std::vector<Follower>& followers) {
  for (const Follower& follower : followers)
    for (const la::State* parent : follower.mapping->parents())
      if (std::find(independent.begin(), independent.end(), parent) == independent.end())
        throw base::InputError(fmt::format("{}: object '{}' is itself mapped; map to what it follows instead.",
                                           follower.mapping->name(), parent->name()));
}

/// First scalar row of a local node.
PetscInt firstUnknown(const la::CombinedLayout& layout, const la::State& state, LocalIndex node) {
  return layout.global(layout.indexOf(state), state.layout().global(node)).value() * layout.block();
}

PetscInt numOwnedUnknowns(const la::CombinedLayout& layout) {
  return static_cast<PetscInt>(layout.layout().numOwned()) * layout.block();
}

}  // namespace

MappedStates::MappedStates(std::vector<const la::State*> independent, std::vector<Follower> followers)
    : followers_(std::move(followers)) {
  requireIndependentParents(independent, followers_);
  all_ = std::make_shared<la::CombinedLayout>(joined(independent, followers_));
  independent_ = std::make_shared<la::CombinedLayout>(std::move(independent));
  TENON_PETSC(MatCreate(all_->comm().mpi(), jacobian_.put()));
  TENON_PETSC(MatSetSizes(jacobian_.get(), numOwnedUnknowns(*all_), numOwnedUnknowns(*independent_), PETSC_DETERMINE,
                          PETSC_DETERMINE));
  TENON_PETSC(MatSetType(jacobian_.get(), MATAIJ));
  for (const Follower& follower : followers_) follower.mapping->apply();
  fillJacobian();
}

bool MappedStates::isMapped(const la::State& state) const {
  return std::any_of(followers_.begin(), followers_.end(),
                     [&](const Follower& follower) { return &follower.state() == &state; });
}

bool MappedStates::isLinear() const {
  return std::all_of(followers_.begin(), followers_.end(),
                     [](const Follower& follower) { return follower.mapping->isLinear(); });
}

void MappedStates::follow() {
  for (const Follower& follower : followers_) follower.mapping->apply();
  if (!isLinear()) fillJacobian();
}

// The pattern is exact from the first time on: a mapping writes the same entries at every motion.
void MappedStates::fillJacobian() {
  std::vector<mapping::Jacobian> parts(followers_.size());
  for (std::size_t i = 0; i < followers_.size(); ++i) followers_[i].mapping->addJacobian(parts[i]);
  PetscBool assembled = PETSC_FALSE;
  TENON_PETSC(MatAssembled(jacobian_.get(), &assembled));
  const PetscInt first = all_->layout().firstOwned().value() * all_->block();
  const PetscInt columns_begin = independent_->layout().firstOwned().value() * independent_->block();
  const PetscInt num_columns = numOwnedUnknowns(*independent_);
  const auto forEachEntry = [&](auto&& visit) {
    for (const la::State* state : independent_->states())
      for (LocalIndex node = 0; node < state->layout().numOwned(); ++node)
        for (int i = 0; i < state->block(); ++i)
          visit(firstUnknown(*all_, *state, node) + i, firstUnknown(*independent_, *state, node) + i, 1.0);
    for (std::size_t f = 0; f < followers_.size(); ++f)
      for (const auto& e : parts[f].entries())
        visit(firstUnknown(*all_, followers_[f].state(), e.child_node) + e.child_component,
              firstUnknown(*independent_, *e.parent, e.parent_node) + e.parent_component, e.value);
  };
  if (assembled == PETSC_FALSE) {
    std::vector<PetscInt> inner(static_cast<std::size_t>(numOwnedUnknowns(*all_)), 0), outer(inner);
    forEachEntry([&](PetscInt row, PetscInt column, double) {
      const bool is_inner = columns_begin <= column && column < columns_begin + num_columns;
      ++(is_inner ? inner : outer)[static_cast<std::size_t>(row - first)];
    });
    TENON_PETSC(MatSeqAIJSetPreallocation(jacobian_.get(), 0, inner.data()));
    TENON_PETSC(MatMPIAIJSetPreallocation(jacobian_.get(), 0, inner.data(), 0, outer.data()));
  } else {
    TENON_PETSC(MatZeroEntries(jacobian_.get()));
  }
  forEachEntry([&](PetscInt row, PetscInt column, double value) {
    TENON_PETSC(MatSetValue(jacobian_.get(), row, column, value, ADD_VALUES));
  });
  TENON_PETSC(MatAssemblyBegin(jacobian_.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(jacobian_.get(), MAT_FINAL_ASSEMBLY));
}

StateArrays MappedStates::carryDown(const StateArrays& x) const {
  la::Vector p = independent_->makeVector(), q = all_->makeVector();
  independent_->gather({x.begin(), x.end()}, p.get());
  TENON_PETSC(MatMult(jacobian_.get(), p.get(), q.get()));
  StateArrays arrays;
  for (const la::State* state : all_->states())
    arrays.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
  all_->scatter(q.get(), {arrays.begin(), arrays.end()});
  for (std::size_t s = 0; s < arrays.size(); ++s)
    all_->states()[s]->halo().updateGhosts(gsl::span<double>(arrays[s]), all_->states()[s]->block());
  return arrays;
}

StateArrays MappedStates::carryUp(const StateArrays& f) const {
  la::Vector p = independent_->makeVector(), q = all_->makeVector();
  all_->gather({f.begin(), f.end()}, q.get());
  TENON_PETSC(MatMultTranspose(jacobian_.get(), q.get(), p.get()));
  StateArrays arrays;
  for (const la::State* state : independent_->states())
    arrays.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
  independent_->scatter(p.get(), {arrays.begin(), arrays.end()});
  return arrays;
}

}  // namespace tenon::system
