// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "JointHistory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/Solution.hpp"
#include "simulation/results/constraintRows.hpp"
#include "system/mapped/MappedConstraint.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

constexpr std::array<const char*, 6> names_of_components{"fx", "fy", "fz", "mx", "my", "mz"};
constexpr std::int64_t most_joints = 160;

const constraint::Joint* jointOf(const constraint::Constraint& constraint) {
  const auto* mapped = dynamic_cast<const system::MappedConstraint*>(&constraint);
  return dynamic_cast<const constraint::Joint*>(mapped != nullptr ? &mapped->constraint() : &constraint);
}

}  // namespace

const constraint::Joint& JointHistory::find(const std::string& name) {
  std::vector<std::string> joints;
  const constraint::Joint* found = nullptr;
  for (std::size_t c = 0; c < mechanics_.constraints().size(); ++c) {
    const constraint::Joint* joint = jointOf(*mechanics_.constraints()[c]);
    if (joint == nullptr) continue;
    joints.push_back(joint->name());
    if (joint->name() == name) found = joint, number_ = c;
  }
  if (found == nullptr)
    throw base::InputError(fmt::format("There is no joint '{}'{}", name, base::suggestionFor(name, joints)));
  return *found;
}

JointHistory::JointHistory(const HistorySettings& settings, const system::MechanicalSystem& mechanics)
    : History(settings.name, {}),
      mechanics_(mechanics),
      joint_(find(settings.joint)),
      side_(settings.side == "first" ? 0 : 1),
      is_along_body_(settings.axes == "body"),
      components_(mechanics.dimension() == 3 ? std::vector<int>{0, 1, 2, 3, 4, 5} : std::vector<int>{0, 1, 5}) {
  const bool each = settings.of == "each";
  const std::int64_t rows = mechanics.comm().sum(static_cast<std::int64_t>(joint_.numRows()));
  const std::int64_t joints = rows / joint_.block();
  base::runCollectively(mechanics.comm(), [&] {
    if (!settings.fields.empty())
      throw base::InputError("A history of a joint has no `fields`: the columns are force and moment.");
    if (settings.of == "mean")
      throw base::InputError("A history of a joint does not support `of: mean`: use `of: each` or `of: sum`.");
    if (each && joints > most_joints)
      throw base::InputError(
          fmt::format("This history would have too many columns ({}): use `of: sum`, which results in {} columns.",
                      joints * static_cast<std::int64_t>(components_.size()), components_.size()));
  });
  if (each) num_joints_ = static_cast<std::size_t>(joints);
  const std::vector<std::int64_t> numbers = numbersOfRows(mechanics, *mechanics.constraints()[number_]);
  std::vector<std::int64_t> firsts;  // First row of each joint.
  for (std::size_t row = 0; row < numbers.size(); row += static_cast<std::size_t>(joint_.block()))
    firsts.push_back(numbers[row]);
  std::vector<std::int64_t> all = mechanics.comm().gatherAll(firsts);
  std::sort(all.begin(), all.end());
  for (const std::int64_t row : firsts)
    positions_.push_back(each ? static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), row) - all.begin())
                              : 0);
  for (std::size_t joint = 0; joint < num_joints_; ++joint)
    for (const int component : components_)
      columns_.push_back(names_of_components[static_cast<std::size_t>(component)] +
                         (num_joints_ > 1 ? fmt::format("_{}", joint + 1) : ""));
}

std::vector<double> JointHistory::values(const TimeSample& sample) const {
  mechanics_.updateMappedStates();
  std::vector<double> values(columns_.size(), 0.0);
  const auto forces = joint_.forcesOn(side_, sample.solution.multipliers[number_]);
  for (std::size_t j = 0; j < forces.size(); ++j) {
    base::Vec6 six;
    six << forces[j].force, forces[j].moment;
    if (is_along_body_)
      six << forces[j].axes.transpose() * forces[j].force, forces[j].axes.transpose() * forces[j].moment;
    double* at = values.data() + positions_[j] * components_.size();
    for (const int component : components_) *at++ += six[component];
  }
  mechanics_.comm().sumInPlace(gsl::span<double>(values));
  return values;
}

}  // namespace tenon::simulation
