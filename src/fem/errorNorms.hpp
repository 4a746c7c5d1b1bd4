// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "tenon/base/algebra.hpp"
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

/// Computes the errors of the displacement of an object. The rule has order + 4 Gauss points in
/// each direction, so that the quadrature error is negligible. The displacement of ghost nodes has
/// to be up to date.
/// @note Collective.
ErrorNorms errorNorms(const Domain& domain, const ExactDisplacement& exact);

/// Returns the degree of the rule of errorNorms(), which is also appropriate for the loads of
/// manufactured solutions.
int errorDegree(mesh::CellType type);

}  // namespace tenon::fem
