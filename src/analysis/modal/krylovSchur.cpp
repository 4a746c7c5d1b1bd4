#include "krylovSchur.hpp"

#include <fmt/format.h>
#include <slepceps.h>

#include <algorithm>
#include <exception>
#include <memory>

#include "tenon/base/collectively.hpp"
#include "tenon/la/vectors.hpp"
#include "tenon/solver/configure.hpp"

namespace tenon::analysis {
namespace {

struct DestroyEigenSolver {
  void operator()(EPS eps) const { EPSDestroy(&eps); }
};
using EigenSolver = std::unique_ptr<std::remove_pointer_t<EPS>, DestroyEigenSolver>;

// Once in a run; PETSc ends it.
void startSlepc() {
  PetscBool is_there = PETSC_FALSE;
  TENON_PETSC(SlepcInitialized(&is_there));
  if (is_there) return;
  TENON_PETSC(SlepcInitialize(nullptr, nullptr, nullptr, nullptr));
  TENON_PETSC(PetscRegisterFinalize(SlepcFinalize));
}

/// What SLEPc calls. Exceptions wait until its frames are left.
struct Callbacks {
  ModalOperators& operators;
  std::exception_ptr failure;

  template <class Work>
  PetscErrorCode guarded(Work&& work) {
    try {
      work();
      return 0;
    } catch (...) {
      failure = std::current_exception();
      return PETSC_ERR_USER;
    }
  }
  static Callbacks& of(Mat shell) {
    void* context = nullptr;
    MatShellGetContext(shell, &context);
    return *static_cast<Callbacks*>(context);
  }
  static PetscErrorCode mass(Mat shell, Vec x, Vec y) {
    Callbacks& self = of(shell);
    return self.guarded([&] { self.operators.multiplyMass(x, y); });
  }
  static PetscErrorCode shifted(Mat shell, Vec x, Vec y) {
    Callbacks& self = of(shell);
    return self.guarded([&] { self.operators.multiplyShifted(x, y); });
  }
  static PetscErrorCode inverse(PC pc, Vec f, Vec x) {
    void* context = nullptr;
    PCShellGetContext(pc, &context);
    Callbacks& self = *static_cast<Callbacks*>(context);
    return self.guarded([&] {
      const la::Vector lambda = self.operators.makeMultipliers();
      self.operators.solve(f, x, lambda.get());
    });
  }
  la::Matrix makeShell(PetscErrorCode (*multiply)(Mat, Vec, Vec)) {
    const la::Vector like = operators.makeVector();
    PetscInt size = 0;
    TENON_PETSC(VecGetLocalSize(like.get(), &size));
    la::Matrix shell;
    const MPI_Comm comm = PetscObjectComm(reinterpret_cast<PetscObject>(like.get()));
    TENON_PETSC(MatCreateShell(comm, size, size, PETSC_DETERMINE, PETSC_DETERMINE, this, shell.put()));
    TENON_PETSC(MatShellSetOperation(shell.get(), MATOP_MULT, reinterpret_cast<void (*)(void)>(multiply)));
    TENON_PETSC(MatSetOption(shell.get(), MAT_SYMMETRIC, PETSC_TRUE));
    return shell;
  }
};

std::uint64_t scrambled(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// Any values, by the place of a node in its mesh file; others for another number.
la::Vector arbitraryVector(const Equations& equations, std::uint64_t number) {
  return vectorByNodes(equations, [&](const system::Body& body, base::LocalIndex node, int c) {
    std::uint64_t key = scrambled(number + 1);
    for (const char letter : body.name()) key = scrambled(key + static_cast<unsigned char>(letter));
    key = scrambled(key + static_cast<std::uint64_t>(body.mesh().nodePositions()[static_cast<std::size_t>(node)]));
    key = scrambled(key + static_cast<std::uint64_t>(c));
    return 2.0 * static_cast<double>(key >> 11) / static_cast<double>(std::uint64_t{1} << 53) - 1.0;
  });
}

// Its solver hands every right-hand side on to TangentSolver.
void solveBy(EPS eps, Callbacks& callbacks) {
  ST st = nullptr;
  KSP ksp = nullptr;
  PC pc = nullptr;
  TENON_PETSC(EPSGetST(eps, &st));
  TENON_PETSC(STSetType(st, STSHIFT));
  TENON_PETSC(STGetKSP(st, &ksp));
  TENON_PETSC(KSPSetType(ksp, KSPPREONLY));
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PCSetType(pc, PCSHELL));
  TENON_PETSC(PCShellSetContext(pc, &callbacks));
  TENON_PETSC(PCShellSetApply(pc, Callbacks::inverse));
}

/// A solver with the options of the user.
EigenSolver makeSolver(const ModalOperators& operators, Callbacks& callbacks, Mat mass, Mat shifted, PetscInt count,
                       PetscInt space) {
  constexpr double tolerance = 1e-10;
  constexpr PetscInt most_restarts = 1000;
  startSlepc();
  EPS eps = nullptr;
  TENON_PETSC(EPSCreate(PetscObjectComm(reinterpret_cast<PetscObject>(mass)), &eps));
  EigenSolver owner(eps);
  TENON_PETSC(EPSSetOperators(eps, mass, shifted));
  TENON_PETSC(EPSSetProblemType(eps, EPS_GHEP));
  TENON_PETSC(EPSSetType(eps, EPSKRYLOVSCHUR));
  TENON_PETSC(EPSSetWhichEigenpairs(eps, EPS_LARGEST_REAL));
  TENON_PETSC(EPSSetDimensions(eps, count, space, PETSC_DEFAULT));
  TENON_PETSC(EPSSetTolerances(eps, tolerance, most_restarts));
  solveBy(eps, callbacks);
  base::collectively(operators.equations().comm(),
                     [&] { solver::configure(EPSSetFromOptions(eps), operators.options()); });
  solveBy(eps, callbacks);  // whatever the options say
  return owner;
}

}  // namespace

void readKrylovSchurOptions(ModalOperators& operators) {
  Callbacks callbacks{operators, nullptr};
  const la::Matrix mass = callbacks.makeShell(Callbacks::mass), shifted = callbacks.makeShell(Callbacks::shifted);
  makeSolver(operators, callbacks, mass.get(), shifted.get(), 1, PETSC_DEFAULT);
}

std::vector<EigenPair> krylovSchur(ModalOperators& operators, PetscInt count, const std::vector<EigenPair>& known,
                                   int attempt) {
  const PetscInt left = operators.dimension() - static_cast<PetscInt>(known.size());
  count = std::min(count, left);
  if (count <= 0) return {};
  Callbacks callbacks{operators, nullptr};
  const la::Matrix mass = callbacks.makeShell(Callbacks::mass), shifted = callbacks.makeShell(Callbacks::shifted);
  PetscInt size = 0;
  TENON_PETSC(MatGetSize(mass.get(), &size, nullptr));
  const PetscInt space = std::min({std::max(2 * count, count + 15), std::max(left, count + 1), size});
  const EigenSolver owner = makeSolver(operators, callbacks, mass.get(), shifted.get(), count, space);
  EPS eps = owner.get();

  std::vector<Vec> deflated;
  for (const EigenPair& pair : known) deflated.push_back(pair.x.get());
  if (!known.empty()) TENON_PETSC(EPSSetDeflationSpace(eps, static_cast<PetscInt>(deflated.size()), deflated.data()));
  la::Vector start = arbitraryVector(operators.equations(), static_cast<std::uint64_t>(attempt));
  Vec first = start.get();
  TENON_PETSC(EPSSetInitialSpace(eps, 1, &first));
  const PetscErrorCode code = EPSSolve(eps);
  if (callbacks.failure) std::rethrow_exception(callbacks.failure);
  TENON_PETSC(code);

  EPSConvergedReason reason = EPS_CONVERGED_ITERATING;
  TENON_PETSC(EPSGetConvergedReason(eps, &reason));
  base::collectively(operators.equations().comm(), [&] {
    if (reason == EPS_DIVERGED_ITS)
      throw base::NotConvergedError(fmt::format(
          "SLEPc's search for modes has not ended, with {} known: a `shift` nearer to the lowest omega^2, a "
          "larger -eps_ncv, or more restarts by -eps_max_it help it.",
          known.size()));
  });
  PetscInt found = 0;
  TENON_PETSC(EPSGetConverged(eps, &found));
  std::vector<EigenPair> pairs;
  for (PetscInt i = 0; i < std::min(found, count); ++i) {
    EigenPair pair{0.0, operators.makeVector()};
    TENON_PETSC(EPSGetEigenpair(eps, i, &pair.theta, nullptr, pair.x.get(), nullptr));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace tenon::analysis
