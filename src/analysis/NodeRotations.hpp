// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Rotation of each node since an initial time. The rotation R is the one nearest to the mean
/// deformation of the surrounding cells,
///   R = U V^T with H = U S V^T,
///   H = sum over neighbours j of node i in cells of (x_j - x_i) (X_j - X_i)^T,
/// where X are the positions at the initial time. R = I for nodes with a constrained degree of
/// freedom, whose rows are not rotated, for nodes without cells, and for frames.
class NodeRotations {
 public:
  /// Stores the current positions as X. The mechanical system must outlive this object.
  explicit NodeRotations(const system::MechanicalSystem& mechanics);

  /// Returns the rotations of the owned block rows of the system, [block x block] each, in
  /// row-major order.
  /// @note Not collective.
  std::vector<double> computeRotations() const;

 private:
  const system::MechanicalSystem& mechanics_;
  std::vector<std::vector<double>> displacements_;  // at the initial time, by object, local
};

}  // namespace tenon::analysis
