// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FaceGap.hpp"
#include "SlidingConstraint.hpp"

namespace tenon::constraint {

void PointOnSurface::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the two sides");
  p.required("points", &Data::points, "", "sliding nodes");
  p.required("surface", &Data::track, "", "surface (in 2D, a line) on which the nodes slide");
  p.optional("reach", &Data::reach, "length",
             "maximum sliding distance of a node along the surface, measured in the reference configuration; default: "
             "the largest face diameter")
      .nonNegative();
}

PointOnSurface::PointOnSurface(const Data& data, const fem::FindDomain& find)
    : SlidingConstraint("point-on-surface", data, 1,
                        surface::ownedFacesOutward(find(data.track.object), groupOf(data.track, find)), find) {}

void PointOnSurface::evaluate(const PointFacePose& pose, double* phi) const {
  phi[0] = FaceGap(pose.point, pose.face, pose.xi, pose.dimension).length();
}

void PointOnSurface::differentiate(const PointFacePose& pose, double* G) const {
  const FaceGap gap(pose.point, pose.face, pose.xi, pose.dimension);
  Eigen::Map<Eigen::RowVectorXd>(G, gap.num_unknowns) = gap.normal.transpose() * gap.gapDerivative();
}

void PointOnSurface::differentiateTwice(const PointFacePose& pose, const double* lambda, double* H) const {
  const FaceGap gap(pose.point, pose.face, pose.xi, pose.dimension);
  Eigen::Map<Eigen::MatrixXd>(H, gap.num_unknowns, gap.num_unknowns) = lambda[0] * gap.secondDerivative();
}

}  // namespace tenon::constraint
