#pragma once
#include <cstdio>
#include <functional>

/// Calls `work`: whatever happens in here is counted.
extern "C" void countOnce(const std::function<void()>& work);

namespace tenon::bench {

/// Does the work twice, since the first time touches new memory, and prints what check_instructions.py reads.
inline void countTwice(const char* name, int items, const std::function<void()>& work) {
  for (int repeat = 0; repeat < 2; ++repeat) countOnce(work);
  std::printf("%s %d\n", name, items);
}

}  // namespace tenon::bench
