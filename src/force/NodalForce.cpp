#include "tenon/force/NodalForce.hpp"

#include <algorithm>

#include "tenon/fem/plane.hpp"

namespace tenon::force {

void NodalForce::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension");
  p.required("force", &Data::force, "force", "on each node, or on all of them together");
  p.optional("total", &Data::total, "", "true: the force is shared equally by the nodes of the group");
  declareHistory(p);
}

NodalForce::NodalForce(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      name_(domain.nameOf("nodal force", data.group)),
      state_(domain.state),
      force_(data.force) {
  fem::requireInPlane(domain, force_, name_);
  nodes_ = domain.mesh.nodesOf(domain.mesh.group(data.group));
  const auto& layout = domain.mesh.layout();
  const auto num_owned = std::count_if(nodes_.begin(), nodes_.end(), [&](auto node) { return layout.isOwned(node); });
  const long num_nodes = domain.mesh.comm().sum(static_cast<long>(num_owned));
  if (data.total && num_nodes > 0) force_ /= static_cast<double>(num_nodes);
}

void NodalForce::addForce(la::ForceVector& f) const {
  const auto values = f.on(state_);
  const int dim = state_.block();
  for (const auto node : nodes_)
    for (int i = 0; i < dim; ++i) values.data()[static_cast<std::ptrdiff_t>(node) * dim + i] += factor() * force_[i];
}

}  // namespace tenon::force
