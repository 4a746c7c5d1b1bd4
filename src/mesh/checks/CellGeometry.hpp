#pragma once
#include <Eigen/Core>
#include <array>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// How a cell of one type lies in space, seen from some of its points: the Jacobian of the map from the reference cell.
/// For checks and measures of meshes only; the elements' own shape functions live above this module.
class CellGeometry {
 public:
  /// Points of a Gauss rule with `gauss_points` along each axis; with `at_nodes` the nodes too (of weight 0).
  CellGeometry(CellType type, int gauss_points, bool at_nodes);

  int numPoints() const { return static_cast<int>(weights_.size()); }
  double weight(int point) const { return weights_[static_cast<std::size_t>(point)]; }

  /// Determinant of the Jacobian at a point, for node coordinates [nodes x 3]. Of faces in space the area's stretch, of
  /// lines the length's; of plane faces (`plane`) it has a sign.
  double determinant(int point, const double* nodes, bool plane) const;

  /// Jacobian matrix at a point, for node coordinates [nodes x 3]: column k is the derivative of the position by
  /// coordinate k of the reference cell, zero beyond the cell's dimension.
  Eigen::Matrix3d jacobian(int point, const double* nodes) const;

  /// Length, area or volume.
  double measure(const double* nodes) const;

 private:
  CellType type_;
  std::vector<double> weights_;
  std::vector<double> gradients_;  // [points][nodes][3]
};

}  // namespace tenon::mesh
