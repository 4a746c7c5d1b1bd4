#pragma once
#include <algorithm>

#include "tenon/la/Accumulator.hpp"

// Between arrays of nodal values and `num_lanes` elements side by side.
namespace tenon::fem {

using base::Lane;
using base::LocalIndex;

/// Where the nodes of an element stand in its kernel's arrays: in Gmsh's order, unless the kernel wants another.
template <int num_nodes>
struct AsNumbered {
  static constexpr int nodes = num_nodes;
  constexpr int operator()(int a) const { return a; }
};

/// Values at the nodes of elements [first, first + num_lanes): x[place(node)][component]. Beyond the last element, the
/// last one is repeated. `nodal`: [nodes x dim].
template <int size, int dim, class Place = AsNumbered<size>>
inline void gather(const la::ElementTable& table, LocalIndex first, const double* nodal, Lane (&x)[size][dim],
                   Place place = {}) {
  constexpr int nodes = Place::nodes;
  const LocalIndex* element[base::num_lanes];
  for (int lane = 0; lane < base::num_lanes; ++lane)
    element[lane] = table.nodes + static_cast<std::ptrdiff_t>(std::min(first + lane, table.num_elements - 1)) * nodes;
  for (int a = 0; a < nodes; ++a) {
    const double* value[base::num_lanes];
    for (int lane = 0; lane < base::num_lanes; ++lane)
      value[lane] = nodal + static_cast<std::ptrdiff_t>(element[lane][a]) * dim;
    for (int d = 0; d < dim; ++d) x[place(a)][d] = base::laneFrom([&value, d](int lane) { return value[lane][d]; });
  }
}

/// Asks the memory for the values that gather() and scatterAdd() will want of elements [first, first + num_lanes),
/// which lie scattered: a tenth of a product's time where the mesh does not fit into the cache.
template <int nodes, int dim>
inline void fetchAhead(const la::ElementTable& table, LocalIndex first, const double* nodal) {
  const std::ptrdiff_t begin = std::min(first, table.num_elements);
  const std::ptrdiff_t end = std::min(begin + base::num_lanes, std::ptrdiff_t(table.num_elements));
  for (std::ptrdiff_t i = begin * nodes; i < end * nodes; ++i)
    __builtin_prefetch(nodal + static_cast<std::ptrdiff_t>(table.nodes[i]) * dim);
  asm volatile("");  // GCC drops calls of functions that do nothing but prefetch
}

/// Adds f[place(node)][component] of the first `count` lanes to `nodal`, element by element.
template <int size, int dim, class Place = AsNumbered<size>>
inline void scatterAdd(const la::ElementTable& table, LocalIndex first, int count, const Lane (&f)[size][dim],
                       double* nodal, Place place = {}) {
  constexpr int nodes = Place::nodes;
  for (int lane = 0; lane < count; ++lane) {
    const LocalIndex* element = table.nodes + static_cast<std::ptrdiff_t>(first + lane) * nodes;
    for (int a = 0; a < nodes; ++a)
      for (int d = 0; d < dim; ++d) nodal[static_cast<std::ptrdiff_t>(element[a]) * dim + d] += f[place(a)][d][lane];
  }
}

}  // namespace tenon::fem
