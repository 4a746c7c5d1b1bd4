#pragma once

namespace tenon::base {

/// Elements that a kernel works on side by side.
inline constexpr int num_lanes = 8;

/// One number of each of `num_lanes` elements: one AVX-512 register, two AVX, four SSE2. Arithmetic is lane by lane.
typedef double Lane __attribute__((vector_size(num_lanes * sizeof(double))));

inline Lane allLanes(double value) {
  return Lane{} + value;
}

}  // namespace tenon::base
