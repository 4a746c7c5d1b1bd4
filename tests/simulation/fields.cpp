// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "fields.hpp"

#include "force/loads.hpp"

namespace tenon::simulation::testing {

DirichletField::DirichletField(Data data, const fem::Domain& domain)
    : GroupCondition("held-field", data.group, domain), data_(std::move(data)) {}

void DirichletField::constrain(constraint::ConstrainedDofs& dofs) const {
  for (const LocalIndex node : nodes()) {
    const Vec3 x(domain().mesh.points().data() + 3 * static_cast<std::ptrdiff_t>(node));
    if (!data_.where(x)) continue;
    const Vec3 u = data_.field(x);
    for (const int c : data_.components) dofs.constrain(node, c, u[c], *this);
  }
}

LoadField::LoadField(Data data, const fem::Domain& domain)
    : data_(std::move(data)),
      name_(domain.nameOf("load-field", data_.group)),
      state_(domain.state),
      region_(domain, data_.group, data_.dimension, name_) {}

void LoadField::addForce(la::ForceVector& f) const {
  const auto load = [&](const fem::RegionPart&, LocalIndex, const fem::PointGeometry& point) -> Vec3 {
    return point.measure * data_.field(point.position);
  };
  force::addLoad(region_, state_, load, f.on(state_), data_.degree);
}

}  // namespace tenon::simulation::testing
