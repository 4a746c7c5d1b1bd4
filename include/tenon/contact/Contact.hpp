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
  enum class Restitution { newton, poisson };

  double friction = 0.0;     ///< mu of Coulomb
  double restitution = 0.0;  ///< e; of Newton: u_n after = -e u_n before; of Poisson: of the impulse of compression
  double rolling = 0.0;      ///< length: the moment across the normal is at most this times the normal force
  double spinning = 0.0;     ///< length: the same of the moment about the normal
  double cohesion = 0.0;     ///< force with which two bodies that touch hold each other at most
  Restitution restitution_law = Restitution::newton;
  double compliance = 0.0;  ///< c, length over force: bodies overlap by c times the normal force
  bool is_pyramid = false;  ///< mu limits each tangent by itself
  bool is_convex = false;   ///< Anitescu's problem: what slides is lifted

  bool bouncesByPoisson() const { return restitution > 0.0 && restitution_law == Restitution::poisson; }
  bool resistsTurning() const { return rolling > 0.0 || spinning > 0.0; }
};

/// One contact of a step, in a ConeProblem. With the frame E = [n t1 t2] the impulse E gamma acts on the second body,
/// -E gamma on the first one, and the velocity is u = E^T (v_b + w_b x r_b - v_a - w_a x r_a).
struct Contact {
  base::LocalIndex first, second;    ///< bodies
  base::Mat3 frame;                  ///< E, in its columns
  base::Vec3 first_arm, second_arm;  ///< from the centres of mass to the contact
  double friction = 0.0;
  double bias = 0.0;        ///< what u_n + bias >= 0 asks for
  double least = 0.0;       ///< normal impulse that acts in any case: gamma_n >= least instead of 0
  bool is_pyramid = false;  ///< friction limits each tangent by itself
  bool is_convex = false;   ///< u instead of u~, so that what slides is lifted
  int turning = -1;         ///< its resistance to turning, among those of the problem; -1: none
  double compliance = 0.0;  ///< of N: c / h^2, by which its own normal impulse adds to u_n
};

/// n and two tangents, as columns. The same for the same normal, whoever asks.
base::Mat3 frameOf(const base::Vec3& normal);
/// The same with the tangents of a pyramid, as contacts of meshes have them: the first one lies in the plane of n and
/// of the axis that is least along it.
base::Mat3 pyramidFrameOf(const base::Vec3& normal);

}  // namespace tenon::contact
