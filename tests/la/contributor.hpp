// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "dense.hpp"
#include "grid.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::la::testing {

/// Returns an entry of an element matrix that depends on the global numbers of its nodes, so that
/// each permutation is detected.
inline double entryOf(PetscInt p, PetscInt q, int i, int j, bool symmetric) {
  const double x = std::sin(1.0 + 3.0 * static_cast<double>(p) + i),
               y = std::sin(1.0 + 3.0 * static_cast<double>(q) + j);
  return symmetric ? x * y : x + 0.1 * y + 0.01 * i;
}

/// Contributor of the element matrices of one state.
struct Contributor {
  const Part* part;
  const State* state;
  ElementSymmetry symmetry;
  ElementTable table = part->table();

  void addElements(Derivative derivative) const {
    const int n = table.nodes_per_element, b = state->block();
    derivative.addElements(table, b, symmetry, [&](LocalIndex first, int count, Lane* matrix) {
      for (int p = 0; p < n; ++p)
        for (int q = 0; q < n; ++q)
          for (int i = 0; i < b; ++i)
            for (int j = 0; j < b; ++j)
              for (int e = 0; e < num_lanes; ++e)
                matrix[((p * n + q) * b + i) * b + j][e] = valueOf(first, count, e, p, q, i, j);
    });
  }

  // Entries that must not be read are NaN: lanes beyond the last element, and the lower half of
  // symmetric element matrices.
  double valueOf(LocalIndex first, int count, int lane, int p, int q, int i, int j) const {
    const bool symmetric = symmetry == ElementSymmetry::symmetric;
    if (lane >= count || (symmetric && p > q)) return std::nan("");
    const LocalIndex* nodes = table.nodes + static_cast<std::ptrdiff_t>(first + lane) * table.nodes_per_element;
    return entryOf(state->layout().global(nodes[p]).value(), state->layout().global(nodes[q]).value(), i, j, symmetric);
  }
};

/// Returns the dense sum of these element matrices over all elements
/// of the mesh, in global node numbers.
inline Eigen::MatrixXd referenceOf(const Part& part, int b, bool symmetric) {
  const auto size = static_cast<Eigen::Index>(part.layout->numGlobal() * b);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  for (const auto& cell : part.all_cells)
    for (const PetscInt p : cell)
      for (const PetscInt q : cell)
        for (int i = 0; i < b; ++i)
          for (int j = 0; j < b; ++j) sum(p * b + i, q * b + j) += entryOf(p, q, i, j, symmetric);
  return sum;
}

}  // namespace tenon::la::testing
