#pragma once
#include <Eigen/Core>
#include <cstdint>

#include "tenon/contact/ConeProblem.hpp"
#include "tenon/contact/Shape.hpp"

namespace tenon::contact {

/// A rigid body at the beginning of a step, as ranks tell each other of it.
struct RigidBody {
  std::int64_t number = 0;                  ///< over all bodies, the same for any partition
  std::int64_t sides = 0;                   ///< a bit for each side of a rule that it stands on (Rules)
  int shape = -1;                           ///< among all shapes; -1: touches nothing
  double centre[3] = {}, rotation[9] = {};  ///< from its own axes to those of space, by columns
  double before[6] = {};                    ///< velocity at the beginning of the step
  double free[6] = {};                      ///< velocity at its end if nothing touched
  double linear[3] = {}, angular[9] = {};   ///< mobility

  Placed placed(const Shape& of) const {
    return {&of, Eigen::Map<const base::Vec3>(centre), Eigen::Map<const base::Mat3>(rotation)};
  }
  Mobility mobility() const { return {Eigen::Map<const base::Vec3>(linear), Eigen::Map<const base::Mat3>(angular)}; }
  bool isHeld() const { return mobility().isHeld(); }
};

}  // namespace tenon::contact
