// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "multiplierSummary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "constraintRows.hpp"

namespace tenon::simulation {

using system::MechanicalSystem;

namespace {

/// Returns the first label of a row on any rank with this multiplier.
RowLabel firstWith(double multiplier, const std::vector<double>& lambda, const std::vector<RowLabel>& labels,
                   const base::Communicator& comm) {
  struct Candidate {
    bool is_one = false;
    RowLabel label;
  } best;
  const auto offer = [&](const RowLabel& label) {
    if (!best.is_one || label < best.label) best = {true, label};
  };
  for (std::size_t r = 0; r < lambda.size(); ++r)
    if (lambda[r] == multiplier) offer(labels[r]);
  for (const Candidate& other : comm.gather(best))
    if (other.is_one) offer(other.label);
  return best.label;
}

}  // namespace

Report::Multipliers summariseMultipliers(const MechanicalSystem& system, const constraint::Constraint& constraint,
                                         const std::vector<double>& lambda) {
  const base::Communicator& comm = system.comm();
  Report::Multipliers report;
  report.rows = comm.sum(static_cast<std::int64_t>(lambda.size()));
  if (report.rows == 0) return report;
  if (constraint.isUnilateral() && !constraint.friction().isEnabled())
    report.num_active = comm.sum(std::count_if(lambda.begin(), lambda.end(), [](double one) { return one != 0.0; }));
  constexpr double none = std::numeric_limits<double>::infinity();
  const auto [least, most] = std::minmax_element(lambda.begin(), lambda.end());
  report.least = comm.min(lambda.empty() ? none : *least);
  report.most = comm.max(lambda.empty() ? -none : *most);
  report.largest_location = firstWith(report.largest(), lambda, labelsOf(system, constraint), comm).text(system);
  return report;
}

std::string format(const Report::Multipliers& multipliers) {
  const std::string at = multipliers.largest_location.empty() ? "" : " at " + multipliers.largest_location;
  const std::string active = multipliers.num_active ? fmt::format(", {} of them active", *multipliers.num_active) : "";
  return fmt::format("{}{}, the largest {:.6g}{}", multipliers.rows, active, multipliers.largest(), at);
}

}  // namespace tenon::simulation
