// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <utility>

namespace tenon::base {

namespace detail {

/// Number of doubles in one SIMD register of the target processor.
#if defined(__AVX512F__)
inline constexpr int lanes_of_target = 8;
#elif defined(__AVX__)
inline constexpr int lanes_of_target = 4;
#else
inline constexpr int lanes_of_target = 2;  // SSE2 or NEON
#endif

}  // namespace detail

#if defined(TENON_LANES)
/// Number of elements that a kernel processes simultaneously: the number of doubles in one SIMD
/// register of the target processor.
///
/// Wider vectors are slower: GCC 12 stores them in memory, and a kernel then takes four times as
/// long. An installed library exports this number as `TENON_LANES`, because the size of a Lane is
/// part of the binary interface.
inline constexpr int num_lanes = TENON_LANES;
static_assert(num_lanes <= detail::lanes_of_target,
              "The library tenon was compiled for wider registers than this source file: compile this file for the "
              "same processor level (-march=x86-64-v3 for TENON_LANES=4, -march=x86-64-v4 for 8, or -march=native on "
              "the machine on which tenon was built), or link a library that was built with -DTENON_MARCH=x86-64-v2.");
#else
/// Number of elements that a kernel processes simultaneously. When tenon itself is compiled, this
/// is the number of doubles in one SIMD register of the target processor.
inline constexpr int num_lanes = detail::lanes_of_target;
#endif

/// SIMD vector with one number for each of `num_lanes` elements, stored in one register. Arithmetic
/// operators act lane by lane.
typedef double Lane __attribute__((vector_size(num_lanes * sizeof(double))));

/// Returns a vector with the same value in all lanes.
inline Lane allLanes(double value) {
  return Lane{} + value;
}

namespace detail {

/// Implements base::laneFrom().
template <class Function, std::size_t... lane>
inline Lane laneFrom(Function&& valueOf, std::index_sequence<lane...>) {
  return Lane{valueOf(static_cast<int>(lane))...};
}

/// Symbol that is defined only in libraries compiled with this number of lanes. Linking against any
/// other library therefore fails.
template <int lanes>
struct LibraryWithLanes {
  /// Function that checks at start-up that the processor supports the required instructions.
  static void (*const checkProcessor)();
};
template <>
void (*const LibraryWithLanes<num_lanes>::checkProcessor)();

/// Reference to LibraryWithLanes::checkProcessor. As a result, every source file that includes this
/// header requires the symbol at link time.
[[gnu::used]] static void (*const* const linked_library)() = &LibraryWithLanes<num_lanes>::checkProcessor;

}  // namespace detail

/// Returns the vector with the entries valueOf(0), ..., valueOf(num_lanes - 1).
template <class Function>
inline Lane laneFrom(Function&& valueOf) {
  return detail::laneFrom(valueOf, std::make_index_sequence<num_lanes>());
}

}  // namespace tenon::base
