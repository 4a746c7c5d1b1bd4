#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::simulation {

/// How an object moves at time 0, its block `initial`: v = velocity + spin x (X - about), X the place of a node; added to
/// what bodies have already.
struct InitialMotion {
  base::Vec3 velocity = base::Vec3::Zero(), spin = base::Vec3::Zero(), about = base::Vec3::Zero();
  static void declare(base::Parameters<InitialMotion>& p);

  /// Collective. Gives the nodes of a body their velocities.
  void giveTo(system::Body& body) const;
};

}  // namespace tenon::simulation
