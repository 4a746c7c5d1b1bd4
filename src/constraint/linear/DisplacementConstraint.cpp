// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DisplacementConstraint.hpp"

#include "constraint/nodesOf.hpp"

namespace tenon::constraint {

void DisplacementConstraint::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from object and group");
  p.required("object", &Data::object, "", "constrained object");
  declareAffineDisplacement(p);
  p.optional("history", &Data::history, "", "time factor of the displacement, piecewise linear between the entries");
}

DisplacementConstraint::DisplacementConstraint(Data data, const fem::FindDomain& find)
    : LinearConstraint(nameOnGroup("hold", data), static_cast<int>(data.components(find(data.object)).size())) {
  const fem::Domain& domain = find(data.object);
  const std::vector<int> components = data.components(domain);
  for (const LocalIndex node : nodesOf(domain, data.group, name())) {
    const double* place = domain.mesh.points().data() + 3 * static_cast<std::size_t>(node);
    for (const int component : components)
      addTerm(addRow(data(component, place)), domain.state, domain.mesh.layout().global(node), component, 1.0);
    addCarrierNode(domain.state, node);
  }
  setHistory(std::move(data.history));
  finish({&domain.state});
}

}  // namespace tenon::constraint
