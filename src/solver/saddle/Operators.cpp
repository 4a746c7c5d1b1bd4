// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Operators.hpp"

#include "compliance.hpp"
#include "la/arrays.hpp"
#include "solver/preconditioners/blockDiagonal.hpp"
#include "solver/preconditioners/isShell.hpp"
#include "splits.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"

namespace tenon::solver {

namespace {

PCCompositeType typeOf(PC pc) {
  PCCompositeType type = PC_COMPOSITE_ADDITIVE;
  TENON_PETSC(PCFieldSplitGetType(pc, &type));
  return type;
}

// Returns the weight of the augmentation. No body of a block-diagonal A is supported by multipliers
// alone, so that the default augmentation is not needed. A weight from the preset, the case or the
// command line is used nevertheless, because the Schur approximation may be made from it.
double augmentationFor(const SaddleSystem& system, const SaddleOptions& options) {
  if (options.augmentation == 0.0 || options.is_augmentation_given || system.G == nullptr) return options.augmentation;
  return isInvertibleBlockDiagonal(system.A) ? 0.0 : options.augmentation;
}

}  // namespace

Operators::Operators(const SaddleSystem& system, const SaddleOptions& options)
    : system_(system), options_(options), scaled_(system, augmentationFor(system, options)) {
  describeToMultigrid(scaled_.P(), system);
  if (!scaled_.hasMultipliers()) return;
  saddle_ = std::make_unique<la::SaddleMatrix>(scaled_.whole(scaled_.A()));
  if (!isSame()) saddle_P_ = std::make_unique<la::SaddleMatrix>(scaled_.whole(scaled_.P()));
  // PETSc's splits inherit the symmetry of the whole matrix.
  for (const la::SaddleMatrix* whole : {saddle_.get(), saddle_P_.get()})
    if (whole != nullptr && system.asymmetric_contributors.empty())
      TENON_PETSC(MatSetOption(whole->get(), MAT_SYMMETRIC, PETSC_TRUE));
  if (options.form == SaddleOptions::Form::nest) return;
  if (!isShell(scaled_.A())) single_ = saddle_->convertToAij();
  if (!isSame()) single_P_ = saddle_P_->convertToAij();
  for (Mat whole : {single_.get(), single_P_.get()})
    if (system.asymmetric_contributors.empty() && whole != nullptr)
      TENON_PETSC(MatSetOption(whole, MAT_SYMMETRIC, PETSC_TRUE));
}

bool Operators::update(const SaddleSystem& system, bool rescales) {
  if (!scaled_.update(system, rescales)) return false;
  system_ = system;
  for (la::SaddleMatrix* whole : {saddle_.get(), saddle_P_.get()})
    if (whole != nullptr) whole->update(scaled_.compliance());
  if (single_) saddle_->copyInto(single_.get());
  if (single_P_) saddle_P_->copyInto(single_P_.get());
  return true;
}

Mat Operators::preconditionerMatrix() const {
  if (isSame()) return systemMatrix();
  return single_P_ ? single_P_.get() : saddle_P_ ? saddle_P_->get() : scaled_.P();
}

void Operators::nameSplits(KSP ksp) const {
  if (hasSplits()) nameSaddleSplits(ksp, *saddle_, system_);
}

SaddleSystem Operators::systemForSchur(const la::Vector& compliance) const {
  SaddleSystem system = system_;
  system.A = scaled_.P();
  system.P = nullptr;
  system.G = scaled_.G();
  system.compliance = compliance.get();
  system.augmentation = scaled_.isAugmented() ? scaled_.gamma() : nullptr;
  return system;
}

// Returns the name of the approximation. PETSc's option `selfp` is replaced by tenon's
// approximation, because PETSc would store all entries that dense rows fill.
std::string Operators::schurApproximation(PC pc) const {
  if (!options_.schur.empty()) return options_.schur;
  PCFieldSplitSchurPreType kind = PC_FIELDSPLIT_SCHUR_PRE_A11;
  Mat given = nullptr;  // PETSc writes it in any case.
  if (typeOf(pc) == PC_COMPOSITE_SCHUR) TENON_PETSC(PCFieldSplitGetSchurPre(pc, &kind, &given));
  return kind == PC_FIELDSPLIT_SCHUR_PRE_SELFP ? "selfp" : "";
}

// Prepares the splits. PETSc's Schur complement of [A G^T; G -C] is -C - G A^-1 G^T.
void Operators::prepareSplits(KSP ksp) {
  if (!hasSplits()) return;
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  // The method of Golub and Kahan requires C = 0; PETSc would ignore C.
  if (typeOf(pc) == PC_COMPOSITE_GKB)
    requireNoCompliance(system_, "-pc_fieldsplit_type gkb (Golub-Kahan bidiagonalisation) does not support compliance");
  // PETSc no longer reports it once it is set.
  if (schur_.empty()) schur_ = schurApproximation(pc);
  if (schur_.empty()) return;
  la::Vector compliance;
  TENON_PETSC(VecDuplicate(scaled_.gamma(), compliance.out()));
  {
    la::WriteArray entries(compliance.get());
    for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = scaled_.compliance()[static_cast<std::size_t>(i)];
  }
  if (!S_ || !schurApproximations().update(schur_, systemForSchur(compliance), S_.get()))
    S_ = schurApproximations().find(schur_)(systemForSchur(compliance));
  TENON_PETSC(MatScale(S_.get(), -1.0));
  TENON_PETSC(PCFieldSplitSetSchurPre(pc, PC_FIELDSPLIT_SCHUR_PRE_USER, S_.get()));
}

void Operators::nameParts(KSP ksp) const {
  if (hasSplits()) nameSplitParts(ksp, system_);
}

void Operators::completeSplits(KSP ksp, const std::function<void(PC)>& set_up) const {
  if (!hasSplits()) return;
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  // The method of Golub and Kahan solves with P alone, including multipliers: no term is missing.
  if (typeOf(pc) == PC_COMPOSITE_GKB) return;
  const auto term = scaled_.lowRankTerm();
  if (term && !term->isEmpty()) LowRankPreconditioner::wrap(splitsOf(ksp).front(), term, set_up);
}

}  // namespace tenon::solver
