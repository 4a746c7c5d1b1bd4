#pragma once
#include <optional>
#include <vector>

#include "tenon/simulation/Report.hpp"

namespace tenon::simulation {

/// A contact at its nodes on this rank, in the order of Constraint::carrierNodes().
struct ContactState {
  enum State { open, sticks, slips };  // sticks: closed, where there is no friction
  std::vector<double> pressures;       // 0 where a node stands for no area
  std::vector<double> gaps;            // below 0 inside
  std::vector<double> states;
};

/// Collective. Whether a constraint is a contact.
bool isContact(const base::Communicator& comm, const constraint::Constraint& constraint);

/// Collective. At the present motion; `lambda`: of this rank's rows.
ContactState contactStateOf(const constraint::Constraint& constraint, const std::vector<double>& lambda);

/// Collective. What a report says of one contact, nothing of other constraints. `extent`: of all bodies.
std::optional<Report::Contact> contactOf(const base::Communicator& comm, const constraint::Constraint& constraint,
                                         const std::vector<double>& lambda, double extent);

/// As the summary prints it.
std::string shown(const Report::Contact& contact);
nlohmann::json jsonOf(const Report::Contact& contact);

}  // namespace tenon::simulation
