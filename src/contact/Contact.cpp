// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/Contact.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "contact/law/Tangents.hpp"

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
  const Tangents t(n, n, 3);
  base::Mat3 frame;
  frame << n, t[0], t[1];
  return frame;
}

}  // namespace tenon::contact
