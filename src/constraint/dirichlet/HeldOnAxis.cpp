#include "tenon/constraint/dirichlet/HeldOnAxis.hpp"

namespace tenon::constraint {

HeldOnAxis::HeldOnAxis(const fem::Domain& domain) : name_("axis of " + domain.object), domain_(domain) {
  for (base::LocalIndex node = 0; node < domain.mesh.layout().numLocal(); ++node)
    if (domain.mesh.isOnAxis(node)) nodes_.push_back(node);
}

void HeldOnAxis::hold(HeldUnknowns& held) const {
  for (const base::LocalIndex node : nodes_) held.hold(node, 0, 0.0, *this);
}

}  // namespace tenon::constraint
