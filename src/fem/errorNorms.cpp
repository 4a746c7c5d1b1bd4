// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "errorNorms.hpp"

#include <cmath>

#include "tenon/fem/CellIntegrator.hpp"

namespace tenon::fem {

using base::Mat3;
using base::Vec3;

int errorDegree(mesh::CellType type) {
  const int num_points = orderOf(type) + 4;
  return 2 * num_points - 1;
}

ErrorNorms errorNorms(const Domain& domain, const ExactDisplacement& exact) {
  const Region region(domain, "", domain.dimension(), "error norms");
  const la::State& state = domain.state;
  const int dim = state.block();
  double squares[2] = {0, 0};
  forEachPoint(region, state, errorDegree, true, [&](const RegionPart& part, LocalIndex cell, const PointGeometry& p) {
    Vec3 u = Vec3::Zero();
    Mat3 H = Mat3::Zero();
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
