// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "describeRigidModes.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/dense.hpp"

namespace tenon::solver {
namespace {

// Mesh files contain some eight digits, and interfaces are small compared with their bodies.
constexpr double tolerance = 1e-4;

Eigen::MatrixXd kernelOf(const Eigen::MatrixXd& matrix) {
  const base::SingularValueDecomposition svd = base::computeSvd(matrix);
  const Eigen::Index n = matrix.cols();
  Eigen::Index rank = 0;
  while (rank < svd.values.size() && svd.values[rank] > tolerance) ++rank;
  return svd.V.rightCols(n - rank);
}

// Returns "x and y" for a space of directions; directions along no axis are written as vectors.
std::string directions(Eigen::MatrixXd space) {
  std::vector<std::string> names;
  for (int axis = 0; axis < 3; ++axis) {
    if (space.row(axis).norm() < 1.0 - tolerance) continue;
    names.emplace_back(1, "xyz"[axis]);
    space.row(axis).setZero();
    space = orthonormalRange(space);
  }
  for (Eigen::Index i = 0; i < space.cols(); ++i) {
    Eigen::Vector3d v = space.col(i);
    Eigen::Index largest = 0;
    v.cwiseAbs().maxCoeff(&largest);
    if (v[largest] < 0) v = -v;
    v = v.unaryExpr([](double c) { return std::abs(c) < tolerance ? 0.0 : c; });
    names.push_back(fmt::format("({:.3g}, {:.3g}, {:.3g})", v[0], v[1], v[2]));
  }
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 < names.size() ? ", " : " and ") + names[i];
  return text;
}

}  // namespace

Eigen::MatrixXd orthonormalRange(const Eigen::MatrixXd& columns) {
  if (columns.cols() == 0) return columns;
  const base::SingularValueDecomposition svd = base::computeSvd(columns);
  Eigen::Index rank = 0;
  while (rank < svd.values.size() && svd.values[rank] > tolerance) ++rank;
  return svd.U.leftCols(rank);
}

Eigen::MatrixXd intersect(const Eigen::MatrixXd& columns, const Eigen::MatrixXd& space) {
  Eigen::MatrixXd outside = columns - space * (space.transpose() * columns);
  const double size = columns.colwise().norm().maxCoeff();
  return kernelOf(outside / size);
}

std::string describeRigidModes(const Eigen::MatrixXd& modes, int block) {
  const Eigen::MatrixXd translations = orthonormalRange(modes.topRows(3) * kernelOf(modes.bottomRows(3)));
  const Eigen::MatrixXd rotations = orthonormalRange(modes.bottomRows(3));
  std::string text;
  if (translations.cols() > 0) text = "translate along " + directions(translations);
  if (rotations.cols() > 0) {
    if (!text.empty()) text += " and ";
    text += block == 2 ? "rotate in the plane" : "rotate about " + directions(rotations);
  }
  return text;
}

}  // namespace tenon::solver
