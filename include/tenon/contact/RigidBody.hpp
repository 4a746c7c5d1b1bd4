#pragma once
#include <Eigen/Core>
#include <cstdint>

#include "tenon/contact/ConeProblem.hpp"
#include "tenon/contact/Shape.hpp"

namespace tenon::contact {

/// A rigid body at the beginning of a step, as ranks tell each other of it; or a point of a deformable one, which does
/// not turn: what matters of its mobility is where it is 0, as it is held there.
struct RigidBody {
  std::int64_t number = 0;                  ///< over all bodies, the same for any partition
  std::int64_t sides = 0;                   ///< a bit for each side of a rule that it stands on (Rules)
  int shape = -1;                           ///< among all shapes; -1: touches nothing
  double centre[3] = {}, rotation[9] = {};  ///< from its own axes to those of space, by columns
  double before[6] = {};                    ///< velocity at the beginning of the step
  double free[6] = {};                      ///< velocity at its end if nothing touched
  double linear[3] = {}, angular[9] = {};   ///< mobility
  double point_size = 0.0;                  ///< of a point, the length that counts as its size; 0: a rigid body

  Placed placed(const Shape& of) const {
    return {&of, Eigen::Map<const base::Vec3>(centre), Eigen::Map<const base::Mat3>(rotation)};
  }
  Mobility mobility() const { return {Eigen::Map<const base::Vec3>(linear), Eigen::Map<const base::Mat3>(angular)}; }
  bool isHeld() const { return mobility().isHeld(); }
  bool isPoint() const { return point_size > 0.0; }
};

}  // namespace tenon::contact
