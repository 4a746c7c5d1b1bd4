// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/algebra.hpp"

namespace tenon::simulation {

/// Particle or rigid body, with components along the global axes.
struct BodyEntry {
  std::string name;
  base::Vec3 position = base::Vec3::Zero();  ///< position of the centre of mass
  double mass = 0.0;
  /// Inertia tensor about the centre of mass, along the axes of the body.
  base::Mat3 inertia = base::Mat3::Zero();
  base::Vec3 rotation = base::Vec3::Zero();  ///< rotation vector of the axes of the body
  /// Velocity of the centre of mass and angular velocity.
  base::Vec3 velocity = base::Vec3::Zero(), spin = base::Vec3::Zero();
};

}  // namespace tenon::simulation
