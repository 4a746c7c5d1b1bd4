// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ObjectiveContext.hpp"

#include <fmt/format.h>

#include "tenon/base/suggest.hpp"

namespace tenon::analysis {

fem::FindDomain domainFinder(const system::MechanicalSystem& mechanics) {
  return [&mechanics](const std::string& name) -> const fem::Domain& {
    std::vector<std::string> names;
    for (const system::Body* body : mechanics.allBodies()) {
      if (body->name() == name) return body->domain();
      names.push_back(body->name());
    }
    throw base::InputError(fmt::format("There is no object '{}'{}", name, base::suggestionFor(name, names)));
  };
}

}  // namespace tenon::analysis
