// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LowRankTerm.hpp"

// Declares PetscObjectStateIncrease, which is documented as public.
#include <petsc/private/petscimpl.h>

#include "la/arrays.hpp"
#include "la/commOf.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

struct LowRankSum {
  la::Matrix A, B;
  std::shared_ptr<const LowRankTerm> term;
};

LowRankSum& sumOf(Mat shell) {
  void* context = nullptr;
  TENON_PETSC(MatShellGetContext(shell, &context));
  return *static_cast<LowRankSum*>(context);
}

void multiply(Mat shell, Vec x, Vec y) {
  const LowRankSum& sum = sumOf(shell);
  TENON_PETSC(MatMult(sum.A.get(), x, y));
  if (sum.B) TENON_PETSC(MatMultAdd(sum.B.get(), x, y, y));
  const LowRankTerm& term = *sum.term;
  const la::ReadArray from(x);
  Eigen::VectorXd along = term.V.transpose() * Eigen::Map<const Eigen::VectorXd>(from.begin(), term.V.rows());
  la::commOf(shell).sumInPlace<double>(gsl::span<double>(along.data(), static_cast<std::size_t>(along.size())));
  la::WriteArray to(y);
  Eigen::Map<Eigen::VectorXd>(to.begin(), term.V.rows()) += term.V * along.cwiseQuotient(term.inverse_weight);
}

PetscErrorCode multiplySum(Mat shell, Vec x, Vec y) {
  try {
    multiply(shell, x, y);
  } catch (const std::exception& error) {
    SETERRQ(PetscObjectComm(reinterpret_cast<PetscObject>(shell)), PETSC_ERR_LIB, "%s", error.what());
  }
  return 0;
}

PetscErrorCode destroySum(Mat shell) {
  void* context = nullptr;
  PetscCall(MatShellGetContext(shell, &context));
  delete static_cast<LowRankSum*>(context);
  return 0;
}

}  // namespace

la::Matrix sumWithLowRank(Mat A, Mat B, std::shared_ptr<const LowRankTerm> term) {
  PetscInt rows = 0, columns = 0, block = 1;
  TENON_PETSC(MatGetLocalSize(A, &rows, &columns));
  TENON_PETSC(MatGetBlockSize(A, &block));
  auto sum = std::make_unique<LowRankSum>();
  sum->A = la::Matrix::share(A);
  if (B != nullptr) sum->B = la::Matrix::share(B);
  sum->term = std::move(term);
  la::Matrix shell;
  TENON_PETSC(
      MatCreateShell(la::commOf(A).mpi(), rows, columns, PETSC_DETERMINE, PETSC_DETERMINE, sum.get(), shell.out()));
  TENON_PETSC(MatSetBlockSize(shell.get(), block));
  TENON_PETSC(MatShellSetOperation(shell.get(), MATOP_MULT, reinterpret_cast<void (*)()>(multiplySum)));
  TENON_PETSC(MatShellSetOperation(shell.get(), MATOP_DESTROY, reinterpret_cast<void (*)()>(destroySum)));
  (void)sum.release();  // Owned by the shell from here on.
  return shell;
}

void updateSumWithLowRank(Mat sum, Mat B) {
  sumOf(sum).B = B == nullptr ? la::Matrix() : la::Matrix::share(B);
  TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(sum)));
}

}  // namespace tenon::solver
