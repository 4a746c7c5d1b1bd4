#include "FaceGap.hpp"

namespace tenon::constraint {

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
  phi[0] = FaceGap(pose.point, pose.face, pose.xi, pose.dimension).length();
}

void PointOnSurface::differentiate(const Pose& pose, double* G) const {
  const FaceGap gap(pose.point, pose.face, pose.xi, pose.dimension);
  Eigen::Map<Eigen::RowVectorXd>(G, gap.num_unknowns) = gap.normal.transpose() * gap.ofGap();
}

void PointOnSurface::differentiateTwice(const Pose& pose, const double* lambda, double* H) const {
  const FaceGap gap(pose.point, pose.face, pose.xi, pose.dimension);
  Eigen::Map<Eigen::MatrixXd>(H, gap.num_unknowns, gap.num_unknowns) = lambda[0] * gap.twice();
}

}  // namespace tenon::constraint
