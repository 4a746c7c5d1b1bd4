// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Pairs of faces and strains in case files.
#include <fmt/format.h>

#include "Periodic.hpp"

namespace tenon::constraint {

void readValue(const base::CaseNode& node, std::vector<GroupPair>& pairs) {
  pairs.clear();
  for (const base::CaseNode& item : node.items()) {
    std::vector<std::string> groups;
    base::readValue(item, groups);
    if (groups.size() != 2)
      item.fail(fmt::format("the value must be a list of two groups, but its length is {}.", groups.size()));
    pairs.push_back({groups[0], groups[1]});
  }
  if (pairs.empty()) node.fail("the list is empty, but at least one entry is required.");
}

std::string printValue(const std::vector<GroupPair>& pairs) {
  std::string text;
  for (const GroupPair& pair : pairs)
    text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", pair.master, pair.slave);
  return text.empty() ? "(none)" : "[" + text + "]";
}

base::Mat3 VoigtStrain::tensor() const {
  base::Mat3 E = base::Mat3::Zero();
  if (components.empty()) return E;
  const auto& e = components;
  if (e.size() == 3)
    E << e[0], e[2] / 2, 0, e[2] / 2, e[1], 0, 0, 0, 0;
  else
    E << e[0], e[5] / 2, e[4] / 2, e[5] / 2, e[1], e[3] / 2, e[4] / 2, e[3] / 2, e[2];
  return E;
}

void readValue(const base::CaseNode& node, VoigtStrain& strain) {
  strain.components.clear();
  for (const base::CaseNode& item : node.items()) strain.components.push_back(item.number());
  const auto count = strain.components.size();
  if (count != 3 && count != 6)
    node.fail(fmt::format(
        "a strain must have 6 components (xx, yy, zz, yz, xz, xy), or 3 in 2D (xx, yy, xy), but the number of "
        "components is {}.",
        count));
}

std::string printValue(const VoigtStrain& strain) {
  return strain.components.empty() ? "0" : fmt::format("[{}]", fmt::join(strain.components, ", "));
}

}  // namespace tenon::constraint
