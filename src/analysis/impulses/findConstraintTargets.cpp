// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "findConstraintTargets.hpp"

namespace tenon::analysis {

std::vector<ConstraintTargets> findConstraintTargets(const system::MechanicalSystem& mechanics) {
  std::vector<ConstraintTargets> all;
  for (const auto& constraint : mechanics.constraints()) {
    constraint::JacobianRows G;
    if (constraint->active) constraint->addJacobian(G);
    ConstraintTargets here;
    for (const auto& entry : G.entries())
      (entry.state->kind() == la::NodeKind::frames ? here.rigid_bodies : here.points) = true;
    all.push_back({mechanics.comm().any(here.rigid_bodies), mechanics.comm().any(here.points)});
  }
  return all;
}

}  // namespace tenon::analysis
