// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
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
  struct KeyValuePair {
    /// Key with the same meaning on all ranks.
    std::int64_t key;
    /// Value of the key.
    Value value;
  };

  /// Distributes the pairs of this rank. One pair is kept for each of several equal keys; see
  /// hasEqualKeys().
  /// @param pairs  pairs that this rank provides
  /// @note Collective.
  Directory(const Communicator& comm, const std::vector<KeyValuePair>& pairs) : comm_(comm) {
    std::vector<std::vector<KeyValuePair>> outgoing(static_cast<std::size_t>(comm.size()));
    for (const KeyValuePair& pair : pairs) outgoing[storingRank(pair.key)].push_back(pair);
    for (const auto& from_rank : comm.exchange(outgoing))
      stored_pairs_.insert(stored_pairs_.end(), from_rank.begin(), from_rank.end());
    std::stable_sort(stored_pairs_.begin(), stored_pairs_.end(),
                     [](const KeyValuePair& a, const KeyValuePair& b) { return a.key < b.key; });
  }

  /// Returns true if a key was provided more than once, by one rank or by several.
  /// @note Collective.
  bool hasEqualKeys() const {
    const auto equal = [](const KeyValuePair& a, const KeyValuePair& b) { return a.key == b.key; };
    return comm_.any(std::adjacent_find(stored_pairs_.begin(), stored_pairs_.end(), equal) != stored_pairs_.end());
  }

  /// Returns the value of each key in the order of `keys`; nullopt for a key without a value.
  /// @note Collective.
  std::vector<std::optional<Value>> find(const std::vector<std::int64_t>& keys) const {
    struct Reply {
      bool is_known;
      Value value;
    };
    std::vector<std::vector<std::int64_t>> requests(static_cast<std::size_t>(comm_.size()));
    for (const std::int64_t key : keys) requests[storingRank(key)].push_back(key);
    std::vector<std::vector<Reply>> outgoing_replies;
    for (const auto& requested_keys : comm_.exchange(requests)) {
      auto& reply = outgoing_replies.emplace_back();
      for (const std::int64_t key : requested_keys) {
        const auto at =
            std::lower_bound(stored_pairs_.begin(), stored_pairs_.end(), key,
                             [](const KeyValuePair& pair, std::int64_t requested) { return pair.key < requested; });
        const bool is_known = at != stored_pairs_.end() && at->key == key;
        reply.push_back({is_known, is_known ? at->value : Value{}});
      }
    }
    const auto replies = comm_.exchange(outgoing_replies);
    std::vector<std::size_t> next(replies.size(), 0);
    std::vector<std::optional<Value>> values;
    for (const std::int64_t key : keys) {
      const std::size_t storing_rank = storingRank(key);
      const Reply& reply = replies[storing_rank][next[storing_rank]++];
      values.push_back(reply.is_known ? std::optional<Value>(reply.value) : std::nullopt);
    }
    return values;
  }

 private:
  std::size_t storingRank(std::int64_t key) const {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(key) % static_cast<std::uint64_t>(comm_.size()));
  }

  Communicator comm_;
  std::vector<KeyValuePair> stored_pairs_;  // sorted by key, ascending
};

}  // namespace tenon::base
