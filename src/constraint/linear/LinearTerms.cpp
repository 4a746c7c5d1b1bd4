// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/linear/LinearTerms.hpp"

#include <algorithm>

#include "tenon/base/check.hpp"

namespace tenon::constraint {
namespace {

/// Numbering of the nodes that appear in rows, ascending and unique: owned nodes by a table, others
/// by search.
class NamedNodes {
 public:
  explicit NamedNodes(const la::Layout& layout)
      : first_(layout.firstOwned().value()), owned_(static_cast<std::size_t>(layout.numOwned()), -1) {}

  void add(GlobalIndex node) {
    if (isOwned(node))
      owned_[static_cast<std::size_t>(node.value() - first_)] = 0;
    else
      far_.push_back(node);
  }

  /// Returns all nodes and numbers them. Called once.
  std::vector<GlobalIndex> number() {
    std::sort(far_.begin(), far_.end());
    far_.erase(std::unique(far_.begin(), far_.end()), far_.end());
    const auto behind = std::lower_bound(far_.begin(), far_.end(), GlobalIndex(first_));
    num_before_ = static_cast<std::size_t>(behind - far_.begin());
    std::vector<GlobalIndex> nodes(far_.begin(), behind);
    for (std::size_t k = 0; k < owned_.size(); ++k) {
      if (owned_[k] < 0) continue;
      owned_[k] = static_cast<LocalIndex>(nodes.size());
      nodes.emplace_back(first_ + static_cast<PetscInt>(k));
    }
    num_owned_ = nodes.size() - num_before_;
    nodes.insert(nodes.end(), behind, far_.end());
    return nodes;
  }

  std::size_t numberOf(GlobalIndex node) const {
    if (isOwned(node)) return static_cast<std::size_t>(owned_[static_cast<std::size_t>(node.value() - first_)]);
    const auto at = static_cast<std::size_t>(std::lower_bound(far_.begin(), far_.end(), node) - far_.begin());
    return at < num_before_ ? at : at + num_owned_;
  }

 private:
  bool isOwned(GlobalIndex node) const {
    return node.value() >= first_ && node.value() - first_ < static_cast<PetscInt>(owned_.size());
  }

  PetscInt first_;
  std::vector<LocalIndex> owned_;  // [numOwned] number; -1: node does not appear
  std::vector<GlobalIndex> far_;
  std::size_t num_before_ = 0, num_owned_ = 0;
};

}  // namespace

void LinearTerms::finish(const std::string& name, const std::vector<const la::State*>& states) {
  states_ = states;
  far_.clear();
  places_.assign(entries_.size(), {states.size(), 0});
  for (std::size_t s = 0; s < states.size(); ++s) {
    const la::State* state = states[s];
    NamedNodes named(state->layout());
    for (const auto& term : entries_)
      if (term.state == state) named.add(term.node);
    std::vector<GlobalIndex> nodes = named.number();
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const auto& term = entries_[k];
      if (term.state == state)
        places_[k] = {s, named.numberOf(term.node) * static_cast<std::size_t>(state->block()) +
                             static_cast<std::size_t>(term.component)};
    }
    la::Halo halo(state->layout(), nodes);
    far_.push_back({std::move(nodes), std::move(halo)});
  }
  const bool complete = std::all_of(places_.begin(), places_.end(),
                                    [&](const DofLocation& place) { return place.state < states.size(); });
  base::ensure(complete, "A row of constraint '" + name + "' names a state that was not passed to finish().");
}

std::vector<double> LinearTerms::sums(LocalIndex num_rows, const Values& values) const {
  std::vector<std::vector<double>> here;
  for (std::size_t s = 0; s < states_.size(); ++s) {
    const int block = states_[s]->block();
    const auto num_owned = static_cast<std::size_t>(states_[s]->layout().numOwned()) * static_cast<std::size_t>(block);
    std::vector<double> u(far_[s].nodes.size() * static_cast<std::size_t>(block));
    far_[s].halo.forward<double>(values(*states_[s]).first(num_owned), u, block);
    here.push_back(std::move(u));
  }
  std::vector<double> sums(static_cast<std::size_t>(num_rows), 0.0);
  for (std::size_t k = 0; k < entries_.size(); ++k)
    sums[static_cast<std::size_t>(entries_[k].row)] += entries_[k].value * here[places_[k].state][places_[k].unknown];
  return sums;
}

}  // namespace tenon::constraint
