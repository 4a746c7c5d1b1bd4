#pragma once
#include <cstddef>
#include <utility>

namespace tenon::base {

/// Number of elements that a kernel computes side by side: the doubles in one register of the target processor. Wider
/// vectors are a mistake: GCC 12 keeps them in memory, and the same kernel then takes four times as long.
#if defined(__AVX512F__)
inline constexpr int num_lanes = 8;
#elif defined(__AVX__)
inline constexpr int num_lanes = 4;
#else
inline constexpr int num_lanes = 2;  // SSE2, NEON
#endif

/// One number of each of `num_lanes` elements, in one register. Arithmetic is lane by lane.
typedef double Lane __attribute__((vector_size(num_lanes * sizeof(double))));

inline Lane allLanes(double value) {
  return Lane{} + value;
}

namespace detail {
template <class Function, std::size_t... lane>
inline Lane laneFrom(Function&& valueOf, std::index_sequence<lane...>) {
  return Lane{valueOf(static_cast<int>(lane))...};
}
}  // namespace detail

/// The lane whose numbers are valueOf(0) ... valueOf(num_lanes - 1).
template <class Function>
inline Lane laneFrom(Function&& valueOf) {
  return detail::laneFrom(valueOf, std::make_index_sequence<num_lanes>());
}

}  // namespace tenon::base
