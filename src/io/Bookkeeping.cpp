#include "tenon/io/Bookkeeping.hpp"

#include <algorithm>

namespace tenon::io {

Bookkeeping::Changes Bookkeeping::changes() const {
  Changes changes{{}, {}, image_->size()};
  for (Change& change : image_->changes())
    (change.offset < size_on_disk_ ? changes.within : changes.behind).push_back(std::move(change));
  return changes;
}

void Bookkeeping::accept(const Changes& changes) {
  image_->accept();
  size_on_disk_ = changes.size;
}

std::vector<char> Bookkeeping::startOnDisk() const {
  constexpr std::int64_t superblock_size = 48;
  std::vector<char> start(static_cast<std::size_t>(std::min(superblock_size, size_on_disk_)));
  image_->readAccepted(0, start);
  return start;
}

}  // namespace tenon::io
