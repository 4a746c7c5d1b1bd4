#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "tenon/analysis/Equations.hpp"
#include "tenon/analysis/NodeRotations.hpp"
#include "tenon/solver/SaddleSolver.hpp"
#include "tenon/system/Redundancy.hpp"

namespace tenon::analysis {

/// Solves the linear system of Equations, with the parameters and PETSc's options that it is made with. The
/// preconditioner may have a system of its own; rows of constraints that follow from others are found, and left out of
/// what is solved.
class TangentSolver {
 public:
  /// `equations` and `options` have to outlive this.
  TangentSolver(Equations& equations, const solver::SolverParameters& parameters, const solver::SolverOptions& options);

  /// The preconditioner gets this system of its own, over the same mechanical system: assembled and set up at the
  /// moments that the parameters name. InputError where it has no stored entries, or no stiffness.
  void precondition(std::unique_ptr<system::LinearSystem> own);

  const solver::SolverParameters& parameters() const { return parameters_; }
  const solver::SolverOptions& options() const { return options_; }

  /// InputError where a system is told to be what can be exported but not solved: with the unknowns that conditions
  /// hold, or a preconditioner's approximation.
  void requireSolvable() const;

  /// Where the case does not say when the preconditioner is made anew: when iterations double, and not whenever the
  /// matrix changes. For steps whose matrices differ little. Factors of A are no preconditioner for another one: they
  /// are made anew nevertheless.
  void keepPreconditioner();

  /// Changes the options and returns the parameters of another solver, or nothing if there is none. Collective.
  using Fallback = std::function<std::optional<solver::SolverParameters>(const base::Communicator&)>;

  /// Sets the solver that replaces this one, once and for good, when a linear solve does not converge.
  void setFallback(Fallback fallback) { fallback_ = std::move(fallback); }

  /// The next linearise() makes the solver anew: for a matrix to which the interpolation of a multigrid preconditioner
  /// of the present one does not fit, such as one of another shift.
  void forgetSolver() { solver_.reset(); }

  /// A step begins: for preconditioners that are made anew at every n-th.
  void beginStep();

  /// Collective. Assembles the equations and examines their constraints; nothing is solved.
  /// @throws InputError if redundant constraints contradict each other.
  void requireConsistent(base::Phases& phases);
  /// Collective. A and G at the present motion, with a solver for them: phases "assemble" and "solve". The matrix and
  /// the preconditioner stay where nothing has changed; where values have, in the same places, the solver stays, too.
  /// InputError for PETSc options that nothing uses (solver::SolverOptions::requireKnown), NotConvergedError where rows
  /// contradict each other.
  void linearise(base::Phases& phases);

  /// Collective. The linear system with any right-hand sides; `g` (by row h, not h / k) is set to zero where rows
  /// follow from others, and it and `step_of_multipliers` are nullptr without constraints. NotConvergedError when the
  /// solver fails. `tolerance`: relative, where it is looser than the solver's own.
  solver::SolveStatistics solveFor(Vec f, Vec g, Vec dx, Vec step_of_multipliers, double tolerance = 0.0);

  /// Returns the determinant of the matrix of the last linearise(), if it is factored as a whole. @note Collective.
  std::optional<solver::Determinant> determinant() const { return solver_->determinant(); }

  /// Collective. x of B^-1 [f; 0], B^-1 the preconditioner.
  void precondition(Vec f, Vec x) { solver_->precondition(f, x); }

  /// The rows of constraints that are solved with, after linearise(): those that follow from others are zero; nullptr
  /// without constraints.
  Mat independentRows() const { return redundancy_ ? redundancy_->independent() : nullptr; }
  /// Collective. Finds the independent rows at the present motion. NotConvergedError where rows contradict each other.
  void findRedundancy();
  /// Right-hand sides of rows without those of the others, in place.
  void dropDependent(Vec g) const { redundancy_->drop(g); }

 private:
  solver::SaddleSystem saddleSystem() const;
  void assemblePreconditioner();
  void prepare(bool changed);
  bool isDue() const;
  void makeSolver();
  bool fallBack(const std::string& failure);
  solver::SolveStatistics solve(Vec f, Vec g, Vec dx, Vec mu, double tolerance);

  Equations& equations_;
  solver::SolverParameters parameters_;
  const solver::SolverOptions& options_;
  std::unique_ptr<system::LinearSystem> preconditioner_;
  std::unique_ptr<system::Redundancy> redundancy_;  // among the rows of the constraints
  std::optional<la::Matrix> vertex_interpolation_;  // since the first solve; no handle without second-order cells
  std::optional<NodeRotations> rotations_;          // since the preconditioner's system was assembled
  solver::Renewal renewal_;
  Fallback fallback_;
  bool keeps_by_default_ = false, is_old_ = false;  // the preconditioner is of an earlier matrix
  Kinematics made_for_;                             // what there was when the solver was made
  std::unique_ptr<solver::SaddleSolver> solver_;
  bool options_are_known_ = false;  // the first solver has been asked which there are
};

/// Collective. Moves bodies and multipliers by one solve: where all is linear, to where the equations hold. Phases
/// "assemble" and "solve". NotConvergedError when the solver fails.
solver::SolveStatistics moveOnce(Equations& equations, TangentSolver& solver, base::Phases& phases);

/// The same, with all that holds there.
Solution solveOnce(Equations& equations, TangentSolver& solver, base::Phases& phases);

}  // namespace tenon::analysis
