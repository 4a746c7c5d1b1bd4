// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "groupNodes.hpp"

#include <fmt/format.h>

#include <numeric>

#include "system/mapped/MappingGraph.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::analysis {

std::vector<base::LocalIndex> ownedNodesOf(const fem::Domain& domain, const std::string& group) {
  std::vector<base::LocalIndex> nodes;
  if (group.empty()) {
    nodes.resize(static_cast<std::size_t>(domain.mesh.layout().numOwned()));
    std::iota(nodes.begin(), nodes.end(), base::LocalIndex{0});
  } else {
    nodes = fem::ownedNodes(domain, group);
  }
  const bool has_nodes = domain.mesh.comm().any(!nodes.empty());
  base::runCollectively(domain.mesh.comm(), [&] {
    if (!has_nodes) throw base::InputError(fmt::format("There are no nodes in {}/{}.", domain.object, group));
  });
  return nodes;
}

int componentIndex(const fem::Domain& domain, const std::string& component) {
  const int index = component[0] - 'x';
  if (index >= std::max(domain.dimension(), 1))
    throw base::InputError(
        fmt::format("The nodes of '{}' have no displacement component {}.", domain.object, component));
  return index;
}

void addNodalDerivatives(const Equations& equations, const la::State& state, std::vector<double> values, Vec sum) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  system::MappingGraph* const graph = mechanics.mappings();
  system::StateArrays arrays;
  if (graph != nullptr && graph->isMapped(state)) {
    mechanics.updateMappedStates();
    arrays = graph->zeros();
    arrays[graph->indexOf(state)] = std::move(values);
    graph->zeroGhosts(arrays);
    graph->applyTransposedJacobian(arrays);
    arrays.resize(graph->numIndependent());
  } else {
    for (const la::State* other : mechanics.states())
      arrays.emplace_back(static_cast<std::size_t>(other->layout().numLocal() * other->block()), 0.0);
    arrays[mechanics.indexOf(state)] = std::move(values);
  }
  const la::CombinedLayout& layout = equations.linearSystem().layout();
  const la::Vector vector = layout.makeVector();
  layout.gather({arrays.begin(), arrays.end()}, vector.get());
  TENON_PETSC(VecAXPY(sum, 1.0, vector.get()));
}

}  // namespace tenon::analysis
