// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Geometry>
#include <cmath>

#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Unit tangents t_1, t_2 normal to n and to each other; in plane problems t_1 is n rotated by 90
/// degrees. They rotate continuously with n, independently of the element: t_1 lies in the plane of
/// n and of the coordinate axis with the smallest component along `previous_normal`.
class Tangents {
 public:
  /// Creates the tangents.
  /// @param previous_normal  normal that selects the coordinate axis; `normal` itself if there is
  ///   no previous one
  Tangents(const base::Vec3& normal, const base::Vec3& previous_normal, int dimension) {
    if (dimension == 2) {
      t_[0] = {-normal[1], normal[0], 0.0};
      return;
    }
    constexpr double clearly = 1e-3, least_angle = 0.1;
    int axis = 0;  // the first axis if several components are equal
    for (int c = 1; c < 3; ++c)
      if (std::abs(previous_normal[c]) < std::abs(previous_normal[axis]) - clearly) axis = c;
    for (int tries = 0; tries < 3; ++tries, axis = (axis + 1) % 3) {
      t_[0] = base::Vec3::Unit(axis) - normal[axis] * normal;
      if (t_[0].norm() > least_angle) break;
    }
    t_[0].normalize();
    t_[1] = normal.cross(t_[0]);
  }
  /// Returns t_1 or t_2; t_2 is zero in plane problems.
  const base::Vec3& operator[](int i) const { return t_[i]; }

 private:
  base::Vec3 t_[2]{base::Vec3::Zero(), base::Vec3::Zero()};
};

}  // namespace tenon::contact
