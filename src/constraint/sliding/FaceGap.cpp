// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FaceGap.hpp"

#include <Eigen/LU>

namespace tenon::constraint {

FaceGap::Wide FaceGap::gapDerivative() const {
  Wide B = Wide::Zero(3, num_unknowns);
  for (int c = 0; c < dimension; ++c) {
    B(c, c) = 1.0;
    for (int a = 0; a < at.num_nodes; ++a) B(c, dimension * (1 + a) + c) = -at.N[a];
  }
  return B;
}

FaceGap::Wide FaceGap::tangentDerivative(int j) const {
  Wide B = Wide::Zero(3, num_unknowns);
  for (int c = 0; c < dimension; ++c)
    for (int a = 0; a < at.num_nodes; ++a) B(c, dimension * (1 + a) + c) = at.dN[a][j];
  return B;
}

// Evaluates d(n . B) with dn = - sum_j (n . dt_j) t^j, and dB by the displacement of the foot,
// dxi = A^-1 (gap . dt_j + t_j . B).
Eigen::MatrixXd FaceGap::secondDerivative() const {
  const Wide B = gapDerivative();
  Eigen::Matrix<double, 2, Eigen::Dynamic> moved = Eigen::MatrixXd::Zero(2, num_unknowns);
  for (int j = 0; j < at.dimension; ++j)
    moved.row(j) = gap.transpose() * tangentDerivative(j) + at.tangents[j].transpose() * B;
  const Eigen::Matrix<double, 2, Eigen::Dynamic> dxi = at.slope(gap).inverse() * moved;
  base::Mat2 metric = base::Mat2::Identity();
  for (int j = 0; j < at.dimension; ++j)
    for (int k = 0; k < at.dimension; ++k) metric(j, k) = at.tangents[j].dot(at.tangents[k]);
  const base::Mat2 inverse = metric.inverse();
  Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(num_unknowns, num_unknowns);
  for (int j = 0; j < at.dimension; ++j) {
    base::Vec3 dual = base::Vec3::Zero();
    for (int k = 0; k < at.dimension; ++k) dual += inverse(j, k) * at.tangents[k];
    Eigen::RowVectorXd turn = normal.transpose() * tangentDerivative(j);
    for (int k = 0; k < at.dimension; ++k) turn += normal.dot(at.second_derivatives[j][k]) * dxi.row(k);
    hessian -= (B.transpose() * dual) * turn;
    hessian -= (tangentDerivative(j).transpose() * normal) * dxi.row(j);
  }
  return hessian;
}

}  // namespace tenon::constraint
