// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MeanDisplacement.hpp"

#include <fmt/format.h>

#include "groupNodes.hpp"

namespace tenon::analysis {

void MeanDisplacement::declare(base::Parameters<Data>& p) {
  p.required("object", &Data::object, "", "object of the nodes");
  p.optional("group", &Data::group, "", "group of the nodes; default: all nodes of the object");
  p.optional("component", &Data::component, "", "displacement component").oneOf({"x", "y", "z"});
}

MeanDisplacement::MeanDisplacement(const Data& data, const ObjectiveContext& context)
    : domain_(context.find(data.object)),
      name_(domain_.nameOf(fmt::format("displacement {}", data.component), data.group)),
      component_(componentIndex(domain_, data.component)),
      nodes_(ownedNodesOf(domain_, data.group)),
      num_nodes_(static_cast<double>(domain_.mesh.comm().sum(static_cast<long>(nodes_.size())))) {}

double MeanDisplacement::value(const Equations& equations, double) const {
  equations.mechanics().updateMappedStates();
  const la::State& state = domain_.state;
  double sum = 0.0;
  for (const base::LocalIndex node : nodes_)
    sum += state.displacement()[static_cast<std::size_t>(node * state.block() + component_)];
  return equations.comm().sum(sum) / num_nodes_;
}

void MeanDisplacement::addDerivatives(const Equations& equations, double, Cotangents& cotangents) const {
  const la::State& state = domain_.state;
  std::vector<double> values(static_cast<std::size_t>(state.layout().numLocal() * state.block()), 0.0);
  for (const base::LocalIndex node : nodes_)
    values[static_cast<std::size_t>(node * state.block() + component_)] = 1.0 / num_nodes_;
  addNodalDerivatives(equations, state, std::move(values), cotangents.q.get());
}

}  // namespace tenon::analysis
