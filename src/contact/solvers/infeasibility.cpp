// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "infeasibility.hpp"

#include "contact/coulombCone.hpp"
#include "speeds.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;
using base::Vec6;

constexpr double least_motion = 0.01;  // share of the required work; impulses of a solution perform all of it
constexpr double round_off = 1e-12;    // relative to velocities; smaller requirements are round-off

/// Returns x . mu |u_t| e_n.
double lifting(const ConeProblem& problem, const Impulses& x, const Impulses& u) {
  double sum = 0.0;
  const auto add = [&](Eigen::Index i, double friction, bool is_pyramid) {
    sum += friction * tangentialDualNorm(u[i + 1], u[i + 2], is_pyramid) * x[i];
  };
  Eigen::Index i = 0;
  for (const Contact& contact : problem.contacts) {
    if (contact.resistance < 0 && !contact.is_convex) add(i, contact.friction, contact.is_pyramid);
    i += 3;
  }
  for (const RollingResistance& resistance : problem.rolling_resistances) {
    const Contact& contact = problem.contacts[resistance.contact];
    const Eigen::Index of_contact = 3 * static_cast<Eigen::Index>(resistance.contact);
    const RollingFrictionCone cone{contact.friction, resistance.spinning, resistance.rolling, contact.least,
                                   contact.is_pyramid};
    Vec6 velocity;
    velocity << u.segment<3>(of_contact), u.segment<3>(i);
    if (!contact.is_convex) sum += cone.augmentation(velocity) * x[of_contact];
    i += 3;
  }
  for (const FrictionalRows& sliding : problem.frictional_rows)
    add(problem.firstRow() + static_cast<Eigen::Index>(sliding.row), sliding.friction, false);
  return sum;
}

/// Returns the work of x on velocities if their differences were sums of magnitudes, which is the
/// reference of round-off.
double askedWithoutSigns(const ConeProblem& problem, const Impulses& x) {
  double sum = 0.0;
  Eigen::Index i = 0;
  for (const Contact& contact : problem.contacts) {
    sum += x.segment<3>(i).norm() * speedOf(problem, contact);
    i += 3;
  }
  i = problem.firstRow();
  for (const ExactRow& row : problem.rows) sum += std::abs(x[i++]) * speedOf(problem, row);
  return sum;
}

}  // namespace

bool isInfeasible(const ConeProblem& problem, const Impulses& x, const std::vector<double>& v) {
  Impulses of_impulses, of_free;
  problem.relativeVelocities(v, x, of_impulses);
  problem.relativeVelocities(problem.free, of_free);
  of_free += problem.bias();
  const Impulses u = of_impulses + of_free;
  double values[3] = {x.dot(of_impulses), -x.dot(of_free) - lifting(problem, x, u), askedWithoutSigns(problem, x)};
  problem.layout.comm().sumInPlace(gsl::span<double>(values));
  const auto [motion, asked_for, without_signs] = values;
  return motion < least_motion * asked_for && asked_for > round_off * without_signs;
}

InfeasiblePair findInfeasiblePair(const Neighbourhood& neighbourhood, const Impulses& x) {
  struct Pushed {
    double impulse = 0.0;
    InfeasiblePair bodies;
  } most;
  const auto numberOf = [&](LocalIndex body) { return neighbourhood.bodies()[static_cast<std::size_t>(body)].number; };
  Eigen::Index i = 0;
  for (const auto& found : neighbourhood.contacts()) {
    if (x[i] > most.impulse) most = {x[i], {numberOf(found.first), numberOf(found.second)}};
    i += 3;
  }
  for (const Pushed& other : neighbourhood.layout().comm().gather(most))
    if (other.impulse > most.impulse) most = other;
  return most.bodies;
}

}  // namespace tenon::contact
