// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Modal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "ModeRun.hpp"
#include "analysis/checks/modelChecks.hpp"
#include "analysis/checks/restraint.hpp"
#include "base/text.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "preload.hpp"
#include "requireSymmetry.hpp"
#include "ritzValues.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/forms/extract.hpp"

namespace tenon::analysis {
namespace {

constexpr const char* by_preconditioner = "lobpcg";

/// @throws InputError if there are fewer unknowns than requested modes
void requireEnough(PetscInt unknowns, int modes) {
  if (unknowns < modes)
    throw base::InputError(
        fmt::format("The value of `modes` is {}, but the number of degrees of freedom that are left free by conditions "
                    "and constraints is only {}: reduce `modes`.",
                    modes, unknowns));
}

/// Search for modes with a shift that suits K, which may be singular. The shift is between a
/// hundredth and a hundred times the lowest omega^2; in this range both unconstrained bodies and
/// low frequencies are resolved.
class Search {
 public:
  Search(ModalOperators& operators, int count, double tolerance, bool by_lobpcg)
      : operators_(operators), count_(count), tolerance_(tolerance), by_lobpcg_(by_lobpcg) {}

  std::vector<ModeShape> withShift(double s) {
    setShift(s);
    std::vector<ModeShape> shapes = findModeShapes(operators_, {count_, tolerance_, by_lobpcg_});
    base::runCollectively(operators_.equations().comm(), [&] {
      if (shapes.size() < static_cast<std::size_t>(count_))
        throw base::NotConvergedError(
            fmt::format("The solver found only {} of {} modes. Parts without mass have no finite frequency: request "
                        "fewer `modes`, or increase -eps_max_it or -eps_ncv.",
                        shapes.size(), count_));
    });
    return shapes;
  }

  void setShift(double s) {
    operators_.setShift(s);
    const PetscInt dimension = operators_.dimension();
    base::runCollectively(operators_.equations().comm(), [&] { requireEnough(dimension, count_); });
  }

  /// Estimates the shift as for a single body of the total extent: with n nodes along it the
  /// highest omega is n times the lowest.
  std::vector<ModeShape> withAnyShift() {
    const double nodes =
        operators_.equations().mechanics().numUnknowns() / operators_.equations().mechanics().dimension();
    double s = operators_.meanEigenvalue() * std::pow(nodes, -2.0 / operators_.equations().mechanics().dimension());
    constexpr int most_rounds = 5;
    std::vector<ModeShape> shapes = withShiftAbove(s);
    for (int round = 1;; ++round) {
      const double better = betterShift(shapes);
      if (better == 0.0 || round == most_rounds) return shapes;
      base::log().debug(
          "The lowest frequency is far below the shift: the computation is repeated with the shift {:.3g}.", better);
      shapes = withShiftAbove(better);
    }
  }

  /// Searches with K alone, which is known to be regular, and with a shift if K is not positive
  /// definite.
  std::vector<ModeShape> withoutShift() {
    try {
      return withShift(0.0);
    } catch (const IndefiniteStiffnessError&) {
      return withAnyShift();
    }
  }

 private:
  /// Increases the shift until K + s M is positive definite, or decreases it according to estimates
  /// of the lowest omega^2.
  std::vector<ModeShape> withShiftAbove(double s) {
    constexpr double growth = 30.0, most = 1e4;  // inertia dominates beyond the mean omega^2
    for (;; s *= growth) {
      try {
        return withShift(probedShift(s));
      } catch (const IndefiniteStiffnessError&) {
        if (s > most * operators_.meanEigenvalue()) throw;
      }
    }
  }

  /// Returns a shift of at most ten times the lowest nonzero omega^2, as estimated by a few solves.
  /// With a much larger shift the values theta = 1 / (omega^2 + s) of the lowest modes are nearly
  /// equal, and a search takes hundreds of solves. The estimates are upper bounds, so that the
  /// shift remains above the lowest omega^2. Below `least`, the round-off of K x would exceed the
  /// tolerance of (omega^2 + s) M x.
  double probedShift(double s) {
    constexpr int steps = 20, most_rounds = 6;
    constexpr double suited = 0.1;
    const double least = 1e-9 * operators_.meanEigenvalue();
    for (int round = 0; round < most_rounds; ++round) {
      setShift(s);
      const auto phase = operators_.phases().begin("solve");
      const double lowest = lowestStiff(ritzValues(operators_, steps));
      if (lowest == 0.0 || std::max(lowest, least) > suited * s) return s;
      base::log().info("  The lowest omega^2 is at most {:.3g}, far below the shift {:.3g}, which is lowered.", lowest,
                       s);
      s = std::max(lowest, least);
    }
    return s;
  }

  /// Returns an upper bound of the lowest omega^2 that is certainly neither zero nor negative; 0 if
  /// there is none, or if any omega^2 is negative.
  double lowestStiff(const std::vector<RitzValue>& values) const {
    const double s = operators_.shift(), of_zero = 1.0 / s;
    if (values.empty() || values.front().theta - values.front().error > (1 + tolerance_) * of_zero) return 0.0;
    const auto stiff = std::find_if(values.begin(), values.end(), [&](const RitzValue& value) {
      return value.theta + value.error < (1 - tolerance_) * of_zero;
    });
    return stiff == values.end() || !(stiff->theta > 0.0) ? 0.0 : 1.0 / stiff->theta - s;
  }

  /// Returns a better shift, or 0 if the current shift suits the modes: it is at most a hundred
  /// times the lowest nonzero |omega^2|, and a few times a negative omega^2.
  double betterShift(const std::vector<ModeShape>& shapes) const {
    const double s = operators_.shift(), lowest = shapes.front().mu - s;
    if (lowest < -tolerance_ * s) return -3.0 * lowest < 0.1 * s ? -3.0 * lowest : 0.0;
    const auto stiff = std::find_if(shapes.begin(), shapes.end(),
                                    [&](const ModeShape& shape) { return shape.mu - s > tolerance_ * shape.mu; });
    return stiff == shapes.end() || stiff->mu - s > 0.01 * s ? 0.0 : stiff->mu - s;
  }

  ModalOperators& operators_;
  int count_;
  double tolerance_;
  bool by_lobpcg_;
};

/// Returns the movable mass along x, y, z, the sum of all effective masses: M r . z with z the
/// vector of V closest to the unit translation r, |z - r|_M minimal. z is the limit of (K + s M)^-1
/// s M r for s above all omega^2.
base::Vec3 movableMass(ModalOperators& operators) {
  operators.setShift(1e10 * operators.meanEigenvalue());
  const auto phase = operators.phases().begin("solve");
  const la::Vector f = operators.makeVector(), z = operators.makeVector(),
                   lambda = operators.equations().rows().makeVector();
  base::Vec3 mass = base::Vec3::Zero();
  for (int axis = 0; axis < operators.equations().mechanics().dimension(); ++axis) {
    operators.multiplyMass(operators.translation(axis).get(), f.get());
    if (la::norm(f.get()) == 0.0) continue;
    operators.solve(f.get(), z.get(), lambda.get());
    mass[axis] = operators.shift() * dot(f.get(), z.get());
  }
  return mass;
}

std::vector<Mode> modesOf(const ModalOperators& operators, const std::vector<ModeShape>& shapes, double tolerance,
                          const base::Vec3& movable) {
  std::vector<la::Vector> momenta;  // momenta of unit translations
  for (int axis = 0; axis < operators.equations().mechanics().dimension(); ++axis) {
    momenta.push_back(operators.makeVector());
    operators.multiplyMass(operators.translation(axis).get(), momenta.back().get());
  }
  const double least = 1e-9 * movable.maxCoeff();
  base::Vec3 sum = base::Vec3::Zero();
  std::vector<Mode> modes;
  for (const ModeShape& shape : shapes) {
    Mode mode;
    const double eigenvalue = shape.mu - operators.shift();
    if (std::abs(eigenvalue) > tolerance * shape.mu) mode.eigenvalue = eigenvalue;
    mode.residual = shape.residual;
    for (int axis = 0; axis < operators.equations().mechanics().dimension(); ++axis) {
      const double part = dot(shape.phi.get(), momenta[static_cast<std::size_t>(axis)].get());
      sum[axis] += mode.effective_mass[axis] = part * part;
      if (movable[axis] > least) mode.share[axis] = sum[axis] / movable[axis];
    }
    modes.push_back(mode);
  }
  return modes;
}

/// Warns if the shift of the case hides frequencies: modes with omega^2 = 0 that are not rigid-body
/// modes, whose Rayleigh quotient is round-off.
void warnAboutShift(const ModalOperators& operators, const std::vector<ModeShape>& shapes,
                    const std::vector<Mode>& modes, double tolerance) {
  const auto isZero = [](const Mode& mode) { return mode.eigenvalue == 0.0; };
  if (std::none_of(modes.begin(), modes.end(), isZero)) return;
  constexpr double round_off = 1e-9;  // relative to the mean omega^2
  const double least = round_off * operators.meanEigenvalue();
  const la::Matrix K = system::stiffnessOf(operators.equations().mechanics(), {{}, true});
  const la::Vector force = operators.makeVector();
  std::size_t hidden = 0;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    Vec phi = shapes[k].phi.get();
    TENON_PETSC(MatMult(K.get(), phi, force.get()));
    const double elastic = -dot(phi, force.get());
    operators.multiplyMass(phi, force.get());
    if (isZero(modes[k]) && elastic > least * dot(phi, force.get())) ++hidden;
  }
  if (hidden > 0)
    base::log().warn(
        "The shift {:.3g} is too large: it resolves only omega^2 above {:.3g}, the product of shift and tolerance. The "
        "frequency of {} is shown as 0, but without being that of a rigid-body mode: specify a `shift` of the "
        "magnitude of the lowest omega^2, or remove it.",
        operators.shift(), tolerance * operators.shift(), base::formatCount(hidden, "mode"));
}

void warnAboutInstability(const std::vector<Mode>& modes) {
  const auto unstable =
      std::count_if(modes.begin(), modes.end(), [](const Mode& mode) { return mode.eigenvalue < 0.0; });
  if (unstable > 0)
    base::log().warn(
        "{} mode{} negative omega^2, shown as a negative frequency: the state is unstable, and perturbations along "
        "such a mode shape grow.",
        unstable, unstable == 1 ? " has a" : "s have a");
}

/// Warns about frequencies that the shift of the case hides, and about negative omega^2.
void warnAboutModes(const ModalOperators& operators, const ModeSet& set, const Modal::Data& data) {
  if (data.shift > 0.0) warnAboutShift(operators, set.shapes, set.modes, data.tolerance);
  warnAboutInstability(set.modes);
}

/// Logs the numbers of modes, solves and iterations.
void logStatistics(const ModeSet& set) {
  base::log().info("{}: {}, {}", base::formatCount(set.modes.size(), "mode"),
                   base::formatCount(set.statistics.solves, "linear solve"),
                   base::formatCount(set.statistics.iterations, "iteration"));
}

}  // namespace

double Mode::omega() const {
  return std::copysign(std::sqrt(std::abs(eigenvalue)), eigenvalue);
}

double Mode::frequency() const {
  return omega() / (2 * M_PI);
}

void Modal::declare(base::Parameters<Data>& p) {
  p.optional("modes", &Data::modes, "", "number of lowest frequencies, repeated by multiplicity").positive();
  p.optional("shift", &Data::shift, "1/time^2",
             "shift s > 0 in K + s M, of the magnitude of the lowest omega^2, for unsupported bodies; 0: automatic")
      .nonNegative();
  p.optional("method", &Data::method, "", "krylov-schur, with linear solves; or lobpcg, with the preconditioner only")
      .oneOf({"krylov-schur", by_preconditioner});
  p.optional("tolerance", &Data::tolerance, "",
             "tolerance of the residual of each mode relative to (omega^2 + s) M phi; omega^2 is far more accurate, "
             "and is set to 0 if it is smaller than this fraction of omega^2 + s")
      .positive();
  p.optional("preload", &Data::preload, "",
             "true: modes about the equilibrium under the loads and prescribed displacements at `end_time`, computed "
             "first by load steps; false: modes about the unloaded reference configuration");
  p.optional("steps", &Data::steps, "", "number of load steps of the preload").positive();
  p.optional("end_time", &Data::end_time, "time", "time at which the loads of the preload are evaluated").positive();
  p.optional("max_step_reductions", &Data::cuts, "",
             "maximum number of times that a step of the preload that does not converge is halved")
      .nonNegative()
      .formerly({"cuts"});
  p.optional("max_iterations", &Data::max_iterations, "",
             "maximum number of Newton iterations in each step of the preload")
      .positive();
  p.optional("newton_tolerance", &Data::newton_tolerance, "",
             "tolerance of Newton's method in the preload, like `tolerance` of static analyses")
      .positive();
  p.optional("line_search", &Data::line_search, "",
             "line search of Newton's method in the preload, as in static analyses")
      .oneOf({"none", "residual", "critical-point"});
}

namespace {

/// @throws InputError if a rigid-body mode is free in the reference configuration, where the
/// preload begins
/// @note Collective.
void requireSupportedPreload(Equations& equations) {
  try {
    analysis::requireSupported(equations);
  } catch (const base::InputError& error) {
    if (!error.isOnAllRanks()) throw;
    base::runCollectively(equations.comm(), [&] {
      throw base::InputError(
          fmt::format("{} The preload is a static analysis and begins without the stresses that it causes. If only "
                      "these stresses stiffen a mode, as in a pendulum, add a spring of negligible stiffness.",
                      error.what()));
    });
  }
}

}  // namespace

void Modal::requireSupported(Equations& equations) const {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  const Data usual;
  const bool has_steps = data_.steps != usual.steps || data_.end_time != usual.end_time || data_.cuts != usual.cuts ||
                         data_.max_iterations != usual.max_iterations || data_.line_search != usual.line_search ||
                         data_.newton_tolerance != usual.newton_tolerance;
  base::runCollectively(equations.comm(), [&] {
    if (has_steps && !data_.preload)
      throw base::InputError(
          "`steps`, `end_time`, `max_step_reductions`, `max_iterations`, `newton_tolerance` and `line_search` of a "
          "modal analysis belong to its preload: set `preload: true`, or remove them.");
    if (mechanics.masses().empty())
      throw base::InputError(
          "A modal analysis needs masses: specify, for example, `masses: [{type: consistent, density: ...}]` for an "
          "object.");
    if (!data_.preload) requireNoBounds(equations.mechanics(), "a modal analysis without `preload: true`");
    for (const auto& constraint : mechanics.constraints())
      if (constraint->active && constraint->level() == constraint::Constraint::Level::velocity)
        throw base::InputError(
            fmt::format("The constraint '{}' acts on velocities, but a modal analysis does not support such "
                        "constraints: remove the constraint, or set `active: false`.",
                        constraint->name()));
  });
  if (data_.preload) return requireSupportedPreload(equations);
  const ScopedLoadDisabling without_loads(equations.mechanics());
  requireSymmetry(mechanics);
}

// Checks the number of unknowns; constraint rows, which may reduce the number of modes further, are
// not known yet.
void Modal::requireValidStart(Equations& equations, TangentSolver&, base::Phases&) const {
  const PetscInt unheld = numUnconstrained(equations);
  base::runCollectively(equations.comm(), [&] { requireEnough(unheld, data_.modes); });
  if (!data_.preload) requireUnloaded(equations);
}

solver::SolveStatistics Modal::findState(Equations& equations, TangentSolver& solver, base::Phases& phases) const {
  solver::SolveStatistics statistics;
  if (!data_.preload) {
    requireUnloaded(equations);
  } else {
    NewtonParameters newton;
    newton.tolerance = data_.newton_tolerance;
    newton.max_iterations = data_.max_iterations;
    newton.line_search = data_.line_search;
    statistics = applyPreload(equations, solver, phases, {newton, data_.steps, data_.end_time, data_.cuts});
  }
  completeTangents(equations, "a modal analysis");
  return statistics;
}

ModeSet Modal::compute(Equations& equations, TangentSolver& solver, base::Phases& phases, int count) const {
  readKrylovSchurOptions(equations, solver, phases);  // before the first solver checks for unused options
  ModeSet set;
  const solver::SolveStatistics of_preload = findState(equations, solver, phases);
  set.time = data_.preload ? data_.end_time : 0.0;
  set.excludes_loads = !data_.preload;
  std::optional<ScopedLoadDisabling> without_loads;
  if (set.excludes_loads) without_loads.emplace(equations.mechanics());
  ModalOperators operators(equations, solver, phases);
  set.movable_mass = movableMass(operators);
  Search search(operators, count, data_.tolerance, data_.method == by_preconditioner);
  const auto require_conservative = [&] {
    if (data_.preload) requireConservative(operators, [&](Vec x, Vec y) { operators.multiplyShifted(x, y); });
  };
  if (data_.preload) {
    operators.setShift(0.0);  // inertia would hide a small asymmetric part
    require_conservative();
  }
  try {
    set.shapes = data_.shift > 0.0        ? search.withShift(data_.shift)
                 : isSupported(equations) ? search.withoutShift()
                                          : search.withAnyShift();
  } catch (const base::NotConvergedError&) {
    require_conservative();  // eigensolvers may not converge for an asymmetric matrix
    throw;
  }
  orient(operators, set.shapes);
  set.shapes.resize(static_cast<std::size_t>(count));
  set.modes = modesOf(operators, set.shapes, data_.tolerance, set.movable_mass);
  warnAboutModes(operators, set, data_);
  set.statistics = solver::combine(of_preload, operators.statistics());
  logStatistics(set);
  // All forces are evaluated before the states change, because contributors evaluate in the current
  // state.
  for (std::size_t k = 0; k < set.modes.size(); ++k)
    set.forces.push_back(operators.force(set.shapes[k].phi.get(), set.modes[k].eigenvalue));
  return set;
}

std::unique_ptr<AnalysisRun> Modal::begin(Equations& equations, TangentSolver& solver, base::Phases& phases, int last) {
  const int count = std::min(last, data_.modes);
  return std::make_unique<ModeRun>(equations, "modal", count, [this, &equations, &solver, &phases, count] {
    return compute(equations, solver, phases, count);
  });
}

}  // namespace tenon::analysis
