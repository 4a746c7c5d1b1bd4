// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "WarpedPreconditioner.hpp"

#include "la/arrays.hpp"

namespace tenon::solver {
namespace {

PetscErrorCode applyWarped(PC pc, Vec x, Vec y) {
  void* context = nullptr;
  PetscCall(PCShellGetContext(pc, &context));
  try {
    static_cast<WarpedPreconditioner*>(context)->apply(x, y);
  } catch (const std::exception& error) {
    SETERRQ(PetscObjectComm(reinterpret_cast<PetscObject>(pc)), PETSC_ERR_LIB, "%s", error.what());
  }
  return 0;
}

}  // namespace

WarpedPreconditioner::WarpedPreconditioner(KSP ksp) {
  PC inner = nullptr, shell = nullptr;
  Mat matrix = nullptr, from = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &inner));
  TENON_PETSC(PetscObjectReference(reinterpret_cast<PetscObject>(inner)));
  inner_.reset(inner);
  TENON_PETSC(PCGetOperators(inner, &matrix, &from));
  TENON_PETSC(MatCreateVecs(from, rotated_.out(), result_.out()));
  TENON_PETSC(PCCreate(PetscObjectComm(reinterpret_cast<PetscObject>(ksp)), &shell));
  TENON_PETSC(PCSetType(shell, PCSHELL));
  TENON_PETSC(PCShellSetName(shell, "rotation-warped"));
  TENON_PETSC(PCShellSetContext(shell, this));
  TENON_PETSC(PCShellSetApply(shell, applyWarped));
  TENON_PETSC(PCSetOperators(shell, matrix, from));
  TENON_PETSC(KSPSetPC(ksp, shell));
  TENON_PETSC(PCDestroy(&shell));
}

void WarpedPreconditioner::setRotations(int block, std::vector<double> rotations) {
  PetscInt size = 0;
  TENON_PETSC(VecGetLocalSize(rotated_.get(), &size));
  base::ensure(rotations.size() == static_cast<std::size_t>(size * block),
               "The rotations do not belong to the nodes of the matrix.");
  block_ = block;
  rotations_ = std::move(rotations);
}

void WarpedPreconditioner::rotate(Vec from, Vec to, bool transposed) const {
  if (block_ == 0) {
    TENON_PETSC(VecCopy(from, to));
    return;
  }
  const la::ReadArray x(from);
  la::WriteArray y(to);
  const double* R = rotations_.data();
  for (PetscInt row = 0; row < x.size(); row += block_, R += block_ * block_)
    for (int i = 0; i < block_; ++i) {
      double sum = 0.0;
      for (int j = 0; j < block_; ++j) sum += R[transposed ? j * block_ + i : i * block_ + j] * x[row + j];
      y[row + i] = sum;
    }
}

void WarpedPreconditioner::apply(Vec x, Vec y) {
  rotate(x, rotated_.get(), true);
  TENON_PETSC(PCApply(inner_.get(), rotated_.get(), result_.get()));
  rotate(result_.get(), y, false);
}

}  // namespace tenon::solver
