#include "blockDiagonal.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

/// Rows of a sequential AIJ matrix for reading.
class BlockRows {
 public:
  explicit BlockRows(Mat matrix) : matrix_(matrix) {
    PetscBool done = PETSC_FALSE;
    TENON_PETSC(MatGetRowIJ(matrix_, 0, PETSC_FALSE, PETSC_FALSE, &count_, &starts_, &columns_, &done));
    base::ensure(done == PETSC_TRUE, "The rows of a matrix cannot be read.");
    TENON_PETSC(MatSeqAIJGetArrayRead(matrix_, &values_));
  }
  ~BlockRows() {
    PetscBool done = PETSC_FALSE;
    MatSeqAIJRestoreArrayRead(matrix_, &values_);
    MatRestoreRowIJ(matrix_, 0, PETSC_FALSE, PETSC_FALSE, &count_, &starts_, &columns_, &done);
  }
  BlockRows(const BlockRows&) = delete;
  BlockRows& operator=(const BlockRows&) = delete;

  bool areZero() const {
    return std::all_of(values_, values_ + starts_[count_], [](double value) { return value == 0.0; });
  }
  bool stayInBlocks(PetscInt b) const {
    for (PetscInt row = 0; row < count_; ++row) {
      const PetscInt first = row / b * b;
      for (PetscInt k = starts_[row]; k < starts_[row + 1]; ++k)
        if ((columns_[k] < first || columns_[k] >= first + b) && values_[k] != 0.0) return false;
    }
    return true;
  }
  bool areInvertible(PetscInt b) const {
    Eigen::MatrixXd block(b, b);
    for (PetscInt node = 0; node < count_; node += b) {
      block.setZero();
      for (PetscInt row = node; row < node + b; ++row)
        for (PetscInt k = starts_[row]; k < starts_[row + 1]; ++k)
          if (node <= columns_[k] && columns_[k] < node + b) block(row - node, columns_[k] - node) = values_[k];
      if (!block.fullPivLu().isInvertible()) return false;
    }
    return true;
  }

 private:
  Mat matrix_;
  PetscInt count_ = 0;
  const PetscInt *starts_ = nullptr, *columns_ = nullptr;
  const PetscScalar* values_ = nullptr;
};

bool isSo(Mat matrix, bool and_invertible) {
  PetscBool alone = PETSC_FALSE, spread = PETSC_FALSE;
  PetscInt b = 1;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATSEQAIJ, &alone));
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATMPIAIJ, &spread));
  if (alone == PETSC_FALSE && spread == PETSC_FALSE) return false;
  TENON_PETSC(MatGetBlockSize(matrix, &b));
  Mat own = matrix, far = nullptr;
  if (spread == PETSC_TRUE) TENON_PETSC(MatMPIAIJGetSeqAIJ(matrix, &own, &far, nullptr));
  const BlockRows rows(own);
  bool is_so = (far == nullptr || BlockRows(far).areZero()) && rows.stayInBlocks(b);
  is_so = is_so && (!and_invertible || rows.areInvertible(b));
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix))).all(is_so);
}

}  // namespace

bool isBlockDiagonal(Mat matrix) {
  return isSo(matrix, false);
}

bool isInvertibleBlockDiagonal(Mat matrix) {
  return isSo(matrix, true);
}

}  // namespace tenon::solver
