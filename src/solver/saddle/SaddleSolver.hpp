// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/Determinant.hpp"
#include "solver/convergence/SolveStatistics.hpp"
#include "solver/options/PreconditionerParameters.hpp"
#include "solver/options/SolverOptions.hpp"
#include "solver/options/SystemSize.hpp"
#include "solver/saddle/SolverParameters.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"

namespace tenon::solver {

/// Solver of a saddle-point system, or of A alone, configured by the PETSc options in effect.
///
/// Each constraint row i is multiplied by a factor s_i before it is passed to PETSc,
///   s_i^2 = κ W_ii,   W = diag(G diag(A)^-1 G^T)^-1,
/// where κ is the mean stiffness of the degrees of freedom in G, reduced by a factor that depends
/// on the mesh if A is augmented. The scaled entries are stiffnesses. Multipliers are scaled back
/// after the solve. The multipliers of empty rows of G are set to zero, and a debug message reports
/// the number of these rows.
///
/// If the preconditioner is a fieldsplit and A couples nodes, A is augmented to A + γ G^T W G, and
/// f is augmented accordingly. The augmentation does not change the solution. If bodies are
/// supported only by constraints, the augmentation couples their rigid-body modes across these
/// constraints.
///
/// The outer KSP has the prefix SolverParameters::prefix, which is empty by default. With -pc_type
/// fieldsplit the matrix is a nest with the splits -fieldsplit_displacement_ and
/// -fieldsplit_multipliers_, and with -pc_type none it is a nest without splits. With all other
/// types it is one AIJ matrix. The option -saddle_form overrides this choice.
/// @see docs/concepts/saddle-point.md, "Scaling of constraint rows" and "Augmentation"
class SaddleSolver {
 public:
  /// Creates and sets up the solver.
  /// @param system      system to be solved; the solver keeps references to its matrices
  /// @param parameters  parameters of the block `solver`
  /// @param options     PETSc options in effect, which must outlive the solver
  /// @throws InputError if PETSc rejects an option, if the Schur approximation is unknown or used
  ///   without a fieldsplit, or if the method does not suit the system: CG if A is unsymmetric,
  ///   multigrid if A is not assembled, a warped preconditioner if there are multipliers, or a
  ///   method that does not support compliance if C is not zero
  /// @throws NotConvergedError if MUMPS cannot factorise the matrix in the available memory
  /// @note Collective.
  SaddleSolver(const SaddleSystem& system, const SolverParameters& parameters, const SolverOptions& options);
  /// Destroys PETSc's solvers and matrices. @note Collective.
  ~SaddleSolver();
  /// Takes over the solver of another object, which must not be used afterwards.
  SaddleSolver(SaddleSolver&&) noexcept;
  /// Takes over the solver of another object, which must not be used afterwards.
  SaddleSolver& operator=(SaddleSolver&&) noexcept;

  /// Solves for delta and mu. Their initial values are ignored.
  /// @param f  [n] right-hand side of the equilibrium equations [force; moment for rotations]
  /// @param g  [m] right-hand side of the constraint rows [unit of the constraint residual];
  ///   nullptr if there are no multipliers
  /// @param delta  [n] receives the increments of the degrees of freedom
  /// @param mu  [m] receives the multipliers of the rows of SaddleSystem::G, without the solver's
  ///   scaling [force·length / unit of the constraint residual]; nullptr if there are none
  /// @param tolerance  relative tolerance of this solve, which replaces -ksp_rtol if it is larger
  /// @throws NotConvergedError if the true residual of an object or a constraint exceeds max(10
  ///   rtol, 1e-8), where rtol is the larger of -ksp_rtol and `tolerance`, or if the system is
  ///   singular to working precision
  /// @return cost and residuals of the solve. The cost includes set-ups since the last solve.
  /// @note Collective.
  /// @see PETSc: KSPSolve(), KSPConvergedReason
  SolveStatistics solve(Vec f, Vec g, Vec delta, Vec mu, double tolerance = 0.0);

  /// Applies the preconditioner B^-1 to [f; 0] and stores the displacement part of the result in x.
  /// @param f  [n] right-hand side of the equilibrium equations [force; moment for rotations]
  /// @param x  [n] receives the result, the displacement part of B^-1 [f; 0]
  /// @note Collective.
  void precondition(Vec f, Vec x);

  /// Updates the solver after the values of its matrices have changed. If the preconditioner has a
  /// separate system, the matrices may also have been replaced by others of the same size.
  /// @param system  system to be solved next
  /// @param updates_preconditioner  true if the preconditioner is set up again, in which case
  ///   matrix products and factorisations repeat only their numeric phases; false if it is kept
  /// @return false if an update in place is impossible because the matrices are different objects,
  ///   a sparsity pattern has changed, constraints are eliminated, or some constraint rows are
  ///   dense and the matrix of the preconditioner is not assembled. A new solver must then be
  ///   created.
  /// @throws InternalError if `updates_preconditioner` is true for a preconditioner with a separate
  ///   system
  /// @note Collective.
  bool update(const SaddleSystem& system, bool updates_preconditioner);

  /// Returns true if the preconditioner of A consists of factors or of inverses of diagonal blocks.
  /// Factors are exact for A but useless for any other matrix, and inverses of diagonal blocks can
  /// be renewed at low cost.
  bool hasFactorsOfA() const;

  /// Returns the determinant of the scaled matrix if MUMPS factorises the whole matrix and computes
  /// the determinant (-mat_mumps_icntl_33 1); otherwise std::nullopt. The scaling does not change
  /// the sign of the determinant.
  /// @note Collective.
  std::optional<Determinant> determinant() const;

  /// Sets the rotations of a warped preconditioner.
  /// @param block  number of scalar rows per block row
  /// @param rotations  [owned block rows × block × block] rotation matrix of each block row, in
  ///   row-major order
  /// @throws InternalError if the preconditioner is not warped
  void setRotations(int block, std::vector<double> rotations);

  /// Returns the PETSc options that this solver and its parts query. Messages about unknown options
  /// suggest the nearest of these names.
  /// @note Collective.
  std::vector<KnownOption> knownOptions() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tenon::solver
