// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SlidingConstraint.hpp"
#include "surface/footPoint.hpp"
#include "tenon/constraint/DifferentiatedConstraint.hpp"

namespace tenon::constraint {
namespace {

/// Phi of a point and an edge of n nodes (line2, line3 in Gmsh's order), for any scalar type.
template <int n>
struct EdgeRows {
  double start;       // xi of the foot
  double slope;       // A of surface::FaceGeometry there
  Eigen::Index axis;  // axis from which the first normal is constructed

  template <class T>
  Eigen::Matrix<T, 2, 1> operator()(const std::array<T, 3 * (1 + n)>& q) const {
    using Vec = Eigen::Matrix<T, 3, 1>;
    using std::sqrt;
    const auto node = [&q](std::size_t a) { return Vec(q[3 * a], q[3 * a + 1], q[3 * a + 2]); };
    T xi(start);
    Vec gap, tangent;
    // With A at the foot, two Newton steps yield exact first and second derivatives of the foot.
    for (int step = 0; step < 3; ++step) {
      std::array<T, 3> N, dN;
      shape(xi, N, dN);
      gap = node(0);
      tangent.setZero();
      for (std::size_t a = 0; a < static_cast<std::size_t>(n); ++a) {
        gap -= Vec(node(1 + a) * N[a]);
        tangent += Vec(node(1 + a) * dN[a]);
      }
      if (step == 2) break;
      const T left = tangent.dot(gap);
      xi += left * (1.0 / slope);
    }
    const T length = sqrt(T(tangent.squaredNorm()));
    const Vec t = tangent / length;
    Vec first = -(t * T(t[axis]));
    first[axis] += 1.0;
    const T size = sqrt(T(first.squaredNorm()));
    first /= size;
    const Vec second(t[1] * first[2] - t[2] * first[1], t[2] * first[0] - t[0] * first[2],
                     t[0] * first[1] - t[1] * first[0]);
    return {T(first.dot(gap)), T(second.dot(gap))};
  }

  template <class T>
  static void shape(const T& xi, std::array<T, 3>& N, std::array<T, 3>& dN) {
    if constexpr (n == 2) {
      N = {T(0.5 - 0.5 * xi), T(0.5 + 0.5 * xi), T(0.0)};
      dN = {T(-0.5), T(0.5), T(0.0)};
    } else {
      const T squared = xi * xi;
      N = {T(0.5 * squared - 0.5 * xi), T(0.5 * squared + 0.5 * xi), T(1.0 - squared)};
      dN = {T(xi - 0.5), T(xi + 0.5), T(-2.0 * xi)};
    }
  }
};

/// Calls work(rows, unknowns) for the edge's type.
template <class PointFacePose, class Work>
void forEdge(const PointFacePose& pose, Work&& work) {
  const surface::FaceGeometry at(pose.face, pose.xi);
  const double slope = at.slope(pose.point - at.x)(0, 0);
  std::vector<double> q(pose.point.data(), pose.point.data() + 3);
  for (std::size_t a = 0; a < static_cast<std::size_t>(at.num_nodes); ++a)
    q.insert(q.end(), pose.face.nodes[a].data(), pose.face.nodes[a].data() + 3);
  if (at.num_nodes == 2)
    work(EdgeRows<2>{pose.xi[0], slope, pose.axis}, std::integral_constant<int, 9>(), q);
  else
    work(EdgeRows<3>{pose.xi[0], slope, pose.axis}, std::integral_constant<int, 12>(), q);
}

}  // namespace

void PointOnPath::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the two sides");
  p.required("points", &Data::points, "", "sliding nodes");
  p.required("path", &Data::track, "", "group of edges of the path");
  p.optional("reach", &Data::reach, "length",
             "maximum sliding distance of a node along the path, measured in the reference configuration; default: the "
             "length of the longest edge")
      .nonNegative();
}

PointOnPath::PointOnPath(const Data& data, const fem::FindDomain& find)
    : SlidingConstraint("point-on-path", data, 2,
                        surface::ownedEdges(find(data.track.object).mesh, groupOf(data.track, find)), find) {}

void PointOnPath::evaluate(const PointFacePose& pose, double* phi) const {
  forEdge(pose, [&](const auto& rows, auto n, const std::vector<double>& q) {
    std::array<double, n> values;
    std::copy_n(q.begin(), values.size(), values.begin());
    Eigen::Map<base::Vec2> found(phi);
    found = rows(values);
  });
}

void PointOnPath::differentiate(const PointFacePose& pose, double* G) const {
  forEdge(pose,
          [&](const auto& rows, auto n, const std::vector<double>& q) { firstDerivatives<n, 2>(q.data(), rows, G); });
}

void PointOnPath::differentiateTwice(const PointFacePose& pose, const double* lambda, double* H) const {
  forEdge(pose, [&](const auto& rows, auto n, const std::vector<double>& q) {
    secondDerivatives<n, 2>(q.data(), lambda, rows, H);
  });
}

}  // namespace tenon::constraint
