// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/CellIntegrator.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

#include "shapes.hpp"

namespace tenon::fem {

using base::Mat2;
using base::Mat3;
using base::Vec3;

CellIntegrator::CellIntegrator(CellType type, const QuadratureRule& rule, bool is_axisymmetric)
    : rule_(rule),
      type_(type),
      dimension_(dimensionOf(type)),
      num_nodes_(fem::numNodes(type)),
      is_axisymmetric_(is_axisymmetric) {
  const auto points = static_cast<std::size_t>(rule_.numPoints()), n = static_cast<std::size_t>(num_nodes_);
  const std::size_t gradient_size = n * static_cast<std::size_t>(dimension_);
  shape_.resize(points * n);
  gradient_.resize(points * gradient_size);
  for (std::size_t q = 0; q < points; ++q) {
    shapeFunctions(type_, rule_.points[q].data(), &shape_[q * n]);
    if (dimension_ > 0) shapeGradients(type_, rule_.points[q].data(), &gradient_[q * gradient_size]);
  }
  x_.setZero();
}

void CellIntegrator::setCell(const LocalIndex* nodes, const double* nodal, int dim) {
  space_ = dim;
  for (int a = 0; a < num_nodes_; ++a)
    for (int d = 0; d < dim; ++d) x_(a, d) = nodal[static_cast<std::ptrdiff_t>(nodes[a]) * dim + d];
}

PointGeometry CellIntegrator::at(int q) const {
  PointGeometry point;
  point.num_nodes = num_nodes_;
  point.shape = &shape_[static_cast<std::size_t>(q * num_nodes_)];
  point.gradient.topRows(num_nodes_).setZero();
  const double* dN = gradient_.data() + q * num_nodes_ * dimension_;
  Mat3 J = Mat3::Zero();  // columns dx/dxi_j
  point.position = x_.row(0).transpose();
  // Relative to the first node: the shape functions sum to 1, their gradients to 0.
  for (int a = 1; a < num_nodes_; ++a) {
    const Vec3 x = (x_.row(a) - x_.row(0)).transpose();
    point.position += point.shape[a] * x;
    for (int j = 0; j < dimension_; ++j) J.col(j) += dN[a * dimension_ + j] * x;
  }
  double size = 1;  // |dx/dxi|
  if (dimension_ == 1) {
    size = J.col(0).norm();
    point.area = Vec3(J(1, 0), -J(0, 0), 0);
  } else if (dimension_ == 2 && space_ == 3) {
    point.area = J.col(0).cross(J.col(1));
    size = point.area.norm();
  } else if (dimension_ >= 2) {
    if (dimension_ == 2) J(2, 2) = 1;
    const Mat3 inverse = J.inverse();
    for (int a = 0; a < num_nodes_; ++a)
      for (int j = 0; j < dimension_; ++j) point.gradient.row(a) += dN[a * dimension_ + j] * inverse.row(j);
    size = dimension_ == 2 ? std::abs(J.determinant()) : J.determinant();
  }
  double weight = rule_.weights[static_cast<std::size_t>(q)];
  if (is_axisymmetric_) weight *= 2.0 * M_PI * point.position[0];
  point.measure = weight * size;
  point.area *= weight;
  return point;
}

}  // namespace tenon::fem
