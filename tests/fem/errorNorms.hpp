// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <functional>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Exact displacement u and its gradient H_ij = du_i/dx_j as functions of the position.
struct ExactDisplacement {
  std::function<base::Vec3(const base::Vec3&)> value;     ///< displacement u at a position
  std::function<base::Mat3(const base::Vec3&)> gradient;  ///< gradient H at a position
};

/// Errors |u_h - u| over an object: L2 norm and H1 seminorm, the square roots of the integrals of
/// squares.
struct ErrorNorms {
  double l2 = 0, h1_semi = 0;  ///< L2 norm and H1 seminorm of the error
};

/// Returns the degree of the rule of errorNorms(), which is also appropriate for the loads of
/// manufactured solutions.
inline int errorDegree(mesh::CellType type) {
  const int num_points = orderOf(type) + 4;
  return 2 * num_points - 1;
}

/// Computes the errors of the displacement of an object. The rule has order + 4 Gauss points in
/// each direction, so that the quadrature error is negligible. The displacement of ghost nodes has
/// to be up to date.
/// @note Collective.
inline ErrorNorms errorNorms(const Domain& domain, const ExactDisplacement& exact) {
  const Region region(domain, "", domain.dimension(), "error norms");
  const la::State& state = domain.state;
  const int dim = state.block();
  double squares[2] = {0, 0};
  forEachPoint(region, state, errorDegree, true, [&](const RegionPart& part, LocalIndex cell, const PointGeometry& p) {
    base::Vec3 u = base::Vec3::Zero();
    base::Mat3 H = base::Mat3::Zero();
    for (int a = 0; a < p.num_nodes; ++a) {
      const double* nodal = state.displacement().data() + static_cast<std::ptrdiff_t>(part.nodesOf(cell)[a]) * dim;
      for (int i = 0; i < dim; ++i) {
        u[i] += p.shape[a] * nodal[i];
        H.row(i) += nodal[i] * p.gradient.row(a);
      }
    }
    squares[0] += p.measure * (u - exact.value(p.position)).squaredNorm();
    squares[1] += p.measure * (H - exact.gradient(p.position)).squaredNorm();
  });
  const auto& comm = domain.mesh.comm();
  return {std::sqrt(comm.sum(squares[0])), std::sqrt(comm.sum(squares[1]))};
}

}  // namespace tenon::fem
