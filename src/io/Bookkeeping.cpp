#include "tenon/io/Bookkeeping.hpp"

#include <algorithm>
#include <cstring>

namespace tenon::io {
namespace {

constexpr std::int64_t block_size = 1 << 16;

}  // namespace

// Steps of few unknowns leave thousands of short pieces between rows: the file in memory is read by blocks, each once.
class Bookkeeping::Blocks {
 public:
  explicit Blocks(const Bookkeeping& of) : of_(of), size_(of.memory_.size()) {}
  std::int64_t size() const { return size_; }

  /// Bytes of the file as it is, from `from` on, up to the end of the block.
  const char* now(std::int64_t from) {
    const std::int64_t block = from / block_size, start = block * block_size;
    if (block != block_) {
      now_.resize(static_cast<std::size_t>(std::min(block_size, size_ - start)));
      of_.memory_.read(start, now_);
      block_ = block;
    }
    return now_.data() + (from - start);
  }
  /// The same as the disk has them.
  const char* before(std::int64_t from) const {
    static const std::vector<char> nothing(block_size, 0);
    const auto known = of_.blocks_.find(from / block_size);
    return (known == of_.blocks_.end() ? nothing : known->second).data() + from % block_size;
  }

 private:
  const Bookkeeping& of_;
  std::int64_t size_, block_ = -1;
  std::vector<char> now_;
};

Bookkeeping::Changes Bookkeeping::changes() const {
  Blocks blocks(*this);
  Changes changes{{}, {}, blocks.size()};
  std::int64_t from = 0;
  for (const auto& [start, size] : rows_) {
    compare(blocks, from, std::min(start, changes.size), changes);
    from = start + size;
  }
  compare(blocks, from, changes.size, changes);
  return changes;
}

void Bookkeeping::compare(Blocks& blocks, std::int64_t from, std::int64_t to, Changes& changes) const {
  while (from < to) {
    const std::int64_t size = std::min(to, (from / block_size + 1) * block_size) - from;
    const char *now = blocks.now(from), *before = blocks.before(from);
    if (std::memcmp(now, before, static_cast<std::size_t>(size)) != 0) {
      std::int64_t first = 0, last = size;
      while (now[first] == before[first]) ++first;
      while (now[last - 1] == before[last - 1]) --last;
      const std::int64_t offset = from + first;
      (offset < size_on_disk_ ? changes.within : changes.behind)
          .push_back({offset, {now + first, now + last}, {before + first, before + last}});
    }
    from += size;
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
