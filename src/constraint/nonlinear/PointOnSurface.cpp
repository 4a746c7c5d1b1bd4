#include <Eigen/Geometry>
#include <Eigen/LU>

#include "tenon/constraint/Sliding.hpp"
#include "tenon/surface/footPoint.hpp"

namespace tenon::constraint {
namespace {

using base::Mat2;
using base::Vec3;
using Wide = Eigen::Matrix<double, 3, Eigen::Dynamic>;  // [3 x unknowns]
using Rows = Eigen::Matrix<double, 2, Eigen::Dynamic>;  // [reference directions x unknowns]

/// The face under a point, and what moves with the unknowns: the point's, then those of the face's nodes.
struct Contact {
  Contact(const Vec3& point, const surface::Face& face, const base::Vec2& xi, int dim)
      : at(face, xi), gap(point - at.x), dimension(dim), num_unknowns(dim * (1 + at.num_nodes)) {
    normal = at.dimension == 2 ? Vec3(at.by[0].cross(at.by[1])) : Vec3(at.by[0][1], -at.by[0][0], 0.0);
    normal.normalize();
  }

  /// d(x - x_f) at fixed xi.
  Wide ofGap() const {
    Wide B = Wide::Zero(3, num_unknowns);
    for (int c = 0; c < dimension; ++c) {
      B(c, c) = 1.0;
      for (int a = 0; a < at.num_nodes; ++a) B(c, dimension * (1 + a) + c) = -at.N[a];
    }
    return B;
  }
  /// d(dx_f/dxi_j) at fixed xi.
  Wide ofTangent(int j) const {
    Wide B = Wide::Zero(3, num_unknowns);
    for (int c = 0; c < dimension; ++c)
      for (int a = 0; a < at.num_nodes; ++a) B(c, dimension * (1 + a) + c) = at.dN[a][j];
    return B;
  }

  surface::FaceGeometry at;
  Vec3 gap, normal;
  int dimension, num_unknowns;
};

}  // namespace

void PointOnSurface::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: made from the two sides");
  p.required("points", &Data::points, "", "the nodes that slide");
  p.required("surface", &Data::track, "", "the surface (a line in plane problems) that they stay on");
  p.optional("reach", &Data::reach, "length",
             "how far a node may come along the surface, at rest; default: the largest diameter of the faces")
      .nonNegative();
}

PointOnSurface::PointOnSurface(const Data& data, const fem::FindDomain& find)
    : Sliding("point-on-surface", data, 1,
              surface::ownedFacesOutward(find(data.track.object), groupOf(data.track, find)), find) {}

void PointOnSurface::evaluate(const Pose& pose, double* phi) const {
  const Contact contact(pose.point, pose.face, pose.xi, pose.dimension);
  phi[0] = contact.normal.dot(contact.gap);
}

// The foot moves along the surface only: dg = n . d(x - x_f) at fixed xi.
void PointOnSurface::differentiate(const Pose& pose, double* G) const {
  const Contact contact(pose.point, pose.face, pose.xi, pose.dimension);
  Eigen::Map<Eigen::RowVectorXd>(G, contact.num_unknowns) = contact.normal.transpose() * contact.ofGap();
}

// d(n . B) with dn = - sum_j (n . dt_j) t^j and dB by the motion of the foot, dxi = A^-1 (gap . dt_j + t_j . B).
void PointOnSurface::differentiateTwice(const Pose& pose, const double* lambda, double* H) const {
  const Contact contact(pose.point, pose.face, pose.xi, pose.dimension);
  const surface::FaceGeometry& at = contact.at;
  const Wide B = contact.ofGap();
  Rows moved = Rows::Zero(2, contact.num_unknowns);
  for (int j = 0; j < at.dimension; ++j)
    moved.row(j) = contact.gap.transpose() * contact.ofTangent(j) + at.by[j].transpose() * B;
  const Rows dxi = at.slope(contact.gap).inverse() * moved;
  Mat2 metric = Mat2::Identity();
  for (int j = 0; j < at.dimension; ++j)
    for (int k = 0; k < at.dimension; ++k) metric(j, k) = at.by[j].dot(at.by[k]);
  const Mat2 inverse = metric.inverse();
  Eigen::Map<Eigen::MatrixXd> hessian(H, contact.num_unknowns, contact.num_unknowns);
  hessian.setZero();
  for (int j = 0; j < at.dimension; ++j) {
    Vec3 dual = Vec3::Zero();
    for (int k = 0; k < at.dimension; ++k) dual += inverse(j, k) * at.by[k];
    Eigen::RowVectorXd turn = contact.normal.transpose() * contact.ofTangent(j);
    for (int k = 0; k < at.dimension; ++k) turn += contact.normal.dot(at.twice[j][k]) * dxi.row(k);
    hessian -= lambda[0] * (B.transpose() * dual) * turn;
    hessian -= lambda[0] * (contact.ofTangent(j).transpose() * contact.normal) * dxi.row(j);
  }
}

}  // namespace tenon::constraint
