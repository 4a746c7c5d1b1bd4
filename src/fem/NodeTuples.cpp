// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/NodeTuples.hpp"

#include <algorithm>

namespace tenon::fem {
namespace {

struct TupleKey {
  long long first;  // position; decides the order of most tuples
  std::size_t tuple;
};

/// Returns the tuples in the order of the positions of their nodes.
/// @param nodes      [tuples][positions of a tuple] local nodes
/// @param positions  [positions of a tuple][local nodes] position in the mesh file
std::vector<TupleKey> sortedKeys(const std::vector<LocalIndex>& nodes,
                                 const std::vector<std::vector<long long>>& positions) {
  const std::size_t size = positions.size(), num_tuples = nodes.size() / size;
  const auto position = [&](std::size_t tuple, std::size_t p) {
    return positions[p][static_cast<std::size_t>(nodes[tuple * size + p])];
  };
  std::vector<TupleKey> order;
  order.reserve(num_tuples);
  for (std::size_t tuple = 0; tuple < num_tuples; ++tuple) order.push_back({position(tuple, 0), tuple});
  std::sort(order.begin(), order.end(), [&](const TupleKey& a, const TupleKey& b) {
    if (a.first != b.first) return a.first < b.first;
    for (std::size_t p = 1; p < size; ++p)
      if (position(a.tuple, p) != position(b.tuple, p)) return position(a.tuple, p) < position(b.tuple, p);
    return false;
  });
  return order;
}

}  // namespace

NodeTuples::NodeTuples(const std::vector<const Domain*>& objects, const std::vector<GlobalIndex>& nodes)
    : comm_(objects.at(0)->mesh.comm()), tuple_size_(objects.size()) {
  const std::vector<GlobalIndex> known = distribute(objects, nodes);
  const std::size_t num_tuples = known.size() / tuple_size_;
  std::vector<std::vector<long long>> positions;  // [positions of a tuple][local nodes] position in the mesh file
  for (std::size_t p = 0; p < tuple_size_; ++p) {
    std::vector<GlobalIndex> of_place(num_tuples);
    for (std::size_t i = 0; i < num_tuples; ++i) of_place[i] = known[i * tuple_size_ + p];
    objects[p]->state.addGhosts(of_place);
  }
  for (const Domain* object : objects) positions.push_back(positionsOf(*object));
  nodes_.resize(known.size());
  for (std::size_t p = 0; p < tuple_size_; ++p) {
    const la::Layout& layout = objects[p]->state.layout();
    for (std::size_t i = p; i < known.size(); i += tuple_size_) nodes_[i] = layout.local(known[i]);
  }
  std::vector<LocalIndex> sorted;
  sorted.reserve(nodes_.size());
  owners_.reserve(nodes_.size());
  is_owned_.reserve(num_tuples);
  for (const TupleKey& key : sortedKeys(nodes_, positions)) {
    const LocalIndex* first = nodes_.data() + key.tuple * tuple_size_;
    sorted.insert(sorted.end(), first, first + tuple_size_);
    for (std::size_t p = 0; p < tuple_size_; ++p) {
      const la::Layout& layout = objects[p]->state.layout();
      owners_.push_back(layout.ownerOf(layout.global(first[p])));
    }
    is_owned_.push_back(objects[0]->state.layout().isOwned(*first) ? 1 : 0);
  }
  nodes_ = std::move(sorted);
  nodes_at_position_.resize(tuple_size_);
  for (std::size_t p = 0; p < tuple_size_; ++p) {
    nodes_at_position_[p].reserve(num_tuples);
    for (std::size_t i = p; i < nodes_.size(); i += tuple_size_) nodes_at_position_[p].push_back(nodes_[i]);
  }
}

/// Sends every tuple to each rank that owns one of its nodes.
std::vector<GlobalIndex> NodeTuples::distribute(const std::vector<const Domain*>& objects,
                                                const std::vector<GlobalIndex>& nodes) const {
  const base::Communicator& comm = objects[0]->mesh.comm();
  base::ensure(nodes.size() % tuple_size_ == 0, "Tuples of nodes are incomplete.");
  std::vector<std::vector<GlobalIndex>> outgoing(static_cast<std::size_t>(comm.size()));
  std::vector<int> owners;
  for (std::size_t first = 0; first < nodes.size(); first += tuple_size_) {
    owners.clear();
    for (std::size_t p = 0; p < tuple_size_; ++p)
      owners.push_back(objects[p]->state.layout().ownerOf(nodes[first + p]));
    std::sort(owners.begin(), owners.end());
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    for (const int owner : owners) {
      auto& to = outgoing[static_cast<std::size_t>(owner)];
      for (std::size_t p = 0; p < tuple_size_; ++p) to.push_back(nodes[first + p]);
    }
  }
  std::vector<GlobalIndex> known;
  for (const auto& from_rank : comm.exchange(outgoing)) known.insert(known.end(), from_rank.begin(), from_rank.end());
  return known;
}

// Two ranks store their common tuples in the same order, so that values are exchanged without tuple
// numbers.
std::vector<double> NodeTuples::valuesFromOwners(gsl::span<const double> owned, int per_tuple) const {
  const auto width = static_cast<std::size_t>(per_tuple);
  std::vector<std::vector<double>> outgoing(static_cast<std::size_t>(comm_.size()));
  const double* next = owned.data();
  for (LocalIndex i = 0; i < size(); ++i) {
    if (!isOwned(i)) continue;
    const int* const of_tuple = owners_.data() + static_cast<std::size_t>(i) * tuple_size_;
    for (const int* rank = of_tuple + 1; rank != of_tuple + tuple_size_; ++rank) {
      if (*rank == comm_.rank() || std::find(of_tuple + 1, rank, *rank) != rank) continue;
      auto& to = outgoing[static_cast<std::size_t>(*rank)];
      to.insert(to.end(), next, next + width);
    }
    next += width;
  }
  const auto incoming = comm_.exchange(outgoing);
  std::vector<const double*> from;
  for (const auto& values : incoming) from.push_back(values.data());
  from[static_cast<std::size_t>(comm_.rank())] = owned.data();
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(size()) * width);
  for (LocalIndex i = 0; i < size(); ++i) {
    const double*& values = from[static_cast<std::size_t>(owners_[static_cast<std::size_t>(i) * tuple_size_])];
    all.insert(all.end(), values, values + width);
    values += width;
  }
  return all;
}

std::vector<long long> positionsOf(const Domain& domain) {
  const la::State& state = domain.state;
  std::vector<long long> positions(static_cast<std::size_t>(state.layout().numLocal()));
  std::copy_n(domain.mesh.nodePositions().begin(), state.layout().numOwned(), positions.begin());
  state.halo().updateGhosts(gsl::span<long long>(positions), 1);
  return positions;
}

}  // namespace tenon::fem
