// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Buckling.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "LinearResponse.hpp"
#include "ModeShapes.hpp"
#include "StressStiffness.hpp"
#include "base/text.hpp"
#include "completeTangents.hpp"
#include "la/vectors.hpp"
#include "requireSymmetry.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

/// Scales shapes to a largest component of 1, with the sign that orient() has chosen.
void normalise(std::vector<ModeShape>& shapes) {
  for (ModeShape& shape : shapes) {
    const double largest = la::norm(shape.phi.get(), NORM_INFINITY);
    TENON_PETSC(VecScale(shape.phi.get(), 1.0 / largest));
    if (shape.lambda) TENON_PETSC(VecScale(shape.lambda.get(), 1.0 / largest));
  }
}

std::vector<Mode> modesOf(const std::vector<ModeShape>& shapes) {
  std::vector<Mode> modes;
  for (const ModeShape& shape : shapes) {
    Mode mode;
    mode.eigenvalue = shape.mu;
    mode.is_buckling = true;
    mode.residual = shape.residual;
    modes.push_back(mode);
  }
  return modes;
}

/// Ratio to the smallest factor of either sign beyond which factors are round-off, caused by shapes
/// whose stiffness does not depend on stresses.
constexpr double largest_ratio = 1e9;

std::vector<ModeShape> shapesOf(ModalOperators& operators, int count, double tolerance) {
  try {
    return findModeShapes(operators, {count, tolerance, false, operators.largestTheta() / largest_ratio});
  } catch (const IndefiniteStiffnessError&) {
    base::NotConvergedError error(
        "The stiffness of the unloaded reference configuration is not positive definite: the structure is unstable "
        "without the loads, so no lowest load factor exists. Check prestresses and springs in compression.");
    error.markOnAllRanks();
    throw error;
  }
}

/// Reports fewer factors than requested. @throws NotConvergedError if there is none.
void warnAboutMissingModes(const Equations& equations, std::size_t found, int wanted) {
  base::runCollectively(equations.comm(), [&] {
    if (found == 0)
      throw base::NotConvergedError(
          "The structure does not buckle under these loads: no load factor is positive. It may buckle under the "
          "opposite loads.");
  });
  if (found < static_cast<std::size_t>(wanted))
    base::log().warn("Only {} of the {} requested buckling factors are positive.", found, wanted);
}

void requireSoftening(const Equations& equations, const StressStiffness& stresses) {
  base::runCollectively(equations.comm(), [&] {
    if (!stresses.isNonzero())
      throw base::InputError(
          "The structure cannot buckle: its stiffness does not depend on the loads. Use materials and elements for "
          "large rotations (`saint-venant-kirchhoff`, `corotational` with `tangent: exact`, `beam`, `truss`), not "
          "`linear-elastic`, and check that the loads are nonzero at `time`.");
  });
}

}  // namespace

void Buckling::declare(base::Parameters<Data>& p) {
  p.optional("modes", &Data::modes, "", "number of lowest positive load factors").positive();
  p.optional("time", &Data::time, "time", "time at which the loads are evaluated").positive();
  p.optional("tolerance", &Data::tolerance, "",
             "tolerance of the relative residual of each mode shape; the load factors are far more accurate")
      .positive();
}

void Buckling::requireSupported(Equations& equations) const {
  base::runCollectively(equations.comm(), [&] { equations.requireNoBounds("buckling"); });
  const ScopedLoadDisabling without_loads(equations.mechanics());
  equations.requireSupported();
  requireSymmetry(equations.mechanics());
}

void Buckling::requireValidStart(Equations& equations, TangentSolver&, base::Phases&) const {
  requireStressStiffness(equations.mechanics());
}

Solution Buckling::run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                       const StepCallback& on_step) {
  readKrylovSchurOptions(equations, solver, phases);
  completeTangents(equations, "a buckling analysis");
  const LinearResponse response = computeLinearResponse(equations, solver, phases, data_.time);
  solver::SolveStatistics statistics = response.statistics;
  const StressStiffness stresses(equations, response.u.get(), response.multipliers.get());
  requireSoftening(equations, stresses);
  const ScopedLoadDisabling without_loads(equations.mechanics());
  ModalOperators operators(equations, solver, phases, [&](Vec x, Vec y) { stresses.multiply(x, y); });
  operators.setShift(0.0);
  const auto of_stresses = [&](Vec x, Vec y) { operators.multiplyMass(x, y); };
  requireConservativeAmongModes(operators, of_stresses);
  last = std::min(last, data_.modes);
  std::vector<ModeShape> shapes = shapesOf(operators, last, data_.tolerance);
  warnAboutMissingModes(equations, shapes.size(), last);
  requireConservativeAmong(operators, shapes, of_stresses);
  orient(operators, shapes);
  shapes.resize(std::min(shapes.size(), static_cast<std::size_t>(last)));
  normalise(shapes);
  const std::vector<Mode> modes = modesOf(shapes);
  statistics = solver::combine(statistics, operators.statistics());
  base::log().info("{}: {}, {}", base::formatCount(modes.size(), "buckling mode"),
                   base::formatCount(statistics.solves, "linear solve"),
                   base::formatCount(statistics.iterations, "iteration"));
  std::vector<la::Vector> forces;
  for (std::size_t k = 0; k < modes.size(); ++k)
    forces.push_back(operators.force(shapes[k].phi.get(), modes[k].eigenvalue));
  Solution solution;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const auto evaluate_solution = [&](const SolutionRequest& request) {
      Solution shape =
          equations.evaluateModeSolution(shapes[k].phi.get(), shapes[k].lambda.get(), forces[k].get(), request);
      shape.statistics = statistics;
      shape.modes.assign(modes.begin(), modes.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      return shape;
    };
    solution = evaluate_solution({});
    if (on_step) on_step(static_cast<int>(k) + 1, static_cast<double>(k) + 1.0, evaluate_solution);
  }
  return solution;
}

}  // namespace tenon::analysis
