// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodalForce.hpp"

#include <algorithm>

#include "fem/plane.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::force {

void NodalForce::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension");
  p.required("force", &Data::force, "force", "force on each node, or total force if `total` is true");
  p.optional("total", &Data::total, "",
             "true: `force` is the total force, which is divided equally among the nodes of the group");
  p.optional("moment", &Data::moment, "force length",
             "moment on rigid bodies about their centres of mass, or on nodes with rotational degrees of freedom; "
             "divided like `force` if `total` is true");
  declareHistory(p);
}

NodalForce::NodalForce(Data data, const fem::Domain& domain)
    : TimedLoad(data.history), name_(domain.nameOf("nodal force", data.group)), state_(domain.state) {
  load_ << data.force, data.moment;
  fem::requireInPlane(domain, data.force, name_);
  if (!data.moment.isZero(0.0) && state_.kind() != la::NodeKind::frames)
    throw base::InputError(name_ + ": the nodes have no rotational degrees of freedom; remove `moment`.");
  nodes_ = domain.mesh.nodesOf(domain.mesh.group(data.group));
  const auto& layout = domain.mesh.layout();
  const auto num_owned = std::count_if(nodes_.begin(), nodes_.end(), [&](auto node) { return layout.isOwned(node); });
  const long num_nodes = domain.mesh.comm().sum(static_cast<long>(num_owned));
  if (data.total && num_nodes > 0) load_ /= static_cast<double>(num_nodes);
}

void NodalForce::addForce(la::ForceVector& f) const {
  const auto values = f.on(state_);
  const auto motions = la::frameComponentsOf(state_);
  for (const auto node : nodes_) {
    auto i = static_cast<std::size_t>(node) * motions.size();
    for (const int motion : motions) values[i++] += factor() * load_[motion];
  }
}

}  // namespace tenon::force
