#pragma once
#include <functional>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// A displacement that is known everywhere, and its gradient H_ij = du_i/dx_j.
struct ExactDisplacement {
  std::function<base::Vec3(const base::Vec3&)> value;
  std::function<base::Mat3(const base::Vec3&)> gradient;
};

/// |u_h - u| over an object: L2 norm and H1-seminorm, the square roots of the integrals of squares.
struct ErrorNorms {
  double l2 = 0, h1_semi = 0;
};

/// Collective; needs the displacement of ghosts. Integrates with order + 4 Gauss points in each direction, so that the
/// integration adds nothing that one would notice.
ErrorNorms errorNorms(const Domain& domain, const ExactDisplacement& exact);

/// Degree of the rule that errorNorms() uses; loads of manufactured solutions want it too.
int errorDegree(mesh::CellType type);

}  // namespace tenon::fem
