// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "blockDiagonal.hpp"

#include <Eigen/Core>
#include <algorithm>

#include "base/dense.hpp"
#include "la/AijParts.hpp"
#include "la/SequentialRows.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::solver {
namespace {

bool areZero(const la::SequentialRows& rows) {
  return std::all_of(rows.values, rows.values + rows.starts[rows.count], [](double value) { return value == 0.0; });
}

bool stayInBlocks(const la::SequentialRows& rows, PetscInt b) {
  for (PetscInt row = 0; row < rows.count; ++row) {
    const PetscInt first = row / b * b;
    for (PetscInt k = rows.starts[row]; k < rows.starts[row + 1]; ++k)
      if ((rows.columns[k] < first || rows.columns[k] >= first + b) && rows.values[k] != 0.0) return false;
  }
  return true;
}

bool areInvertible(const la::SequentialRows& rows, PetscInt b) {
  Eigen::MatrixXd block(b, b);
  for (PetscInt node = 0; node < rows.count; node += b) {
    block.setZero();
    for (PetscInt row = node; row < node + b; ++row)
      for (PetscInt k = rows.starts[row]; k < rows.starts[row + 1]; ++k)
        if (node <= rows.columns[k] && rows.columns[k] < node + b)
          block(row - node, rows.columns[k] - node) = rows.values[k];
    if (!base::isRegular(block)) return false;
  }
  return true;
}

bool checkBlocks(Mat matrix, bool and_invertible) {
  PetscBool alone = PETSC_FALSE, spread = PETSC_FALSE;
  PetscInt b = 1;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATSEQAIJ, &alone));
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATMPIAIJ, &spread));
  if (alone == PETSC_FALSE && spread == PETSC_FALSE) return false;
  TENON_PETSC(MatGetBlockSize(matrix, &b));
  const la::AijParts parts(matrix);
  const la::SequentialRows rows(parts.inner);
  bool is_so = (parts.outer == nullptr || areZero(la::SequentialRows(parts.outer))) && stayInBlocks(rows, b);
  is_so = is_so && (!and_invertible || areInvertible(rows, b));
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix))).all(is_so);
}

}  // namespace

bool isBlockDiagonal(Mat matrix) {
  return checkBlocks(matrix, false);
}

bool isInvertibleBlockDiagonal(Mat matrix) {
  return checkBlocks(matrix, true);
}

}  // namespace tenon::solver
