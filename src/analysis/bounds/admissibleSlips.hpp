#pragma once
#include <petscmat.h>

#include <cstddef>
#include <vector>

namespace tenon::analysis {

/// Rows of G on this rank that belong to one point in contact with friction: the gap, and one or two slips.
struct SlipRows {
  std::size_t gap, first, num_slips;
};

/// Slips of a point that Dirichlet conditions admit while its gap does not change.
struct AdmissibleSlip {
  std::size_t dimension = 0;         ///< 0, 1 or 2
  double direction[2] = {0.0, 0.0};  ///< unit vector of the slips if one of two dimensions is left; else 0
  bool isSingle() const { return direction[0] != 0.0 || direction[1] != 0.0; }
};

/// Returns the admissible slips of each block. On a plane of symmetry the normal of a faceted surface is not quite in
/// the plane; then the rows of gap and slips, without the degrees of freedom that conditions prescribe, depend on one
/// another, and the multipliers of all of them are not unique. The dimension is the rank of the slip rows of `free`
/// after the part along the gap row is subtracted, where what is less than 1e-6 of the rows of `full` counts as 0.
/// `full`, `free`: G with and without prescribed degrees of freedom. Not collective.
std::vector<AdmissibleSlip> admissibleSlips(Mat full, Mat free, const std::vector<SlipRows>& blocks);

}  // namespace tenon::analysis
