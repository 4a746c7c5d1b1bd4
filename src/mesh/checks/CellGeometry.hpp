// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <array>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Geometry of cells of one type: the Jacobian of the map from the reference cell at some points.
/// Used for checks and measures of meshes only; the shape functions of the elements belong to a
/// higher module.
class CellGeometry {
 public:
  /// @param gauss_points  number of Gauss points along each axis
  /// @param at_nodes  adds the nodes as points of weight 0
  CellGeometry(CellType type, int gauss_points, bool at_nodes);

  int numPoints() const { return static_cast<int>(weights_.size()); }
  double weight(int point) const { return weights_[static_cast<std::size_t>(point)]; }

  /// Returns the determinant of the Jacobian at a point, for node coordinates [nodes x 3]. For
  /// faces in 3D it is the area ratio, for lines the length ratio; for plane faces (`plane`) it is
  /// signed.
  double determinant(int point, const double* nodes, bool plane) const;

  /// Returns the Jacobian matrix at a point, for node coordinates [nodes x 3]: column k is the
  /// derivative of the position with respect to coordinate k of the reference cell, zero beyond the
  /// dimension of the cell.
  Eigen::Matrix3d jacobian(int point, const double* nodes) const;

  /// Returns the length, area or volume.
  double measure(const double* nodes) const;

 private:
  CellType type_;
  std::vector<double> weights_;
  std::vector<double> gradients_;  // [points][nodes][3] gradients of the shape functions
};

}  // namespace tenon::mesh
