// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "admissibleSlips.hpp"

#include <Eigen/SparseCore>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "tenon/la/handles.hpp"

namespace tenon::analysis {
namespace {

using SparseRow = Eigen::SparseVector<double, 0, std::ptrdiff_t>;

/// Returns a row of a matrix by its local number.
SparseRow rowOf(Mat matrix, std::size_t row) {
  PetscInt first = 0, columns = 0, count = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, nullptr));
  TENON_PETSC(MatGetSize(matrix, nullptr, &columns));
  const PetscInt* places = nullptr;
  const PetscScalar* values = nullptr;
  const PetscInt number = first + static_cast<PetscInt>(row);
  TENON_PETSC(MatGetRow(matrix, number, &count, &places, &values));
  SparseRow copy(static_cast<std::ptrdiff_t>(columns));
  copy.reserve(static_cast<std::ptrdiff_t>(count));
  for (PetscInt i = 0; i < count; ++i) copy.insertBack(static_cast<std::ptrdiff_t>(places[i])) = values[i];
  TENON_PETSC(MatRestoreRow(matrix, number, &count, &places, &values));
  return copy;
}

/// Returns the slip rows of `free` minus their part along the gap row.
std::array<SparseRow, 2> slipsBesideGap(Mat free, const SlipRows& block) {
  const SparseRow gap = rowOf(free, block.gap);
  const double square = gap.squaredNorm();
  std::array<SparseRow, 2> slips;
  for (std::size_t i = 0; i < block.num_slips; ++i) {
    slips[i] = rowOf(free, block.first + i);
    if (square > 0.0) slips[i] -= (gap.dot(slips[i]) / square) * gap;
  }
  return slips;
}

AdmissibleSlip admissibleSlip(Mat free, const SlipRows& block, double length) {
  constexpr double round_off = 1e-6;
  const std::array<SparseRow, 2> slips = slipsBesideGap(free, block);
  const double least = round_off * round_off * length * length;
  const double first = slips[0].squaredNorm();
  if (block.num_slips < 2) return {first > least ? std::size_t{1} : std::size_t{0}};
  // The following are eigenvalues of the Gram matrix [first both; both second]; the larger one
  // belongs to (cos, sin).
  const double second = slips[1].squaredNorm(), both = slips[0].dot(slips[1]);
  const double mean = 0.5 * (first + second), half = std::hypot(0.5 * (first - second), both);
  if (mean + half <= least) return {0};
  if (mean - half > least) return {2};
  const double angle = 0.5 * std::atan2(2.0 * both, first - second);
  return {1, {std::cos(angle), std::sin(angle)}};
}

/// Returns the squared norm of a row of a matrix, by its number on this rank.
double squareOf(Mat matrix, std::size_t row) {
  PetscInt first = 0, count = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, nullptr));
  const PetscScalar* values = nullptr;
  const PetscInt number = first + static_cast<PetscInt>(row);
  TENON_PETSC(MatGetRow(matrix, number, &count, nullptr, &values));
  const double square = std::inner_product(values, values + count, values, 0.0);
  TENON_PETSC(MatRestoreRow(matrix, number, &count, nullptr, &values));
  return square;
}

}  // namespace

std::vector<AdmissibleSlip> admissibleSlips(Mat full, Mat free, const std::vector<SlipRows>& blocks) {
  std::vector<AdmissibleSlip> admissible;
  for (const SlipRows& block : blocks) {
    double length = 0.0;
    bool is_reduced = false;
    const auto compare = [&](std::size_t row) {
      const double all = squareOf(full, row), left = squareOf(free, row);
      is_reduced = is_reduced || left < (1.0 - 1e-14) * all;
      return all;
    };
    if (free != full) {
      compare(block.gap);
      for (std::size_t i = 0; i < block.num_slips; ++i) length = std::max(length, std::sqrt(compare(block.first + i)));
    }
    admissible.push_back(is_reduced ? admissibleSlip(free, block, length) : AdmissibleSlip{block.num_slips});
  }
  return admissible;
}

}  // namespace tenon::analysis
