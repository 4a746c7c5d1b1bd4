#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// What the ranks know under keys that they all understand, such as numbers in a mesh file: for those who ask without
/// knowing who knows. Each pair lies on the rank that its key names; no rank holds more than its share.
template <class Value>
class Directory {
 public:
  struct Pair {
    std::int64_t key;
    Value value;
  };

  /// Collective. The pairs of this rank. Of equal keys one is kept; hasEqualKeys() tells.
  Directory(const Communicator& comm, const std::vector<Pair>& mine) : comm_(comm) {
    std::vector<std::vector<Pair>> outgoing(static_cast<std::size_t>(comm.size()));
    for (const Pair& pair : mine) outgoing[keeperOf(pair.key)].push_back(pair);
    for (const auto& from_rank : comm.exchange(outgoing)) kept_.insert(kept_.end(), from_rank.begin(), from_rank.end());
    std::stable_sort(kept_.begin(), kept_.end(), [](const Pair& a, const Pair& b) { return a.key < b.key; });
  }

  /// Collective. Whether two ranks, or one twice, said something of one key.
  bool hasEqualKeys() const {
    const auto equal = [](const Pair& a, const Pair& b) { return a.key == b.key; };
    return comm_.any(std::adjacent_find(kept_.begin(), kept_.end(), equal) != kept_.end());
  }

  /// Collective. The value of each key, in their order; nothing where nobody said any.
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
  std::vector<Pair> kept_;  // ascending
};

}  // namespace tenon::base
