// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdio>
#include <functional>

/// Calls `work`; the instructions inside this function are counted.
extern "C" void countOnce(const std::function<void()>& work);

namespace tenon::bench {

/// Executes the work twice, because the first execution touches new memory, and prints the input of
/// check_instructions.py.
inline void countTwice(const char* name, int items, const std::function<void()>& work) {
  for (int repeat = 0; repeat < 2; ++repeat) countOnce(work);
  std::printf("%s %d\n", name, items);
}

}  // namespace tenon::bench
