// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contactLaws.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace tenon::contact {
namespace {

using base::Vec3;

// Approach velocities below this share of the velocity change due to the forces are not impacts.
constexpr double round_off = 1e-6;

/// Returns the relative normal velocity at a contact for the velocities that `of` selects.
double approach(const Contact& contact, const RigidBody& a, const RigidBody& b, const double* (*of)(const RigidBody&)) {
  const auto at = [&](const RigidBody& body, const Vec3& arm) -> Vec3 {
    const double* v = of(body);
    return Eigen::Map<const Vec3>(v) + Eigen::Map<const Vec3>(v + 3).cross(arm);
  };
  return contact.frame.col(0).dot(at(b, contact.second_arm) - at(a, contact.first_arm));
}
double approachBefore(const Contact& contact, const RigidBody& a, const RigidBody& b) {
  return approach(contact, a, b, [](const RigidBody& body) { return body.before; });
}
double approachFree(const Contact& contact, const RigidBody& a, const RigidBody& b) {
  return approach(contact, a, b, [](const RigidBody& body) { return body.free; });
}

}  // namespace

double biasOf(const Contact& contact, const RigidBody& a, const RigidBody& b,
              const Neighbourhood::DetectedContact& found, double h) {
  const RigidContactLaw& law = *found.law;
  if (law.restitution > 0.0) {
    const double before = approachBefore(contact, a, b);
    if (before < 0.0 && found.point.gap + h * approachFree(contact, a, b) <= 0.0)
      return law.restitution_law == RigidContactLaw::Restitution::newton ? law.restitution * before : 0.0;
  }
  return found.isClosed() && law.compliance == 0.0 ? 0.0 : found.point.gap / h;
}

bool isImpact(const Contact& contact, const RigidBody& a, const RigidBody& b) {
  const double before = approachBefore(contact, a, b);
  return before < -round_off * std::abs(approachFree(contact, a, b) - before);
}

void addRollingResistances(const Neighbourhood& neighbourhood, ConeProblem& problem) {
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const RigidContactLaw& law = *neighbourhood.contacts()[c].law;
    if (!law.hasRollingResistance()) continue;
    const RollingResistance resistance{c, law.rolling, law.spinning};
    if (problem.blockOf(resistance).trace() <= 0.0) continue;
    problem.contacts[c].resistance = static_cast<int>(problem.rolling_resistances.size());
    problem.rolling_resistances.push_back(resistance);
  }
}

Impulses cohesionOf(const Neighbourhood& neighbourhood, const ConeProblem& problem, double h) {
  Impulses shift = Impulses::Zero(problem.numImpulses());
  const auto& contacts = neighbourhood.contacts();
  for (std::size_t first = 0, end = 0; first < contacts.size(); first = end) {
    const auto& pair = contacts[first];
    int touch = 0;
    for (end = first; end < contacts.size() && contacts[end].first == pair.first && contacts[end].second == pair.second;
         ++end)
      if (contacts[end].isClosed()) ++touch;
    for (std::size_t c = first; c < end; ++c)
      if (contacts[c].isClosed()) shift[3 * static_cast<Eigen::Index>(c)] = h * contacts[c].law->cohesion / touch;
  }
  return shift;
}

}  // namespace tenon::contact
