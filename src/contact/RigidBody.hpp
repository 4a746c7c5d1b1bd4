// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "ConeProblem.hpp"
#include "Rules.hpp"
#include "tenon/contact/shapes/Shape.hpp"

namespace tenon::contact {

/// Shapes and contact rules, replicated on all ranks.
struct ContactModel {
  std::vector<Shape> shapes;  ///< shapes, to which RigidBody::shape refers
  Rules rules;                ///< contact laws of pairs
};

/// State of a rigid body at the beginning of a step, as it is exchanged between ranks, or of a
/// point of a deformable body. Points do not rotate, and only the zeros of their mobility are used:
/// they mark constrained directions.
struct RigidBody {
  std::int64_t number = 0;                  ///< number over all bodies, independent of the partition
  std::int64_t sides = 0;                   ///< one bit for each side of a rule to which the body belongs (Rules)
  int shape = -1;                           ///< index among all shapes; -1: no contact
  double centre[3] = {}, rotation[9] = {};  ///< centre of mass; rotation from body axes to global axes, by columns
  double before[6] = {};                    ///< velocity at the beginning of the step
  double free[6] = {};                      ///< velocity at the end of the step without contact
  double linear[3] = {}, angular[9] = {};   ///< mobility: inverse mass, inverse inertia
  double point_size = 0.0;                  ///< points of deformable bodies: characteristic length; rigid bodies: 0

  /// Returns the shape `of` at the position of the body.
  PlacedShape placedShape(const Shape& of) const {
    return {&of, Eigen::Map<const base::Vec3>(centre), Eigen::Map<const base::Mat3>(rotation)};
  }
  /// Returns the inverse inertia of the body.
  Mobility mobility() const { return {Eigen::Map<const base::Vec3>(linear), Eigen::Map<const base::Mat3>(angular)}; }
  /// Returns true if all degrees of freedom are constrained (immobile body).
  bool isImmobile() const { return mobility().isImmobile(); }
  /// Returns true for a point of a deformable body.
  bool isPoint() const { return point_size > 0.0; }
};

}  // namespace tenon::contact
