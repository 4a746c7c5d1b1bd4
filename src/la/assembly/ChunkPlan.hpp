// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <gsl/span>
#include <limits>
#include <vector>

#include "tenon/base/Error.hpp"
#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::la {

/// Plan of the destinations of the blocks of one element table, chunk by chunk. A *chunk* is a
/// range of consecutive elements whose blocks are summed before they are added to the matrix.
/// Consecutive elements are neighbours: the 2048 blocks of 128 tetrahedra have only about 550
/// different positions.
///
/// A chunk has a sum for each of its nodes u (the diagonal block) and for each pair of nodes (u,
/// v), u < v, that share an element. The *code* of two nodes (a, b), a <= b, of an element contains
/// the destination of its block (a, b): 2 k for block (u, v) of sum k, 2 k + 1 for block (v, u).
/// Sum 0 receives values that are discarded: lanes without an element, and blocks between ghosts.
/// ghosts.
template <class Slot>
class ChunkPlan {
 public:
  /// Code of two nodes of an element.
  using Code = std::uint16_t;
  /// Blocks of one owned row: first the blocks (u, v) of their sums, then the blocks (v, u).
  struct ChunkRow {
    /// Block row.
    LocalIndex row;
    /// Number of blocks (u, v) and of blocks (v, u).
    std::uint16_t num_direct, num_mirrored;
  };
  /// Plan of one chunk.
  struct Chunk {
    /// Owned rows of the chunk.
    gsl::span<const ChunkRow> rows;
    const Code* sums;   ///< index of the sum of each block of each row
    const Slot* slots;  ///< position of each block of each row within its row
    /// Number of sums, including sum 0.
    std::size_t num_sums;
  };

  /// Number of elements of each chunk but the last. Between 64 and 256 the time varies by 5 %;
  /// larger chunks need more memory for sums and less for the plan.
  static constexpr LocalIndex chunk_size = 128;
  static_assert(chunk_size % base::num_lanes == 0);

  /// Creates the plan.
  /// @param num_owned  number of owned nodes; nodes with higher numbers are ghosts
  /// @param slotOf  slotOf(element, u, v) returns the position within its row of the block of owned
  ///   node u and node v, which share the element
  template <class SlotOf>
  ChunkPlan(const ElementTable& table, LocalIndex num_owned, SlotOf&& slotOf);

  /// Returns the codes of the batch that begins at element `first`: [pairs of an
  /// element][num_lanes].
  const Code* codes(LocalIndex first) const { return codes_.data() + codesBefore(first); }
  /// Returns the plan of the chunk that contains an element.
  Chunk chunkOf(LocalIndex element) const {
    const auto number = static_cast<std::size_t>(element / chunk_size);
    const Start &begin = starts_[number], &end = starts_[number + 1];
    return {{rows_.data() + begin.row, end.row - begin.row},
            sums_.data() + begin.block,
            slots_.data() + begin.block,
            begin.num_sums};
  }
  /// Maximum number of sums of a chunk.
  std::size_t mostSums() const { return most_sums_; }
  /// Returns the memory of the plan, in bytes.
  std::size_t bytes() const {
    return (codes_.size() + sums_.size()) * sizeof(Code) + slots_.size() * sizeof(Slot) +
           rows_.size() * sizeof(ChunkRow) + starts_.size() * sizeof(Start);
  }

 private:
  template <class SlotOf>
  class Builder;
  struct Start {
    std::size_t row = 0, block = 0, num_sums = 0;
  };
  std::size_t codesBefore(LocalIndex element) const { return static_cast<std::size_t>(element) * pairs_per_element_; }

  std::size_t pairs_per_element_;
  std::vector<Code> codes_, sums_;
  std::vector<Slot> slots_;
  std::vector<ChunkRow> rows_;
  std::vector<Start> starts_{1};  // [chunks + 1] start of each chunk
  std::size_t most_sums_ = 1;
};

/// Builder of a plan, chunk by chunk.
template <class Slot>
template <class SlotOf>
class ChunkPlan<Slot>::Builder {
 public:
  Builder(ChunkPlan& plan, const ElementTable& table, LocalIndex num_owned, SlotOf& slotOf)
      : plan_(plan), table_(table), num_owned_(num_owned), slotOf_(slotOf) {
    LocalIndex last = -1;
    for (const LocalIndex* node = nodesOf(0); node < nodesOf(table.num_elements); ++node) last = std::max(last, *node);
    number_in_chunk_.assign(index(last + 1), -1);
  }

  void addChunk(LocalIndex first, LocalIndex end) {
    numberNodes(first, end);
    element_of_sum_.assign(1, first);
    for (LocalIndex e = first; e < end; ++e) addCodes(e);
    plan_.starts_.back().num_sums = element_of_sum_.size();
    plan_.most_sums_ = std::max(plan_.most_sums_, element_of_sum_.size());
    for (LocalIndex u = 0; u < num_owned_here_; ++u) addRow(u);
    plan_.starts_.push_back({plan_.rows_.size(), plan_.sums_.size(), 0});
    for (const LocalIndex node : nodes_) number_in_chunk_[index(node)] = -1;
  }

 private:
  static std::size_t index(LocalIndex i) { return static_cast<std::size_t>(i); }
  static LocalIndex index(std::size_t i) { return static_cast<LocalIndex>(i); }
  const LocalIndex* nodesOf(LocalIndex element) const {
    return table_.nodes + static_cast<std::ptrdiff_t>(element) * table_.nodes_per_element;
  }
  void join(LocalIndex u, LocalIndex v) {
    neighbours_[index(u) * words_per_node_ + index(v) / 64] |= std::uint64_t{1} << (v % 64);
  }

  /// Numbers the nodes of a chunk in ascending order, so that rows and columns are accessed in the
  /// order of memory, owned nodes first.
  void numberNodes(LocalIndex first, LocalIndex end) {
    nodes_.clear();
    for (const LocalIndex* node = nodesOf(first); node < nodesOf(end); ++node) {
      LocalIndex& number = number_in_chunk_[index(*node)];
      if (number < 0) nodes_.push_back(*node);
      number = 0;
    }
    std::sort(nodes_.begin(), nodes_.end());
    for (std::size_t k = 0; k < nodes_.size(); ++k) number_in_chunk_[index(nodes_[k])] = index(k);
    const auto owned_end = std::lower_bound(nodes_.begin(), nodes_.end(), num_owned_);
    num_owned_here_ = static_cast<LocalIndex>(owned_end - nodes_.begin());
    sum_of_pair_.assign(nodes_.size() * nodes_.size(), 0);
    words_per_node_ = (nodes_.size() + 63) / 64;
    neighbours_.assign(nodes_.size() * words_per_node_, 0);
  }

  void addCodes(LocalIndex element) {
    const LocalIndex* const nodes = nodesOf(element);
    const LocalIndex lane = element % base::num_lanes;
    Code* code = plan_.codes_.data() + plan_.codesBefore(element - lane) + lane;
    for (int a = 0; a < table_.nodes_per_element; ++a)
      for (int b = a; b < table_.nodes_per_element; ++b, code += base::num_lanes)
        *code = codeOf(element, number_in_chunk_[index(nodes[a])], number_in_chunk_[index(nodes[b])]);
  }

  Code codeOf(LocalIndex element, LocalIndex a, LocalIndex b) {
    if (std::min(a, b) >= num_owned_here_) return 0;
    Code& sum = sum_of_pair_[index(std::min(a, b)) * nodes_.size() + index(std::max(a, b))];
    if (sum == 0) {
      sum = static_cast<Code>(element_of_sum_.size());
      element_of_sum_.push_back(element);
      join(a, b);
      join(b, a);
    }
    return static_cast<Code>(2 * sum + (a <= b ? 0 : 1));
  }

  /// Adds the blocks of node u in ascending order: the blocks with u and higher nodes first.
  void addRow(LocalIndex u) {
    const std::size_t begin = plan_.sums_.size();
    forNeighbours(u, [&](LocalIndex v) {
      if (v >= u) addBlock(u, v, index(u) * nodes_.size() + index(v));
    });
    const std::size_t middle = plan_.sums_.size();
    forNeighbours(u, [&](LocalIndex v) {
      if (v < u) addBlock(u, v, index(v) * nodes_.size() + index(u));
    });
    plan_.rows_.push_back({nodes_[index(u)], static_cast<std::uint16_t>(middle - begin),
                           static_cast<std::uint16_t>(plan_.sums_.size() - middle)});
  }

  void addBlock(LocalIndex u, LocalIndex v, std::size_t pair) {
    const Code sum = sum_of_pair_[pair];
    plan_.sums_.push_back(sum);
    plan_.slots_.push_back(slotOf_(element_of_sum_[sum], nodes_[index(u)], nodes_[index(v)]));
  }

  /// Calls action(v) for the neighbours v of u in ascending order. A bit set is used, because most
  /// nodes of a chunk are not neighbours.
  template <class Action>
  void forNeighbours(LocalIndex u, Action&& action) const {
    for (std::size_t w = 0; w < words_per_node_; ++w)
      for (std::uint64_t word = neighbours_[index(u) * words_per_node_ + w]; word != 0; word &= word - 1)
        action(static_cast<LocalIndex>(64 * w) + __builtin_ctzll(word));
  }

  ChunkPlan& plan_;
  const ElementTable& table_;
  LocalIndex num_owned_, num_owned_here_ = 0;
  SlotOf& slotOf_;
  std::vector<LocalIndex> number_in_chunk_;  // number of every node; -1 if the node is not in this chunk
  std::vector<LocalIndex> nodes_;            // nodes of this chunk
  std::vector<Code> sum_of_pair_;            // [u][v], u <= v; 0 if the nodes share no element
  std::size_t words_per_node_ = 0;
  std::vector<std::uint64_t> neighbours_;   // [u][words_per_node_] one bit per node that shares an element with u
  std::vector<LocalIndex> element_of_sum_;  // first element of each sum
};

template <class Slot>
template <class SlotOf>
ChunkPlan<Slot>::ChunkPlan(const ElementTable& table, LocalIndex num_owned, SlotOf&& slotOf)
    : pairs_per_element_(static_cast<std::size_t>(table.nodes_per_element * (table.nodes_per_element + 1) / 2)) {
  base::ensure(2 * chunk_size * pairs_per_element_ <= std::numeric_limits<Code>::max(),
               "Elements with this number of nodes have more sums in a chunk than their codes can distinguish.");
  const LocalIndex batches = (table.num_elements + base::num_lanes - 1) / base::num_lanes;
  codes_.assign(codesBefore(batches * base::num_lanes), 0);
  // Upper bounds: pages that are not touched use no memory.
  const auto elements = static_cast<std::size_t>(table.num_elements),
             n = static_cast<std::size_t>(table.nodes_per_element);
  rows_.reserve(elements * n), sums_.reserve(elements * n * n), slots_.reserve(elements * n * n);
  Builder<SlotOf> builder(*this, table, num_owned, slotOf);
  for (LocalIndex first = 0; first < table.num_elements; first += chunk_size)
    builder.addChunk(first, std::min(first + chunk_size, table.num_elements));
}

}  // namespace tenon::la
