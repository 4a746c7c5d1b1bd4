// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AxisCondition.hpp"

namespace tenon::constraint {

AxisCondition::AxisCondition(const fem::Domain& domain) : name_("axis of " + domain.object), domain_(domain) {
  for (base::LocalIndex node = 0; node < domain.mesh.layout().numLocal(); ++node)
    if (domain.mesh.isOnAxis(node)) nodes_.push_back(node);
}

void AxisCondition::constrain(ConstrainedDofs& dofs) const {
  for (const base::LocalIndex node : nodes_) dofs.constrain(node, 0, 0.0, *this);
}

}  // namespace tenon::constraint
