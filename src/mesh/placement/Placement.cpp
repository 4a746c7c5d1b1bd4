// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Placement.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "mesh/checks/reference.hpp"

namespace tenon::mesh {
namespace {

using base::Mat3;
using base::Vec3;

/// Cosine and sine of an angle.
struct CosineSine {
  double cosine, sine;
};

/// Returns the cosine and sine of an angle in degrees, without round-off at multiples of 90.
CosineSine cosineAndSine(double degrees) {
  constexpr double radians_per_degree = 0.017453292519943295769;
  int quarters = 0;  // number of right angles, modulo 8
  const double rest = std::remquo(degrees, 90.0, &quarters) * radians_per_degree;
  const double c = std::cos(rest), s = std::sin(rest);
  switch ((quarters % 4 + 4) % 4) {
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    case 3:
      return {s, -c};
    default:
      return {c, s};
  }
}

/// Returns reflectedNodeOrder() of all cell types.
std::vector<std::vector<std::size_t>> allReflectedNodeOrders() {
  constexpr double round_off = 1e-9;
  std::vector<std::vector<std::size_t>> all;
  for (int t = 0; t < num_cell_types; ++t) {
    const auto type = static_cast<CellType>(t);
    const auto& nodes = referenceNodes(type);
    const bool is_line = info(type).dimension == 1;
    std::vector<std::size_t> order;
    for (const auto& node : nodes) {
      const Vec3 image = is_line ? Vec3(-node[0], node[1], node[2]) : Vec3(node[1], node[0], node[2]);
      for (std::size_t other = 0; other < nodes.size(); ++other)
        if ((Eigen::Map<const Vec3>(nodes[other].data()) - image).norm() < round_off) order.push_back(other);
    }
    all.push_back(std::move(order));
  }
  return all;
}

}  // namespace

Placement& Placement::append(const Mat3& A, const Vec3& b) {
  A_ = (A * A_).eval();
  b_ = (A * b_).eval() + b;
  return *this;
}

Placement& Placement::scale(const Vec3& factors) {
  return append(factors.asDiagonal(), Vec3::Zero());
}

// Rodrigues' formula: R = c I + s [n]x + (1 - c) n n^T.
Placement& Placement::rotate(const Vec3& axis, double degrees, const Vec3& about) {
  const Vec3 n = axis.normalized();
  const auto [c, s] = cosineAndSine(degrees);
  Mat3 R = (1 - c) * n * n.transpose();
  R.diagonal().array() += c;
  R(0, 1) -= s * n[2];
  R(1, 0) += s * n[2];
  R(0, 2) += s * n[1];
  R(2, 0) -= s * n[1];
  R(1, 2) -= s * n[0];
  R(2, 1) += s * n[0];
  return append(R, about - R * about);
}

Placement& Placement::move(const Vec3& displacement) {
  return append(Mat3::Identity(), displacement);
}

// H = I - 2 n n^T (Householder).
Placement& Placement::mirror(const Vec3& normal, const Vec3& point) {
  const Vec3 n = normal.normalized();
  const Mat3 H = Mat3::Identity() - 2 * n * n.transpose();
  return append(H, 2 * n.dot(point) * n);
}

bool Placement::isIdentity() const {
  return A_ == Mat3::Identity() && b_ == Vec3::Zero();
}

bool Placement::keepsPlane() const {
  constexpr double round_off = 1e-12;
  const double largest = round_off * A_.cwiseAbs().maxCoeff();
  return std::abs(A_(2, 0)) <= largest && std::abs(A_(2, 1)) <= largest && A_(2, 2) > 0;
}

bool Placement::reversesOrientation() const {
  return A_.col(0).cross(A_.col(1)).dot(A_.col(2)) < 0;
}

void Placement::applyTo(gsl::span<double> points) const {
  for (std::size_t first = 0; first < points.size(); first += 3) {
    Eigen::Map<Vec3> point(points.data() + first);
    point = (A_ * point + b_).eval();
  }
}

bool hasOrientation(CellType type, int space) {
  const int dimension = info(type).dimension;
  return dimension > 0 && dimension >= space - 1;
}

const std::vector<std::size_t>& reflectedNodeOrder(CellType type) {
  static const std::vector<std::vector<std::size_t>> all = allReflectedNodeOrders();
  return all[static_cast<std::size_t>(type)];
}

}  // namespace tenon::mesh
