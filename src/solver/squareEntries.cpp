#include "squareEntries.hpp"

#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

void squareSequential(Mat matrix) {
  MatInfo info;
  PetscScalar* values = nullptr;
  TENON_PETSC(MatGetInfo(matrix, MAT_LOCAL, &info));
  TENON_PETSC(MatSeqAIJGetArray(matrix, &values));
  const auto count = static_cast<PetscInt>(info.nz_used);
  for (PetscInt i = 0; i < count; ++i) values[i] *= values[i];
  TENON_PETSC(MatSeqAIJRestoreArray(matrix, &values));
}

}  // namespace

void squareEntries(Mat matrix) {
  PetscBool distributed = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATMPIAIJ, &distributed));
  if (!distributed) return squareSequential(matrix);
  Mat diagonal = nullptr, off_diagonal = nullptr;
  TENON_PETSC(MatMPIAIJGetSeqAIJ(matrix, &diagonal, &off_diagonal, nullptr));
  squareSequential(diagonal);
  squareSequential(off_diagonal);
}

}  // namespace tenon::solver
