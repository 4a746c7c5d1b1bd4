// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ReactionSum.hpp"

#include <fmt/format.h>

#include "analysis/adjoint/Cotangents.hpp"
#include "la/matrices/Projection.hpp"
#include "system/evaluation.hpp"
#include "system/mapped/MappingGraph.hpp"

namespace tenon::analysis {

ReactionSum::ReactionSum(const Data& data, const ObjectiveContext& context) : component_(data, context) {
  const system::MappingGraph* const graph = context.mechanics.mappings();
  if (graph != nullptr && graph->isMapped(component_.state()))
    throw base::InputError(fmt::format(
        "'{}' is a mapped object, which has no reactions: use an object of independent nodes.", data.object));
}

// Returns the weights w of w . (f + G^T lambda - M a).
la::Vector ReactionSum::weights(const Equations& equations) const {
  system::StateArrays arrays;
  for (const la::State* state : equations.mechanics().states())
    arrays.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
  std::vector<double>& of_object = arrays[equations.mechanics().indexOf(component_.state())];
  component_.forEach([&](std::size_t entry) { of_object[entry] = -1.0; });
  const la::Vector w = equations.linearSystem().layout().makeVector();
  equations.linearSystem().layout().gather({arrays.begin(), arrays.end()}, w.get());
  return equations.mechanics().projection().complementOf(w.get());
}

double ReactionSum::value(const ObjectiveSample& sample) const {
  const Equations& equations = sample.equations();
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

void ReactionSum::addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const {
  TENON_PETSC(VecAXPY(derivatives.cotangents().residual.get(), 1.0, weights(sample.equations()).get()));
}

}  // namespace tenon::analysis
