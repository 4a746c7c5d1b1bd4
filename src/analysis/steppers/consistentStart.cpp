#include "consistentStart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "extentOf.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/la/arrays.hpp"

namespace tenon::analysis {

using base::LocalIndex;

namespace {

/// Weights of differences of order 0, 1, 2 at the places 0, 1, 2, 3: second order in what lies between them.
constexpr std::array<std::array<double, 4>, 3> one_sided{{{1, 0, 0, 0}, {-1.5, 2, -0.5, 0}, {2, -5, 4, -1}}};

class Start {
 public:
  /// From the motion of the states at `time`.
  Start(Equations& equations, TangentSolver& solver, double time, double h)
      : equations_(equations), solver_(solver), time_(time), h_(h), now_(equations.motion()) {
    TENON_PETSC(VecSet(now_.a.get(), 0.0));
  }

  MotionVectors find(base::Phases& phases) {
    holdVelocities();
    place(0.0);
    solver_.linearise(phases);
    const auto phase = phases.begin("solve");
    if (equations_.constraints() != nullptr) {
      warnOfGaps();
      fitVelocities(la::like(now_.v.get()).get());
    }
    findAccelerations();
    return equations_.motion();
  }

  /// With the accelerations of what is held.
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
    const la::Vector half = std::move(equations_.balance().free);
    TENON_PETSC(VecScale(half.get(), 0.5 * h_));
    fitVelocities(half.get());
    findAccelerations();
    return statistics_;
  }

 private:
  /// Evaluates where the motion is after a time s, of v alone.
  void place(double s) {
    const la::Vector d = la::like(now_.q.get());
    TENON_PETSC(VecAXPY(d.get(), s, now_.v.get()));
    equations_.setKinematics({0.0, 0.0, 1.0, k(false), k(true)}, now_.q.get(), d.get(), now_.v.get(), now_.a.get());
    equations_.moveTo(time_ + s);
  }

  /// v of what is held: how far the first step moves it.
  void holdVelocities() {
    place(0.0);
    now_.q = equations_.motion().q;
    place(0.0);
    equations_.moveTo(time_ + h_);
    const la::Vector rate = equations_.increment();
    TENON_PETSC(VecScale(rate.get(), 1.0 / h_));
    TENON_PETSC(VecAXPY(now_.v.get(), -1.0, rate.get()));
    equations_.mechanics().projection().project(now_.v.get());
    TENON_PETSC(VecAXPY(now_.v.get(), 1.0, rate.get()));
  }

  void warnOfGaps() const {
    const double gap = equations_.gap(equations_.violation().get());
    if (gap > 1e-8 * extentOf(equations_.mechanics()))
      base::log().warn(
          "At time 0 constraints are {:.2e} away from where they should be: the first step closes that, with the "
          "velocities that it takes.",
          gap);
  }

  /// Velocities that constraints allow, after impulses of forces.
  void fitVelocities(Vec given) {
    const la::Vector change = la::like(now_.v.get());
    la::Vector impulses, g;
    if (equations_.constraints() != nullptr) {
      impulses = equations_.constraints()->makeVector();
      g = minusDerivatives(1);
    }
    solve(given, g.get(), change.get(), impulses.get());
    TENON_PETSC(VecAXPY(now_.v.get(), 1.0, change.get()));
  }

  void findAccelerations() {
    la::Vector multipliers, g;
    if (equations_.constraints() != nullptr) {
      multipliers = equations_.constraints()->makeVector();
      g = minusDerivatives(2);
    }
    place(0.0);
    const la::Vector f = std::move(equations_.balance().free), a = la::like(now_.a.get());
    solve(f.get(), g.get(), a.get(), multipliers.get());
    TENON_PETSC(VecAXPY(a.get(), 1.0, now_.a.get()));
    equations_.setUnknowns(a.get(), multipliers.get());
  }

  void solve(Vec f, Vec g, Vec dx, Vec multipliers) {
    statistics_ = solver::joined(statistics_, solver_.solveFor(f, g, dx, multipliers));
  }

  /// What solveFor() wants so that derivatives of rows vanish along q + s v, t + s: -k d^n h / ds^n of rows on
  /// positions, one order less of those on velocities. Rows with compliance do not resist velocities; to accelerations
  /// they have lambda = -h / C.
  la::Vector minusDerivatives(int order) {
    if (!hasEquations()) return equations_.constraints()->makeVector();
    const double step = apart();
    std::vector<std::vector<double>> values;
    for (int i = 0; i < 4; ++i) {
      place(i * step);
      values.push_back(la::entriesOf(equations_.violation().get()));
    }
    place(0.0);
    const std::vector<double> compliance = la::entriesOf(equations_.constraints()->compliance());
    std::vector<double> rows;
    for (const auto& constraint : equations_.mechanics().constraints()) {
      const bool on_velocities = constraint->level() == constraint::Constraint::Level::velocity;
      const int n = order - (on_velocities ? 1 : 0);
      for (LocalIndex r = 0; r < constraint->numRows(); ++r) {
        const std::size_t row = rows.size();
        double sum = 0.0;
        for (std::size_t i = 0; i < 4; ++i) sum += one_sided[static_cast<std::size_t>(n)][i] * values[i][row];
        if (compliance.empty() || compliance[row] == 0.0)
          rows.push_back(-k(on_velocities) * sum / std::pow(step, n));
        else
          rows.push_back(order == 1 ? 0.0 : -values[0][row]);
      }
    }
    la::Vector g = equations_.constraints()->makeVector();
    la::setEntries(g.get(), rows);
    return g;
  }

  /// Whether any rows are no bounds, which a start leaves free.
  bool hasEquations() const {
    const auto& constraints = equations_.mechanics().constraints();
    return std::any_of(constraints.begin(), constraints.end(),
                       [](const auto& one) { return one->active && !one->isBound(); });
  }

  /// By what the system divides rows: so little that those with compliance, C / k, do not resist accelerations.
  double k(bool on_velocities) const { return 1e-10 * (on_velocities ? h_ : h_ * h_); }

  /// Collective. Time between the places of a difference: in which nothing goes further than 1e-4 of all bodies'
  /// extent.
  double apart() const {
    const la::Vector v = la::like(now_.v.get());
    TENON_PETSC(VecCopy(now_.v.get(), v.get()));
    if (const Vec weights = equations_.weights()) TENON_PETSC(VecPointwiseDivide(v.get(), v.get(), weights));
    const double speed = la::norm(v.get(), NORM_INFINITY), extent = extentOf(equations_.mechanics());
    return speed > 0.0 && extent > 0.0 ? std::min(h_, 1e-4 * extent / speed) : h_;
  }

  Equations& equations_;
  TangentSolver& solver_;
  double time_, h_;
  MotionVectors now_;
  solver::SolveStatistics statistics_;
};

}  // namespace

MotionVectors consistentStart(Equations& equations, TangentSolver& solver, double h, base::Phases& phases) {
  return Start(equations, solver, 0.0, h).find(phases);
}

solver::SolveStatistics endStep(Equations& equations, TangentSolver& solver, double time, double h,
                                const MotionVectors& before, base::Phases& phases) {
  la::Vector none;
  if (equations.constraints() != nullptr) none = equations.constraints()->makeVector();
  equations.setMotion(time, before, none.get());
  return Start(equations, solver, time, h).end(phases);
}

solver::SolveStatistics fitAccelerations(Equations& equations, TangentSolver& solver, double time, double h,
                                         const MotionVectors& motion, base::Phases& phases) {
  la::Vector none, held = la::like(motion.a.get()), free = la::like(motion.a.get());
  if (equations.constraints() != nullptr) none = equations.constraints()->makeVector();
  TENON_PETSC(VecCopy(motion.a.get(), free.get()));
  equations.mechanics().projection().project(free.get());
  TENON_PETSC(VecWAXPY(held.get(), -1.0, free.get(), motion.a.get()));
  equations.setMotion(time, motion, none.get());
  return Start(equations, solver, time, h).fit(std::move(held), phases);
}

}  // namespace tenon::analysis
