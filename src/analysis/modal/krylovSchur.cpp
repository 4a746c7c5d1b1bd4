// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "krylovSchur.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "nodalVectors.hpp"
#include "slepc.hpp"
#include "solver/options/checkConfiguration.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

// Makes the solver of the spectral transformation pass every right-hand side to TangentSolver.
void setInverse(EPS eps, SlepcCallbacks& callbacks) {
  ST st = nullptr;
  TENON_PETSC(EPSGetST(eps, &st));
  TENON_PETSC(STSetType(st, STSHIFT));
  callbacks.applyBy(st, SlepcCallbacks::inverse);
}

/// Creates an eigensolver with the options of the user.
EigenSolver makeSolver(const ModalOperators& operators, SlepcCallbacks& callbacks, Mat mass, Mat shifted,
                       PetscInt count, PetscInt space) {
  constexpr double tolerance = 1e-10;
  constexpr PetscInt most_restarts = 1000;
  EigenSolver owner = makeEigenSolver(operators);
  EPS eps = owner.get();
  TENON_PETSC(EPSSetOperators(eps, mass, shifted));
  TENON_PETSC(EPSSetProblemType(eps, EPS_GHEP));
  TENON_PETSC(EPSSetType(eps, EPSKRYLOVSCHUR));
  TENON_PETSC(EPSSetWhichEigenpairs(eps, EPS_LARGEST_REAL));
  TENON_PETSC(EPSSetDimensions(eps, count, space, PETSC_DEFAULT));
  TENON_PETSC(EPSSetTolerances(eps, tolerance, most_restarts));
  setInverse(eps, callbacks);
  base::runCollectively(operators.equations().comm(),
                        [&] { solver::checkConfiguration(EPSSetFromOptions(eps), operators.options()); });
  setInverse(eps, callbacks);  // regardless of the options
  return owner;
}

}  // namespace

void readKrylovSchurOptions(Equations& equations, TangentSolver& solver, base::Phases& phases) {
  ModalOperators operators(equations, solver, phases);
  SlepcCallbacks callbacks{operators, nullptr, 0.0};
  const la::Matrix mass = callbacks.makeShell(SlepcCallbacks::massOnSpace);
  const la::Matrix shifted = callbacks.makeShell(SlepcCallbacks::shiftedOnSpace);
  makeSolver(operators, callbacks, mass.get(), shifted.get(), 1, PETSC_DEFAULT);
}

namespace {

/// Makes one search. Returns no value if SLEPc runs out of vectors before `count` pairs are found.
std::optional<std::vector<EigenPair>> search(ModalOperators& operators, PetscInt count, PetscInt left,
                                             const std::vector<EigenPair>& known, int attempt) {
  SlepcCallbacks callbacks{operators, nullptr, 0.0};
  const la::Matrix mass = callbacks.makeShell(SlepcCallbacks::massOnSpace);
  const la::Matrix shifted = callbacks.makeShell(SlepcCallbacks::shiftedOnSpace);
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
  if (!callbacks.solve(eps)) return std::nullopt;

  EPSConvergedReason reason = EPS_CONVERGED_ITERATING;
  TENON_PETSC(EPSGetConvergedReason(eps, &reason));
  base::runCollectively(operators.equations().comm(), [&] {
    if (reason == EPS_DIVERGED_ITS)
      throw base::NotConvergedError(
          fmt::format("SLEPc did not converge (number of modes found: {}): choose a `shift` closer to the lowest "
                      "omega^2, a larger -eps_ncv, or a larger -eps_max_it.",
                      known.size()));
  });
  PetscInt found = 0;
  TENON_PETSC(EPSGetConverged(eps, &found));
  if (found < count && reason == EPS_DIVERGED_BREAKDOWN) return std::nullopt;
  std::vector<EigenPair> pairs;
  for (PetscInt i = 0; i < std::min(found, count); ++i) {
    EigenPair pair{0.0, operators.makeVector()};
    TENON_PETSC(EPSGetEigenpair(eps, i, &pair.theta, nullptr, pair.x.get(), nullptr));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace

std::vector<EigenPair> krylovSchur(ModalOperators& operators, PetscInt count, const std::vector<EigenPair>& known,
                                   int attempt) {
  const PetscInt left = operators.dimension() - static_cast<PetscInt>(known.size());
  for (count = std::min(count, left); count > 0; count /= 2)  // M of low rank has fewer pairs
    if (std::optional<std::vector<EigenPair>> pairs = search(operators, count, left, known, attempt))
      return std::move(*pairs);
  return {};
}

}  // namespace tenon::analysis
