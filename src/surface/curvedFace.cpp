// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "curvedFace.hpp"

#include <Eigen/Geometry>

#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::surface {
namespace {

using base::Mat3;
using base::Vec3;
using mesh::CellType;

/// Weights of the nodes in a_1 and a_2.
struct Axes {
  std::array<double, 4> in_a1, in_a2;
};

const Axes& axesOf(CellType straight) {
  static const Axes line{{-1, 1, 0, 0}, {}};
  static const Axes triangle{{-1, 1, 0, 0}, {-1, 0, 1, 0}};
  static const Axes quadrangle{{-0.5, 0.5, 0.5, -0.5}, {-0.5, -0.5, 0.5, 0.5}};
  return straight == CellType::line2 ? line : straight == CellType::tri3 ? triangle : quadrangle;
}

int cornersOf(CellType straight) {
  return mesh::info(straight).num_nodes;
}

int edgesOf(CellType straight) {
  return straight == CellType::line2 ? 1 : cornersOf(straight);
}

Vec3 combined(const Face& face, const std::array<double, 4>& weights) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t a = 0; a < static_cast<std::size_t>(cornersOf(face.type)); ++a) sum += weights[a] * face.nodes[a];
  return sum;
}

/// Returns [a_1, a_2, n].
Mat3 frameOf(const Face& face) {
  Mat3 frame;
  frame.col(0) = combined(face, axesOf(face.type).in_a1);
  frame.col(1) = face.type == CellType::line2 ? Vec3(Vec3::UnitZ()) : combined(face, axesOf(face.type).in_a2);
  frame.col(2) = frame.col(0).cross(frame.col(1)).normalized();
  return frame;
}

/// Returns the node at which an edge ends. An edge begins at the node with its own number.
int endOf(int edge, int corners) {
  return corners == 2 ? 1 : (edge + 1) % corners;
}

}  // namespace

CellType curvedType(CellType straight) {
  return straight == CellType::line2 ? CellType::line3 : straight == CellType::tri3 ? CellType::tri6 : CellType::quad8;
}

void Bulge::set(std::size_t edge, const Vec3& offset, const Face& straight) {
  const Vec3 along = frameOf(straight).inverse() * offset;
  edge_coefficients[edge] = {along[0], along[1], along[2]};
}

Face curvedFace(const Face& straight, const Bulge& bulge) {
  const int corners = cornersOf(straight.type);
  const Mat3 frame = frameOf(straight);
  Face face{curvedType(straight.type), straight.nodes};
  for (int e = 0; e < edgesOf(straight.type); ++e) {
    const auto& along = bulge.edge_coefficients[static_cast<std::size_t>(e)];
    face.nodes[static_cast<std::size_t>(corners + e)] =
        0.5 * (straight.nodes[static_cast<std::size_t>(e)] +
               straight.nodes[static_cast<std::size_t>(endOf(e, corners))]) +
        frame * Vec3(along[0], along[1], along[2]);
  }
  return face;
}

CurvedFaceDerivatives::CurvedFaceDerivatives(const Face& straight, const Bulge& bulge, int dim)
    : dim_(dim),
      corners_(cornersOf(straight.type)),
      edges_(edgesOf(straight.type)),
      bulge_(bulge),
      in_a1_(axesOf(straight.type).in_a1),
      in_a2_(axesOf(straight.type).in_a2) {
  const Mat3 frame = frameOf(straight);
  a1_ = frame.col(0);
  a2_ = frame.col(1);
}

// The normal n = v/|v| with v = a_1 x a_2 has the derivative dn = (I - n n^T)/|v| dv.
Eigen::MatrixXd CurvedFaceDerivatives::first() const {
  const Vec3 v = a1_.cross(a2_), n = v.normalized();
  const Mat3 dn = (Mat3::Identity() - n * n.transpose()) / v.norm();
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(dim_ * (corners_ + edges_), dim_ * corners_);
  slopes.topRows(dim_ * corners_).setIdentity();
  for (int e = 0; e < edges_; ++e) {
    const auto& along = bulge_.edge_coefficients[static_cast<std::size_t>(e)];
    for (int a = 0; a < corners_; ++a) {
      const double a1 = in_a1_[static_cast<std::size_t>(a)], a2 = in_a2_[static_cast<std::size_t>(a)];
      const double of_chord = a == e || a == endOf(e, corners_) ? 0.5 : 0.0;
      const Mat3 slope = (of_chord + along[0] * a1 + along[1] * a2) * Mat3::Identity() +
                         along[2] * dn * (a2 * la::skewMatrix(a1_) - a1 * la::skewMatrix(a2_));
      slopes.block(dim_ * (corners_ + e), dim_ * a, dim_, dim_) = slope.topLeftCorner(dim_, dim_);
    }
  }
  return slopes;
}

// Only n is a nonlinear function of the nodes. The derivatives of w . n(v) are
//   d(w . n) = g . dv,   g = P w/|v|,   P = I - n n^T,
//   d2(w . n) = dv . -(g n^T + n g^T + (w . n)/|v| P)/|v| dv + g . d2v.
Eigen::MatrixXd CurvedFaceDerivatives::second(const Eigen::VectorXd& force) const {
  Vec3 w = Vec3::Zero();
  for (int e = 0; e < edges_; ++e)
    w.head(dim_) +=
        bulge_.edge_coefficients[static_cast<std::size_t>(e)][2] * force.segment(dim_ * (corners_ + e), dim_);
  const Vec3 v = a1_.cross(a2_), n = v.normalized();
  const double length = v.norm();
  const Mat3 P = Mat3::Identity() - n * n.transpose();
  const Vec3 g = P * w / length;
  const Mat3 H = -(g * n.transpose() + n * g.transpose() + (w.dot(n) / length) * P) / length;
  std::array<Mat3, 4> dv;
  for (std::size_t a = 0; a < static_cast<std::size_t>(corners_); ++a)
    dv[a] = in_a2_[a] * la::skewMatrix(a1_) - in_a1_[a] * la::skewMatrix(a2_);
  Eigen::MatrixXd hessian(dim_ * corners_, dim_ * corners_);
  for (std::size_t a = 0; a < static_cast<std::size_t>(corners_); ++a)
    for (std::size_t b = 0; b < static_cast<std::size_t>(corners_); ++b) {
      const double both = in_a1_[a] * in_a2_[b] - in_a1_[b] * in_a2_[a];
      const Mat3 block = dv[a].transpose() * H * dv[b] - both * la::skewMatrix(g);
      hessian.block(dim_ * static_cast<int>(a), dim_ * static_cast<int>(b), dim_, dim_) =
          block.topLeftCorner(dim_, dim_);
    }
  return hessian;
}

}  // namespace tenon::surface
