// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "closestPoint.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <boost/container/static_vector.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "fem/shapes.hpp"

namespace tenon::surface {
namespace {

using base::Vec2;
using base::Vec3;
using fem::Shape;

using Tangents = Eigen::Matrix<double, 3, 2>;  // dx/dxi

Tangents tangents(const Face& face, const Vec2& xi) {
  const int n = fem::numNodes(face.type), dim = fem::dimensionOf(face.type);
  double dN[18];
  fem::shapeGradients(face.type, xi.data(), dN);
  Tangents t = Tangents::Zero();
  for (int a = 0; a < n; ++a)
    for (int j = 0; j < dim; ++j) t.col(j) += dN[a * dim + j] * face.nodes[static_cast<std::size_t>(a)];
  return t;
}

bool inside(Shape shape, const Vec2& xi, double slack) {
  if (shape == Shape::triangle) return xi[0] >= -slack && xi[1] >= -slack && xi[0] + xi[1] <= 1.0 + slack;
  return xi.cwiseAbs().maxCoeff() <= 1.0 + slack;
}

/// Returns xi, moved into the cell if it lies outside by round-off.
Vec2 clamped(Shape shape, Vec2 xi) {
  if (shape != Shape::triangle) return xi.cwiseMax(-1.0).cwiseMin(1.0);
  xi = xi.cwiseMax(0.0);
  return xi.sum() > 1.0 ? Vec2(xi / xi.sum()) : xi;
}

/// Line (k = 1) or plane (k = 2) in the reference cell: xi = origin + directions t.
template <int k>
struct Subspace {
  Vec2 origin;
  Eigen::Matrix<double, 2, k> directions;
  Vec2 at(const Eigen::Matrix<double, k, 1>& t) const { return origin + directions * t; }
};

bool isAffine(mesh::CellType type) {
  return type == mesh::CellType::line2 || type == mesh::CellType::tri3;
}

/// Returns the second derivative of |x - p|^2 / 2 with respect to t, or its Gauss-Newton part if
/// the former is not positive definite.
///
/// The derivatives of the tangents of curved faces are central differences over half of the cell.
/// These are exact, because tangents are at most quadratic along a direction.
template <int k>
Eigen::Matrix<double, k, k> curvature(const Face& face, const Subspace<k>& space, const Vec2& xi, const Vec3& gap,
                                      const Eigen::Matrix<double, 3, k>& slope) {
  Eigen::Matrix<double, k, k> full = slope.transpose() * slope;
  const Eigen::Matrix<double, k, k> gauss_newton = full;
  if (isAffine(face.type)) return full;
  if (face.type == mesh::CellType::quad4) {
    const double twist = 0.25 * (face.nodes[0] - face.nodes[1] + face.nodes[2] - face.nodes[3]).dot(gap);
    base::Mat2 mixed;
    mixed << 0.0, twist, twist, 0.0;
    full += space.directions.transpose() * mixed * space.directions;
  } else {
    for (int j = 0; j < k; ++j) {
      const Vec2 step = 0.5 * space.directions.col(j);
      const Tangents change = tangents(face, xi + step) - tangents(face, xi - step);
      full.col(j) += (change * space.directions).transpose() * gap;
    }
  }
  const bool is_positive = full(0, 0) > 0.0 && (k == 1 || full.determinant() > 0.0);
  return is_positive ? full : gauss_newton;
}

/// Minimises the distance by Newton's method with step halving from xi = origin + directions t.
/// Returns an empty result if the iterates move far outside the cell.
template <int k>
std::optional<Vec2> minimise(const Face& face, const Vec3& point, const Subspace<k>& space,
                             Eigen::Matrix<double, k, 1> t) {
  constexpr int most_iterations = 50;
  constexpr double small_step = 1e-14, far_outside = 4.0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Vec2 xi = space.at(t);
    const Vec3 gap = face.at(xi) - point;
    const Eigen::Matrix<double, 3, k> slope = tangents(face, xi) * space.directions;
    const Eigen::Matrix<double, k, 1> gradient = slope.transpose() * gap;
    Eigen::Matrix<double, k, 1> step = -curvature<k>(face, space, xi, gap, slope).inverse() * gradient;
    if (!step.allFinite()) return std::nullopt;
    if (step.norm() > 1.0) step /= step.norm();
    const double before = gap.squaredNorm();
    int halvings = 0;
    while (halvings < 10 && (face.at(space.at(t + step)) - point).squaredNorm() > before * (1 + 1e-14)) {
      step *= 0.5;
      ++halvings;
    }
    t += step;
    if (step.norm() < small_step || halvings == 10) return space.at(t);  // no further descent: round-off dominates
    if (space.at(t).cwiseAbs().maxCoeff() > far_outside) return std::nullopt;
  }
  return space.at(t);
}

/// Best of the candidates so far; the first one among equally close candidates.
class ClosestSoFar {
 public:
  ClosestSoFar(const Face& face, const Vec3& point) : face_(face), point_(point) {
    best_.distance = std::numeric_limits<double>::infinity();
  }
  void update(const std::optional<Vec2>& candidate) {
    const Shape shape = fem::shapeOf(face_.type);
    constexpr double slack = 1e-10;
    if (!candidate || !inside(shape, *candidate, slack)) return;
    const Vec2 xi = clamped(shape, *candidate);
    const Vec3 x = face_.at(xi);
    const double distance = (x - point_).norm();
    if (distance < best_.distance) best_ = {{xi[0], xi[1]}, x, distance};
  }
  const FacePoint& point() const { return best_; }
  Vec2 xi() const { return {best_.xi[0], best_.xi[1]}; }

 private:
  const Face& face_;
  const Vec3& point_;
  FacePoint best_;
};

/// Returns initial guesses of Newton's method: the centre and the nodes of the reference cell,
/// ordered by distance.
boost::container::static_vector<Vec2, 10> starts(const Face& face, const Vec3& point) {
  struct Start {
    Vec2 xi;
    double distance;
  };
  boost::container::static_vector<Start, 10> list;
  const auto add = [&](const Vec2& xi, const Vec3& x) { list.push_back({xi, (x - point).squaredNorm()}); };
  const bool triangle = fem::shapeOf(face.type) == Shape::triangle;
  const Vec2 middle = triangle ? Vec2(1.0 / 3.0, 1.0 / 3.0) : Vec2(0.0, 0.0);
  add(middle, face.at(middle));
  for (int a = 0; a < fem::numNodes(face.type); ++a) {
    const double* xi = fem::nodeCoordinates(face.type, a);
    add(Vec2(xi[0], xi[1]), face.nodes[static_cast<std::size_t>(a)]);
  }
  std::stable_sort(list.begin(), list.end(), [](const Start& a, const Start& b) { return a.distance < b.distance; });
  boost::container::static_vector<Vec2, 10> sorted;
  for (const Start& start : list) sorted.push_back(start.xi);
  return sorted;
}

/// Considers the closest points of straight edges (first-order faces): |a + t (b - a) - p| is
/// minimal at t = (p - a) . (b - a) / |b - a|^2.
void searchStraightEdges(const Face& face, const Vec3& point, ClosestSoFar& best) {
  const auto n = static_cast<std::size_t>(fem::numVertices(face.type));
  for (std::size_t a = 0; a < n; ++a) {
    const std::size_t b = (a + 1) % n;
    const Vec3 along = face.nodes[b] - face.nodes[a];
    const double t = (point - face.nodes[a]).dot(along) / along.squaredNorm();
    if (!(t > 0.0 && t < 1.0)) continue;  // vertices have been considered before
    const double *from = fem::nodeCoordinates(face.type, static_cast<int>(a)),
                 *to = fem::nodeCoordinates(face.type, static_cast<int>(b));
    best.update(Vec2((1.0 - t) * from[0] + t * to[0], (1.0 - t) * from[1] + t * to[1]));
  }
}

/// Considers the closest points of curved edges. For points close to an edge, the closest of three
/// samples is a good initial guess; otherwise (`thorough`) each of them is used.
void searchEdges(const Face& face, const Vec3& point, bool thorough, ClosestSoFar& best) {
  const auto n = static_cast<std::size_t>(fem::numVertices(face.type));
  for (std::size_t a = 0; a < n; ++a) {
    const double *first = fem::nodeCoordinates(face.type, static_cast<int>(a)),
                 *second = fem::nodeCoordinates(face.type, static_cast<int>((a + 1) % n));
    const Vec2 from(first[0], first[1]), to(second[0], second[1]);
    const Subspace<1> edge{from, to - from};
    std::array<double, 3> samples{0.5, 0.0, 1.0};
    const auto distance = [&](double t) { return (face.at(Vec2(from + t * (to - from))) - point).squaredNorm(); };
    std::stable_sort(samples.begin(), samples.end(), [&](double s, double t) { return distance(s) < distance(t); });
    for (std::size_t k = 0; k < (thorough ? 3 : 1); ++k)
      best.update(minimise<1>(face, point, edge, Eigen::Matrix<double, 1, 1>(samples[k])));
  }
}

template <int k>
void searchInterior(const Face& face, const Vec3& point, const Vec2& from, ClosestSoFar& best) {
  const Subspace<k> all{Vec2::Zero(), base::Mat2::Identity().leftCols<k>()};
  best.update(minimise<k>(face, point, all, from.head<k>()));
}

FacePoint closestAmongAll(const Face& face, const Vec3& point) {
  constexpr double on_the_face = 1e-12, near_the_face = 0.1;  // distances relative to the diameter
  const bool line = fem::dimensionOf(face.type) == 1, is_straight = fem::orderOf(face.type) == 1;
  const double diameter = face.diameter();
  ClosestSoFar best(face, point);
  for (int a = 0; a < fem::numVertices(face.type); ++a) {
    const double* xi = fem::nodeCoordinates(face.type, a);
    best.update(Vec2(xi[0], xi[1]));
  }
  // A curved face may have several local minima of the distance. All initial guesses are then used,
  // unless the first one leads to a point that is close enough to be the global minimum.
  bool thorough = false;
  for (const Vec2& from : starts(face, point)) {
    line ? searchInterior<1>(face, point, from, best) : searchInterior<2>(face, point, from, best);
    if (best.point().distance <= on_the_face * diameter) return best.point();
    thorough = !is_straight && best.point().distance > near_the_face * diameter;
    if (!thorough) break;
  }
  if (line) return best.point();
  is_straight ? searchStraightEdges(face, point, best) : searchEdges(face, point, thorough, best);
  return best.point();
}

}  // namespace

Vec3 Face::at(const std::array<double, 2>& xi) const {
  double N[9];
  fem::shapeFunctions(type, xi.data(), N);
  Vec3 x = Vec3::Zero();
  for (int a = 0; a < fem::numNodes(type); ++a) x += N[a] * nodes[static_cast<std::size_t>(a)];
  return x;
}

Face Face::relativeTo(const Vec3& origin) const {
  Face moved = *this;
  for (std::size_t a = 0; a < static_cast<std::size_t>(fem::numNodes(type)); ++a) moved.nodes[a] -= origin;
  return moved;
}

double Face::diameter() const {
  double largest = 0.0;
  const auto n = static_cast<std::size_t>(fem::numVertices(type));
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < a; ++b) largest = std::max(largest, (nodes[a] - nodes[b]).squaredNorm());
  return std::sqrt(largest);
}

fem::Box Face::box() const {
  std::array<Vec3, 9> p = nodes;
  auto n = static_cast<std::size_t>(fem::numNodes(type));
  const auto vertices = static_cast<std::size_t>(fem::numVertices(type));
  if (type == mesh::CellType::quad8 || type == mesh::CellType::quad9) {
    p[8] = at(Vec2(0.0, 0.0));
    n = 9;
    // The central Bezier point follows from the centre after subtraction of the transformed edges.
    Vec3 corner_sum = Vec3::Zero(), middle_sum = Vec3::Zero();
    for (std::size_t a = 0; a < 4; ++a) corner_sum += nodes[a], middle_sum += nodes[4 + a];
    p[8] = 4.0 * p[8] - middle_sum + 0.25 * corner_sum;
  }
  if (type == mesh::CellType::line3) {
    p[2] = 2.0 * nodes[2] - 0.5 * (nodes[0] + nodes[1]);
  } else if (fem::orderOf(type) == 2) {
    for (std::size_t a = 0; a < vertices; ++a)
      p[vertices + a] = 2.0 * nodes[vertices + a] - 0.5 * (nodes[a] + nodes[(a + 1) % vertices]);
  }
  fem::Box box;
  for (std::size_t a = 0; a < n; ++a) box.include(p[a]);
  return box;
}

FacePoint closestPoint(const Face& face, const Vec3& point) {
  const Vec3 origin = face.nodes[0];
  FacePoint found = closestAmongAll(face.relativeTo(origin), point - origin);
  found.position += origin;
  return found;
}

}  // namespace tenon::surface
