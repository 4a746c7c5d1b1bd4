// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace tenon::analysis {

/// Returns a pseudo-random hash of x that is equal on all machines: splitmix64 (Steele, Lea and
/// Flood, OOPSLA 2014).
inline std::uint64_t mixBits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace tenon::analysis
