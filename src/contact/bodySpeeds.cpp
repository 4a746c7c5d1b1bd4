// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "bodySpeeds.hpp"

#include <cmath>
#include <limits>

namespace tenon::contact {

using base::Vec3;

double speedAt(const double* v, double size) {
  return Eigen::Map<const Vec3>(v).norm() + Eigen::Map<const Vec3>(v + 3).norm() * size;
}

double sizeOf(const RigidBody& body, const ContactModel& model) {
  if (body.shape >= 0) {
    const Shape& shape = model.shapes[static_cast<std::size_t>(body.shape)];
    if (!isUnbounded(shape)) return reachOf(shape);
  }
  const Mobility mobility = body.mobility();
  const double turns = mobility.angular.trace(), moves = mobility.linear.maxCoeff();
  return turns > 0.0 && moves > 0.0 ? std::sqrt(3.0 * moves / turns) : std::numeric_limits<double>::max();
}

double drivenSpeed(const RigidBody& body, double size) {
  double driven[6];
  for (int i = 0; i < 3; ++i) {
    driven[i] = body.linear[i] == 0.0 ? body.free[i] : 0.0;
    driven[i + 3] = body.angular[4 * i] == 0.0 ? body.free[i + 3] : 0.0;
  }
  return speedAt(driven, size);
}

}  // namespace tenon::contact
