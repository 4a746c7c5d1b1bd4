// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "BodyNumbers.hpp"

#include <algorithm>

namespace tenon::analysis {
namespace {

std::int64_t ownedOn(std::size_t rank, const la::State& state) {
  return state.layout().starts()[rank + 1] - state.layout().starts()[rank];
}

bool isOfRigidBodies(const la::State& state) {
  return state.kind() == la::NodeKind::frames;
}

}  // namespace

BodyNumbers::BodyNumbers(const system::MechanicalSystem& mechanics, std::size_t num_contact_nodes)
    : mechanics_(mechanics), num_contact_nodes_(mechanics.comm().gather(static_cast<std::int64_t>(num_contact_nodes))) {
  for (std::size_t object = 0; object < mechanics.bodies().size(); ++object)
    objects_[&mechanics.bodies()[object]->state()] = object;
  setConstrainedNodes({});
}

std::size_t BodyNumbers::rankOf(const NodeIdentifier& node) const {
  const la::Layout& layout = mechanics_.bodies()[node.object]->state().layout();
  return static_cast<std::size_t>(layout.ownerOf(base::GlobalIndex(static_cast<PetscInt>(node.node))));
}

std::vector<NodeIdentifier> BodyNumbers::setConstrainedNodes(const std::vector<NodeIdentifier>& nodes) {
  constrained_nodes_.assign(num_contact_nodes_.size(), {});
  for (const NodeIdentifier& node : mechanics_.comm().gatherAll(nodes))
    constrained_nodes_[rankOf(node)].push_back(node);
  first_.assign(1, 0);
  for (std::size_t rank = 0; rank < constrained_nodes_.size(); ++rank) {
    auto& on_rank = constrained_nodes_[rank];
    std::sort(on_rank.begin(), on_rank.end());
    on_rank.erase(std::unique(on_rank.begin(), on_rank.end()), on_rank.end());
    std::int64_t count = num_contact_nodes_[rank] + static_cast<std::int64_t>(on_rank.size());
    for (const auto& body : mechanics_.bodies())
      if (isOfRigidBodies(body->state())) count += ownedOn(rank, body->state());
    first_.push_back(first_.back() + count);
  }
  return constrained_nodes_[static_cast<std::size_t>(mechanics_.comm().rank())];
}

bool BodyNumbers::has(const la::State& state, base::GlobalIndex node) const {
  if (isOfRigidBodies(state)) return true;
  const NodeIdentifier wanted{objects_.at(&state), node.value()};
  const auto& on_rank = constrained_nodes_[rankOf(wanted)];
  return std::binary_search(on_rank.begin(), on_rank.end(), wanted);
}

base::GlobalIndex BodyNumbers::of(const la::State& state, base::GlobalIndex node) const {
  const NodeIdentifier wanted{objects_.at(&state), node.value()};
  const std::size_t rank = rankOf(wanted);
  std::int64_t number = first_[rank];
  for (const auto& body : mechanics_.bodies()) {
    if (!isOfRigidBodies(body->state())) continue;
    if (&body->state() == &state)
      return base::GlobalIndex(static_cast<PetscInt>(number + node.value() - state.layout().starts()[rank]));
    number += ownedOn(rank, body->state());
  }
  const auto& on_rank = constrained_nodes_[rank];
  number += num_contact_nodes_[rank] + (std::lower_bound(on_rank.begin(), on_rank.end(), wanted) - on_rank.begin());
  return base::GlobalIndex(static_cast<PetscInt>(number));
}

}  // namespace tenon::analysis
