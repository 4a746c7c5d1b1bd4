#pragma once
#include "tenon/la/NodeFrame.hpp"

// The rows that joints are made of, each a scalar condition Phi between a point p and directions d of two frames a and
// b, with their derivatives. A frame's motions are du along and dw about the axes of space; Phi is differentiated along
//   x(du, dw) = u + du + exp(dw) R arm.
namespace tenon::constraint {

/// Derivatives of one row by the twelve motions du_a, dw_a, du_b, dw_b.
using JointSlopes = Eigen::Matrix<double, 12, 1>;
using JointHessian = Eigen::Matrix<double, 12, 12>;

/// The joint's points and directions at the present configuration; those of b with respect to a's where they are
/// compared.
struct JointPlace {
  base::Vec3 arm_a, arm_b;  ///< from the frames' origins to the joint's point: R_a r_a and R_b r_b
  base::Vec3 gap;           ///< p = p_b - p_a, from one point to the other
};

/// e . p - value: the points are apart by `value` along a direction e of space.
double pointRow(const JointPlace& place, const base::Vec3& e, JointSlopes& slopes);
void addPointHessian(const JointPlace& place, const base::Vec3& e, double lambda, JointHessian& H);

/// alpha . beta, of a direction alpha = R_a d_a and a direction beta = R_b d_b: square to each other where it is 0.
double directionRow(const base::Vec3& alpha, const base::Vec3& beta, JointSlopes& slopes);
void addDirectionHessian(const base::Vec3& alpha, const base::Vec3& beta, double lambda, JointHessian& H);

/// alpha . p, of a direction alpha = R_a d_a: how far the point of b is along it.
double slidingRow(const JointPlace& place, const base::Vec3& alpha, JointSlopes& slopes);
void addSlidingHessian(const JointPlace& place, const base::Vec3& alpha, double lambda, JointHessian& H);

}  // namespace tenon::constraint
