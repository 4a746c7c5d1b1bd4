#pragma once
#include <cmath>

#include "tenon/base/algebra.hpp"

// Impulses and velocities at a contact have three components: along the normal, and along two tangents.
namespace tenon::contact {

/// The nearest point of Coulomb's cone K = {(n, t): |t| <= mu n}. Without friction the cone is the half-line n >= 0,
/// t = 0.
inline base::Vec3 projectOnCone(const base::Vec3& x, double friction) {
  const double sliding = std::hypot(x[1], x[2]);
  if (friction * sliding <= -x[0]) return base::Vec3::Zero();
  if (sliding <= friction * x[0]) return x;
  const double normal = (x[0] + friction * sliding) / (1.0 + friction * friction);
  const double share = friction * normal / sliding;
  return sliding > 0.0 ? base::Vec3(normal, share * x[1], share * x[2]) : base::Vec3(normal, 0.0, 0.0);
}

/// u + mu |u_t| e_n, which lies in the dual cone K* and is orthogonal to the impulse where Coulomb's law holds
/// (De Saxce and Feng, Math. Comput. Modelling 28 (1998), 225-245).
inline base::Vec3 augmented(const base::Vec3& u, double friction) {
  return {u[0] + friction * std::hypot(u[1], u[2]), u[1], u[2]};
}

/// How far the impulse is from Coulomb's law at the velocity u: |gamma - P_K(gamma - u~ / w)|, u~ augmented. An
/// impulse; 0 where and only where the law holds, whatever w > 0 is.
inline double violationOfLaw(const base::Vec3& impulse, const base::Vec3& augmented_velocity, double friction,
                             double w) {
  return (impulse - projectOnCone(impulse - augmented_velocity / w, friction)).norm();
}

/// Fischer and Burmeister's function: 0 where and only where a >= 0, b >= 0 and a b = 0.
inline double fischerBurmeister(double a, double b) {
  return std::hypot(a, b) - a - b;
}

}  // namespace tenon::contact
