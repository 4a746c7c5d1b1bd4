#pragma once
#include <Eigen/Core>

#include "tenon/base/Lane.hpp"

// Small fixed-size algebra for kernels: Eigen's types under the names of mechanics.
namespace tenon::base {

// Eigen aligns its types to a register of the target unless EIGEN_MAX_ALIGN_BYTES limits it, as TENON_LANES limits lanes.
static_assert(EIGEN_MAX_STATIC_ALIGN_BYTES == sizeof(Lane),
              "Eigen's types are aligned in another way than in the library tenon: TENON_LANES needs "
              "EIGEN_MAX_ALIGN_BYTES = 8 TENON_LANES. CMake's target tenon::tenon defines both.");

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat2 = Eigen::Matrix2d;
using Mat3 = Eigen::Matrix3d;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;

}  // namespace tenon::base
