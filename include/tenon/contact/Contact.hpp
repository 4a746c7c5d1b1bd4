#pragma once
#include <cstdint>

#include "tenon/base/Index.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Where two shapes touch, or are about to.
struct ContactPoint {
  base::Vec3 place;   ///< halfway between the two surfaces
  base::Vec3 normal;  ///< from the first body to the second one, of length 1
  double gap;         ///< along the normal; negative where the bodies overlap
};

/// What happens where two bodies touch.
struct Law {
  double friction = 0.0;     ///< mu of Coulomb
  double restitution = 0.0;  ///< e of Newton: u_n after = -e u_n before
};

/// One contact of a step, in a ConeProblem. With the frame E = [n t1 t2] the impulse E gamma acts on the second body,
/// -E gamma on the first one, and the velocity is u = E^T (v_b + w_b x r_b - v_a - w_a x r_a).
struct Contact {
  base::LocalIndex first, second;    ///< bodies
  base::Mat3 frame;                  ///< E, in its columns
  base::Vec3 first_arm, second_arm;  ///< from the centres of mass to the contact
  double friction = 0.0;
  double bias = 0.0;  ///< what u_n + bias >= 0 asks for
};

/// n and two tangents, as columns. The same for the same normal, whoever asks.
base::Mat3 frameOf(const base::Vec3& normal);

}  // namespace tenon::contact
