// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "contact/ConeProblem.hpp"

// Sums of the magnitudes of the velocities, without contact, whose differences enter a contact or a
// row. Round-off is relative to these sums.
namespace tenon::contact {

inline double speedOf(const ConeProblem& problem, LocalIndex body, const base::Vec3& arm) {
  const double* v = problem.free.data() + 6 * static_cast<std::size_t>(body);
  return Eigen::Map<const base::Vec3>(v).norm() + Eigen::Map<const base::Vec3>(v + 3).norm() * arm.norm();
}

inline double speedOf(const ConeProblem& problem, const Contact& contact) {
  return speedOf(problem, contact.first, contact.first_arm) + speedOf(problem, contact.second, contact.second_arm);
}

inline double speedOf(const ConeProblem& problem, const ExactRow& row) {
  double speed = std::abs(row.bias);
  for (const ExactRow::BodyTerm& part : row.parts) {
    const Eigen::Map<const base::Vec6> v(problem.free.data() + 6 * static_cast<std::size_t>(part.body));
    speed += part.slope.cwiseAbs().dot(v.cwiseAbs());
  }
  return speed;
}

}  // namespace tenon::contact
