// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LinearResponse.hpp"

#include "analysis/Residual.hpp"
#include "analysis/checks/modelChecks.hpp"
#include "completeTangents.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

/// Returns K u on all degrees of freedom, including constrained ones.
la::Vector stiffnessTimes(const Equations& equations, Vec u) {
  system::SystemOptions options;
  options.contents.projective_conditions = false;
  system::MatrixFreeSystem stiffness(equations.mechanics(), options);
  stiffness.assemble(system::statics);
  la::Vector force = la::makeZeroLike(u);
  stiffness.multiply(u, force.get());
  return force;
}

}  // namespace

LinearResponse computeLinearResponse(Equations& equations, TangentSolver& solver, base::Phases& phases, double time) {
  const ScopedLoadDisabling without_loads(equations.mechanics());
  LinearResponse response;
  const la::Vector rest = equations.linearSystem().layout().makeVector(), step = la::makeZeroLike(rest.get());
  const la::Vector none = equations.rows().makeVector();
  response.multipliers = equations.rows().makeVector();
  equations.setUnknowns(rest.get(), none.get());
  equations.setTime(time);
  response.u = equations.unknowns().get();  // prescribed displacements
  equations.setUnknowns(rest.get(), none.get());

  solver.linearise(phases);
  const auto phase = phases.begin("solve");
  const Residual loads = computeResidual(equations);
  const la::Vector rows = equations.rows().residual();
  requireRepresentable(equations, loads, rows.get());
  if (la::norm(response.u.get()) > 0.0) {
    const la::Vector force = stiffnessTimes(equations, response.u.get());
    equations.mechanics().projection().project(force.get());
    TENON_PETSC(VecAXPY(loads.free.get(), -1.0, force.get()));
    if (rows) TENON_PETSC(MatMultAdd(equations.constraints()->full(), response.u.get(), rows.get(), rows.get()));
  }
  if (rows) TENON_PETSC(VecScale(rows.get(), -1.0));
  response.statistics = solver.solveFor(loads.free.get(), rows.get(), step.get(), response.multipliers.get());
  TENON_PETSC(VecAXPY(response.u.get(), 1.0, step.get()));
  return response;
}

}  // namespace tenon::analysis
