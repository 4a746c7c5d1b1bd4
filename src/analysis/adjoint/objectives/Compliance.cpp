// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Compliance.hpp"

#include <fmt/format.h>

#include "analysis/adjoint/Cotangents.hpp"
#include "system/evaluation.hpp"

namespace tenon::analysis {

Compliance::Compliance(const Data&, const ObjectiveContext& context) {
  for (const force::ForceField* force : context.mechanics.forceFields()) {
    if (!force->isLoad()) continue;
    const auto* mapped = context.mechanics.mapped(force);
    if (dynamic_cast<const force::Load*>(force) == nullptr || mapped != nullptr)
      throw base::InputError(
          fmt::format("The objective `compliance` needs loads that do not depend on displacements, but '{}' {}: use "
                      "the objective `displacement` or `misfit`.",
                      force->name(), mapped != nullptr ? "acts on a mapped object" : "depends on displacements"));
    loads_.push_back(force);
  }
  if (loads_.empty())
    throw base::InputError(
        "The objective `compliance` needs loads, but the case has none: use the objective `reaction` for prescribed "
        "displacements.");
}

la::Vector Compliance::loads(const Equations& equations) const {
  const la::CombinedLayout& layout = equations.linearSystem().layout();
  la::Vector sum = layout.makeVector();
  const la::Vector one = layout.makeVector();
  for (const force::ForceField* force : loads_) {
    const system::StateArrays f = system::forceOf(equations.mechanics(), *force);
    layout.gather({f.begin(), f.end()}, one.get());
    TENON_PETSC(VecAXPY(sum.get(), 1.0, one.get()));
  }
  return sum;
}

double Compliance::value(const ObjectiveSample& sample) const {
  const Equations& equations = sample.equations();
  PetscReal work = 0.0;
  TENON_PETSC(VecDot(loads(equations).get(), equations.unknowns().displacement().get(), &work));
  return work;
}

void Compliance::addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const {
  const Equations& equations = sample.equations();
  Cotangents& cotangents = derivatives.cotangents();
  TENON_PETSC(VecAXPY(cotangents.q.get(), 1.0, loads(equations).get()));
  TENON_PETSC(VecAXPY(cotangents.loads.get(), 1.0, equations.unknowns().displacement().get()));
}

}  // namespace tenon::analysis
