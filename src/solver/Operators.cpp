#include "Operators.hpp"

namespace tenon::solver {

bool isShell(Mat matrix) {
  PetscBool shell = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATSHELL, &shell));
  return shell == PETSC_TRUE;
}

Operators::Operators(const SaddleSystem& system, double augmentation, bool with_splits)
    : scaled_(system, augmentation), is_same_(system.P == nullptr || system.P == system.A) {
  describeToMultigrid(scaled_.P(), system);
  if (!scaled_.hasMultipliers()) return;
  saddle_ = std::make_unique<la::SaddleMatrix>(scaled_.whole(scaled_.A()));
  if (!is_same_) saddle_P_ = std::make_unique<la::SaddleMatrix>(scaled_.whole(scaled_.P()));
  if (with_splits) return;
  if (!isShell(scaled_.A())) single_ = saddle_->convertToAij();
  if (!is_same_) single_P_ = saddle_P_->convertToAij();
  for (Mat whole : {single_.get(), single_P_.get()})
    if (system.asymmetric.empty() && whole != nullptr) TENON_PETSC(MatSetOption(whole, MAT_SYMMETRIC, PETSC_TRUE));
}

Mat Operators::preconditioned() const {
  if (is_same_) return solved();
  return single_P_ ? single_P_.get() : saddle_P_ ? saddle_P_->get() : scaled_.P();
}

}  // namespace tenon::solver
