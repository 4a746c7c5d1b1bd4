// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "Report.hpp"

namespace tenon::simulation {

/// State of a contact at its nodes on this rank, in the order of Constraint::carrierNodes().
struct ContactState {
  enum State { open, sticks, slips };  // State of a node. sticks: closed, if there is no friction.
  std::vector<double> pressures;       // Contact pressures; 0 if a node has no area.
  std::vector<double> gaps;            // Gaps; negative for penetration.
  std::vector<double> states;
};

/// Returns true if a constraint is a contact. @note Collective.
bool isContact(const base::Communicator& comm, const constraint::Constraint& constraint);

/// Evaluates the contact in the current configuration.
/// @param lambda  multipliers of the owned rows
/// @note Collective.
ContactState computeContactState(const constraint::Constraint& constraint, const std::vector<double>& lambda);

/// Returns the summary of a contact for the report; nothing for other constraints.
/// @param lambda  multipliers of the owned rows
/// @param extent  size of all bodies
/// @note Collective.
std::optional<Report::Contact> summariseContact(const base::Communicator& comm,
                                                const constraint::Constraint& constraint,
                                                const std::vector<double>& lambda, double extent);

/// Returns the text of the printed summary.
std::string format(const Report::Contact& contact);
nlohmann::json jsonOf(const Report::Contact& contact);

}  // namespace tenon::simulation
