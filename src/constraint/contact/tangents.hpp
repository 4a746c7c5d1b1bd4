#pragma once
#include <cmath>

#include "tenon/base/algebra.hpp"

namespace tenon::constraint {

/// Directions t_1, t_2 normal to n and to each other; in a plane t_1 is n turned by a right angle. They follow n as it
/// turns, whichever element it is of: t_1 is in the plane of n and of the axis that is least along `normal_then`.
class Tangents {
 public:
  Tangents(const base::Vec3& normal, const base::Vec3& normal_then, int dimension) {
    if (dimension == 2) {
      t_[0] = {-normal[1], normal[0], 0.0};
      return;
    }
    constexpr double clearly = 1e-3, least_angle = 0.1;
    int axis = 0;  // of equal ones the first
    for (int c = 1; c < 3; ++c)
      if (std::abs(normal_then[c]) < std::abs(normal_then[axis]) - clearly) axis = c;
    for (int tries = 0; tries < 3; ++tries, axis = (axis + 1) % 3) {
      t_[0] = base::Vec3::Unit(axis) - normal[axis] * normal;
      if (t_[0].norm() > least_angle) break;
    }
    t_[0].normalize();
    t_[1] = normal.cross(t_[0]);
  }
  const base::Vec3& operator[](int i) const { return t_[i]; }

 private:
  base::Vec3 t_[2]{base::Vec3::Zero(), base::Vec3::Zero()};
};

}  // namespace tenon::constraint
