// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "tenon/la/assembly/Accumulator.hpp"

// Transfer between arrays of nodal values and the lanes of `num_lanes` elements.
namespace tenon::fem {

using base::Lane;
using base::LocalIndex;

/// Positions of the nodes of an element in the arrays of its kernel: Gmsh's order, unless the
/// kernel requires another order.
template <int num_nodes>
struct IdentityNumbering {
  static constexpr int nodes = num_nodes;  ///< number of nodes of an element
  /// Returns the position of node a.
  constexpr int operator()(int a) const { return a; }
};

namespace detail {

typedef double LanePair __attribute__((vector_size(2 * sizeof(double))));
typedef double LaneQuad __attribute__((vector_size(4 * sizeof(double))));
typedef LanePair UnalignedPair __attribute__((aligned(8), may_alias));

template <int parts>
inline auto concatenate(const LaneQuad (&part)[parts]) {
  if constexpr (parts == 1)
    return part[0];
  else
    return __builtin_shufflevector(part[0], part[1], 0, 1, 2, 3, 4, 5, 6, 7);
}

/// Computes x[k][lane] = value[lane][k], k < 2. Pairs of numbers are loaded at once, which takes
/// half as many instructions as single loads.
template <int lanes>
inline void gatherPairs(const double* const (&value)[lanes], Lane& x0, Lane& x1) {
  const auto pair = [&value](int lane) -> LanePair { return *reinterpret_cast<const UnalignedPair*>(value[lane]); };
  if constexpr (lanes == 2) {
    x0 = Lane{pair(0)[0], pair(1)[0]};
    x1 = Lane{pair(0)[1], pair(1)[1]};
  } else {
    LaneQuad first[lanes / 4], second[lanes / 4];
    for (int part = 0; part < lanes / 4; ++part) {
      const LaneQuad even = __builtin_shufflevector(pair(4 * part), pair(4 * part + 2), 0, 1, 2, 3),
                     odd = __builtin_shufflevector(pair(4 * part + 1), pair(4 * part + 3), 0, 1, 2, 3);
      first[part] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
      second[part] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
    }
    x0 = concatenate(first), x1 = concatenate(second);
  }
}

/// Calls take(position, nodes of all lanes) for each node of the elements [first, first +
/// num_lanes). Lanes beyond the last element repeat the last element.
template <class Numbering, class Take>
inline void forEachNode(const la::ElementTable& table, LocalIndex first, Numbering numbering, Take&& take) {
  constexpr int nodes = Numbering::nodes;
  const LocalIndex* element[base::num_lanes];
  for (int lane = 0; lane < base::num_lanes; ++lane)
    element[lane] = table.nodes + static_cast<std::ptrdiff_t>(std::min(first + lane, table.num_elements - 1)) * nodes;
  for (int a = 0; a < nodes; ++a) {
    std::ptrdiff_t node[base::num_lanes];
    for (int lane = 0; lane < base::num_lanes; ++lane) node[lane] = element[lane][a];
    take(numbering(a), node);
  }
}

/// Computes x[component][lane] = nodal[node[lane]][component].
template <int dim>
inline void gatherNode(const std::ptrdiff_t (&node)[base::num_lanes], const double* nodal, Lane (&x)[dim]) {
  const double* value[base::num_lanes];
  for (int lane = 0; lane < base::num_lanes; ++lane) value[lane] = nodal + node[lane] * dim;
  if constexpr (dim > 1) gatherPairs(value, x[0], x[1]);
  if constexpr (dim % 2 == 1) x[dim - 1] = base::laneFrom([&value](int lane) { return value[lane][dim - 1]; });
}

}  // namespace detail

/// Gathers the nodal values of elements [first, first + num_lanes): x[numbering(node)][component].
/// Lanes beyond the last element repeat the last element.
/// @param nodal  [nodes × dim]
template <int size, int dim, class Numbering = IdentityNumbering<size>>
inline void gather(const la::ElementTable& table, LocalIndex first, const double* nodal, Lane (&x)[size][dim],
                   Numbering numbering = {}) {
  static_assert(dim <= 3);
  detail::forEachNode(table, first, numbering, [&](int a, const auto& node) { detail::gatherNode(node, nodal, x[a]); });
}

/// Gathers the values of two fields at once, with a single lookup of the nodes.
template <int size, int dim>
inline void gather(const la::ElementTable& table, LocalIndex first, const double* nodal, const double* other,
                   Lane (&x)[size][dim], Lane (&u)[size][dim]) {
  detail::forEachNode(table, first, IdentityNumbering<size>{}, [&](int a, const auto& node) {
    detail::gatherNode(node, nodal, x[a]);
    detail::gatherNode(node, other, u[a]);
  });
}

/// Prefetches the values for gather() and scatterAdd() of elements [first, first + num_lanes),
/// which are scattered in memory. This saves a tenth of the time of a matrix-free product if the
/// mesh does not fit into the cache.
template <int nodes, int dim>
inline void prefetch(const la::ElementTable& table, LocalIndex first, const double* nodal) {
  const std::ptrdiff_t begin = std::min(first, table.num_elements);
  const std::ptrdiff_t end = std::min(begin + base::num_lanes, std::ptrdiff_t(table.num_elements));
  for (std::ptrdiff_t i = begin * nodes; i < end * nodes; ++i)
    __builtin_prefetch(nodal + static_cast<std::ptrdiff_t>(table.nodes[i]) * dim);
  asm volatile("");  // GCC removes calls of functions that only prefetch
}

/// Adds f[numbering(node)][component] of the first `count` lanes to `nodal`, element by element.
template <int size, int dim, class Numbering = IdentityNumbering<size>>
inline void scatterAdd(const la::ElementTable& table, LocalIndex first, int count, const Lane (&f)[size][dim],
                       double* nodal, Numbering numbering = {}) {
  constexpr int nodes = Numbering::nodes;
  for (int lane = 0; lane < count; ++lane) {
    const LocalIndex* element = table.nodes + static_cast<std::ptrdiff_t>(first + lane) * nodes;
    for (int a = 0; a < nodes; ++a)
      for (int d = 0; d < dim; ++d)
        nodal[static_cast<std::ptrdiff_t>(element[a]) * dim + d] += f[numbering(a)][d][lane];
  }
}

}  // namespace tenon::fem
