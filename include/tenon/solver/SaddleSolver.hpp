#pragma once
#include <petscmat.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/la/SaddleMatrix.hpp"
#include "tenon/solver/Determinant.hpp"
#include "tenon/solver/PreconditionerParameters.hpp"
#include "tenon/solver/SolveStatistics.hpp"
#include "tenon/solver/SolverOptions.hpp"
#include "tenon/solver/SystemSize.hpp"

namespace tenon::solver {

/// The case's `solver:` block. Tolerances and limits are PETSc's own options (-ksp_rtol, -ksp_max_it).
struct SolverParameters {
  std::string preset;         ///< empty: what suits the system
  std::string chosen_because; ///< reason for a preset that the case does not name; not of a case
  double direct_seconds = default_direct_seconds;  ///< longest factorisation for which `direct` is chosen [s]
  double augmentation = 0.5;  ///< gamma, without dimension; -saddle_augmentation, as of a preset, wins
  std::string schur;          ///< a name of schurApproximations(); empty: PETSc's own; -saddle_schur wins
  bool single_precision = true;
  base::CaseNode preconditioner_block;  ///< as the case has it
  PreconditionerParameters preconditioner;
  std::string prefix;  ///< of this solver's PETSc options, where several solvers live at once; not of a case
  static void declare(base::Parameters<SolverParameters>& p);
};

/// One linear system, borrowed from whoever assembled it:
///   [A  G^T] [delta]   [f]
///   [G  -C ] [ mu  ] = [g]        A: n x n, G: m x n, C: m x m diagonal
struct SaddleSystem {
  Mat A = nullptr;  ///< AIJ or, products only, a shell; rows and columns of held unknowns: a diagonal entry only
  Mat P = nullptr;  ///< what the preconditioner is made from, AIJ; nullptr: A
  Mat G = nullptr;  ///< AIJ; nullptr: no multipliers, then A delta = f
  Vec compliance = nullptr;    ///< diagonal of C; nullptr: zero
  Vec augmentation = nullptr;  ///< Gamma where A is augmented by G^T Gamma G already: as Schur approximations see it
  MatNullSpace rigid_modes = nullptr;  ///< of A's unknowns, for multigrid: la::rigidModes(); nullptr: not known
  /// From the unknowns at vertices of cells to all of A's, for p-multigrid; nullptr: no second-order cells, or not known.
  Mat vertex_interpolation = nullptr;
  std::vector<la::NamedRows> objects;  ///< names of runs of A's block rows: index sets for PETSc
  std::vector<la::NamedRows> groups;   ///< names of runs of G's rows
  /// Owned rows of A whose unknowns nothing but constraints holds, as those of rigid bodies in statics: their diagonal
  /// says nothing of how stiff rows of G are.
  std::vector<PetscInt> carried;
  /// Owned rows of G that may let go, as those of contacts: multigrid makes its aggregates as if they had.
  std::vector<PetscInt> bounded;
  std::vector<std::string> asymmetric;  ///< who makes A non-symmetric; else it is positive definite if nothing is loose
};

/// Solves a saddle point (or A alone) as the PETSc options in force say.
///
/// Before PETSc sees the system its constraint rows are scaled by s, s^2 = kappa W, W = 1 / diag(G diag(A)^-1 G^T) and
/// kappa the mean stiffness of the unknowns in G, so that every entry is a stiffness; multipliers are scaled back.
/// Where the preconditioner is a fieldsplit, A is augmented to A + gamma G^T W G (g likewise), which leaves the
/// solution as it is and carries the rigid modes of bodies that only constraints hold across those constraints. Rows of
/// G without entries get mu = 0 and are counted in one warning.
///
/// PETSc's view: the outer KSP has no prefix. With -pc_type fieldsplit the matrix is a nest with the splits
/// -fieldsplit_displacement_ and -fieldsplit_multipliers_, with any other it is one AIJ matrix.
class SaddleSolver {
 public:
  /// Collective. Builds and sets up; `options` has to live as long. InputError for options that PETSc refuses, and for
  /// methods that do not suit the system: CG where A is not symmetric, multigrid where it has no entries.
  SaddleSolver(const SaddleSystem& system, const SolverParameters& parameters, const SolverOptions& options);
  ~SaddleSolver();
  SaddleSolver(SaddleSolver&&) noexcept;
  SaddleSolver& operator=(SaddleSolver&&) noexcept;

  /// Collective. Solves for delta and mu (mu may be nullptr without multipliers). NotConvergedError when the true
  /// residual of an object or a constraint exceeds max(10 rtol, 1e-8), or where the system is singular to working
  /// precision. `tolerance`: of this solve in place of rtol, where it is looser.
  SolveStatistics solve(Vec f, Vec g, Vec delta, Vec mu, double tolerance = 0.0);

  /// Collective. x of B^-1 [f; 0], B^-1 the preconditioner.
  void precondition(Vec f, Vec x);

  /// Collective. The matrices that this was made of have other values, or, where the preconditioner has a system of its
  /// own, there are others of the same size. `renews`: the preconditioner is made anew of them, where products and
  /// factorisations repeat their numeric phases only; else it stays as it is. False where that cannot be done in place:
  /// patterns are others, constraints are eliminated, or join very many unknowns. Then another solver has to be made.
  bool update(const SaddleSystem& system, bool renews);

  /// Whether the preconditioner factors A: exact, and of no use for another matrix.
  bool hasFactorsOfA() const;

  /// Returns the determinant of the scaled matrix, whose sign is that of the given one, if MUMPS factors the whole
  /// matrix and is told to find it (-mat_mumps_icntl_33 1); else nothing. @note Collective.
  std::optional<Determinant> determinant() const;

  /// Turns a warped preconditioner: rotations of the owned block rows, [block x block] each, by rows.
  void turn(int block, std::vector<double> rotations);

  /// Collective. Names of the PETSc options that this solver and its parts ask for; for "did you mean".
  std::vector<KnownOption> knownOptions() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tenon::solver
