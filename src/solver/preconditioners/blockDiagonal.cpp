#include "blockDiagonal.hpp"

#include <Eigen/Dense>

#include "tenon/base/Communicator.hpp"

namespace tenon::solver {
namespace {

// Adds a row to its node's block; false where it reaches beyond.
bool addRow(Mat matrix, PetscInt row, Eigen::MatrixXd& block) {
  const auto b = static_cast<PetscInt>(block.rows());
  const PetscInt first = row / b * b;
  PetscInt count = 0;
  const PetscInt* columns = nullptr;
  const PetscScalar* values = nullptr;
  bool stays = true;
  TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
  for (PetscInt k = 0; k < count; ++k) {
    if (values[k] == 0.0) continue;
    stays = stays && first <= columns[k] && columns[k] < first + b;
    if (stays) block(row - first, columns[k] - first) = values[k];
  }
  TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
  return stays;
}

bool isSoHere(Mat matrix) {
  PetscInt b = 1, first = 0, last = 0;
  TENON_PETSC(MatGetBlockSize(matrix, &b));
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  Eigen::MatrixXd block(b, b);
  for (PetscInt node = first; node < last; node += b) {
    block.setZero();
    for (PetscInt row = node; row < node + b; ++row)
      if (!addRow(matrix, row, block)) return false;
    if (!block.fullPivLu().isInvertible()) return false;
  }
  return true;
}

}  // namespace

bool isInvertibleBlockDiagonal(Mat matrix) {
  PetscBool stored = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(matrix), &stored, MATSEQAIJ, MATMPIAIJ, ""));
  if (stored == PETSC_FALSE) return false;
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix))).all(isSoHere(matrix));
}

}  // namespace tenon::solver
