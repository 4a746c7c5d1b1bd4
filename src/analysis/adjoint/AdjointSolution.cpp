// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AdjointSolution.hpp"

#include "analysis/splitByBody.hpp"
#include "la/arrays.hpp"

namespace tenon::analysis {
namespace {

/// Returns a vector over the layout by body, with the values of ghosts.
system::StateArrays withGhosts(const Equations& equations, Vec vector) {
  if (vector == nullptr) return {};
  system::StateArrays arrays = splitByBody(equations.mechanics(), equations.linearSystem().layout(), vector);
  for (std::size_t b = 0; b < arrays.size(); ++b) {
    const la::State& state = equations.mechanics().bodies()[b]->state();
    state.halo().updateGhosts(gsl::span<double>(arrays[b]), state.block());
  }
  return arrays;
}

}  // namespace

system::EquationWeights weightsOf(const Equations& equations, const AdjointSolution& adjoint, double time) {
  system::EquationWeights weights;
  weights.time = time;
  weights.forces = withGhosts(equations, adjoint.y.get());
  weights.loads = withGhosts(equations, adjoint.loads.get());
  weights.explicit_terms = adjoint.explicit_terms;
  weights.reactions = withGhosts(equations, adjoint.reactions.get());
  if (equations.constraints() == nullptr) return weights;
  const std::vector<double>& scales = equations.constraints()->scales();
  weights.rows = la::entriesOf(adjoint.nu.get());
  weights.multipliers = la::entriesOf(equations.rows().multipliers());
  for (std::size_t row = 0; row < scales.size(); ++row) {
    weights.rows[row] *= -scales[row];
    weights.multipliers[row] *= scales[row];
  }
  return weights;
}

}  // namespace tenon::analysis
