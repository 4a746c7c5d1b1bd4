// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/solver/Determinant.hpp"
#include "tenon/solver/convergence/SolveStatistics.hpp"
#include "tenon/solver/options/PreconditionerParameters.hpp"
#include "tenon/solver/options/SolverOptions.hpp"
#include "tenon/solver/options/SystemSize.hpp"

namespace tenon::solver {

/// Parameters of the block `solver` of a case. Tolerances and limits are PETSc options (-ksp_rtol,
/// -ksp_max_it).
struct SolverParameters {
  std::string preset;  ///< Name of the preset; empty: chosen for the system.
  /// Reason for the automatic choice of the preset; not a key of the case.
  std::string choice_reason;
  /// Longest estimated factorisation time for which `direct` is chosen [s].
  double direct_seconds = default_direct_seconds;
  /// Dimensionless weight γ of the augmentation; -saddle_augmentation, also from a preset,
  /// overrides it.
  double augmentation = 0.5;
  /// Name of the Schur-complement approximation in schurApproximations(); empty for the
  /// approximation of PETSc. The option -saddle_schur overrides it.
  std::string schur;
  /// True if multigrid levels use single-precision copies of their matrices in matrix-vector
  /// products.
  bool single_precision = true;
  base::CaseNode preconditioner_block;  ///< Block `preconditioner` as given in the case.
  /// Parameters read from `preconditioner_block`.
  PreconditionerParameters preconditioner;
  /// Prefix of this solver's PETSc options if several solvers coexist; not a key of the case.
  std::string prefix;
  /// Declares the keys of the block.
  static void declare(base::Parameters<SolverParameters>& p);
};

/// Linear system of a step, whose matrices and vectors belong to the caller:
///   [A  G^T] [delta]   [f]
///   [G  -C ] [ mu  ] = [g]        A: n x n, G: m x n, C: m x m diagonal
struct SaddleSystem {
  /// Tangent matrix, AIJ, or a shell with products only. Rows and columns of constrained degrees of
  /// freedom contain a diagonal entry only.
  Mat A = nullptr;
  Mat P = nullptr;           ///< Matrix from which the preconditioner is constructed, AIJ; nullptr: A.
  Mat G = nullptr;           ///< Constraint Jacobian, AIJ; nullptr: no multipliers, A delta = f.
  Vec compliance = nullptr;  ///< Diagonal of C; nullptr: zero.
  /// Diagonal of Γ if A already contains the augmentation G^T Γ G, as in the systems passed to
  /// Schur approximations.
  Vec augmentation = nullptr;
  /// Rigid-body modes of the rows of A, the near-null space of multigrid: la::rigidModes();
  /// nullptr: unknown.
  MatNullSpace rigid_modes = nullptr;
  /// Interpolation from the degrees of freedom at vertices of cells to all rows of A, for
  /// p-multigrid; nullptr: no second-order cells, or unknown.
  Mat vertex_interpolation = nullptr;
  std::vector<la::NamedRows> objects;  ///< Named ranges of block rows of A: index sets for PETSc.
  std::vector<la::NamedRows> groups;   ///< Named ranges of rows of G.
  /// Owned rows of A whose degrees of freedom are restrained by constraints alone, such as those of
  /// rigid bodies in statics. Their diagonal entries carry no information on the stiffness of rows
  /// of G.
  std::vector<PetscInt> constraint_supported_rows;
  /// Owned rows of G that may become inactive, such as contacts. Multigrid forms its aggregates as
  /// if these rows were inactive.
  std::vector<PetscInt> bounded_rows;
  /// Names of the contributors that make A unsymmetric. If empty, A is positive definite, provided
  /// that no body is unsupported.
  std::vector<std::string> asymmetric_contributors;
};

/// Solver of a saddle-point system, or of A alone, configured by the PETSc options in effect.
///
/// Constraint rows are scaled by s before they are passed to PETSc,
///   s^2 = κ W,   W = 1 / diag(G diag(A)^-1 G^T),
/// where κ is the mean stiffness of the degrees of freedom in G. All entries are stiffnesses then.
/// Multipliers are scaled back after the solve. Rows of G without entries get mu = 0 and are
/// counted in one debug message.
///
/// If the preconditioner is a fieldsplit, A is augmented to A + γ G^T W G, and f likewise. The
/// augmentation leaves the solution unchanged and couples the rigid-body modes of bodies that are
/// supported by constraints alone across these constraints.
///
/// The outer KSP has no prefix. With -pc_type fieldsplit the matrix is a nest with the splits
/// -fieldsplit_displacement_ and -fieldsplit_multipliers_; with any other type it is one AIJ
/// matrix.
/// @see docs/concepts/saddle-point.md, "Scaling of constraint rows" and "Augmentation"
class SaddleSolver {
 public:
  /// Creates and sets up the solver.
  /// @param system      matrices of the system, to which the solver keeps references
  /// @param parameters  parameters of the block `solver`
  /// @param options     PETSc options in effect, which must outlive the solver
  /// @throws InputError if PETSc rejects an option, or if the method does not suit the system: CG
  ///   if A is unsymmetric, multigrid if the entries of A are not stored, a warped preconditioner
  ///   if there are multipliers.
  /// @note Collective.
  SaddleSolver(const SaddleSystem& system, const SolverParameters& parameters, const SolverOptions& options);
  /// Destroys PETSc's solvers and matrices. @note Collective.
  ~SaddleSolver();
  /// Takes the solver of another object, which must not be used afterwards.
  SaddleSolver(SaddleSolver&&) noexcept;
  /// Takes the solver of another object, which must not be used afterwards.
  SaddleSolver& operator=(SaddleSolver&&) noexcept;

  /// Solves for delta and mu, whose values before the call are ignored.
  /// @param f  [n] right-hand side of the equilibrium equations, in units of force
  /// @param g  [m] right-hand side of the constraints, in the units of the rows of G; nullptr if
  ///   there are no multipliers
  /// @param delta  [n] receives the increments of the degrees of freedom
  /// @param mu  [m] receives the multipliers, unscaled; nullptr if there are no multipliers
  /// @param tolerance  relative tolerance of this solve, used instead of -ksp_rtol if it is larger
  /// @throws NotConvergedError if the true residual of an object or a constraint exceeds
  ///   max(10 rtol, 1e-8), or if the system is singular to working precision.
  /// @return Cost of the solve, including set-ups since the last solve, and its residuals.
  /// @note Collective.
  /// @see PETSc: KSPSolve(), KSPConvergedReason
  SolveStatistics solve(Vec f, Vec g, Vec delta, Vec mu, double tolerance = 0.0);

  /// Evaluates x, the displacement part of B^-1 [f; 0], where B^-1 is the preconditioner.
  /// @param f  [n] vector, in units of force
  /// @param x  [n] receives the result
  /// @note Collective.
  void precondition(Vec f, Vec x);

  /// Updates the solver after the values of its matrices have changed, or, if the preconditioner
  /// has a separate system, after the matrices have been replaced by others of the same size.
  /// @param system  system of the next solve
  /// @param updates_preconditioner  true if the preconditioner is set up again; matrix products
  ///   and factorisations then repeat their numeric phases only. If false, the preconditioner is
  ///   kept.
  /// @return False if an update in place is impossible because a sparsity pattern has changed,
  ///   constraints are eliminated, or constraints couple very many degrees of freedom. A new solver
  ///   must then be created.
  /// @throws InternalError if `updates_preconditioner` is true for a preconditioner with a separate
  ///   system.
  /// @note Collective.
  bool update(const SaddleSystem& system, bool updates_preconditioner);

  /// Returns true if the preconditioner of A consists of factors, which are exact for A but of no
  /// use for another matrix, or of inverses of diagonal blocks, whose renewal is cheap.
  bool hasFactorsOfA() const;

  /// Returns the determinant of the scaled matrix, which has the sign of the given one, if MUMPS
  /// factors the whole matrix and computes it (-mat_mumps_icntl_33 1); otherwise nothing.
  /// @note Collective.
  std::optional<Determinant> determinant() const;

  /// Sets the rotations of a warped preconditioner.
  /// @param block  rows per node
  /// @param rotations  [owned block rows × block × block] rotation of each node, row by row
  /// @throws InternalError if the preconditioner is not warped.
  void setRotations(int block, std::vector<double> rotations);

  /// Returns the PETSc options that this solver and its parts query; used to suggest the nearest
  /// name.
  /// @note Collective.
  std::vector<KnownOption> knownOptions() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tenon::solver
