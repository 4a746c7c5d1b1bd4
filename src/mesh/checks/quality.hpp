// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "CellGeometry.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Scaled Jacobian of cells of one type; see MeshInfo::Quality.
///
/// At each vertex of the reference cell three edges (two of a face) meet. The volume (area) spanned
/// by their images, det(J) det(d), is divided by the product of their lengths. First-order cells
/// are evaluated at their vertices. Second-order cells are also evaluated at all other nodes and at
/// 2 Gauss points along each axis, with the edges of every vertex.
class CellQuality {
 public:
  /// @param plane  true if faces lie in the plane z = 0, so that their area has a sign; otherwise a
  ///   face is compared with its own mean normal
  CellQuality(CellType type, bool plane);

  /// Returns the minimum scaled Jacobian of a cell with node coordinates [nodes x 3]: 1 for the
  /// ideal shape, not positive if the cell is inverted or folded. The value is 1 for points; for
  /// lines it is 1, or 0 if the length is zero.
  double minScaledJacobian(const double* nodes) const;

 private:
  double atVertices(const double* nodes, const Eigen::Vector3d& normal) const;
  double atPoints(const double* nodes, const Eigen::Vector3d& normal) const;
  Eigen::Vector3d normalOf(const double* nodes) const;

  CellType type_;
  bool plane_;
  CellGeometry geometry_;
};

}  // namespace tenon::mesh
