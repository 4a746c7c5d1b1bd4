// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Residual.hpp"

#include "la/matrices/Projection.hpp"
#include "system/evaluation.hpp"

namespace tenon::analysis {

Residual computeResidual(const Equations& equations, Vec excluded) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  const la::CombinedLayout& layout = equations.linearSystem().layout();
  const WeightedNorms& norms = equations.norms();
  const la::Vector all = layout.makeVector();
  const auto forces = system::forcesOf(mechanics);
  layout.gather({forces.begin(), forces.end()}, all.get());
  if (excluded != nullptr) TENON_PETSC(VecAXPY(all.get(), -1.0, excluded));
  Residual residual;
  if (equations.unknowns().kinematics().acceleration != 0.0) {
    const la::Vector inertia = layout.makeVector();
    const auto by_body = system::inertiaOf(mechanics);
    layout.gather({by_body.begin(), by_body.end()}, inertia.get());
    residual.inertia_norm = norms.forceNorm(inertia.get());
    TENON_PETSC(VecAXPY(all.get(), -1.0, inertia.get()));
  }
  if (const auto* constraints = equations.constraints()) {
    const la::Vector force = layout.makeVector();
    TENON_PETSC(MatMultTranspose(constraints->full(), equations.rows().multipliers(), force.get()));
    residual.constraint_norm = norms.forceNorm(force.get());
    TENON_PETSC(VecAXPY(all.get(), 1.0, force.get()));
  }
  residual.free = la::copyOf(all.get());
  mechanics.projection().project(residual.free.get());
  residual.free_norm = norms.forceNorm(residual.free.get());
  TENON_PETSC(VecAXPY(all.get(), -1.0, residual.free.get()));
  residual.reaction_norm = norms.forceNorm(all.get());
  return residual;
}

}  // namespace tenon::analysis
