#include "tenon/io/Bookkeeping.hpp"

#include <algorithm>

namespace tenon::io {
namespace {

constexpr std::int64_t block_size = 1 << 16;

}  // namespace

Bookkeeping::Changes Bookkeeping::changes() const {
  Changes changes{{}, {}, memory_.size()};
  std::int64_t from = 0;
  for (const auto& [start, size] : rows_) {
    compare(from, std::min(start, changes.size), changes);
    from = start + size;
  }
  compare(from, changes.size, changes);
  return changes;
}

void Bookkeeping::compare(std::int64_t from, std::int64_t to, Changes& changes) const {
  while (from < to) {
    const std::int64_t block = from / block_size, end = std::min(to, (block + 1) * block_size);
    std::vector<char> now(static_cast<std::size_t>(end - from)), before(now.size(), 0);
    memory_.read(from, now);
    if (const auto known = blocks_.find(block); known != blocks_.end())
      std::copy_n(known->second.begin() + (from - block * block_size), now.size(), before.begin());
    const auto first = std::mismatch(now.begin(), now.end(), before.begin()).first - now.begin();
    const auto last = now.rend() - std::mismatch(now.rbegin(), now.rend(), before.rbegin()).first;
    if (first < last) {
      const std::int64_t offset = from + first;
      (offset < size_on_disk_ ? changes.within : changes.behind)
          .push_back(
              {offset, {now.begin() + first, now.begin() + last}, {before.begin() + first, before.begin() + last}});
    }
    from = end;
  }
}

void Bookkeeping::accept(const Changes& changes) {
  for (const auto* list : {&changes.behind, &changes.within})
    for (const Change& change : *list) {
      const std::int64_t block = change.offset / block_size;
      std::vector<char>& known = blocks_[block];
      known.resize(block_size, 0);
      std::copy(change.now.begin(), change.now.end(), known.begin() + (change.offset - block * block_size));
    }
  size_on_disk_ = changes.size;
}

}  // namespace tenon::io
