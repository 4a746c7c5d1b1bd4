// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "consistentStart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "analysis/Residual.hpp"
#include "analysis/computeExtent.hpp"
#include "analysis/steps/constraintRates.hpp"
#include "analysis/steps/velocityTables.hpp"
#include "gyroscopic.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "startWeights.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::analysis {

using base::LocalIndex;

namespace {

// Weights of the values at the times 1, 2 and 3 after an instant, from which the next slope of a
// table applies: exact for polynomials of second degree.
constexpr std::array<double, 3> value_there{3.0, -3.0, 1.0}, slope_there{-2.5, 4.0, -1.5};

constexpr double negligible = 1e-13;  // relative to displacements: round-off of their differences

la::Vector sum(const std::array<double, 3>& weights, const std::array<la::Vector, 3>& values, double factor) {
  la::Vector sum = la::makeZeroLike(values[0].get());
  for (std::size_t k = 0; k < values.size(); ++k) TENON_PETSC(VecAXPY(sum.get(), factor * weights[k], values[k].get()));
  return sum;
}

class ConsistentStart {
 public:
  /// Starts from the states at `time`.
  ConsistentStart(Equations& equations, TangentSolver& solver, double time, double h)
      : equations_(equations),
        solver_(solver),
        time_(time),
        h_(h),
        next_entry_(nextEntry(collectVelocityTables(equations.mechanics(), false), time, 1e-6 * h)),
        now_(equations.unknowns().states()) {
    TENON_PETSC(VecSet(now_.a.get(), 0.0));
    setGyroscopicForm(equations_.mechanics(), force::GyroscopicForce::Form::at_end);
  }

  void find(base::Phases& phases) {
    linearise(phases);
    const auto phase = phases.begin("solve");
    if (equations_.constraints() != nullptr) {
      warnOfGaps();
      fitVelocities(la::makeZeroLike(now_.v.get()).get());
    }
    findAccelerations();
  }

  /// Computes velocities and accelerations after a jump of prescribed rates.
  /// @param of_bounds multipliers of bounds, which remain unchanged; nullptr without constraints
  /// @return the accelerations without the forces of these multipliers
  la::Vector goOn(Vec of_bounds, base::Phases& phases) {
    linearise(phases);
    const auto phase = phases.begin("solve");
    if (equations_.constraints() != nullptr) fitVelocities(la::makeZeroLike(now_.v.get()).get());
    findAccelerations();
    la::Vector without = equations_.unknowns().states().a;
    if (of_bounds != nullptr && la::norm(of_bounds) > 0.0) addBounds(without.get(), of_bounds);
    return without;
  }

  const solver::SolveStatistics& statistics() const { return statistics_; }

  /// Computes accelerations and multipliers with given accelerations `held` of prescribed degrees
  /// of freedom.
  solver::SolveStatistics fit(la::Vector held, base::Phases& phases) {
    now_.a = std::move(held);
    place(0.0);
    solver_.linearise(phases);
    const auto phase = phases.begin("solve");
    findAccelerations();
    return statistics_;
  }

  solver::SolveStatistics end(base::Phases& phases) {
    place(0.0);
    solver_.linearise(phases);
    const auto phase = phases.begin("solve");
    const la::Vector half = std::move(computeResidual(equations_).free);
    TENON_PETSC(VecScale(half.get(), 0.5 * h_));
    fitVelocities(half.get());
    findAccelerations();
    return statistics_;
  }

 private:
  /// Sets the equations to the state after a time s at constant v.
  void place(double s) {
    const la::Vector d = la::makeZeroLike(now_.q.get());
    TENON_PETSC(VecAXPY(d.get(), s, now_.v.get()));
    equations_.unknowns().setKinematics({0.0, 0.0, 1.0, k(false), k(true)}, now_.q.get(), d.get(), now_.v.get(),
                                        now_.a.get());
    equations_.setTime(time_ + s);
  }

  void linearise(base::Phases& phases) {
    holdMotion();
    place(0.0);
    solver_.linearise(phases);
  }

  /// Returns `step`, reduced such that three steps do not reach the next entry of a table.
  double within(double step) const { return std::min(step, 0.25 * (next_entry_ - time_)); }

  /// Sets displacements, velocities and accelerations of prescribed degrees of freedom, as from
  /// this time on.
  void holdMotion() {
    place(0.0);
    now_.q = equations_.unknowns().states().q;
    const double step = within(h_ * prescribed_difference);
    std::array<la::Vector, 3> moved;
    for (std::size_t k = 0; k < moved.size(); ++k) {
      place(0.0);
      equations_.setTime(time_ + static_cast<double>(k + 1) * step);
      moved[k] = equations_.unknowns().increment();
    }
    const la::Vector rate = sum(velocity_weights, moved, 1.0 / step);
    TENON_PETSC(VecAXPY(now_.v.get(), -1.0, rate.get()));
    equations_.mechanics().projection().project(now_.v.get());
    TENON_PETSC(VecAXPY(now_.v.get(), 1.0, rate.get()));
    holdAccelerations(sum(acceleration_weights, moved, 1.0).get(), step);
  }

  /// Sets prescribed accelerations from second differences over a step.
  void holdAccelerations(Vec differences, double step) {
    const double least = negligible * la::norm(now_.q.get(), NORM_INFINITY);
    for (double& one : la::WriteArray(differences)) one = std::abs(one) > least ? one / (step * step) : 0.0;
    now_.a = equations_.mechanics().projection().complementOf(differences);
  }

  /// Adds the effect of the multipliers of bounds on accelerations and on the other multipliers.
  void addBounds(Vec accelerations, Vec of_bounds) {
    const la::Vector force = la::makeZeroLike(accelerations), change = la::makeZeroLike(accelerations);
    const la::Vector multipliers = la::makeZeroLike(of_bounds), no_rates = la::makeZeroLike(of_bounds);
    TENON_PETSC(MatMultTranspose(equations_.constraints()->free(), of_bounds, force.get()));
    solve(force.get(), no_rates.get(), change.get(), multipliers.get());
    const la::Vector sums = equations_.rows().copyMultipliers();
    TENON_PETSC(VecAXPY(sums.get(), 1.0, multipliers.get()));
    TENON_PETSC(VecAXPY(sums.get(), 1.0, of_bounds));
    StateVectors state = equations_.unknowns().states();
    state.a = equations_.unknowns().get();
    TENON_PETSC(VecAXPY(state.a.get(), 1.0, change.get()));
    equations_.setState(time_, state, sums.get());
    equations_.updateActiveSet();
  }

  void warnOfGaps() const {
    const double gap = equations_.rows().gap(equations_.rows().residual().get());
    const double extent = computeExtent(equations_.mechanics());
    if (gap > 1e-8 * (extent > 0.0 ? extent : equations_.unknowns().size()))
      base::log().warn(
          "The initial state violates the constraints by {:.2e}: the first step removes this residual and thereby "
          "induces velocities.",
          gap);
  }

  /// Projects the velocities onto the constraints, after impulses `given` of forces.
  void fitVelocities(Vec given) {
    const la::Vector change = la::makeZeroLike(now_.v.get());
    const la::Vector impulses = equations_.rows().makeVector();
    const la::Vector g = impulses ? minusRates() : la::Vector();
    solve(given, g.get(), change.get(), impulses.get());
    TENON_PETSC(VecAXPY(now_.v.get(), 1.0, change.get()));
  }

  void findAccelerations() {
    const la::Vector multipliers = equations_.rows().makeVector();
    const la::Vector g = multipliers ? minusAccelerations() : la::Vector();
    place(0.0);
    const la::Vector f = std::move(computeResidual(equations_).free), a = la::makeZeroLike(now_.a.get());
    solve(f.get(), g.get(), a.get(), multipliers.get());
    TENON_PETSC(VecAXPY(a.get(), 1.0, now_.a.get()));
    equations_.setUnknowns(a.get(), multipliers.get());
  }

  void solve(Vec f, Vec g, Vec dx, Vec multipliers) {
    statistics_ = solver::combine(statistics_, solver_.solveFor(f, g, dx, multipliers));
  }

  /// Returns the right-hand side of the rows for velocities: -k (G v + dPhi/dt), or -k Phi for rows
  /// on velocities. Rows with compliance do not constrain velocities.
  la::Vector minusRates() {
    if (!hasEquations()) return equations_.rows().makeVector();
    const double step = within(1e-4 * h_);
    std::array<std::vector<double>, 3> rates;
    for (std::size_t k = 0; k < rates.size(); ++k) {
      equations_.mechanics().setTime(time_ + static_cast<double>(k + 1) * step);
      rates[k] = computeConstraintRates(equations_, now_.v.get());
    }
    equations_.mechanics().setTime(time_);
    return minus(value_there, rates, 1.0, std::vector<double>(rates[0].size(), 0.0));
  }

  /// Returns the right-hand side of the rows for accelerations: the rate of the right-hand side for
  /// velocities along q + s v, t + s, with the accelerations of prescribed degrees of freedom. Rows
  /// with compliance have lambda = -h / C.
  la::Vector minusAccelerations() {
    if (!hasEquations()) return equations_.rows().makeVector();
    const double step = apart();
    std::array<std::vector<double>, 3> rates;
    for (std::size_t k = 0; k < rates.size(); ++k) {
      place(static_cast<double>(k + 1) * step);
      rates[k] = computeConstraintRates(equations_, now_.v.get());
    }
    place(0.0);
    const la::Vector of_held = equations_.constraints()->makeVector();
    TENON_PETSC(MatMult(equations_.constraints()->full(), now_.a.get(), of_held.get()));
    la::Vector g = minus(slope_there, rates, 1.0 / step, la::entriesOf(of_held.get()));
    if (equations_.constraints()->compliance() == nullptr) return g;
    const std::vector<double> compliance = la::entriesOf(equations_.constraints()->compliance());
    const la::Vector residual = equations_.rows().residual();
    const la::ReadArray phi(residual.get());
    la::WriteArray rows(g.get());
    for (std::size_t row = 0; row < compliance.size(); ++row)
      if (compliance[row] != 0.0) rows.begin()[row] = -phi.begin()[row];
    return g;
  }

  /// Returns -k (factor sum weight_k rates_k + more) for rows that are active as equalities, 0 for
  /// others.
  la::Vector minus(const std::array<double, 3>& weights, const std::array<std::vector<double>, 3>& rates, double factor,
                   const std::vector<double>& more) const {
    const std::vector<double> compliance = la::entriesOf(equations_.constraints()->compliance());
    const std::vector<char> closed = equations_.rows().closedRowFlags();
    const std::vector<char>& dropped = equations_.mechanics().dropped();
    std::vector<double> rows;
    for (const auto& constraint : equations_.mechanics().constraints()) {
      const bool on_velocities = constraint->level() == constraint::Constraint::Level::velocity;
      for (LocalIndex r = 0; r < constraint->numRows(); ++r) {
        const std::size_t row = rows.size();
        const double sum = weights[0] * rates[0][row] + weights[1] * rates[1][row] + weights[2] * rates[2][row];
        const bool counts = constraint->active && closed[row] != 0 && dropped[row] == 0 &&
                            (compliance.empty() || compliance[row] == 0.0);
        rows.push_back(counts ? -k(on_velocities) * (factor * sum + more[row]) : 0.0);
      }
    }
    la::Vector g = equations_.constraints()->makeVector();
    la::setEntries(g.get(), rows);
    return g;
  }

  /// Returns true if any rows are equalities; rows with bounds are inactive in a start.
  bool hasEquations() const {
    const auto& constraints = equations_.mechanics().constraints();
    return std::any_of(constraints.begin(), constraints.end(),
                       [](const auto& one) { return one->active && !one->isUnilateral(); });
  }

  /// Returns the divisor of rows in the system, which is so small that rows with compliance, C / k,
  /// do not resist accelerations.
  double k(bool on_velocities) const { return 1e-10 * (on_velocities ? h_ : h_ * h_); }

  /// Returns the time between the points of a difference, in which nothing moves farther than 1e-5
  /// of the extent of all bodies.
  /// @note Collective.
  double apart() const {
    const double speed = equations_.norms().largestDisplacement(now_.v.get());
    const double extent = computeExtent(equations_.mechanics());
    const double short_way = speed > 0.0 && extent > 0.0 ? 1e-5 * extent / speed : h_;
    return within(std::min(1e-4 * h_, short_way));
  }

  Equations& equations_;
  TangentSolver& solver_;
  double time_, h_, next_entry_;
  StateVectors now_;
  solver::SolveStatistics statistics_;
};

}  // namespace

void consistentStart(Equations& equations, TangentSolver& solver, double h, base::Phases& phases) {
  ConsistentStart(equations, solver, 0.0, h).find(phases);
}

JumpRestart restartAfterJump(Equations& equations, TangentSolver& solver, double time, double h, Vec of_bounds,
                             base::Phases& phases) {
  equations.setState(time, equations.unknowns().states(), equations.rows().makeVector().get());
  equations.rows().releaseBounds();
  ConsistentStart start(equations, solver, time, h);
  la::Vector without = start.goOn(of_bounds, phases);
  return {std::move(without), start.statistics()};
}

solver::SolveStatistics endStep(Equations& equations, TangentSolver& solver, double time, double h,
                                const StateVectors& before, base::Phases& phases) {
  equations.setState(time, before, equations.rows().makeVector().get());
  return ConsistentStart(equations, solver, time, h).end(phases);
}

solver::SolveStatistics computeConsistentAccelerations(Equations& equations, TangentSolver& solver, double time,
                                                       double h, const StateVectors& state, base::Phases& phases) {
  la::Vector held = equations.mechanics().projection().complementOf(state.a.get());
  equations.setState(time, state, equations.rows().makeVector().get());
  return ConsistentStart(equations, solver, time, h).fit(std::move(held), phases);
}

}  // namespace tenon::analysis
