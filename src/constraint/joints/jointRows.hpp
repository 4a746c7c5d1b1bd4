// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/layout/NodeFrame.hpp"

// Rows of joints. Each is a scalar constraint Phi of a point p and directions d of two frames a and
// b, with its derivatives: the slopes g = dPhi with respect to the frames' displacements du and
// rotations dw about the spatial axes, and the stiffness K = d(lambda g), the change of the row's
// forces and moments. K is not symmetric, because a rotation about one axis rotates a moment about
// another (Simo and Vu-Quoc, Comput. Methods Appl. Mech. Eng. 58, 1986).
namespace tenon::constraint {

/// Derivatives of one row with respect to du_a, dw_a, du_b, dw_b.
using JointSlopes = Eigen::Matrix<double, 12, 1>;
/// Derivatives of forces and moments with respect to du_a, dw_a, du_b, dw_b.
using JointStiffness = Eigen::Matrix<double, 12, 12>;

/// Points and directions of a joint in the current configuration. Quantities of b that are compared
/// with those of a are relative to a.
struct JointGeometry {
  base::Vec3 arm_a, arm_b;  ///< from the origins of the frames to the joint's point: R_a r_a and R_b r_b
  base::Vec3 gap;           ///< p = p_b - p_a
};

/// Evaluates e . p - value: the points are separated by `value` along a spatial direction e.
double pointRow(const JointGeometry& place, const base::Vec3& e, JointSlopes& slopes);
void addPointStiffness(const JointGeometry& place, const base::Vec3& e, double lambda, JointStiffness& K);

/// Evaluates alpha . beta of directions alpha = R_a d_a and beta = R_b d_b; zero if they are
/// orthogonal.
double directionRow(const base::Vec3& alpha, const base::Vec3& beta, JointSlopes& slopes);
void addDirectionStiffness(const base::Vec3& alpha, const base::Vec3& beta, double lambda, JointStiffness& K);

/// Directions of both frames between which an angle is measured, phi = atan2(s, c) with
///   c = alpha_1 . beta_1 + alpha_2 . beta_2,   s = alpha_1 . beta_2 - alpha_2 . beta_1.
/// With alpha = R_a (u, v) and beta = R_b (u, v), v = n x u, this is minus the rotation of b
/// relative to a about n, in the decomposition of the relative rotation into a twist about n and a
/// swing. The angle is smooth for every rotation except a swing by pi, and an additional twist
/// changes it by exactly that twist. A direction may be zero.
struct AngleDirections {
  base::Vec3 alpha_1, alpha_2, beta_1, beta_2;
};

/// Evaluates phi of the directions, between -pi and pi.
double angleRow(const AngleDirections& directions, JointSlopes& slopes);
void addAngleStiffness(const AngleDirections& directions, double lambda, JointStiffness& K);

/// Evaluates alpha . p of a direction alpha = R_a d_a: the position of b's point along it.
double slidingRow(const JointGeometry& place, const base::Vec3& alpha, JointSlopes& slopes);
void addSlidingStiffness(const JointGeometry& place, const base::Vec3& alpha, double lambda, JointStiffness& K);

}  // namespace tenon::constraint
