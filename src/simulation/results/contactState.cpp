// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contactState.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace tenon::simulation {
namespace {

/// Returns the tangential force of one block that friction limits: |lambda_t|, or its largest
/// component for a pyramid.
double slipForce(const constraint::DryFriction& friction, const double* block, std::size_t width) {
  double force = 0.0;
  for (std::size_t i = 1; i < width; ++i)
    force = friction.is_pyramid ? std::max(force, std::abs(block[i])) : std::hypot(force, block[i]);
  return force;
}

}  // namespace

bool isContact(const base::Communicator& comm, const constraint::Constraint& constraint) {
  return comm.any(!constraint.contactAreas().empty());
}

ContactState computeContactState(const constraint::Constraint& constraint, const std::vector<double>& lambda) {
  // Tolerance relative to the largest sticking force; a node at this limit slips.
  constexpr double round_off = 1e-6;
  ContactState contact;
  const std::vector<double> areas = constraint.contactAreas(), measures = constraint.measures();
  const constraint::DryFriction friction = constraint.friction();
  const auto width = static_cast<std::size_t>(constraint.block());
  std::vector<double> phi(lambda.size(), 0.0);
  constraint.addResidual(phi);
  for (std::size_t k = 0; k < areas.size(); ++k) {
    const std::size_t row = k * width;
    const bool is_traction = !measures.empty();
    const double force = lambda[row], bar = friction.limit(force, is_traction ? 1.0 : areas[k]);
    const double pressure = is_traction ? force : areas[k] > 0.0 ? force / areas[k] : 0.0;
    contact.pressures.push_back(pressure);
    contact.gaps.push_back(is_traction ? phi[row] / measures[row] : phi[row]);
    const bool slips = width > 1 && slipForce(friction, lambda.data() + row, width) >= (1.0 - round_off) * bar;
    contact.states.push_back(force == 0.0 ? ContactState::open : slips ? ContactState::slips : ContactState::sticks);
  }
  return contact;
}

std::optional<Report::Contact> summariseContact(const base::Communicator& comm,
                                                const constraint::Constraint& constraint,
                                                const std::vector<double>& lambda, double extent) {
  if (!isContact(comm, constraint)) return std::nullopt;
  const ContactState at = computeContactState(constraint, lambda);
  const auto width = static_cast<std::size_t>(constraint.block());
  Report::Contact report;
  const constraint::DryFriction friction = constraint.friction();
  const std::vector<double> areas = constraint.contactAreas();
  const bool is_traction = !constraint.measures().empty();
  report.has_friction = friction.isEnabled();
  report.nodes = comm.sum(static_cast<std::int64_t>(at.gaps.size()));
  const auto count = [&](ContactState::State state) {
    return comm.sum(static_cast<std::int64_t>(std::count(at.states.begin(), at.states.end(), state)));
  };
  report.slipping = count(ContactState::slips);
  report.closed = report.slipping + count(ContactState::sticks);
  const double size = extent > 0.0 ? extent : 1.0;  // A single point has no extent.
  double most = 0.0, wrong = 0.0;
  for (std::size_t row = 0; row < lambda.size(); row += width) most = std::max(most, std::abs(lambda[row]));
  most = comm.max(most);
  for (std::size_t k = 0; k < at.gaps.size() && most > 0.0; ++k) {
    const double force = lambda[k * width], soft = constraint.compliance * std::abs(force);
    const double gap = soft > 0.0 ? 0.0 : at.gaps[k];
    wrong = std::max(wrong, std::abs(std::min(force / most, gap / size)));
    if (width > 1)
      wrong = std::max(wrong, (slipForce(friction, lambda.data() + k * width, width) -
                               friction.limit(force, is_traction ? 1.0 : areas[k])) /
                                  most);
  }
  report.complementarity = comm.max(wrong);
  double pressure = 0.0, depth = 0.0;
  for (const double one : at.pressures) pressure = std::max(pressure, one);
  for (const double gap : at.gaps) depth = std::max(depth, -gap);
  report.pressure = comm.max(pressure);
  report.penetration = comm.max(depth);
  return report;
}

std::string format(const Report::Contact& contact) {
  const std::string slip = contact.has_friction ? fmt::format(", {} of them slipping", contact.slipping) : "";
  return fmt::format("{}, {} closed{}, maximum pressure {:.6g}, complementarity {:.1e}",
                     base::formatCount(contact.nodes, "node"), contact.closed, slip, contact.pressure,
                     contact.complementarity);
}

nlohmann::json jsonOf(const Report::Contact& contact) {
  return {{"nodes", contact.nodes},
          {"closed", contact.closed},
          {"slipping", contact.slipping},
          {"pressure", contact.pressure},
          {"penetration", contact.penetration},
          {"complementarity", contact.complementarity}};
}

}  // namespace tenon::simulation
