#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Distributed table of key-value pairs. The keys have the same meaning on all ranks, such as node
/// numbers of a mesh file. A rank can query a key without knowing the rank that provided it.
/// Each pair is stored on the rank `key mod size`, so that the table is evenly distributed.
template <class Value>
class Directory {
 public:
  /// A key and its value.
  struct Pair {
    /// Key with the same meaning on all ranks.
    std::int64_t key;
    /// Value of the key.
    Value value;
  };

  /// Distributes the pairs of this rank. One pair is kept for each of several equal keys; see
  /// hasEqualKeys().
  /// @param mine  pairs that this rank provides
  /// @note Collective.
  Directory(const Communicator& comm, const std::vector<Pair>& mine) : comm_(comm) {
    std::vector<std::vector<Pair>> outgoing(static_cast<std::size_t>(comm.size()));
    for (const Pair& pair : mine) outgoing[keeperOf(pair.key)].push_back(pair);
    for (const auto& from_rank : comm.exchange(outgoing)) kept_.insert(kept_.end(), from_rank.begin(), from_rank.end());
    std::stable_sort(kept_.begin(), kept_.end(), [](const Pair& a, const Pair& b) { return a.key < b.key; });
  }

  /// Returns true if a key was provided more than once, by one rank or by several.
  /// @note Collective.
  bool hasEqualKeys() const {
    const auto equal = [](const Pair& a, const Pair& b) { return a.key == b.key; };
    return comm_.any(std::adjacent_find(kept_.begin(), kept_.end(), equal) != kept_.end());
  }

  /// Returns the value of each key in the order of `keys`; nullopt for a key without a value.
  /// @note Collective.
  std::vector<std::optional<Value>> find(const std::vector<std::int64_t>& keys) const {
    struct Answer {
      bool is_known;
      Value value;
    };
    std::vector<std::vector<std::int64_t>> asked(static_cast<std::size_t>(comm_.size()));
    for (const std::int64_t key : keys) asked[keeperOf(key)].push_back(key);
    std::vector<std::vector<Answer>> answers;
    for (const auto& questions : comm_.exchange(asked)) {
      auto& answer = answers.emplace_back();
      for (const std::int64_t key : questions) {
        const auto at = std::lower_bound(kept_.begin(), kept_.end(), key,
                                         [](const Pair& pair, std::int64_t wanted) { return pair.key < wanted; });
        const bool is_known = at != kept_.end() && at->key == key;
        answer.push_back({is_known, is_known ? at->value : Value{}});
      }
    }
    const auto told = comm_.exchange(answers);
    std::vector<std::size_t> next(told.size(), 0);
    std::vector<std::optional<Value>> values;
    for (const std::int64_t key : keys) {
      const std::size_t keeper = keeperOf(key);
      const Answer& answer = told[keeper][next[keeper]++];
      values.push_back(answer.is_known ? std::optional<Value>(answer.value) : std::nullopt);
    }
    return values;
  }

 private:
  std::size_t keeperOf(std::int64_t key) const {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(key) % static_cast<std::uint64_t>(comm_.size()));
  }

  Communicator comm_;
  std::vector<Pair> kept_;  // sorted by key, ascending
};

}  // namespace tenon::base
