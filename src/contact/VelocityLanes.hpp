// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "lanes.hpp"

namespace tenon::contact {

/// Velocities of one body per lane.
struct VelocityLanes {
  Lanes3 linear, angular;
};

/// Offsets of the velocities of each body in an array [bodies x 6].
using BodyLanes = std::array<int, num_lanes>;

namespace detail {

// Velocities of a body are read and written in pieces of equal size: a batch reads what the
// previous one has written, and processors forward only complete pieces from the store buffer.
// Registers of four numbers read four and two of them, registers of two numbers three times two.
inline constexpr int num_together = num_lanes < 4 ? 2 : 4;
inline constexpr int num_groups = num_lanes / num_together;

typedef double Group __attribute__((vector_size(num_together * sizeof(double))));
typedef double Two __attribute__((vector_size(2 * sizeof(double))));
typedef Group StoredGroup __attribute__((aligned(8), may_alias));
typedef Two StoredTwo __attribute__((aligned(8), may_alias));

/// The six velocity components of one body per number of a group.
using SixOfGroup = std::array<Group, 6>;

#if defined(__AVX__)
/// Returns entries 0 and 2 of a, each followed by the corresponding entry of b.
inline Group evens(const Group& a, const Group& b) {
  return __builtin_shufflevector(a, b, 0, 4, 2, 6);
}
/// Returns entries 1 and 3 of a, each followed by the corresponding entry of b.
inline Group odds(const Group& a, const Group& b) {
  return __builtin_shufflevector(a, b, 1, 5, 3, 7);
}

inline void transpose(Group* rows) {
  const Group a = evens(rows[0], rows[1]), b = odds(rows[0], rows[1]);
  const Group c = evens(rows[2], rows[3]), d = odds(rows[2], rows[3]);
  rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5), rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7), rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

inline SixOfGroup gatherGroup(const double* v, const int* bodies) {
  Group four[4];
  Two two[4];
  for (int k = 0; k < 4; ++k) {
    four[k] = *reinterpret_cast<const StoredGroup*>(v + bodies[k]);
    two[k] = *reinterpret_cast<const StoredTwo*>(v + bodies[k] + 4);
  }
  transpose(four);
  const Group a = __builtin_shufflevector(two[0], two[2], 0, 1, 2, 3),
              b = __builtin_shufflevector(two[1], two[3], 0, 1, 2, 3);
  return {four[0], four[1], four[2], four[3], evens(a, b), odds(a, b)};
}

inline void scatterGroup(const SixOfGroup& values, const int* bodies, double* v) {
  Group four[4] = {values[0], values[1], values[2], values[3]};
  transpose(four);
  const Group a = evens(values[4], values[5]), b = odds(values[4], values[5]);
  const Two two[4] = {__builtin_shufflevector(a, a, 0, 1), __builtin_shufflevector(b, b, 0, 1),
                      __builtin_shufflevector(a, a, 2, 3), __builtin_shufflevector(b, b, 2, 3)};
  for (int k = 0; k < 4; ++k) {
    *reinterpret_cast<StoredGroup*>(v + bodies[k]) = four[k];
    *reinterpret_cast<StoredTwo*>(v + bodies[k] + 4) = two[k];
  }
}
#else
inline SixOfGroup gatherGroup(const double* v, const int* bodies) {
  SixOfGroup values;
  for (int k = 0; k < 3; ++k) {
    const Two a = *reinterpret_cast<const StoredTwo*>(v + bodies[0] + 2 * k),
              b = *reinterpret_cast<const StoredTwo*>(v + bodies[1] + 2 * k);
    values[2 * k] = __builtin_shufflevector(a, b, 0, 2), values[2 * k + 1] = __builtin_shufflevector(a, b, 1, 3);
  }
  return values;
}

inline void scatterGroup(const SixOfGroup& values, const int* bodies, double* v) {
  for (int body = 0; body < 2; ++body)
    for (int k = 0; k < 3; ++k)
      *reinterpret_cast<StoredTwo*>(v + bodies[body] + 2 * k) = Two{values[2 * k][body], values[2 * k + 1][body]};
}
#endif

/// Returns group g of the lanes.
inline Group groupOf(const Lane& x, int g) {
  Group group;
  __builtin_memcpy(&group, reinterpret_cast<const char*>(&x) + g * sizeof(Group), sizeof(Group));
  return group;
}
/// Returns the lanes of a component composed of all groups.
inline Lane joined(const SixOfGroup (&groups)[num_groups], std::size_t component) {
#if defined(__AVX512F__)
  return __builtin_shufflevector(groups[0][component], groups[1][component], 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return groups[0][component];
#endif
}

}  // namespace detail

/// Reads the velocities of bodies from v, [bodies x 6].
inline VelocityLanes gather(const double* v, const BodyLanes& bodies) {
  detail::SixOfGroup groups[detail::num_groups];
  for (int g = 0; g < detail::num_groups; ++g)
    groups[g] = detail::gatherGroup(v, bodies.data() + g * detail::num_together);
  const auto component = [&groups](std::size_t k) { return detail::joined(groups, k); };
  return {{component(0), component(1), component(2)}, {component(3), component(4), component(5)}};
}

/// Writes the velocities of bodies to v, [bodies x 6]. A body that occurs several times must have
/// the same velocity in all lanes.
inline void scatter(const VelocityLanes& velocities, const BodyLanes& bodies, double* v) {
  const auto& [x, y, z] = velocities.linear;
  const auto& [p, q, r] = velocities.angular;
  for (int g = 0; g < detail::num_groups; ++g)
    detail::scatterGroup({detail::groupOf(x, g), detail::groupOf(y, g), detail::groupOf(z, g), detail::groupOf(p, g),
                          detail::groupOf(q, g), detail::groupOf(r, g)},
                         bodies.data() + g * detail::num_together, v);
}

}  // namespace tenon::contact
