// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gsl/span>

#include "tenon/base/algebra.hpp"

// Friction cones. Impulses and velocities at a contact have three components: along the normal and
// along two tangents.
namespace tenon::contact {

/// Returns |(x_1, x_2)|. Unlike std::hypot(), this function does not protect against overflow
/// beyond 1e150, which does not occur here, and takes a tenth of the time.
inline double lengthOf(double x_1, double x_2) {
  return std::sqrt(x_1 * x_1 + x_2 * x_2);
}

/// Returns the projection of x on Coulomb's cone K = {(n, t): |t| <= mu n}. Without friction the
/// cone is the half-line n >= 0, t = 0.
inline base::Vec3 projectOnCone(const base::Vec3& x, double friction) {
  const double sliding = lengthOf(x[1], x[2]);
  if (friction * sliding <= -x[0]) return base::Vec3::Zero();
  if (sliding <= friction * x[0]) return x;
  const double normal = (x[0] + friction * sliding) / (1.0 + friction * friction);
  const double share = friction * normal / sliding;
  return sliding > 0.0 ? base::Vec3(normal, share * x[1], share * x[2]) : base::Vec3(normal, 0.0, 0.0);
}

/// Returns the projection of x on the part n >= least of Coulomb's cone.
inline base::Vec3 projectOnCone(const base::Vec3& x, double friction, double least) {
  const base::Vec3 nearest = projectOnCone(x, friction);
  if (nearest[0] >= least) return nearest;
  const double sliding = lengthOf(x[1], x[2]), most = friction * least;
  const double share = sliding > most ? most / sliding : 1.0;
  return {least, share * x[1], share * x[2]};
}

/// Returns the dual norm of a tangential velocity, by which velocities are augmented: |u_t| for
/// Coulomb's cone, which limits |t|, or |u_1| + |u_2| for a pyramid, which limits |t_1| and |t_2|
/// separately.
inline double tangentialDualNorm(double u_1, double u_2, bool is_pyramid) {
  return is_pyramid ? std::abs(u_1) + std::abs(u_2) : lengthOf(u_1, u_2);
}

/// Returns the normal impulse n >= least of the projection on a cone of `parts` parts,
/// {|x_i| <= mu_i n + constant}.
///
/// For a given n each part is reduced to its own limit, so that n is the root of
///   n - x_n = sum mu_i max(|x_i| - constant - mu_i n, 0).
///
/// The right-hand side is linear between the values of n at which parts reach their limits. The
/// iteration starts from a lower bound of n. Parts within their limits at a lower bound of n remain
/// within them at larger n, and leave the sum.
/// @param x_n       normal component
/// @param limits    [parts] mu_i
/// @param lengths   [parts] |x_i|
/// @param least     lower bound of the normal impulse
/// @param constant  limit of each part without a normal impulse, for example by cohesion
template <int parts>
double nearestNormal(double x_n, const double (&limits)[parts], const double (&lengths)[parts], double least,
                     double constant = 0.0) {
  bool is_cut[parts];
  std::fill_n(is_cut, parts, true);
  double n = 0.0;
  for (bool changed = true; changed;) {
    double sum = x_n, weight = 1.0;
    for (int i = 0; i < parts; ++i)
      if (is_cut[i]) sum += limits[i] * (lengths[i] - constant), weight += limits[i] * limits[i];
    n = std::max(sum / weight, least);
    changed = false;
    for (int i = 0; i < parts; ++i)
      if (is_cut[i] && lengths[i] < limits[i] * n + constant) is_cut[i] = false, changed = true;
  }
  return n;
}

/// Returns the projection of x on the part n >= least of the pyramid {|t_1| <= mu n, |t_2| <= mu
/// n}.
inline base::Vec3 projectOnPyramid(const base::Vec3& x, double friction, double least = 0.0) {
  const double n = nearestNormal<2>(x[0], {friction, friction}, {std::abs(x[1]), std::abs(x[2])}, least);
  const double most = friction * n;
  return {n, std::clamp(x[1], -most, most), std::clamp(x[2], -most, most)};
}

/// Returns the projection of x on the part n >= least of Coulomb's cone or of the pyramid.
inline base::Vec3 project(const base::Vec3& x, double friction, double least, bool is_pyramid) {
  return is_pyramid ? projectOnPyramid(x, friction, least) : projectOnCone(x, friction, least);
}

/// Replaces x = (n, t), with one or two tangential components, by the closest point of the cone
/// {|t| <= mu n + constant, n >= 0}, or of the pyramid that limits each component separately.
inline void projectOnFrictionCone(gsl::span<double> x, double friction, double constant, bool is_pyramid) {
  const std::size_t num_tangents = x.size() - 1;
  const double t_1 = num_tangents > 0 ? x[1] : 0.0, t_2 = num_tangents > 1 ? x[2] : 0.0;
  const double lengths[2] = {is_pyramid ? std::abs(t_1) : lengthOf(t_1, t_2), is_pyramid ? std::abs(t_2) : 0.0};
  x[0] = nearestNormal<2>(x[0], {friction, is_pyramid && num_tangents > 1 ? friction : 0.0}, lengths, 0.0, constant);
  const double most = friction * x[0] + constant;
  for (std::size_t i = 0; i < num_tangents; ++i)
    if (const double length = lengths[is_pyramid ? i : 0]; length > most) x[i + 1] *= most / length;
}

/// Returns the augmented velocity u + mu |u_t| e_n. If Coulomb's law is satisfied, the augmented
/// velocity lies in the dual cone K* and is orthogonal to the impulse.
/// @see De Saxce and Feng, Math. Comput. Modelling 28 (1998), 225-245
inline base::Vec3 augmented(const base::Vec3& u, double friction, bool is_pyramid = false) {
  return {u[0] + friction * tangentialDualNorm(u[1], u[2], is_pyramid), u[1], u[2]};
}

/// Returns the residual |gamma - P_K(gamma - u~ / w)| of Coulomb's law for an impulse and the
/// augmented velocity u~, in units of an impulse. For any w > 0 the residual is zero if and only if
/// the law is satisfied.
inline double lawResidual(const base::Vec3& impulse, const base::Vec3& augmented_velocity, double friction, double w,
                          double least = 0.0, bool is_pyramid = false) {
  return (impulse - project(impulse - augmented_velocity / w, friction, least, is_pyramid)).norm();
}

/// Cone of a contact with rolling or spinning friction.
///
/// The cone consists of impulses (n, t1, t2) and moments (spin, r1, r2) with |t| <= friction n,
/// |spin| <= spinning n, |r| <= rolling n and n >= least. A pyramid replaces the first condition by
/// |t1|, |t2| <= friction n. Velocities have the same six components.
struct RollingFrictionCone {
  double friction, spinning, rolling, least;  ///< coefficients and lower bound of the normal impulse
  bool is_pyramid = false;                    ///< true if friction limits each tangential component separately

  /// Returns mu |u_t| + spinning |w_n| + rolling |w_t|, which is added to u_n in the augmented
  /// velocity.
  double augmentation(const base::Vec6& u) const {
    return friction * tangentialDualNorm(u[1], u[2], is_pyramid) + spinning * std::abs(u[3]) +
           rolling * lengthOf(u[4], u[5]);
  }

  /// Returns the projection of x on the cone.
  base::Vec6 project(const base::Vec6& x) const {
    const double limits[4] = {friction, is_pyramid ? friction : 0.0, spinning, rolling};
    const double lengths[4] = {is_pyramid ? std::abs(x[1]) : lengthOf(x[1], x[2]), is_pyramid ? std::abs(x[2]) : 0.0,
                               std::abs(x[3]), lengthOf(x[4], x[5])};
    const double n = nearestNormal(x[0], limits, lengths, least);
    double shares[4];
    for (int i = 0; i < 4; ++i) shares[i] = lengths[i] > limits[i] * n ? limits[i] * n / lengths[i] : 1.0;
    base::Vec6 nearest;
    nearest << n, shares[0] * x[1], shares[is_pyramid ? 1 : 0] * x[2], shares[2] * x[3], shares[3] * x[4],
        shares[3] * x[5];
    return nearest;
  }
};

/// Returns the residual of the contact law for six components, with w = 1.
inline double lawResidual(const base::Vec6& impulse, const base::Vec6& augmented_velocity,
                          const RollingFrictionCone& cone) {
  return (impulse - cone.project(impulse - augmented_velocity)).norm();
}

/// Returns the Fischer-Burmeister function sqrt(a^2 + b^2) - a - b, which is zero if and only if a
/// >= 0, b >= 0 and a b = 0. The result is accurate to the last digits even for a much smaller than
/// b, where the root and a + b would cancel.
inline double fischerBurmeister(double a, double b) {
  const double sum = a + b, root = std::hypot(a, b);
  return sum > 0 ? -2 * a * (b / (root + sum)) : root - sum;
}

}  // namespace tenon::contact
