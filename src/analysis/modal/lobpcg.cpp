// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "lobpcg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "la/vectors.hpp"
#include "nodalVectors.hpp"
#include "slepc.hpp"
#include "solver/options/checkConfiguration.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

constexpr PetscInt most_iterations = 500;

constexpr PetscInt copies = 2;  // additional copies of the last theta that are computed
constexpr double as_large = 1 - 1e-6;

/// Returns the block size, which is larger than the number of pairs because the last pairs of a
/// block converge slowly.
PetscInt blockFor(PetscInt count) {
  return count + copies + std::max<PetscInt>(2, count / 4);
}

/// Returns the reference value of residuals besides mu: |M x| for x . M x = 1.
double inertiaOf(const ModalOperators& operators, Vec x) {
  const la::Vector Mx = operators.makeVector();
  operators.multiplyMass(x, Mx.get());
  return la::norm(Mx.get()) / std::sqrt(dot(x, Mx.get()));
}

PetscErrorCode overInertia(EPS, PetscScalar mu, PetscScalar, PetscReal residual, PetscReal* error, void* inertia) {
  *error = residual / (std::abs(mu) * *static_cast<double*>(inertia));
  return 0;
}

/// Returns smooth starting vectors that fulfil the boundary conditions and constraints.
std::vector<la::Vector> begin(ModalOperators& operators, PetscInt count) {
  std::vector<la::Vector> all;
  const la::Vector f = operators.makeVector();
  for (PetscInt i = 0; i < count; ++i) {
    const la::Vector any = arbitraryVector(operators.equations(), static_cast<std::uint64_t>(i));
    operators.multiplyMass(any.get(), f.get());
    all.push_back(operators.makeVector());
    operators.precondition(f.get(), all.back().get());
  }
  return all;
}

void setPreconditioner(EPS eps, SlepcCallbacks& callbacks) {
  ST st = nullptr;
  TENON_PETSC(EPSGetST(eps, &st));
  TENON_PETSC(STSetType(st, STPRECOND));
  TENON_PETSC(STPrecondSetKSPHasMat(st, PETSC_TRUE));
  callbacks.applyBy(st, SlepcCallbacks::preconditioner);
}

/// Returns the first pairs and the copies of the last one.
std::vector<EigenPair> pairsOf(EPS eps, const ModalOperators& operators, PetscInt count, PetscInt found) {
  std::vector<EigenPair> pairs;
  for (PetscInt i = 0; i < found; ++i) {
    EigenPair pair{0.0, operators.makeVector()};
    double mu = 0.0;
    TENON_PETSC(EPSGetEigenpair(eps, i, &mu, nullptr, pair.x.get(), nullptr));
    pair.theta = 1.0 / mu;
    if (i >= count && pair.theta < as_large * pairs.back().theta) break;
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace

bool suitsLobpcg(const ModalOperators& operators, PetscInt count) {
  return operators.dimension() >= 5 * blockFor(count);
}

std::vector<EigenPair> lobpcg(ModalOperators& operators, PetscInt count, double tolerance) {
  const PetscInt block = blockFor(count);
  SlepcCallbacks callbacks{operators, nullptr, 0.0};
  const la::Matrix mass = callbacks.makeShell(SlepcCallbacks::massInSpace);
  const la::Matrix shifted = callbacks.makeShell(SlepcCallbacks::shiftedInSpace);
  const EigenSolver owner = makeEigenSolver(operators);
  EPS eps = owner.get();
  const std::vector<la::Vector> first = begin(operators, block);
  double inertia = inertiaOf(operators, first.front().get());
  TENON_PETSC(EPSSetOperators(eps, shifted.get(), mass.get()));
  TENON_PETSC(EPSSetProblemType(eps, EPS_GHEP));
  TENON_PETSC(EPSSetType(eps, EPSLOBPCG));
  TENON_PETSC(EPSSetWhichEigenpairs(eps, EPS_SMALLEST_REAL));
  TENON_PETSC(EPSSetDimensions(eps, count + copies, PETSC_DEFAULT, PETSC_DEFAULT));
  TENON_PETSC(EPSLOBPCGSetBlockSize(eps, block));
  TENON_PETSC(EPSSetTolerances(eps, tolerance, most_iterations));
  TENON_PETSC(EPSSetConvergenceTestFunction(eps, overInertia, &inertia, nullptr));
  setPreconditioner(eps, callbacks);
  base::runCollectively(operators.equations().comm(),
                        [&] { solver::checkConfiguration(EPSSetFromOptions(eps), operators.options()); });
  setPreconditioner(eps, callbacks);  // regardless of the options
  std::vector<Vec> start;
  for (const la::Vector& one : first) start.push_back(one.get());
  TENON_PETSC(EPSSetInitialSpace(eps, block, start.data()));
  callbacks.solve(eps);
  PetscInt found = 0;
  TENON_PETSC(EPSGetConverged(eps, &found));
  base::runCollectively(operators.equations().comm(), [&] {
    if (found < count)
      throw base::NotConvergedError(
          fmt::format("The method 'lobpcg' found {} of {} modes in {}: use a preset with a better "
                      "preconditioner, a larger -eps_max_it, or `method: krylov-schur`.",
                      found, count, base::formatCount(most_iterations, "iteration")));
  });
  return pairsOf(eps, operators, count, found);
}

}  // namespace tenon::analysis
