// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>

#include "tenon/base/Lane.hpp"

// Small matrices and vectors of fixed size for kernels. They are aliases of Eigen types.
namespace tenon::base {

// Eigen aligns its types to a register of the target unless EIGEN_MAX_ALIGN_BYTES limits the
// alignment, just as TENON_LANES limits the number of lanes.
static_assert(EIGEN_MAX_STATIC_ALIGN_BYTES == sizeof(Lane),
              "The alignment of Eigen's types differs from that in the library tenon: EIGEN_MAX_ALIGN_BYTES must be 8 "
              "times TENON_LANES. The CMake target tenon::tenon defines both macros.");

/// Vector with 2 components.
using Vec2 = Eigen::Vector2d;
/// Vector with 3 components.
using Vec3 = Eigen::Vector3d;
/// 2 x 2 matrix.
using Mat2 = Eigen::Matrix2d;
/// 3 x 3 matrix.
using Mat3 = Eigen::Matrix3d;
/// 6 x 6 matrix, such as a stiffness in Voigt notation.
using Mat6 = Eigen::Matrix<double, 6, 6>;
/// Vector with 6 components, such as a strain in Voigt notation.
using Vec6 = Eigen::Matrix<double, 6, 1>;

}  // namespace tenon::base
