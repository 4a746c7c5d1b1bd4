// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Dual.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Spectral decomposition of a symmetric tensor: a = sum over A of values[A] n_A n_A^T, with n_A
/// column A of `axes`.
struct PrincipalAxes {
  Lane values[3];     ///< principal values
  Tensor<Lane> axes;  ///< principal axes, in columns
};

/// Returns the spectral decomposition, computed by cyclic Jacobi rotations to round-off, without
/// branches.
/// @see Golub and Van Loan, Matrix Computations, 4th ed., section 8.5
PrincipalAxes principalAxes(const Tensor<Lane>& a);

}  // namespace tenon::fem
