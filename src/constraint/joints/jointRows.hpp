#pragma once
#include "tenon/la/NodeFrame.hpp"

// The rows that joints are made of, each a scalar condition Phi between a point p and directions d of two frames a and
// b, with its derivatives: the slopes g = dPhi by the frames' motions, du along and dw about the axes of space, and the
// stiffness K = d(lambda g), the change of the row's forces and moments by these motions, which is not symmetric: a
// turn about one axis turns a moment about another (Simo and Vu-Quoc, Comput. Methods Appl. Mech. Eng. 58, 1986).
namespace tenon::constraint {

/// Derivatives of one row by the twelve motions du_a, dw_a, du_b, dw_b.
using JointSlopes = Eigen::Matrix<double, 12, 1>;
using JointStiffness = Eigen::Matrix<double, 12, 12>;

/// The joint's points and directions at the present configuration; those of b with respect to a's where they are
/// compared.
struct JointPlace {
  base::Vec3 arm_a, arm_b;  ///< from the frames' origins to the joint's point: R_a r_a and R_b r_b
  base::Vec3 gap;           ///< p = p_b - p_a, from one point to the other
};

/// e . p - value: the points are apart by `value` along a direction e of space.
double pointRow(const JointPlace& place, const base::Vec3& e, JointSlopes& slopes);
void addPointStiffness(const JointPlace& place, const base::Vec3& e, double lambda, JointStiffness& K);

/// alpha . beta, of a direction alpha = R_a d_a and a direction beta = R_b d_b: square to each other where it is 0.
double directionRow(const base::Vec3& alpha, const base::Vec3& beta, JointSlopes& slopes);
void addDirectionStiffness(const base::Vec3& alpha, const base::Vec3& beta, double lambda, JointStiffness& K);

/// Directions of both frames between which an angle is measured, phi = atan2(s, c) with
///   c = alpha_1 . beta_1 + alpha_2 . beta_2,   s = alpha_1 . beta_2 - alpha_2 . beta_1.
/// With alpha = R_a (u, v) and beta = R_b (u, v), v = n x u, this is minus the rotation of b relative to a about n in
/// the decomposition of the relative rotation into a twist about n and a swing; it is smooth for every rotation except
/// a swing by pi, and it changes by exactly the twist that is added. A direction may be zero.
struct AngleDirections {
  base::Vec3 alpha_1, alpha_2, beta_1, beta_2;
};

/// phi of the directions, between -pi and pi.
double angleRow(const AngleDirections& directions, JointSlopes& slopes);
void addAngleStiffness(const AngleDirections& directions, double lambda, JointStiffness& K);

/// alpha . p, of a direction alpha = R_a d_a: how far the point of b is along it.
double slidingRow(const JointPlace& place, const base::Vec3& alpha, JointSlopes& slopes);
void addSlidingStiffness(const JointPlace& place, const base::Vec3& alpha, double lambda, JointStiffness& K);

}  // namespace tenon::constraint
