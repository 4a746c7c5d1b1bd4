// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <cstddef>
#include <vector>

namespace tenon::analysis {

/// Rows of G of one point in contact with friction on this rank: the gap and one or two slips.
struct SlipRows {
  std::size_t gap, first, num_slips;
};

/// Directions of slip of a point that Dirichlet boundary conditions admit at a constant gap.
struct AdmissibleSlip {
  std::size_t dimension = 0;         ///< number of independent directions: 0, 1 or 2
  double direction[2] = {0.0, 0.0};  ///< unit vector of the slip if one of two dimensions remains; otherwise 0
  /// Returns true if one of two dimensions remains.
  bool isSingle() const { return direction[0] != 0.0 || direction[1] != 0.0; }
};

/// Returns the admissible slips of each block. On a plane of symmetry, the normal of a faceted
/// surface deviates slightly from the plane. The rows of gap and slips, without prescribed degrees
/// of freedom, are then linearly dependent, and their multipliers are not unique. The dimension is
/// the rank of the slip rows of `free` after subtraction of the part along the gap row; parts below
/// 1e-6 of the rows of `full` count as 0.
/// @param full G including prescribed degrees of freedom
/// @param free G without prescribed degrees of freedom
/// @note Not collective.
std::vector<AdmissibleSlip> admissibleSlips(Mat full, Mat free, const std::vector<SlipRows>& blocks);

}  // namespace tenon::analysis
