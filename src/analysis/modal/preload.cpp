// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "preload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "analysis/steps/LoadSteps.hpp"
#include "base/text.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
#include "system/evaluation.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

/// Returns true if the loads at the current time exert any force.
/// @note Collective.
bool areLoaded(const system::MechanicalSystem& mechanics) {
  mechanics.updateMappedStates();
  system::StateArrays forces;
  for (const force::ForceField* force : mechanics.forceFields()) {
    if (!force->isLoad()) continue;
    system::StateArrays of_load = system::forceOf(mechanics, *force);
    if (forces.empty()) {
      forces = std::move(of_load);
      continue;
    }
    for (std::size_t s = 0; s < forces.size(); ++s)
      std::transform(forces[s].begin(), forces[s].end(), of_load[s].begin(), forces[s].begin(), std::plus<>());
  }
  double largest = 0.0;
  for (const auto& of_state : forces)
    for (const double value : of_state) largest = std::max(largest, std::abs(value));
  return mechanics.comm().max(largest) > 0.0;
}

/// Returns the names of forces whose stiffness may depend on stresses.
std::vector<std::string> nonlinearForces(const system::MechanicalSystem& mechanics) {
  std::vector<std::string> names;
  for (const force::ForceField* force : mechanics.forceFields())
    if (!force->isLinear() && !force->isLoad()) names.push_back(force->name());
  return names;
}

}  // namespace

solver::SolveStatistics applyPreload(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     const Preload& preload) {
  LoadSteps steps(equations, solver, phases, preload.newton,
                  {preload.end_time / preload.steps, preload.end_time, preload.cuts, 0.0});
  solver::SolveStatistics statistics;
  while (!steps.isDone()) {
    const solver::SolveStatistics of_step = steps.advance();
    statistics = solver::combine(statistics, of_step);
    base::log().info("preload, step {} of {} (t = {:.6g}): {}, {} so far", steps.numCompletedSteps(), steps.numSteps(),
                     steps.time(), base::formatCount(of_step.solves, "linear solve"),
                     base::formatCount(statistics.iterations, "iteration"));
  }
  return statistics;
}

void requireUnloaded(Equations& equations) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  equations.setTime(0.0);
  const std::vector<std::string> names = nonlinearForces(mechanics);
  if (names.empty()) return;
  const la::Vector u = equations.unknowns().displacement();
  const bool is_prescribed = la::norm(mechanics.projection().complementOf(u.get()).get()) > 0.0;
  base::runCollectively(equations.comm(), [&] {
    if (is_prescribed)
      throw base::InputError(
          fmt::format("Prescribed displacements are not zero at t = 0, but {} considers them only at the prescribed "
                      "nodes: set `preload: true` to compute the equilibrium first, or prescribe 0.",
                      names.front()));
  });
  const la::Vector residual = equations.rows().residual();
  const bool is_driven = residual && la::norm(residual.get()) > 1e-9 * equations.unknowns().size();
  if (areLoaded(mechanics) || is_driven)
    base::log().warn(
        "Loads are ignored: the modes are those of the unloaded reference configuration. Set `preload: true` to "
        "compute the equilibrium under the loads first; they change the stiffness of {}{}.",
        names.front(), names.size() == 1 ? "" : fmt::format(" and {} more", names.size() - 1));
}

}  // namespace tenon::analysis
