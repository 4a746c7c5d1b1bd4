// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "stepMemory.hpp"

#include "base/StepDependent.hpp"
#include "constraint/ForwardedConstraint.hpp"
#include "system/mapped/MappedForce.hpp"
#include "tenon/base/check.hpp"

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

}  // namespace

std::vector<std::any> stepMemoryOf(const system::MechanicalSystem& mechanics) {
  std::vector<std::any> memory;
  for (const StepDependent* contributor : contributorsOf(mechanics)) memory.push_back(contributor->stepMemory());
  return memory;
}

// Wrappers of contributors on mapped objects give access to constant contributors only, although
// the mechanical system itself is not constant.
void restoreStepMemory(system::MechanicalSystem& mechanics, const std::vector<std::any>& memory) {
  const std::vector<const StepDependent*> contributors = contributorsOf(mechanics);
  base::ensure(memory.size() == contributors.size(), "The snapshot belongs to other contributors.");
  for (std::size_t k = 0; k < memory.size(); ++k)
    const_cast<StepDependent*>(contributors[k])->restoreStepMemory(memory[k]);
}

bool isStepDependent(const force::ForceField& force) {
  return find(force) != nullptr;
}

}  // namespace tenon::analysis
