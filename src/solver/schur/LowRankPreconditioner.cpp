// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LowRankPreconditioner.hpp"

#include <utility>

#include "la/arrays.hpp"
#include "solver/preconditioners/preconditioners.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/check.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {
namespace {

LowRankPreconditioner& contextOf(PC pc) {
  void* context = nullptr;
  TENON_PETSC(PCShellGetContext(pc, &context));
  return *static_cast<LowRankPreconditioner*>(context);
}

PetscErrorCode setUpShell(PC pc) {
  return guarded(pc, [&] { contextOf(pc).setUp(); });
}

PetscErrorCode applyLowRank(PC pc, Vec x, Vec y) {
  return guarded(pc, [&] { contextOf(pc).apply(x, y); });
}

PetscErrorCode destroyShell(PC pc) {
  return guarded(pc, [&] { delete &contextOf(pc); });
}

Eigen::Map<Eigen::VectorXd> entries(la::WriteArray& array) {
  return {array.begin(), array.size()};
}

}  // namespace

void LowRankPreconditioner::wrap(KSP ksp, std::shared_ptr<const LowRankTerm> term, std::function<void(PC)> set_up) {
  PC inner = nullptr, shell = nullptr;
  Mat matrix = nullptr, from = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &inner));
  TENON_PETSC(PCGetOperators(inner, &matrix, &from));
  TENON_PETSC(PCCreate(PetscObjectComm(reinterpret_cast<PetscObject>(ksp)), &shell));
  TENON_PETSC(PCSetType(shell, PCSHELL));
  TENON_PETSC(PCShellSetName(shell, "low rank"));
  TENON_PETSC(PCSetOperators(shell, matrix, from));
  // Multigrid smoothers use the matrix from which the preconditioner is built.
  TENON_PETSC(PCSetOperators(inner, from, from));
  TENON_PETSC(PCShellSetContext(shell, new LowRankPreconditioner(inner, std::move(term), std::move(set_up))));
  TENON_PETSC(PCShellSetSetUp(shell, setUpShell));
  TENON_PETSC(PCShellSetApply(shell, applyLowRank));
  TENON_PETSC(PCShellSetDestroy(shell, destroyShell));
  TENON_PETSC(KSPSetPC(ksp, shell));
  TENON_PETSC(PCDestroy(&shell));
}

LowRankPreconditioner::LowRankPreconditioner(PC inner, std::shared_ptr<const LowRankTerm> term,
                                             std::function<void(PC)> set_up)
    : inner_(inner), term_(std::move(term)), set_up_(std::move(set_up)) {
  TENON_PETSC(PetscObjectReference(reinterpret_cast<PetscObject>(inner)));
}

LowRankPreconditioner::~LowRankPreconditioner() {
  PCDestroy(&inner_);
}

void LowRankPreconditioner::setUp() {
  set_up_(inner_);
  V_ = term_->V;
  Mat from = nullptr;
  la::Vector column, solved;
  TENON_PETSC(PCGetOperators(inner_, nullptr, &from));
  TENON_PETSC(MatCreateVecs(from, column.out(), solved.out()));
  Z_.resize(V_.rows(), V_.cols());
  for (Eigen::Index k = 0; k < Z_.cols(); ++k) {
    {
      la::WriteArray to(column.get());
      entries(to) = V_.col(k);
    }
    TENON_PETSC(PCApply(inner_, column.get(), solved.get()));
    la::WriteArray from_solved(solved.get());
    Z_.col(k) = entries(from_solved);
  }
  Eigen::MatrixXd small = V_.transpose() * Z_;
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(inner_)));
  comm.sumInPlace<double>(gsl::span<double>(small.data(), static_cast<std::size_t>(small.size())));
  small.diagonal() += term_->inverse_weight;
  small_ = base::DenseFactorisation(small);
}

void LowRankPreconditioner::apply(Vec x, Vec y) {
  TENON_PETSC(PCApply(inner_, x, y));
  la::WriteArray array(y);
  Eigen::VectorXd along = V_.transpose() * entries(array);
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(inner_)));
  comm.sumInPlace<double>(gsl::span<double>(along.data(), static_cast<std::size_t>(along.size())));
  entries(array) -= Z_ * small_.solve(along);
}

}  // namespace tenon::solver
