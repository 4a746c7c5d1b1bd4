#pragma once
#include <cstddef>
#include <utility>

namespace tenon::base {

namespace detail {

/// Number of doubles in one register of the target processor.
#if defined(__AVX512F__)
inline constexpr int lanes_of_target = 8;
#elif defined(__AVX__)
inline constexpr int lanes_of_target = 4;
#else
inline constexpr int lanes_of_target = 2;  // SSE2, NEON
#endif

}  // namespace detail

/// Number of elements that a kernel computes side by side: the doubles in one register of the target processor. Wider
/// vectors are a mistake: GCC 12 keeps them in memory, and the same kernel then takes four times as long. An installed
/// library exports its own number as `TENON_LANES`, because the size of a Lane is part of its binary interface.
#if defined(TENON_LANES)
inline constexpr int num_lanes = TENON_LANES;
static_assert(num_lanes <= detail::lanes_of_target,
              "The library tenon was compiled for wider registers than this source: compile for the same processor "
              "(-march=x86-64-v3 for TENON_LANES=4, -march=x86-64-v4 for 8, or -march=native where tenon was built), "
              "or link a tenon that was built with -DTENON_MARCH=x86-64-v2.");
#else
inline constexpr int num_lanes = detail::lanes_of_target;
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

/// Is defined in libraries that were compiled with this number of lanes, so that no other ones can be linked.
template <int lanes>
struct LibraryWithLanes {
  static void (*const checkProcessor)();
};
template <>
void (*const LibraryWithLanes<num_lanes>::checkProcessor)();

[[gnu::used]] static void (*const* const linked_library)() = &LibraryWithLanes<num_lanes>::checkProcessor;

}  // namespace detail

/// The lane whose numbers are valueOf(0) ... valueOf(num_lanes - 1).
template <class Function>
inline Lane laneFrom(Function&& valueOf) {
  return detail::laneFrom(valueOf, std::make_index_sequence<num_lanes>());
}

}  // namespace tenon::base
