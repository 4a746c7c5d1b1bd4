// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "smallStrainSolids.hpp"

#include "force/Corotational.hpp"

namespace tenon::simulation {

std::vector<const force::Solid*> smallStrainSolids(const system::Body& body, bool with_corotational) {
  std::vector<const force::Solid*> solids;
  for (const auto& force : body.forces) {
    const auto* solid = dynamic_cast<const force::Solid*>(force.get());
    if (solid == nullptr || !solid->isAtSmallStrain()) continue;
    if (with_corotational || dynamic_cast<const force::Corotational*>(solid) == nullptr) solids.push_back(solid);
  }
  return solids;
}

}  // namespace tenon::simulation
