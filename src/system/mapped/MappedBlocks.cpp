// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MappedBlocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace tenon::system {
namespace {

int messageSize(std::size_t values) {
  base::ensure(values <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
               "One rank receives more than 2^31 values from mapped objects.");
  return static_cast<int>(values);
}

}  // namespace

void MappedBlocks::clear() {
  blocks_.clear(), order_.clear(), found_.clear();
  num_owned_ = 0;
}

std::size_t MappedBlocks::add(std::size_t row_state, LocalIndex row_node, std::size_t column_state,
                              LocalIndex column_node) {
  const auto [found, is_new] =
      found_.emplace(std::tuple{row_state, row_node, column_state, column_node}, blocks_.size());
  if (is_new) blocks_.push_back({row_state, row_node, column_state, column_node, 0});
  return found->second;
}

int MappedBlocks::ownerOf(const Block& block) const {
  const la::Layout& layout = graph_.states()[block.row_state]->layout();
  return layout.isOwned(block.row_node) ? graph_.comm().rank() : layout.ownerOf(layout.global(block.row_node));
}

std::size_t MappedBlocks::sizeOf(const Block& block) const {
  return static_cast<std::size_t>(graph_.states()[block.row_state]->block()) *
         static_cast<std::size_t>(graph_.states()[block.column_state]->block());
}

/// Block with the global numbers of its nodes.
struct MappedBlocks::RemoteBlock {
  PetscInt row_state, row, column_state, column;
};

// Returns the blocks for each owner, in the order in which their values are sent.
std::vector<std::vector<MappedBlocks::RemoteBlock>> MappedBlocks::blocksOfOtherRanks() const {
  std::vector<std::vector<Block>> sent(static_cast<std::size_t>(graph_.comm().size()));
  for (const Block& block : blocks_)
    if (const int owner = ownerOf(block); owner != graph_.comm().rank())
      sent[static_cast<std::size_t>(owner)].push_back(block);
  const auto globalOf = [&](std::size_t state, LocalIndex node) {
    return graph_.states()[state]->layout().global(node).value();
  };
  std::vector<std::vector<RemoteBlock>> remote(sent.size());
  for (std::size_t r = 0; r < sent.size(); ++r) {
    std::sort(sent[r].begin(), sent[r].end());
    for (const Block& block : sent[r])
      remote[r].push_back({static_cast<PetscInt>(block.row_state), globalOf(block.row_state, block.row_node),
                           static_cast<PetscInt>(block.column_state), globalOf(block.column_state, block.column_node)});
  }
  return remote;
}

void MappedBlocks::share(const std::string& contributor, bool may_add_ghosts) {
  const auto arrived = graph_.comm().exchange(blocksOfOtherRanks());
  const auto localOf = [&](PetscInt state, PetscInt node) {
    return graph_.states()[static_cast<std::size_t>(state)]->layout().local(GlobalIndex(node));
  };
  std::vector<std::vector<GlobalIndex>> unknown(graph_.numIndependent());
  for (const auto& from_rank : arrived)
    for (const RemoteBlock& block : from_rank)
      if (localOf(block.column_state, block.column) < 0)
        unknown[static_cast<std::size_t>(block.column_state)].emplace_back(block.column);
  requireColumns(unknown, contributor, may_add_ghosts);
  received_.assign(arrived.size(), {});
  for (std::size_t r = 0; r < arrived.size(); ++r)
    for (const RemoteBlock& block : arrived[r])
      received_[r].push_back(add(static_cast<std::size_t>(block.row_state), localOf(block.row_state, block.row),
                                 static_cast<std::size_t>(block.column_state),
                                 localOf(block.column_state, block.column)));
  found_.clear();
  sort();
}

void MappedBlocks::requireColumns(const std::vector<std::vector<GlobalIndex>>& unknown, const std::string& contributor,
                                  bool may_add_ghosts) {
  const bool are_known = std::all_of(unknown.begin(), unknown.end(), [](const auto& of) { return of.empty(); });
  if (!may_add_ghosts && !graph_.comm().all(are_known))
    throw base::InternalError(
        fmt::format("{} acts on a mapped object and couples nodes that it did not couple initially.", contributor));
  for (std::size_t s = 0; s < unknown.size(); ++s) graph_.independent()[s]->addGhosts(unknown[s]);
}

void MappedBlocks::sort() {
  const auto ranks = static_cast<std::size_t>(graph_.comm().size());
  const int here = graph_.comm().rank();
  std::vector<int> owners;
  for (const Block& block : blocks_) owners.push_back(ownerOf(block));
  std::vector<std::size_t> sorted(blocks_.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
    const int of_a = owners[a] == here ? -1 : owners[a], of_b = owners[b] == here ? -1 : owners[b];
    return of_a != of_b ? of_a < of_b : blocks_[a] < blocks_[b];
  });
  order_.resize(blocks_.size());
  std::vector<Block> blocks;
  std::vector<std::size_t> sizes(ranks, 0);
  std::size_t size = 0;
  num_owned_ = 0;
  for (const std::size_t b : sorted) {
    order_[b] = blocks.size();
    blocks.push_back(blocks_[b]);
    blocks.back().first = size;
    size += sizeOf(blocks_[b]);
    if (owners[b] == here)
      ++num_owned_;
    else
      sizes[static_cast<std::size_t>(owners[b])] += sizeOf(blocks_[b]);
  }
  blocks_ = std::move(blocks);
  sent_.assign(1, size - std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
  for (const std::size_t of_rank : sizes) sent_.push_back(sent_.back() + of_rank);
  std::size_t incoming = 0;
  for (auto& from_rank : received_)
    for (std::size_t& b : from_rank) {
      b = order_[b];
      incoming += sizeOf(blocks_[b]);
    }
  values_.assign(size, 0.0);
  incoming_.resize(incoming);
}

void MappedBlocks::sumAtOwners() {
  const base::Communicator& comm = graph_.comm();
  const auto ranks = static_cast<std::size_t>(comm.size());
  constexpr int tag = 61;
  std::vector<MPI_Request> requests;
  double* to = incoming_.data();
  for (std::size_t r = 0; r < ranks; ++r) {
    std::size_t size = 0;
    for (const std::size_t b : received_[r]) size += sizeOf(blocks_[b]);
    if (size == 0) continue;
    TENON_MPI(
        MPI_Irecv(to, messageSize(size), MPI_DOUBLE, static_cast<int>(r), tag, comm.mpi(), &requests.emplace_back()));
    to += size;
  }
  for (std::size_t r = 0; r < ranks; ++r)
    if (const std::size_t size = sent_[r + 1] - sent_[r]; size > 0)
      TENON_MPI(MPI_Isend(values_.data() + sent_[r], messageSize(size), MPI_DOUBLE, static_cast<int>(r), tag,
                          comm.mpi(), &requests.emplace_back()));
  TENON_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  const double* from = incoming_.data();
  for (const auto& from_rank : received_)
    for (const std::size_t b : from_rank) {
      const std::size_t size = sizeOf(blocks_[b]);
      for (std::size_t i = 0; i < size; ++i) values_[blocks_[b].first + i] += from[i];
      from += size;
    }
}

}  // namespace tenon::system
