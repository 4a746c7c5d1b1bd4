// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/Contact.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace tenon::contact {

// See Duff et al., Building an orthonormal basis, revisited (J. Comput. Graph. Tech. 6 (2017),
// 1-8).
base::Mat3 frameOf(const base::Vec3& n) {
  const double sign = std::copysign(1.0, n[2]);
  const double a = -1.0 / (sign + n[2]);
  const double b = n[0] * n[1] * a;
  base::Mat3 frame;
  frame.col(0) = n;
  frame.col(1) = base::Vec3(1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]);
  frame.col(2) = base::Vec3(b, sign + n[1] * n[1] * a, -n[1]);
  return frame;
}

base::Mat3 pyramidFrameOf(const base::Vec3& n) {
  constexpr double clearly = 1e-3;
  int least = 0;  // the first axis among nearly equal ones
  for (int i = 1; i < 3; ++i)
    if (std::abs(n[i]) < std::abs(n[least]) - clearly) least = i;
  const base::Vec3 axis = base::Vec3::Unit(least);
  base::Mat3 frame;
  frame.col(0) = n;
  frame.col(1) = (axis - axis.dot(n) * n).normalized();
  frame.col(2) = n.cross(frame.col(1));
  return frame;
}

}  // namespace tenon::contact
