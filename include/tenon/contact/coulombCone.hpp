#pragma once
#include <algorithm>
#include <cmath>

#include "tenon/base/algebra.hpp"

// Impulses and velocities at a contact have three components: along the normal, and along two tangents.
namespace tenon::contact {

/// |(x_1, x_2)|: without std::hypot's care for numbers beyond 1e150, of which there are none here, in a tenth of the
/// time.
inline double lengthOf(double x_1, double x_2) {
  return std::sqrt(x_1 * x_1 + x_2 * x_2);
}

/// The nearest point of Coulomb's cone K = {(n, t): |t| <= mu n}. Without friction the cone is the half-line n >= 0,
/// t = 0.
inline base::Vec3 projectOnCone(const base::Vec3& x, double friction) {
  const double sliding = lengthOf(x[1], x[2]);
  if (friction * sliding <= -x[0]) return base::Vec3::Zero();
  if (sliding <= friction * x[0]) return x;
  const double normal = (x[0] + friction * sliding) / (1.0 + friction * friction);
  const double share = friction * normal / sliding;
  return sliding > 0.0 ? base::Vec3(normal, share * x[1], share * x[2]) : base::Vec3(normal, 0.0, 0.0);
}

/// The same of the part of the cone with n >= least.
inline base::Vec3 projectOnCone(const base::Vec3& x, double friction, double least) {
  const base::Vec3 nearest = projectOnCone(x, friction);
  if (nearest[0] >= least) return nearest;
  const double sliding = lengthOf(x[1], x[2]), most = friction * least;
  const double share = sliding > most ? most / sliding : 1.0;
  return {least, share * x[1], share * x[2]};
}

/// u + mu |u_t| e_n, which lies in the dual cone K* and is orthogonal to the impulse where Coulomb's law holds
/// (De Saxce and Feng, Math. Comput. Modelling 28 (1998), 225-245).
inline base::Vec3 augmented(const base::Vec3& u, double friction) {
  return {u[0] + friction * lengthOf(u[1], u[2]), u[1], u[2]};
}

/// How far the impulse is from Coulomb's law at the velocity u: |gamma - P_K(gamma - u~ / w)|, u~ augmented. An
/// impulse; 0 where and only where the law holds, whatever w > 0 is.
inline double violationOfLaw(const base::Vec3& impulse, const base::Vec3& augmented_velocity, double friction, double w,
                             double least = 0.0) {
  return (impulse - projectOnCone(impulse - augmented_velocity / w, friction, least)).norm();
}

/// The cone of a contact that resists turning: impulses (n, t1, t2) and moments (spin, r1, r2) with |t| <= friction n,
/// |spin| <= spinning n, |r| <= rolling n, and n >= least. Velocities have the same six components.
struct TurningCone {
  double friction, spinning, rolling, least;

  /// mu |u_t| + spinning |w_n| + rolling |w_t|, which augments u_n.
  double augmentation(const base::Vec6& u) const {
    return friction * lengthOf(u[1], u[2]) + spinning * std::abs(u[3]) + rolling * lengthOf(u[4], u[5]);
  }

  /// The nearest point. At a given n each part is cut to its own length, so that n is the root of
  ///   n - x_n = sum mu_i max(|x_i| - mu_i n, 0),
  /// a line between the places where parts begin to be cut: parts that are not cut at a bound of n from below are not
  /// cut beyond it either, and leave the sum.
  base::Vec6 project(const base::Vec6& x) const {
    const double limits[3] = {friction, spinning, rolling};
    const double lengths[3] = {lengthOf(x[1], x[2]), std::abs(x[3]), lengthOf(x[4], x[5])};
    bool is_cut[3] = {true, true, true};
    double n = 0.0;
    for (bool changed = true; changed;) {
      double sum = x[0], weight = 1.0;
      for (int i = 0; i < 3; ++i)
        if (is_cut[i]) sum += limits[i] * lengths[i], weight += limits[i] * limits[i];
      n = std::max(sum / weight, least);
      changed = false;
      for (int i = 0; i < 3; ++i)
        if (is_cut[i] && lengths[i] < limits[i] * n) is_cut[i] = false, changed = true;
    }
    double shares[3];
    for (int i = 0; i < 3; ++i) shares[i] = lengths[i] > limits[i] * n ? limits[i] * n / lengths[i] : 1.0;
    base::Vec6 nearest;
    nearest << n, shares[0] * x[1], shares[0] * x[2], shares[1] * x[3], shares[2] * x[4], shares[2] * x[5];
    return nearest;
  }
};

/// violationOfLaw() of the six components.
inline double violationOfLaw(const base::Vec6& impulse, const base::Vec6& augmented_velocity, const TurningCone& cone) {
  return (impulse - cone.project(impulse - augmented_velocity)).norm();
}

/// Fischer and Burmeister's function sqrt(a^2 + b^2) - a - b: 0 where and only where a >= 0, b >= 0 and a b = 0. To the
/// last digits also where a is small beside b: there the root and a + b would cancel.
inline double fischerBurmeister(double a, double b) {
  const double sum = a + b, root = std::hypot(a, b);
  return sum > 0 ? -2 * a * (b / (root + sum)) : root - sum;
}

}  // namespace tenon::contact
