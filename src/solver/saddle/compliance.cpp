// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "compliance.hpp"

#include <fmt/format.h>

#include "la/arrays.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::solver {

void requireNoCompliance(const SaddleSystem& system, const char* reason) {
  if (system.G == nullptr || system.compliance == nullptr) return;
  std::string compliant;
  {
    const la::ReadArray compliance(system.compliance);
    for (PetscInt i = 0; i < compliance.size() && compliant.empty(); ++i) {
      if (compliance[i] == 0.0) continue;
      compliant = "A constraint";
      for (const la::NamedRows& group : system.groups)
        if (group.first <= i && i < group.first + group.count) compliant = fmt::format("Constraint '{}'", group.name);
    }
  }
  base::runCollectively(base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(system.G))), [&] {
    if (!compliant.empty())
      throw base::InputError(fmt::format("{} has compliance, but {}: choose another preset.", compliant, reason));
  });
}

}  // namespace tenon::solver
