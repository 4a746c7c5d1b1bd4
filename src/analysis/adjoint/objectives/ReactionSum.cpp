// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ReactionSum.hpp"

#include <fmt/format.h>

#include "groupNodes.hpp"
#include "la/matrices/Projection.hpp"
#include "system/evaluation.hpp"
#include "system/mapped/MappingGraph.hpp"

namespace tenon::analysis {

void ReactionSum::declare(base::Parameters<Data>& p) {
  p.required("object", &Data::object, "", "object of the nodes");
  p.optional("group", &Data::group, "", "group of the nodes; default: all nodes of the object");
  p.optional("component", &Data::component, "", "component of the reactions").oneOf({"x", "y", "z"});
}

ReactionSum::ReactionSum(const Data& data, const ObjectiveContext& context)
    : domain_(context.find(data.object)),
      name_(domain_.nameOf(fmt::format("reaction {}", data.component), data.group)),
      component_(componentIndex(domain_, data.component)),
      nodes_(ownedNodesOf(domain_, data.group)) {
  const system::MappingGraph* const graph = context.mechanics.mappings();
  if (graph != nullptr && graph->isMapped(domain_.state))
    throw base::InputError(fmt::format(
        "'{}' is a mapped object, which has no reactions: use an object of independent nodes.", data.object));
}

// Returns the weights w of w . (f + G^T lambda - M a).
la::Vector ReactionSum::weights(const Equations& equations) const {
  const la::State& state = domain_.state;
  std::vector<double> values(static_cast<std::size_t>(state.layout().numLocal() * state.block()), 0.0);
  for (const base::LocalIndex node : nodes_) values[static_cast<std::size_t>(node * state.block() + component_)] = -1.0;
  la::Vector w = equations.linearSystem().layout().makeVector();
  addNodalDerivatives(equations, state, std::move(values), w.get());
  return equations.mechanics().projection().complementOf(w.get());
}

double ReactionSum::value(const Equations& equations, double) const {
  const la::CombinedLayout& layout = equations.linearSystem().layout();
  const la::Vector residual = layout.makeVector(), part = layout.makeVector();
  const auto gather = [&](const system::StateArrays& arrays, double sign) {
    layout.gather({arrays.begin(), arrays.end()}, part.get());
    TENON_PETSC(VecAXPY(residual.get(), sign, part.get()));
  };
  gather(system::forcesOf(equations.mechanics()), 1.0);
  if (equations.unknowns().kinematics().acceleration != 0.0) gather(system::inertiaOf(equations.mechanics()), -1.0);
  if (equations.constraints() != nullptr)
    TENON_PETSC(MatMultTransposeAdd(equations.constraints()->full(), equations.rows().multipliers(), residual.get(),
                                    residual.get()));
  PetscReal sum = 0.0;
  TENON_PETSC(VecDot(weights(equations).get(), residual.get(), &sum));
  return sum;
}

void ReactionSum::addDerivatives(const Equations& equations, double, Cotangents& cotangents) const {
  TENON_PETSC(VecAXPY(cotangents.residual.get(), 1.0, weights(equations).get()));
}

}  // namespace tenon::analysis
