// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "tenon/base/Index.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Point at which two shapes are in contact or are about to come into contact.
struct ContactPoint {
  base::Vec3 position;  ///< midpoint between the two surfaces
  base::Vec3 normal;    ///< unit normal from the first to the second body
  double gap;           ///< distance between the surfaces along the normal; negative if they penetrate
};

/// Contact in the cone complementarity problem of one step. The components of the impulse gamma and
/// of the relative velocity u refer to the frame E = [n t1 t2]. The impulse E gamma acts on the
/// second body b, and -E gamma acts on the first body a. The relative velocity is
///   u = E^T (v_b + omega_b x r_b - v_a - omega_a x r_a)
/// with the velocities v of the centres of mass, the angular velocities omega and the arms r.
struct Contact {
  base::LocalIndex first,   ///< local index of the first body
      second;               ///< local index of the second body
  base::Mat3 frame;         ///< frame E = [n t1 t2], with the axes as columns
  base::Vec3 first_arm,     ///< vector r_a from the centre of mass of the first body to the contact point
      second_arm;           ///< vector r_b from the centre of mass of the second body to the contact point
  double friction = 0.0;    ///< coefficient of friction mu
  double bias = 0.0;        ///< constant term of the condition u_n + bias >= 0 [length/time]
  double least = 0.0;       ///< lower bound of the normal impulse: gamma_n >= least
  bool is_pyramid = false;  ///< true if friction limits each tangential component separately
  bool is_convex = false;   ///< true for the convex formulation, in which sliding contacts separate
  int resistance = -1;      ///< index of the rolling and spinning friction of this contact; -1 if there is none
  double compliance = 0.0;  ///< c / h^2 with step size h and compliance c; compliance * gamma_n is added to u_n
};

/// Returns the frame of a contact, whose columns are the normal n and two tangents. The frame
/// depends only on the normal and is therefore the same on all ranks.
base::Mat3 frameOf(const base::Vec3& normal);
/// Returns the frame of a contact with a friction pyramid. As for contacts between meshes, the
/// first tangent lies in the plane spanned by n and the coordinate axis along which n has its
/// smallest component.
base::Mat3 pyramidFrameOf(const base::Vec3& normal);

}  // namespace tenon::contact
