// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/forms/Inverse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "la/arrays.hpp"
#include "la/commOf.hpp"
#include "la/vectors.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

constexpr double accepted = 1e-8;

bool isStored(Mat matrix) {
  PetscBool is_stored = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(matrix), &is_stored, MATSEQAIJ, MATMPIAIJ, ""));
  return is_stored == PETSC_TRUE;
}

/// Determines whether a stored matrix is diagonal or block-diagonal.
Inverse::Kind kindOf(Mat matrix) {
  if (!isStored(matrix)) return Inverse::Kind::solver;
  PetscInt first = 0, last = 0, block = 1;
  TENON_PETSC(MatGetBlockSize(matrix, &block));
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  bool diagonal = true, blocks = true;
  for (PetscInt row = first; row < last && blocks; ++row) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k) {
      if (values[k] == 0.0) continue;
      diagonal = diagonal && columns[k] == row;
      blocks = blocks && columns[k] / block == row / block;
    }
    TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
  }
  const base::Communicator comm = la::commOf(matrix);
  if (comm.all(diagonal)) return Inverse::Kind::diagonal;
  return comm.all(blocks) ? Inverse::Kind::blocks : Inverse::Kind::solver;
}

std::string objectOf(const std::vector<la::NamedRows>& objects, PetscInt local_block_row) {
  for (const auto& object : objects)
    if (local_block_row < object.first + object.count) return object.name;
  return "";
}

la::Matrix storedInverse(Mat matrix) {
  la::Matrix inverse;
  TENON_PETSC(MatCreate(la::commOf(matrix).mpi(), inverse.out()));
  TENON_PETSC(MatSetType(inverse.get(), MATAIJ));
  TENON_PETSC(MatInvertBlockDiagonalMat(matrix, inverse.get()));
  return inverse;
}

la::Matrix reciprocalDiagonal(Mat matrix) {
  la::Vector diagonal = la::makeColumnVector(matrix);
  TENON_PETSC(MatGetDiagonal(matrix, diagonal.get()));
  TENON_PETSC(VecReciprocal(diagonal.get()));
  la::Matrix inverse;
  PetscInt rows = 0, first = 0, block = 1;
  TENON_PETSC(MatGetLocalSize(matrix, &rows, nullptr));
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, nullptr));
  TENON_PETSC(MatGetBlockSize(matrix, &block));
  TENON_PETSC(MatCreateAIJ(la::commOf(matrix).mpi(), rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, 1, nullptr, 0,
                           nullptr, inverse.out()));
  TENON_PETSC(MatSetBlockSize(inverse.get(), block));
  for (PetscInt row = first; row < first + rows; ++row)
    TENON_PETSC(MatSetValue(inverse.get(), row, row, 0.0, INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(inverse.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(inverse.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatDiagonalSet(inverse.get(), diagonal.get(), INSERT_VALUES));
  return inverse;
}

}  // namespace

Inverse::Inverse(SystemMatrix system, std::string prefix) : system_(std::move(system)), kind_(kindOf(system_.A)) {
  if (kind_ == Kind::solver)
    prepareSolver(prefix);
  else
    store();
}

void Inverse::store() {
  const la::Vector diagonal = la::makeColumnVector(system_.A);
  TENON_PETSC(MatGetDiagonal(system_.A, diagonal.get()));
  PetscInt block = 1;
  TENON_PETSC(MatGetBlockSize(system_.A, &block));
  const la::ReadArray values(diagonal.get());
  const auto bad = static_cast<PetscInt>(std::find(values.begin(), values.end(), 0.0) - values.begin());
  base::runCollectively(la::commOf(system_.A), [&] {
    if (bad < values.size())
      throw base::InputError(fmt::format("A has no inverse: a node of object '{}' has neither mass nor stiffness.",
                                         objectOf(system_.objects, bad / block)));
  });
  stored_ = kind_ == Kind::diagonal ? reciprocalDiagonal(system_.A) : storedInverse(system_.A);
}

void Inverse::prepareSolver(const std::string& prefix) {
  PC pc = nullptr;
  const bool stored = isStored(system_.A);
  TENON_PETSC(KSPCreate(la::commOf(system_.A).mpi(), solver_.out()));
  TENON_PETSC(KSPSetOptionsPrefix(solver_.get(), prefix.c_str()));
  TENON_PETSC(KSPSetOperators(solver_.get(), system_.A, system_.A));
  TENON_PETSC(KSPGetPC(solver_.get(), &pc));
  TENON_PETSC(KSPSetType(solver_.get(), stored ? KSPPREONLY : KSPGMRES));
  TENON_PETSC(PCSetType(pc, stored ? PCLU : PCPBJACOBI));
  TENON_PETSC(KSPGMRESSetRestart(solver_.get(), 200));
  TENON_PETSC(KSPSetTolerances(solver_.get(), 1e-13, PETSC_DEFAULT, PETSC_DEFAULT, 20000));
  TENON_PETSC(KSPSetErrorIfNotConverged(solver_.get(), PETSC_FALSE));
  if (stored) {
    Mat factors = nullptr;
    TENON_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    TENON_PETSC(PCFactorSetUpMatSolverType(pc));
    TENON_PETSC(PCFactorGetMatrix(pc, &factors));
    TENON_PETSC(MatMumpsSetIcntl(factors, 24, 1));    // null pivots are counted, not divided by
    TENON_PETSC(MatMumpsSetIcntl(factors, 14, 100));  // memory in excess of the estimate, percent
  }
  TENON_PETSC(KSPSetFromOptions(solver_.get()));
  TENON_PETSC(KSPSetUp(solver_.get()));
  residual_ = la::makeColumnVector(system_.A);
  requireRegular();
}

void Inverse::requireRegular() const {
  PC pc = nullptr;
  PCFailedReason failure = PC_NOERROR;
  Mat factors = nullptr;
  PetscBool is_lu = PETSC_FALSE, is_mumps = PETSC_FALSE;
  PetscInt num_null_pivots = 0;
  TENON_PETSC(KSPGetPC(solver_.get(), &pc));
  TENON_PETSC(PCGetFailedReason(pc, &failure));
  TENON_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(pc), &is_lu, PCLU, PCCHOLESKY, ""));
  if (is_lu == PETSC_TRUE) {
    MatSolverType type = nullptr;
    TENON_PETSC(PCFactorGetMatrix(pc, &factors));
    TENON_PETSC(MatFactorGetSolverType(factors, &type));
    TENON_PETSC(PetscStrcmp(type, MATSOLVERMUMPS, &is_mumps));
    if (is_mumps == PETSC_TRUE) TENON_PETSC(MatMumpsGetInfog(factors, 28, &num_null_pivots));
  }
  if (la::commOf(system_.A).any(failure != PC_NOERROR || num_null_pivots > 0)) refuse(1.0);
}

void Inverse::refuse(double residual) const {
  const char* prefix = nullptr;
  TENON_PETSC(KSPGetOptionsPrefix(solver_.get(), &prefix));
  const auto loose = unconstrainedObjects(system_);
  base::runCollectively(la::commOf(system_.A), [&] {
    if (!loose.empty())
      throw base::InputError(
          fmt::format("A has no inverse, so there is no G A^-1 G^T: A is singular for object{} '{}'. Constraints are "
                      "not part of A; add a condition, a mass or a spring to the ground.",
                      loose.size() == 1 ? "" : "s", fmt::join(loose, "', '")));
    throw base::NotConvergedError(
        fmt::format("A could not be inverted: the relative residual is {:.1e}. A is singular, or the solver with the "
                    "options -{}... did not converge.",
                    residual, prefix));
  });
  throw base::InternalError("A could not be inverted.");
}

void Inverse::requireSolution(Vec b, Vec x) const {
  TENON_PETSC(MatMult(system_.A, x, residual_.get()));
  TENON_PETSC(VecAYPX(residual_.get(), -1.0, b));
  const double left = la::norm(residual_.get()), size = la::norm(b);
  if (!(left <= accepted * size)) refuse(size > 0.0 ? left / size : left);
}

void Inverse::apply(Vec b, Vec x) const {
  if (stored_) {
    TENON_PETSC(MatMult(stored_.get(), b, x));
    return;
  }
  TENON_PETSC(KSPSolve(solver_.get(), b, x));
  requireSolution(b, x);
}

void Inverse::apply(Mat B, Mat X) const {
  base::ensure(solver_.get() != nullptr, "A stored inverse supports products, but not solves.");
  TENON_PETSC(KSPMatSolve(solver_.get(), B, X));
  PetscInt count = 0;
  TENON_PETSC(MatGetSize(B, nullptr, &count));
  for (PetscInt column = 0; column < count; ++column) {
    Vec b = nullptr, x = nullptr;
    TENON_PETSC(MatDenseGetColumnVecRead(B, column, &b));
    TENON_PETSC(MatDenseGetColumnVecRead(X, column, &x));
    requireSolution(b, x);
    TENON_PETSC(MatDenseRestoreColumnVecRead(X, column, &x));
    TENON_PETSC(MatDenseRestoreColumnVecRead(B, column, &b));
  }
}

}  // namespace tenon::system
