// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Variational.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analysis/StepContext.hpp"
#include "consistentStart.hpp"
#include "la/matrices/Projection.hpp"
#include "products.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

constexpr int most_corrections = 50;  // maximum number of corrections of positions towards constraints
constexpr double least_gap = 1e-13;   // relative to the size of the model: round-off of positions
constexpr double kept = 1e-12;        // relative to sizes: round-off of prescribed displacements that do not move
constexpr int power_iterations = 40;

[[noreturn]] void refuse(const std::string& what) {
  throw base::InputError(fmt::format("The time integrator 'variational' {}: choose another `stepper`.", what));
}

void requireLagrangian(const system::MechanicalSystem& mechanics) {
  for (const auto& body : mechanics.bodies())
    if (!body->state().isAdditive())
      refuse(fmt::format("does not support three-dimensional rigid bodies, but object '{}' consists of such bodies",
                         body->name()));
  for (const auto& constraint : mechanics.constraints()) {
    if (!constraint->active) continue;
    if (constraint->level() == constraint::Constraint::Level::velocity)
      refuse(fmt::format("supports only constraints on positions, but '{}' acts on velocities", constraint->name()));
    if (constraint->compliance != 0.0)
      refuse(
          fmt::format("supports only constraints without compliance, but '{}' has a compliance", constraint->name()));
  }
  if (mechanics.rayleigh.mass != 0.0 || mechanics.rayleigh.stiffness != 0.0)
    refuse("does not support Rayleigh damping");
  for (const auto* force : mechanics.forceFields())
    if (force->dependsOnVelocity() || force->rayleigh_stiffness != 0.0)
      refuse(fmt::format("does not support damping, but {} has damping", force->name()));
  for (const auto* mass : mechanics.masses())
    if (mass->rayleigh_mass != 0.0) refuse(fmt::format("does not support damping, but {} has damping", mass->name()));
}

/// Returns an upper bound of the longest stable step, 2 / omega of M and K under the constraints,
/// with the solver of M and G of the current state, by the power method, which approaches omega
/// from below. Infinite without stiffness.
/// @note Collective.
double longestStep(StepContext& context) {
  system::MatrixFreeSystem stiffness(context.equations.mechanics());
  stiffness.assemble(system::statics);
  la::Vector x = context.equations.linearSystem().layout().makeVector();
  const la::Vector Kx = la::makeZeroLike(x.get()), g = context.equations.rows().makeVector(),
                   multipliers = context.equations.rows().makeVector();
  fillPseudoRandom(x.get());
  double square = 0.0;
  for (int i = 0; i < power_iterations; ++i) {
    TENON_PETSC(MatMult(stiffness.get(), x.get(), Kx.get()));
    context.equations.mechanics().projection().project(Kx.get());
    if (i > 0) {
      const double stiff = dot(x.get(), Kx.get());
      square = stiff > 0.0 ? stiff : 0.0;  // because x . M x = 1
    }
    la::Vector y = la::makeZeroLike(x.get());
    if (g) TENON_PETSC(VecSet(g.get(), 0.0));
    context.solver.solveFor(Kx.get(), g.get(), y.get(), multipliers.get());
    const double size = dot(y.get(), Kx.get());  // y . M y, because G y = 0
    if (!(size > 0.0)) break;
    TENON_PETSC(VecScale(y.get(), 1 / std::sqrt(size)));
    x = std::move(y);
  }
  return square > 0.0 ? 2.0 / std::sqrt(square) : std::numeric_limits<double>::infinity();
}

}  // namespace

void Variational::begin(StepContext& context, double h, bool is_start) {
  base::runCollectively(context.equations.comm(), [&] { requireLagrangian(context.equations.mechanics()); });
  context.solver.linearise(context.phases);
  if (!is_start) return;
  const double longest = longestStep(context);
  base::runCollectively(context.equations.comm(), [&] {
    if (h > longest)
      throw base::InputError(fmt::format(
          "The step {:.6g} is too long for the time integrator 'variational': the highest frequency requires a "
          "step below {:.6g}.",
          h, longest));
  });
}

// Computes x and the corresponding q_{n+1}, to which the states are set, starting from the
// accelerations at q_n, by corrections with G M^-1 G^T at q_n.
la::Vector Variational::moveToConstraints(StepContext& context, double h, double time, const StateVectors& now,
                                          solver::SolveStatistics& statistics) const {
  Equations& equations = context.equations;
  la::Vector x = la::copyOf(now.a.get()), q = la::makeZeroLike(now.q.get());
  equations.mechanics().setTime(time);
  for (int i = 0; i <= most_corrections; ++i) {
    TENON_PETSC(VecCopy(now.q.get(), q.get()));
    TENON_PETSC(VecAXPBYPCZ(q.get(), h, 0.5 * h * h, 1.0, now.v.get(), x.get()));
    equations.unknowns().setDisplacement(q.get());
    equations.mechanics().imposeDirichletValues();
    const la::Vector rows = equations.rows().residual();
    if (!rows) return x;
    const double gap = equations.rows().gap(rows.get());
    if (gap <= least_gap * equations.unknowns().size() || !std::isfinite(gap)) return x;
    const la::Vector none = la::makeZeroLike(x.get()), change = la::makeZeroLike(x.get()),
                     multipliers = la::makeZeroLike(rows.get());
    TENON_PETSC(VecScale(rows.get(), -1.0));
    statistics =
        solver::combine(statistics, context.solver.solveFor(none.get(), rows.get(), change.get(), multipliers.get()));
    TENON_PETSC(VecAXPY(x.get(), 1.0, change.get()));
  }
  base::runCollectively(equations.comm(), [&] {
    throw base::NotConvergedError(fmt::format(
        "The constraint iteration of the time integrator 'variational' did not converge at t = {:.6g}: reduce `step`.",
        time));
  });
  return x;
}

// Checks that prescribed degrees of freedom do not move.
void Variational::requireFixedSupports(const Equations& equations, double size, const StateVectors& before,
                                       const StateVectors& now) const {
  const la::Vector moved = la::makeZeroLike(now.q.get());
  TENON_PETSC(VecWAXPY(moved.get(), -1.0, before.q.get(), now.q.get()));
  const bool stands = la::norm(equations.mechanics().projection().complementOf(moved.get()).get()) <= kept * size;
  base::runCollectively(equations.comm(), [&] {
    if (!stands) refuse("does not support time-dependent prescribed displacements");
  });
}

solver::SolveStatistics Variational::advance(StepContext& context, double h, double time) {
  Equations& equations = context.equations;
  context.solver.beginStep();
  if (!std::exchange(is_ready_, false)) context.solver.linearise(context.phases);
  const StateVectors before = equations.unknowns().states();
  equations.unknowns().setKinematics({0.0, 0.0, 1.0, 0.5 * h * h, h}, before.q.get(), nullptr, before.v.get(),
                                     before.a.get());
  solver::SolveStatistics statistics;
  const la::Vector x = moveToConstraints(context, h, time, before, statistics);
  StateVectors half = equations.unknowns().states();
  requireFixedSupports(equations, equations.unknowns().size(), before, half);
  TENON_PETSC(VecWAXPY(half.v.get(), 0.5 * h, x.get(), before.v.get()));
  return solver::combine(statistics, endStep(equations, context.solver, time, h, half, context.phases));
}

}  // namespace tenon::analysis
