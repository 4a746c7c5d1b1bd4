// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Buckling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "LinearResponse.hpp"
#include "ModeRun.hpp"
#include "StressStiffness.hpp"
#include "analysis/checks/modelChecks.hpp"
#include "analysis/checks/restraint.hpp"
#include "base/text.hpp"
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
    base::log().warn("The number of positive buckling factors is only {}, but {} were requested.", found, wanted);
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
  base::runCollectively(equations.comm(), [&] { requireNoBounds(equations.mechanics(), "a buckling analysis"); });
  const ScopedLoadDisabling without_loads(equations.mechanics());
  analysis::requireSupported(equations);
  requireSymmetry(equations.mechanics());
}

void Buckling::requireValidStart(Equations& equations, TangentSolver&, base::Phases&) const {
  requireStressStiffness(equations.mechanics());
}

ModeSet Buckling::compute(Equations& equations, TangentSolver& solver, base::Phases& phases, int count) const {
  readKrylovSchurOptions(equations, solver, phases);
  completeTangents(equations, "a buckling analysis");
  ModeSet set;
  const LinearResponse response = computeLinearResponse(equations, solver, phases, data_.time);
  const StressStiffness stresses(equations, response.u.get(), response.multipliers.get());
  requireSoftening(equations, stresses);
  set.time = data_.time;
  set.excludes_loads = true;
  const ScopedLoadDisabling without_loads(equations.mechanics());
  ModalOperators operators(equations, solver, phases, [&](Vec x, Vec y) { stresses.multiply(x, y); });
  operators.setShift(0.0);
  const auto of_stresses = [&](Vec x, Vec y) { operators.multiplyMass(x, y); };
  requireConservativeAmongModes(operators, of_stresses);
  set.shapes = shapesOf(operators, count, data_.tolerance);
  warnAboutMissingModes(equations, set.shapes.size(), count);
  requireConservativeAmong(operators, set.shapes, of_stresses);
  orient(operators, set.shapes);
  set.shapes.resize(std::min(set.shapes.size(), static_cast<std::size_t>(count)));
  normalise(set.shapes);
  set.modes = modesOf(set.shapes);
  set.statistics = solver::combine(response.statistics, operators.statistics());
  base::log().info("{}: {}, {}", base::formatCount(set.modes.size(), "buckling mode"),
                   base::formatCount(set.statistics.solves, "linear solve"),
                   base::formatCount(set.statistics.iterations, "iteration"));
  for (std::size_t k = 0; k < set.modes.size(); ++k)
    set.forces.push_back(operators.force(set.shapes[k].phi.get(), set.modes[k].eigenvalue));
  return set;
}

std::unique_ptr<AnalysisRun> Buckling::begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                             int last) {
  const int count = std::min(last, data_.modes);
  return std::make_unique<ModeRun>(equations, "buckling", count, [this, &equations, &solver, &phases, count] {
    return compute(equations, solver, phases, count);
  });
}

}  // namespace tenon::analysis
