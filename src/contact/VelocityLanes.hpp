#pragma once
#include "lanes.hpp"

namespace tenon::contact {

/// Velocities of as many bodies as there are lanes, side by side.
struct VelocityLanes {
  Lanes3 linear, angular;
};

/// Where the velocities of each body begin in [bodies x 6].
using BodyLanes = std::array<int, num_lanes>;

namespace detail {

// Velocities of a body are read and written in the same pieces, four numbers and two: what one batch has written the
// next one reads, and the processor hands on whole pieces before they are in the cache.
using Four = HalfLane;
typedef double Two __attribute__((vector_size(2 * sizeof(double))));
typedef Four StoredFour __attribute__((aligned(8), may_alias));
typedef Two StoredTwo __attribute__((aligned(8), may_alias));

/// Numbers 0 and 2 of a, each followed by that of b; and 1 and 3.
inline Four evens(const Four& a, const Four& b) {
  return __builtin_shufflevector(a, b, 0, 4, 2, 6);
}
inline Four odds(const Four& a, const Four& b) {
  return __builtin_shufflevector(a, b, 1, 5, 3, 7);
}

inline void transpose(Four* rows) {
  const Four a = evens(rows[0], rows[1]), b = odds(rows[0], rows[1]);
  const Four c = evens(rows[2], rows[3]), d = odds(rows[2], rows[3]);
  rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5), rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7), rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// The six velocities of four bodies.
using SixOfFour = std::array<Four, 6>;

inline SixOfFour gatherFour(const double* v, const int* bodies) {
  Four four[4];
  Two two[4];
  for (int k = 0; k < 4; ++k) {
    four[k] = *reinterpret_cast<const StoredFour*>(v + bodies[k]);
    two[k] = *reinterpret_cast<const StoredTwo*>(v + bodies[k] + 4);
  }
  transpose(four);
  const Four a = __builtin_shufflevector(two[0], two[2], 0, 1, 2, 3),
             b = __builtin_shufflevector(two[1], two[3], 0, 1, 2, 3);
  return {four[0], four[1], four[2], four[3], evens(a, b), odds(a, b)};
}

inline void scatterFour(const SixOfFour& values, const int* bodies, double* v) {
  Four four[4] = {values[0], values[1], values[2], values[3]};
  transpose(four);
  const Four a = evens(values[4], values[5]), b = odds(values[4], values[5]);
  const Two two[4] = {__builtin_shufflevector(a, a, 0, 1), __builtin_shufflevector(b, b, 0, 1),
                      __builtin_shufflevector(a, a, 2, 3), __builtin_shufflevector(b, b, 2, 3)};
  for (int k = 0; k < 4; ++k) {
    *reinterpret_cast<StoredFour*>(v + bodies[k]) = four[k];
    *reinterpret_cast<StoredTwo*>(v + bodies[k] + 4) = two[k];
  }
}

}  // namespace detail

/// Of v, [bodies x 6].
inline VelocityLanes gather(const double* v, const BodyLanes& bodies) {
  const detail::SixOfFour a = detail::gatherFour(v, bodies.data()), b = detail::gatherFour(v, bodies.data() + 4);
  return {{joined(a[0], b[0]), joined(a[1], b[1]), joined(a[2], b[2])},
          {joined(a[3], b[3]), joined(a[4], b[4]), joined(a[5], b[5])}};
}

/// A body that is there more than once has the same velocity each time.
inline void scatter(const VelocityLanes& velocities, const BodyLanes& bodies, double* v) {
  const auto& [x, y, z] = velocities.linear;
  const auto& [p, q, r] = velocities.angular;
  detail::scatterFour({lower(x), lower(y), lower(z), lower(p), lower(q), lower(r)}, bodies.data(), v);
  detail::scatterFour({upper(x), upper(y), upper(z), upper(p), upper(q), upper(r)}, bodies.data() + 4, v);
}

}  // namespace tenon::contact
