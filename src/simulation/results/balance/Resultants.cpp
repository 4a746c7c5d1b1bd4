// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Resultants.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "fem/search/Box.hpp"
#include "simulation/report/smallStrainSolids.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::simulation {

using base::LocalIndex;
using base::Vec3;
using system::Body;
using system::MechanicalSystem;

namespace {

bool isLinear(const MechanicalSystem& system) {
  const auto forces = system.forceFields();
  return std::all_of(forces.begin(), forces.end(), [](const auto* force) { return force->isLinear(); }) &&
         std::all_of(system.constraints().begin(), system.constraints().end(),
                     [](const auto& constraint) { return constraint->isLinear(); });
}

}  // namespace

Resultants::Resultants(const MechanicalSystem& system, const Vec3& about) : about_(about) {
  if (isLinear(system)) return;
  for (const auto& body : system.bodies())
    if (smallStrainSolids(*body, false).empty()) moved_.insert(body.get());
}

Report::Resultant Resultants::of(const Body& body, const std::vector<double>& local,
                                 const std::vector<LocalIndex>* nodes) const {
  if (body.state().kind() == la::NodeKind::scalars) return {};  // Forces on scalars have no direction.
  double sum[6] = {};
  const auto add = [&](LocalIndex node) {
    if (!body.mesh().layout().isOwned(node)) return;
    const base::Vec6 load = la::expandToFrame(body.state(), local, node);
    const Vec3 force = load.head<3>(), moment = armOf(body, node).cross(force) + load.tail<3>();
    for (int i = 0; i < 3; ++i) sum[i] += force[i], sum[3 + i] += moment[i];
  };
  if (nodes != nullptr)
    for (const LocalIndex node : *nodes) add(node);
  else
    for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) add(node);
  body.mesh().comm().sumInPlace(gsl::span<double>(sum));
  return {Vec3(sum), Vec3(sum + 3)};
}

Report::Total Resultants::of(const Body& body, const std::vector<double>& local,
                             const constraint::DirichletCondition& condition) const {
  Report::Total total{condition.name(), of(body, local, &condition.nodes()), centreOf(body, condition.nodes())};
  total.sum.moment += (about_ - total.about).cross(total.sum.force);
  return total;
}

Vec3 Resultants::centreOf(const Body& body, const std::vector<LocalIndex>& nodes) const {
  fem::Box mine;
  for (const LocalIndex node : nodes)
    if (body.mesh().layout().isOwned(node)) mine.include(about_ + armOf(body, node));
  const fem::Box box = fem::unitedBox(body.mesh().comm(), mine);
  return box.isEmpty() ? about_ : Vec3(0.5 * (box.low + box.high));
}

Vec3 Resultants::armOf(const Body& body, LocalIndex node) const {
  Vec3 arm = Vec3(body.mesh().points().data() + 3 * static_cast<std::ptrdiff_t>(node)) - about_;
  if (moved_.count(&body) > 0) arm += la::expandToFrame(body.state(), body.state().displacement(), node).head<3>();
  return arm;
}

}  // namespace tenon::simulation
