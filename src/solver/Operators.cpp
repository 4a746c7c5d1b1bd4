#include "Operators.hpp"

#include "blockDiagonal.hpp"
#include "compliance.hpp"
#include "splits.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/solver/SchurApproximations.hpp"

namespace tenon::solver {

bool isShell(Mat matrix) {
  PetscBool shell = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATSHELL, &shell));
  return shell == PETSC_TRUE;
}

Operators::Operators(const SaddleSystem& system, const SaddleOptions& options)
    : given_(system),
      options_(options),
      scaled_(system, system.G != nullptr && isInvertibleBlockDiagonal(system.A) ? 0.0 : options.augmentation),
      is_same_(system.P == nullptr || system.P == system.A) {
  describeToMultigrid(scaled_.P(), system);
  if (!scaled_.hasMultipliers()) return;
  saddle_ = std::make_unique<la::SaddleMatrix>(scaled_.whole(scaled_.A()));
  if (!is_same_) saddle_P_ = std::make_unique<la::SaddleMatrix>(scaled_.whole(scaled_.P()));
  if (options.form == SaddleOptions::Form::nest) return;
  if (!isShell(scaled_.A())) single_ = saddle_->convertToAij();
  if (!is_same_) single_P_ = saddle_P_->convertToAij();
  for (Mat whole : {single_.get(), single_P_.get()})
    if (system.asymmetric.empty() && whole != nullptr) TENON_PETSC(MatSetOption(whole, MAT_SYMMETRIC, PETSC_TRUE));
}

Mat Operators::preconditioned() const {
  if (is_same_) return solved();
  return single_P_ ? single_P_.get() : saddle_P_ ? saddle_P_->get() : scaled_.P();
}

void Operators::nameSplits(KSP ksp) const {
  if (hasSplits()) nameSaddleSplits(ksp, *saddle_, given_);
}

SaddleSystem Operators::seen(const la::Vector& compliance) const {
  SaddleSystem system = given_;
  system.A = scaled_.P();
  system.P = nullptr;
  system.G = scaled_.G();
  system.compliance = compliance.get();
  system.augmentation = scaled_.isAugmented() ? scaled_.gamma() : nullptr;
  return system;
}

// Golub and Kahan's method is for C = 0: PETSc would leave it out.
void Operators::refuseCompliance(KSP ksp) const {
  PC pc = nullptr;
  PCCompositeType type = PC_COMPOSITE_ADDITIVE;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PCFieldSplitGetType(pc, &type));
  if (type == PC_COMPOSITE_GKB)
    requireNoCompliance(given_, "-pc_fieldsplit_type gkb (Golub-Kahan bidiagonalisation) has no place for it");
}

// PETSc's S of [A G^T; G -C] is -C - G A^-1 G^T.
void Operators::prepareSplits(KSP ksp) const {
  if (!hasSplits()) return;
  refuseCompliance(ksp);
  if (options_.schur.empty()) return;
  la::Vector compliance;
  TENON_PETSC(VecDuplicate(scaled_.gamma(), compliance.put()));
  {
    la::WriteArray entries(compliance.get());
    for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = scaled_.compliance()[static_cast<std::size_t>(i)];
  }
  const la::Matrix S = schurApproximations().find(options_.schur)(seen(compliance));
  TENON_PETSC(MatScale(S.get(), -1.0));
  PC pc = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PCFieldSplitSetSchurPre(pc, PC_FIELDSPLIT_SCHUR_PRE_USER, S.get()));
}

void Operators::nameParts(KSP ksp) const {
  if (hasSplits()) nameSplitParts(ksp, given_);
}

}  // namespace tenon::solver
