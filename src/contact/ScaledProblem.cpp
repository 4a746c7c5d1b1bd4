// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "ConeProblem.hpp"
#include "contact/solvers/speeds.hpp"
#include "coulombCone.hpp"
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;
using base::Vec6;

// Least change relative to the velocities whose difference is r. For bodies that continue their
// motion r is the round-off of these velocities and cannot serve as a reference for impulses.
constexpr double least_change = 1e-4;

/// Round-off of a velocity relative to the largest of its terms: six products for each of two
/// bodies, and the bias.
constexpr double round_off = 8 * std::numeric_limits<double>::epsilon();

/// Returns the largest speed that enters a contact or a row, in the scale of r.
double movingOf(const ConeProblem& problem, const Impulses& scale) {
  double most = 0.0;
  Eigen::Index i = 0;
  for (const Contact& contact : problem.contacts) {
    most = std::max(most, scale[i] * speedOf(problem, contact));
    i += 3;
  }
  i = problem.firstRow();
  for (const ExactRow& row : problem.rows) most = std::max(most, scale[i++] * speedOf(problem, row));
  return most;
}

double scaleOf(double w) {
  return w > 0.0 ? 1.0 / std::sqrt(w) : 0.0;
}

/// Returns the scales of a block: one value for all three directions, or separate normal and
/// tangential values for compliant contacts, whose compliance would hide the tangential inertia.
Vec3 scaleOf(const base::Mat3& block, bool gives_way) {
  const double across = 0.5 * (block(1, 1) + block(2, 2));
  if (!gives_way || !(across > 0.0)) return Vec3::Constant(scaleOf(block.trace() / 3.0));
  return {scaleOf(block(0, 0)), scaleOf(across), scaleOf(across)};
}

Eigen::Index impulseOf(std::size_t contact) {
  return 3 * static_cast<Eigen::Index>(contact);
}

/// Returns the six components of a contact with rolling or spinning friction.
template <class Vector>
Vec6 both(const Vector& x, const RollingResistance& resistance, Eigen::Index at) {
  Vec6 components;
  components << x.template segment<3>(impulseOf(resistance.contact)), x.template segment<3>(at);
  return components;
}

/// Returns a velocity with an augmentation of its normal component: a given one, or its own for
/// nullptr.
Vec3 lifted(const Vec3& velocity, double friction, const double* augmentation, bool is_pyramid) {
  return augmentation ? velocity + *augmentation * Vec3::UnitX() : augmented(velocity, friction, is_pyramid);
}

}  // namespace

ScaledProblem::ScaledProblem(const ConeProblem& problem)
    : problem_(problem),
      augmentation_{std::vector<double>(problem.contacts.size()), std::vector<double>(problem.frictional_rows.size())} {
  scale_.resize(problem.numImpulses());
  Eigen::Index i = 0;
  for (const Contact& contact : problem.contacts) {
    const bool gives_way = contact.compliance > 0.0;
    const Vec3 scale = scaleOf(problem.blockOf(contact), gives_way);
    scale_.segment<3>(i) = scale;
    frictions_.push_back(gives_way ? contact.friction * scale[0] / scale[1] : contact.friction);
    i += 3;
  }
  for (const RollingResistance& resistance : problem.rolling_resistances) {
    scale_.segment<3>(i).setConstant(scaleOf(problem.blockOf(resistance).trace() / 3.0));
    i += 3;
  }
  for (const ExactRow& row : problem.rows) scale_[i++] = scaleOf(problem.blockOf(row));
  for (const FrictionalRows& sliding : problem.frictional_rows)
    scale_.segment<3>(firstOf(sliding)).setConstant(scaleOf(problem.blockOf(sliding).trace() / 3.0));
  problem.relativeVelocities(problem.free, r_);
  r_ = scale_.cwiseProduct(r_ + problem.bias());
  double stopping = 0.0;
  i = 0;
  for (; i < problem.firstRollingResistance(); i += 3)
    if (r_[i] < 0.0) stopping = std::max(stopping, -r_[i]);
  i = problem.firstRow();
  for (const ExactRow& row : problem.rows) {
    if (!row.is_in_cone) stopping = std::max(stopping, row.has_bound ? -r_[i] : std::abs(r_[i]));
    ++i;
  }
  for (const FrictionalRows& sliding : problem.frictional_rows) stopping = std::max(stopping, -r_[firstOf(sliding)]);
  moving_ = comm().max(movingOf(problem, scale_));
  stopping_ = std::max(comm().max(stopping), least_change * moving_);
}

const base::Communicator& ScaledProblem::comm() const {
  return problem_.layout.comm();
}

Eigen::Index ScaledProblem::firstOf(const FrictionalRows& sliding) const {
  return problem_.firstRow() + static_cast<Eigen::Index>(sliding.row);
}

double ScaledProblem::leastOf(const Contact& contact, Eigen::Index at) const {
  return contact.least > 0.0 ? contact.least / scale_[at] : 0.0;
}

// The cone is that of scaled impulses, in which moments have a separate scale.
RollingFrictionCone ScaledProblem::coneOf(const RollingResistance& resistance, Eigen::Index at) const {
  const Contact& contact = problem_.contacts[resistance.contact];
  const Eigen::Index of_contact = impulseOf(resistance.contact);
  const double ratio = scale_[of_contact] / scale_[at];
  return {frictions_[resistance.contact], resistance.spinning * ratio, resistance.rolling * ratio,
          leastOf(contact, of_contact), contact.is_pyramid};
}

void ScaledProblem::multiply(const Impulses& y, Impulses& Ny) const {
  const Impulses x = toImpulses(y);
  problem_.velocitiesOf(x, v_);
  problem_.relativeVelocities(v_, x, Ny);
  Ny = Ny.cwiseProduct(scale_);
}

void ScaledProblem::gradient(const Impulses& Ny, Impulses& g) const {
  g = Ny + r_;
  for (std::size_t c = 0; c < problem_.contacts.size(); ++c) g[impulseOf(c)] += augmentation_.contacts[c];
  for (std::size_t s = 0; s < problem_.frictional_rows.size(); ++s)
    g[firstOf(problem_.frictional_rows[s])] += augmentation_.frictional_rows[s];
}

void ScaledProblem::project(Impulses& y) const {
  Eigen::Index i = problem_.firstRollingResistance();
  // Afterwards the three components of these contacts lie in their own cones.
  for (const RollingResistance& resistance : problem_.rolling_resistances) {
    const Vec6 nearest = coneOf(resistance, i).project(both(y, resistance, i));
    y.segment<3>(impulseOf(resistance.contact)) = nearest.head<3>();
    y.segment<3>(i) = nearest.tail<3>();
    i += 3;
  }
  for (std::size_t c = 0; c < problem_.contacts.size(); ++c) {
    const Contact& contact = problem_.contacts[c];
    auto gamma = y.segment<3>(impulseOf(c));
    gamma = contact::project(gamma, frictions_[c], leastOf(contact, impulseOf(c)), contact.is_pyramid);
  }
  double* at = y.data() + problem_.firstRow();
  for (const ExactRow& row : problem_.rows) {
    if (row.has_bound) *at = std::max(*at, 0.0);
    ++at;
  }
  for (const FrictionalRows& sliding : problem_.frictional_rows) {
    auto gamma = y.segment<3>(firstOf(sliding));
    gamma = projectOnCone(gamma, sliding.friction);
  }
}

void ScaledProblem::augment(const Impulses& Ny) {
  const Impulses u = Ny + r_;
  for (std::size_t c = 0; c < problem_.contacts.size(); ++c) {
    const Eigen::Index i = impulseOf(c);
    const Contact& contact = problem_.contacts[c];
    if (contact.is_convex) continue;  // remains 0
    augmentation_.contacts[c] = frictions_[c] * tangentialDualNorm(u[i + 1], u[i + 2], contact.is_pyramid);
  }
  for (std::size_t s = 0; s < problem_.frictional_rows.size(); ++s) {
    const Eigen::Index i = firstOf(problem_.frictional_rows[s]);
    augmentation_.frictional_rows[s] = problem_.frictional_rows[s].friction * lengthOf(u[i + 1], u[i + 2]);
  }
  Eigen::Index i = problem_.firstRollingResistance();
  for (const RollingResistance& resistance : problem_.rolling_resistances) {
    if (!problem_.contacts[resistance.contact].is_convex)
      augmentation_.contacts[resistance.contact] = coneOf(resistance, i).augmentation(both(u, resistance, i));
    i += 3;
  }
}

// Scaled impulses and velocities are arrays or expressions of Eigen, which are evaluated entry by
// entry.
template <class Scaled, class Velocities>
ScaledProblem::Largest ScaledProblem::largestOf(const Scaled& y, const Velocities& u,
                                                const Augmentation* standing) const {
  constexpr double none = 0.0;
  Largest of;
  const auto count = [&](double violation) { of.violation = std::max(of.violation, violation); };
  double square = 0.0;
  Eigen::Index i = 0;
  for (std::size_t c = 0; c < problem_.contacts.size(); ++c, i += 3) {
    const Contact& contact = problem_.contacts[c];
    const Vec3 gamma = y.template segment<3>(i), velocity = u.template segment<3>(i);
    square = std::max(square, gamma.squaredNorm());
    if (contact.resistance >= 0) continue;
    const double* augmentation = contact.is_convex ? &none : standing ? &standing->contacts[c] : nullptr;
    count(lawResidual(gamma, lifted(velocity, frictions_[c], augmentation, contact.is_pyramid), frictions_[c], 1.0,
                      leastOf(contact, i), contact.is_pyramid));
  }
  of.impulse = std::sqrt(square);
  for (const RollingResistance& resistance : problem_.rolling_resistances) {
    const RollingFrictionCone cone = coneOf(resistance, i);
    const Vec6 velocity = both(u, resistance, i);
    const double augmentation = problem_.contacts[resistance.contact].is_convex ? none
                                : standing                                      ? standing->contacts[resistance.contact]
                                                                                : cone.augmentation(velocity);
    count(lawResidual(both(y, resistance, i), velocity + augmentation * Vec6::Unit(0), cone));
    i += 3;
  }
  for (const ExactRow& row : problem_.rows) {
    if (!row.is_in_cone) count(std::abs(row.has_bound ? y[i] - std::max(y[i] - u[i], 0.0) : u[i]));
    of.impulse = std::max(of.impulse, std::abs(y[i]));
    ++i;
  }
  for (std::size_t s = 0; s < problem_.frictional_rows.size(); ++s) {
    const double friction = problem_.frictional_rows[s].friction;
    const Eigen::Index first = firstOf(problem_.frictional_rows[s]);
    const Vec3 velocity = u.template segment<3>(first);
    const double* augmentation = standing ? &standing->frictional_rows[s] : nullptr;
    count(lawResidual(y.template segment<3>(first), lifted(velocity, friction, augmentation, false), friction, 1.0));
  }
  return of;
}

// Returns errors of all ranks relative to the load. A residual within the round-off of the
// velocities and impulses counts as zero: no method can reduce it, and it differs between
// processors.
// @note Collective.
ScaledProblem::Errors ScaledProblem::sharesOf(double convex, const Largest& of_law) const {
  double values[3] = {convex, of_law.violation, of_law.impulse};
  TENON_MPI(MPI_Allreduce(MPI_IN_PLACE, values, 3, MPI_DOUBLE, MPI_MAX, comm().mpi()));
  const double load = std::max(values[2], stopping_);
  const double unavoidable = round_off * (moving_ + values[2]);
  const auto share = [&](double violation) { return violation <= unavoidable ? 0.0 : violation / load; };
  return load > 0.0 ? Errors{share(values[0]), share(values[1])} : Errors{0.0, 0.0};
}

ScaledProblem::Errors ScaledProblem::errors(const Impulses& y, const Impulses& Ny) const {
  return sharesOf(largestOf(y, Ny + r_, &augmentation_).violation, largestOf(y, Ny + r_, nullptr));
}

double ScaledProblem::complementarity(const Impulses& y, const Impulses& Ny) const {
  return sharesOf(0.0, largestOf(y, Ny + r_, nullptr)).complementarity;
}

double ScaledProblem::complementarityOf(const Impulses& x, const Impulses& product) const {
  const auto y = x.cwiseQuotient(scale_);
  const auto u = product.cwiseProduct(scale_) + r_;
  return sharesOf(0.0, largestOf(y, u, nullptr)).complementarity;
}

}  // namespace tenon::contact
