// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "equationsSnapshot.hpp"

#include "stepMemory.hpp"
#include "tenon/fem/laws/InternalVariables.hpp"

namespace tenon::analysis {

Snapshot takeSnapshot(const Equations& equations, int step, double time) {
  Snapshot snapshot;
  snapshot.step = step;
  snapshot.time = time;
  snapshot.reference_values.largest_stiffness = equations.largestStiffness();
  snapshot.state = equations.stateVectors();
  if (equations.constraints() != nullptr) {
    snapshot.multipliers = equations.constraints()->makeVector();
    const la::Vector x = equations.linearSystem().layout().makeVector();
    equations.getUnknowns(x.get(), snapshot.multipliers.get());
  }
  for (const auto* internal : equations.mechanics().internalVariables())
    snapshot.internal.push_back(internal->values());
  snapshot.memory = equations.stepMemory();
  return snapshot;
}

void restoreEquations(Equations& equations, const Snapshot& from, const std::function<void()>& set_state) {
  set_state();
  if (from.memory) {
    equations.restoreContributors(*from.memory);
    set_state();
    for (force::ForceField* force : equations.mechanics().forceFields())
      if (force->internalVariables() == nullptr && !isStepDependent(*force)) force->commit();
  } else {
    if (equations.updatePairs(0.0)) set_state();
    for (const auto& constraint : equations.mechanics().constraints()) constraint->commit();
  }
  equations.setLargestStiffness(from.reference_values.largest_stiffness);
  const auto internal = equations.mechanics().internalVariables();
  for (std::size_t k = 0; k < internal.size(); ++k) internal[k]->restore(from.internal[k], from.time);
}

void restoreStaticEquations(Equations& equations, const Snapshot& from) {
  restoreEquations(equations, from, [&] {
    equations.setTime(from.time);
    equations.setUnknowns(from.state.q.get(), from.multipliers.get());
  });
  restoreActiveRows(equations, from);
}

void restoreActiveRows(Equations& equations, const Snapshot& from) {
  if (from.memory) equations.restoreActiveRows(*from.memory, from.multipliers.get());
}

}  // namespace tenon::analysis
