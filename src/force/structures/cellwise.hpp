// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>

#include "tenon/fem/Region.hpp"
#include "tenon/fem/cells.hpp"
#include "tenon/la/contributions.hpp"

// Assembly of cells that are evaluated one by one, with dense vectors and matrices of their degrees
// of freedom, node by node.
namespace tenon::force {

template <int size>
using CellVector = Eigen::Matrix<double, size, 1>;
template <int size>
using CellMatrix = Eigen::Matrix<double, size, size>;

/// Adds force(cell), a vector with `block` degrees of freedom for each node of the cell, to `f`
/// [nodes x block].
template <class Force>
void addCellForces(const fem::RegionPart& part, int block, double* f, Force&& force) {
  const int n = fem::numNodes(part.type());
  for (base::LocalIndex cell = 0; cell < part.numCells(); ++cell) {
    const auto nodal = force(cell);
    const base::LocalIndex* nodes = part.nodesOf(cell);
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < block; ++i) f[static_cast<std::ptrdiff_t>(nodes[a]) * block + i] += nodal[a * block + i];
  }
}

/// Adds stiffness(cell), a matrix of the same degrees of freedom, to df/dx.
template <class Stiffness>
void addCellStiffnesses(const fem::RegionPart& part, int block, la::ElementSymmetry symmetry, la::Derivative dfdx,
                        Stiffness&& stiffness) {
  const int n = fem::numNodes(part.type());
  dfdx.addElements(part.table(), block, symmetry, [&](base::LocalIndex first, int count, la::Lane* matrix) {
    for (int lane = 0; lane < count; ++lane) {
      const auto K = stiffness(first + lane);
      for (int a = 0; a < n; ++a)
        for (int b = symmetry == la::ElementSymmetry::symmetric ? a : 0; b < n; ++b)
          for (int i = 0; i < block; ++i)
            for (int j = 0; j < block; ++j)
              matrix[((a * n + b) * block + i) * block + j][lane] = K(a * block + i, b * block + j);
    }
  });
}

/// Returns the values of the nodes of a cell, one column for each node. `nodal`: [nodes x block].
template <int n, int block>
Eigen::Matrix<double, block, n> cellValues(const base::LocalIndex* nodes, const double* nodal) {
  Eigen::Matrix<double, block, n> values;
  for (int a = 0; a < n; ++a)
    values.col(a) = Eigen::Map<const CellVector<block>>(nodal + static_cast<std::ptrdiff_t>(nodes[a]) * block);
  return values;
}

}  // namespace tenon::force
