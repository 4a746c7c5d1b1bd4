// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "Equations.hpp"
#include "NodeRotations.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "system/redundancy/Redundancy.hpp"

namespace tenon::analysis {

/// Solver of the linear systems of Equations, with given parameters and PETSc options. The
/// preconditioner may be set up from a separate system. Redundant constraint rows are detected and
/// omitted from the solve.
class TangentSolver {
 public:
  /// Creates a solver; `equations` and `options` must outlive this object.
  TangentSolver(Equations& equations, const solver::SolverParameters& parameters, const solver::SolverOptions& options);

  /// Sets a separate system for the preconditioner, over the same mechanical system. The separate
  /// system is assembled, and the preconditioner set up, according to the update policy of the
  /// parameters.
  /// @throws InputError if the system has no stored entries or no stiffness
  void precondition(std::unique_ptr<system::LinearSystem> own);

  /// Returns the parameters of the solver.
  const solver::SolverParameters& parameters() const { return parameters_; }
  /// Returns the PETSc options.
  const solver::SolverOptions& options() const { return options_; }

  /// Checks that the system can be solved and not only exported.
  /// @throws InputError if the matrix includes constrained degrees of freedom or is an
  ///   approximation for a preconditioner, and for the constraints that requireLevels()
  ///   and requireLargeRotationConstraints() reject
  void requireSolvable() const;

  /// Keeps the preconditioner until the number of iterations doubles, instead of updating it after
  /// each change of the matrix, unless the case file specifies the update policy. Suitable for
  /// steps whose matrices differ little. Complete factorisations of A are always updated, because
  /// they do not precondition another matrix.
  void keepPreconditioner();

  /// Function that changes the options and returns the parameters of another solver, or nothing if
  /// there is none.
  /// @note Collective.
  using Fallback = std::function<std::optional<solver::SolverParameters>(const base::Communicator&)>;

  /// Sets the fallback that permanently replaces this solver when a linear solve does not converge.
  void setFallback(Fallback fallback) { fallback_ = std::move(fallback); }

  /// Requests that the next linearise() create a new solver. Needed if the interpolation of a
  /// multigrid preconditioner does not fit the new matrix, for example after a change of the shift.
  void resetSolver() { solver_.reset(); }

  /// Announces a new step, for preconditioners that are updated at every n-th step.
  void beginStep();

  /// Assembles the equations and checks that the constraints are consistent; nothing is solved.
  /// @throws InputError if redundant constraints contradict each other
  /// @note Collective.
  void requireConsistent(base::Phases& phases);
  /// Assembles A and G in the current state and sets up the solver, in the phases "assemble" and
  /// "solve". Matrix and preconditioner are reused if nothing has changed. If only values have
  /// changed, with the same sparsity pattern, the solver is reused as well.
  /// @throws InputError for unused PETSc options (solver::SolverOptions::requireKnown), or if
  ///   linear constraint rows contradict each other.
  /// @note Collective.
  void linearise(base::Phases& phases);

  /// Solves the linear system for given right-hand sides.
  /// @param g right-hand side of the constraint rows (h, not h / k), set to zero at redundant rows;
  /// nullptr without constraints
  /// @param step_of_multipliers multiplier increments; nullptr without constraints
  /// @param tolerance relative tolerance, used if larger than that of the solver
  /// @throws NotConvergedError if the solver fails
  /// @note Collective.
  solver::SolveStatistics solveFor(Vec f, Vec g, Vec dx, Vec step_of_multipliers, double tolerance = 0.0);

  /// Solves the linear system with the transposed matrix A^T. If A is symmetric, this is
  /// solveFor(); otherwise A^T is assembled and solved by a separate solver with the same
  /// parameters. The arguments are those of solveFor().
  /// @throws InputError if A is neither symmetric nor assembled
  /// @throws NotConvergedError if the solver fails
  /// @note Collective.
  solver::SolveStatistics solveTransposedFor(Vec f, Vec g, Vec dx, Vec step_of_multipliers, base::Phases& phases);

  /// Returns the determinant of the matrix of the last linearise(), if the matrix is factored as a
  /// whole.
  /// @note Collective.
  std::optional<solver::Determinant> determinant() const { return solver_->determinant(); }

  /// Applies the preconditioner: x is the displacement part of B^-1 [f; 0], with B^-1 the
  /// preconditioner.
  /// @note Collective.
  void precondition(Vec f, Vec x) { solver_->precondition(f, x); }

  /// Returns the constraint rows of the last linearise() with redundant rows set to zero; nullptr
  /// without constraints.
  Mat independentRows() const { return redundancy_ ? redundancy_->independent() : nullptr; }
  /// Determines the independent constraint rows in the current state.
  /// @throws InputError if linear rows contradict each other
  /// @note Collective.
  void findRedundancy();
  /// Returns the number of redundant constraint rows of the last linearise().
  PetscInt numDependentRows() const { return redundancy_ ? redundancy_->numDependent() : 0; }
  /// Removes the entries of redundant rows from a right-hand side, in place.
  void removeDependentRows(Vec g) const { redundancy_->removeDependent(g); }

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
  std::unique_ptr<system::Redundancy> redundancy_;  // redundancy of the constraint rows
  std::optional<la::Matrix> vertex_interpolation_;  // created by the first solve; no handle without second-order cells
  std::optional<NodeRotations> rotations_;          // since the assembly of the preconditioner's system
  solver::PreconditionerUpdate preconditioner_update_;
  Fallback fallback_;
  bool keeps_by_default_ = false, is_old_ = false;  // is_old_: the preconditioner belongs to an earlier matrix
  Kinematics made_for_;                             // kinematics at the creation of the solver
  std::unique_ptr<solver::SaddleSolver> solver_;
  bool options_are_known_ = false;  // the options have been checked with the first solver
};

/// Updates states and multipliers by one linear solve, which is the solution if all is linear.
/// Phases "assemble" and "solve".
/// @throws NotConvergedError if the solver fails
/// @note Collective.
solver::SolveStatistics solveLinearStep(Equations& equations, TangentSolver& solver, base::Phases& phases);

}  // namespace tenon::analysis
