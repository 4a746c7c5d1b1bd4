// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "equationsSnapshot.hpp"

#include <limits>

#include "base/StepDependent.hpp"
#include "constraint/ForwardedConstraint.hpp"
#include "system/mapped/MappedForce.hpp"
#include "tenon/fem/laws/InternalVariables.hpp"

namespace tenon::analysis {
namespace {

using base::StepDependent;

const StepDependent* find(const force::ForceField& force) {
  if (const auto* mapped = dynamic_cast<const system::MappedForce*>(&force)) return find(mapped->force());
  return dynamic_cast<const StepDependent*>(&force);
}

const StepDependent* find(const constraint::Constraint& constraint) {
  if (const auto* outer = dynamic_cast<const constraint::ForwardedConstraint*>(&constraint))
    return find(outer->constraint());
  return dynamic_cast<const StepDependent*>(&constraint);
}

std::vector<const StepDependent*> contributorsOf(const system::MechanicalSystem& mechanics) {
  std::vector<const StepDependent*> all;
  const auto add = [&](const StepDependent* contributor) {
    if (contributor != nullptr) all.push_back(contributor);
  };
  for (const force::ForceField* force : mechanics.forceFields()) add(find(*force));
  for (const auto& constraint : mechanics.constraints()) add(find(*constraint));
  return all;
}

/// Returns the memory of all base::StepDependent forces and constraints.
std::vector<std::any> stepMemoryOf(const system::MechanicalSystem& mechanics) {
  std::vector<std::any> memory;
  for (const StepDependent* contributor : contributorsOf(mechanics)) memory.push_back(contributor->stepMemory());
  return memory;
}

/// Restores a value of stepMemoryOf(). The pairs of contacts may change, see base::StepDependent.
/// Wrappers of contributors on mapped objects give access to constant contributors only, although
/// the mechanical system itself is not constant.
/// @note Collective.
void restoreStepMemory(system::MechanicalSystem& mechanics, const std::vector<std::any>& memory) {
  const std::vector<const StepDependent*> contributors = contributorsOf(mechanics);
  base::ensure(memory.size() == contributors.size(), "The snapshot belongs to other contributors.");
  for (std::size_t k = 0; k < memory.size(); ++k)
    const_cast<StepDependent*>(contributors[k])->restoreStepMemory(memory[k]);
}

/// Returns true if the force or, for mapped objects, the wrapped force is a base::StepDependent.
bool isStepDependent(const force::ForceField& force) {
  return find(force) != nullptr;
}

}  // namespace

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
