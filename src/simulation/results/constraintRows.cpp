// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraintRows.hpp"

#include <fmt/format.h>

namespace tenon::simulation {
namespace {

using constraint::Constraint;
using system::Body;
using system::MechanicalSystem;

const Body& bodyAt(const MechanicalSystem& mechanics, const la::State& state) {
  return *mechanics.allBodies()[mechanics.bodyOf(state)];
}

}  // namespace

std::string RowLabel::text(const MechanicalSystem& mechanics) const {
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  if (object >= 0) add(mechanics.allBodies()[static_cast<std::size_t>(object)]->name());
  if (node >= 0) add(fmt::format("node {}", node));
  if (number >= 0) add(fmt::format("number {}", number));
  if (component >= 0) add(fmt::format("row {}", component));
  return text;
}

std::vector<RowLabel> labelsOf(const MechanicalSystem& mechanics, const Constraint& constraint) {
  std::vector<RowLabel> labels;
  for (const Constraint::RowKey& place : constraint.rowKeys()) {
    RowLabel label;
    if (place.state != nullptr) label.object = static_cast<std::int32_t>(mechanics.bodyOf(*place.state));
    if (place.node >= 0)
      label.node = bodyAt(mechanics, *place.state).mesh().nodeTags()[static_cast<std::size_t>(place.node)];
    label.component = place.component;
    label.number = place.number;
    labels.push_back(label);
  }
  return labels;
}

std::vector<std::int64_t> numbersOfRows(const MechanicalSystem& mechanics, const Constraint& constraint) {
  // Number of nodes of all preceding objects; 0 is reserved for rows without a node.
  std::vector<std::int64_t> before{1};
  for (const Body* body : mechanics.allBodies()) before.push_back(before.back() + body->mesh().layout().numGlobal());
  std::vector<std::int64_t> keys;
  for (const Constraint::RowKey& place : constraint.rowKeys()) {
    std::int64_t node = 0;
    if (place.node >= 0)
      node = before[mechanics.bodyOf(*place.state)] +
             bodyAt(mechanics, *place.state).mesh().nodePositions()[static_cast<std::size_t>(place.node)];
    keys.push_back((place.number + 1) * before.back() + node);
  }
  return io::numbersOfKeys(mechanics.comm(), keys);
}

io::RowOrder orderOfRows(const MechanicalSystem& mechanics, const Constraint& constraint) {
  const base::Communicator& comm = mechanics.comm();
  return {comm, numbersOfRows(mechanics, constraint), comm.sum(static_cast<std::int64_t>(constraint.numRows()))};
}

}  // namespace tenon::simulation
