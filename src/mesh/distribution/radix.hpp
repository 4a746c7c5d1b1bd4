// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace tenon::mesh {

/// Returns the number of bits that represent every value of [0, count).
inline int bitsFor(std::uint64_t count) {
  int bits = 0;
  while (bits < 64 && (count >> bits) != 0) ++bits;
  return bits;
}

/// Sorts keys below 2^bits ascending and permutes `values` accordingly; equal keys keep their
/// order. The cost is linear in the number of keys, with 11 bits per pass.
template <class Key, class Value>
void radixSort(std::vector<Key>& keys, std::vector<Value>& values, int bits) {
  constexpr int digit_bits = 11;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  std::vector<Key> keys_out(keys.size());
  std::vector<Value> values_out(values.size());
  for (int shift = 0; shift < bits; shift += digit_bits) {
    std::array<std::size_t, digits> at{};
    const auto digit = [&](Key key) { return static_cast<std::size_t>(key >> shift) & (digits - 1); };
    for (const Key key : keys) ++at[digit(key)];
    std::size_t sum = 0;
    for (std::size_t& count : at) {
      const std::size_t here = count;
      count = sum;
      sum += here;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t to = at[digit(keys[i])]++;
      keys_out[to] = keys[i];
      values_out[to] = values[i];
    }
    keys.swap(keys_out);
    values.swap(values_out);
  }
}

}  // namespace tenon::mesh
