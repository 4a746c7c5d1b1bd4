#include "tenon/la/PageArray.hpp"

#include <sys/mman.h>

namespace tenon::la {

void* allocatePages(std::size_t bytes) {
  constexpr std::size_t big_page = std::size_t{2} << 20, cache_line = 64;
  const bool pays = bytes >= 4 * big_page;
  const std::size_t alignment = pays ? big_page : cache_line;
  const std::size_t rounded = (bytes + cache_line - 1) / cache_line * cache_line;
  void* memory = std::aligned_alloc(alignment, pays ? (rounded + big_page - 1) / big_page * big_page : rounded);
  if (memory == nullptr) throw std::bad_alloc();
  // Only advice: where the kernel has no big pages, small ones do. The last, partial page stays small.
  if (pays) madvise(memory, rounded / big_page * big_page, MADV_HUGEPAGE);
  return memory;
}

}  // namespace tenon::la
