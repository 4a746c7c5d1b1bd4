#include "tenon/la/PageArray.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace tenon::la {

Pages::Pages(std::size_t bytes) {
  constexpr std::size_t big_page = std::size_t{2} << 20, cache_line = 64;
  if (bytes < 4 * big_page) {
    data_ = std::aligned_alloc(cache_line, (bytes / cache_line + 1) * cache_line);
    if (data_ == nullptr) throw std::bad_alloc();
    return;
  }
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);  // only advice: without big pages, small ones do
  data_ = memory;
  mapped_ = bytes;
}

Pages::~Pages() {
  if (mapped_ > 0)
    munmap(data_, mapped_);
  else
    std::free(data_);
}

}  // namespace tenon::la
