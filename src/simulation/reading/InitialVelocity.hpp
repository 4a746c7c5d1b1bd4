// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::simulation {

/// Block `initial` of an object, its velocity at time 0: v = velocity + spin x (X - about), where X
/// is the reference position of a node. This velocity is added to that of listed bodies.
struct InitialVelocity {
  base::Vec3 velocity = base::Vec3::Zero(), spin = base::Vec3::Zero(), about = base::Vec3::Zero();
  /// Declares the keys of the block.
  static void declare(base::Parameters<InitialVelocity>& p);

  /// Adds the velocities to the nodes of a body. @note Collective.
  void applyTo(system::Body& body) const;
};

}  // namespace tenon::simulation
