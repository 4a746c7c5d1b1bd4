// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsnes.h>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "Equilibrium.hpp"
#include "FirstIterate.hpp"
#include "NewtonParameters.hpp"
#include "NewtonScales.hpp"
#include "analysis/TangentSolver.hpp"
#include "analysis/bounds/PivotRule.hpp"

namespace tenon::analysis {

/// Newton's method for the Equations, on PETSc's SNES,
///   F(x, lambda) = [-r(x, lambda)]      [ A  -G^T]
///                  [ h(x, lambda)] = 0, [k G  C  ] the derivative.
/// TangentSolver solves each linear system. Alternative methods use the same scaled vectors
/// (NewtonScales). The iteration has converged if the residual is small relative to the load
/// (reactions, constraint forces, inertia forces), and the gaps of constraints are small relative
/// to the displacements.
class Newton {
 public:
  /// Creates a nonlinear solver; `advice` is half a sentence with remedies for the message on
  /// failure.
  Newton(Equations& equations, TangentSolver& solver, const NewtonParameters& parameters, std::string advice)
      : equations_(equations),
        solver_(solver),
        parameters_(parameters),
        advice_(std::move(advice)),
        first_iterate_(equations, solver),
        equilibrium_(parameters.tolerance) {}

  /// Solves the equations, starting from the current state or, if Dirichlet values have changed,
  /// from the FirstIterate that follows from the tangent at `start`.
  /// @param step name of the step in messages
  /// @param start unknowns before the Dirichlet values of the step were imposed; nullptr: the
  ///   current state
  /// @throws NotConvergedError if a linear solve or Newton's method fails
  /// @note Collective.
  solver::SolveStatistics solve(base::Phases& phases, const std::string& step, Vec start = nullptr);

  /// Logs every iteration at the info level instead of the debug level.
  void reportIterations() { reports_iterations_ = true; }

  /// Sets whether full steps (`line_search: none`) are halved if the residual is not finite after
  /// the step; otherwise such a step fails. A solution found by halving may lie on a different
  /// branch than the one that shorter load steps follow.
  void setHalving(bool halves) { halves_ = halves; }
  /// Returns true if a residual of the last solve was not finite: only then halving makes a
  /// difference.
  bool hasLeftDomain() const { return has_left_domain_; }

  /// Sets forces and constraint residuals (scaled, as ConstraintRows::residual()) to subtract
  /// from the residual until the next call; nullptr: none.
  void excludeFromResidual(Vec forces, Vec rows) { excluded_forces_ = forces, excluded_rows_ = rows; }

  /// Returns the reference load: the largest norm of reactions, constraint forces and inertia
  /// forces so far.
  double load() const { return equilibrium_.load; }
  void setLoad(double load) { equilibrium_.load = load; }

 private:
  struct SnesCallbacks;

  solver::SolveStatistics find(base::Phases& phases, const std::string& step, Vec start);
  bool predict(Vec start);
  void prepare();
  void configureSolver();
  void evaluate(Vec x, Vec residual);
  /// Sets the equations to x_ and multipliers_, and decides the rows that may change.
  /// @note Collective.
  void evaluateResidual(RowChanges changes);
  void evaluateResidualCautiously();
  bool isSettled() const;
  void linearise(Vec x);
  void multiply(Vec x, Vec y) const;
  void applyInverse(Vec b, Vec y);
  void requireMethod() const;
  void setMethod(SNES snes) const;
  bool isConverged(int iteration);
  bool isStalled(int iteration);
  int mostIterations() const;
  void reportIteration(SNES snes, int iteration);
  static void split(Vec whole, const std::vector<double>& scales, Vec x, Vec multipliers);
  static void join(Vec x, Vec multipliers, const std::vector<double>& scales, Vec whole);
  /// Names of constraints with bounds that were closed since the last equilibrium.
  struct ClosedConstraints {
    std::vector<std::string> all, with_friction;
  };
  void recordClosedRows();
  ClosedConstraints addClosedNormals(std::vector<char>& flags) const;
  std::string describeMissingSupport() const;
  [[noreturn]] void rethrow(const std::string& step);
  [[noreturn]] void refuse(const std::string& step, const std::string& reason) const;

  Equations& equations_;
  TangentSolver& solver_;
  NewtonParameters parameters_;
  bool halves_ = false;
  std::string advice_;
  FirstIterate first_iterate_;
  struct DestroySolver {
    void operator()(SNES snes) const { SNESDestroy(&snes); }
  };
  using NonlinearSolver = std::unique_ptr<std::remove_pointer_t<SNES>, DestroySolver>;

  base::Phases* phases_ = nullptr;
  NonlinearSolver snes_;  // with all members below, for all steps; until one fails
  la::Vector x_, multipliers_, whole_, residual_;
  la::Matrix jacobian_;
  std::optional<NewtonScales> scales_;  // scales of the current step
  solver::SolveStatistics statistics_;
  std::exception_ptr failure_;
  Residual residual_norms_;  // force balance of the last evaluation, as constraint_residual_
  la::Vector constraint_residual_;
  Vec excluded_forces_ = nullptr, excluded_rows_ = nullptr;
  PivotRule pivots_;
  // Last evaluation: the equations hold approximately with the active set of the last linear
  // system.
  bool is_settled_ = false;
  bool has_decided_ = true;           // true if rows could change in the last evaluation
  bool has_pending_changes_ = false;  // true if rows of it still have to change
  double gap_ = 0.0;
  Equilibrium equilibrium_;
  // Residual and gap relative to the admissible ones, minimum in this step.
  double least_residual_ = 0.0;
  std::int64_t fewest_active_ = 0, most_active_ = 0;  // number of active constraint rows in this step
  std::vector<char> closed_rows_;                     // owned rows that were active since the last equilibrium
  int last_progress_ = 0;                             // iteration of the last progress
  bool has_new_rows_ = false;                         // the last linear system has new rows by the cautious rule
  std::function<bool()> has_other_rows_ = [this] {
    return has_new_rows_ || equations_.rows().activeSet()->hasChanged();
  };
  int iterations_ = 0, reported_linear_ = 0;  // nonlinear iterations, and linear iterations already logged
  bool reports_iterations_ = false;
  bool has_left_domain_ = false;  // a residual of this step was not finite
  bool is_predicted_ = false;     // the iteration starts from a FirstIterate
  bool is_first_ = true;          // first evaluation of a step, in which loads are checked
};

}  // namespace tenon::analysis
