#pragma once
#include <Eigen/Core>

// Small fixed-size algebra for kernels: Eigen's types under the names of mechanics.
namespace tenon::base {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat2 = Eigen::Matrix2d;
using Mat3 = Eigen::Matrix3d;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;

}  // namespace tenon::base
