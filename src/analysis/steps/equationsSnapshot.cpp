// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "equationsSnapshot.hpp"

#include <limits>

#include "stepMemory.hpp"
#include "tenon/fem/laws/InternalVariables.hpp"

namespace tenon::analysis {

Snapshot takeSnapshot(const Equations& equations, int step, double time) {
  Snapshot snapshot;
  snapshot.step = step;
  snapshot.time = time;
  const ActiveSet* const active_set = equations.rows().activeSet();
  snapshot.reference_values.largest_stiffness = equations.tangent().largestStiffness();
  snapshot.state = equations.unknowns().states();
  snapshot.multipliers = equations.rows().copyMultipliers();
  for (const auto* internal : equations.mechanics().internalVariables())
    snapshot.internal.push_back(internal->values());
  snapshot.memory =
      StepMemory{stepMemoryOf(equations.mechanics()), active_set != nullptr ? active_set->stepMemory() : std::any(),
                 equations.tangent().stiffnessOfBounds()};
  return snapshot;
}

void restoreEquations(Equations& equations, const Snapshot& from, const std::function<void()>& set_state) {
  double stiffness_of_bounds = equations.tangent().stiffnessOfBounds();
  set_state();
  if (from.memory) {
    stiffness_of_bounds = from.memory->bound_stiffness;
    restoreStepMemory(equations.mechanics(), from.memory->contributors);
    equations.updatePairs(std::numeric_limits<double>::infinity());
    set_state();
    for (force::ForceField* force : equations.mechanics().forceFields())
      if (force->internalVariables() == nullptr && !isStepDependent(*force)) force->commit();
  } else {
    equations.updatePairs(0.0);
    equations.updateActiveSet();
    for (const auto& constraint : equations.mechanics().constraints()) constraint->commit();
  }
  equations.tangent().restoreStiffness(from.reference_values.largest_stiffness, stiffness_of_bounds);
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
  ActiveSet* const active_set = equations.rows().activeSet();
  if (!from.memory || active_set == nullptr) return;
  active_set->restoreStepMemory(from.memory->active_set);
  equations.rows().setMultipliers(from.multipliers.get());
}

}  // namespace tenon::analysis
