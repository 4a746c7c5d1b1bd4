#include "tenon/constraint/overlap.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tenon/fem/Quadrature.hpp"
#include "tenon/fem/shapes.hpp"

namespace tenon::constraint {
namespace {

using base::Vec2;
using base::Vec3;
using mesh::CellType;

constexpr double least_cosine = 0.5;   // of the angle between facets that face each other
constexpr double least_share = 1e-12;  // of a facet's area: less is round-off

using Corners = std::vector<Vec2>;  // of a facet, in reference coordinates, in order round it
using Polygon = std::vector<Vec2>;  // in a plane, anticlockwise

/// The facets of a face: convex, with straight edges between nodes.
std::vector<Corners> facetsOf(CellType type) {
  switch (type) {
    case CellType::line2:
      return {{{-1, 0}, {1, 0}}};
    case CellType::line3:
      return {{{-1, 0}, {0, 0}}, {{0, 0}, {1, 0}}};
    case CellType::tri3:
      return {{{0, 0}, {1, 0}, {0, 1}}};
    case CellType::tri6:
      return {{{0, 0}, {.5, 0}, {0, .5}},
              {{.5, 0}, {1, 0}, {.5, .5}},
              {{0, .5}, {.5, .5}, {0, 1}},
              {{.5, 0}, {.5, .5}, {0, .5}}};
    case CellType::quad4:
      return {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
    default:
      return {{{-1, -1}, {0, -1}, {0, 0}, {-1, 0}},
              {{0, -1}, {1, -1}, {1, 0}, {0, 0}},
              {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
              {{-1, 0}, {0, 0}, {0, 1}, {-1, 1}}};
  }
}

Vec3 position(const Face& face, const Vec2& xi) {
  return face.at({xi[0], xi[1]});
}

/// A facet in space.
struct Facet {
  std::vector<Vec3> corners;
  Vec2 middle_xi = Vec2::Zero();
  Vec3 middle = Vec3::Zero();
  Vec3 area = Vec3::Zero();  // normal, as long as the facet is large; of an edge: its vector turned in the plane

  Facet(const Face& face, const Corners& reference) {
    const auto count = static_cast<double>(reference.size());
    for (const Vec2& xi : reference) {
      corners.push_back(position(face, xi));
      middle_xi += xi / count;
      middle += corners.back() / count;
    }
    if (corners.size() == 2) {
      const Vec3 along = corners[1] - corners[0];
      area = {along[1], -along[0], 0.0};
      return;
    }
    for (std::size_t k = 0; k < corners.size(); ++k)
      area += 0.5 * (corners[k] - middle).cross(corners[(k + 1) % corners.size()] - middle);
  }
  Vec3 normal() const { return area.normalized(); }
};

/// Coordinates in the plane through a facet's middle, or on the line.
struct Plane {
  Vec3 origin, normal, first, second;

  explicit Plane(const Facet& facet) : origin(facet.middle), normal(facet.normal()) {
    const Vec3 edge = facet.corners[1] - facet.corners[0];
    first = (edge - edge.dot(normal) * normal).normalized();
    second = normal.cross(first);
  }
  Vec2 project(const Vec3& x) const { return {first.dot(x - origin), second.dot(x - origin)}; }
  Vec3 at(const Vec2& p) const { return origin + p[0] * first + p[1] * second; }
};

double cross(const Vec2& a, const Vec2& b) {
  return a[0] * b[1] - a[1] * b[0];
}

double areaOf(const Polygon& polygon) {
  double twice = 0.0;
  for (std::size_t k = 0; k < polygon.size(); ++k) twice += cross(polygon[k], polygon[(k + 1) % polygon.size()]);
  return 0.5 * twice;
}

Polygon projected(const Facet& facet, const Plane& plane) {
  Polygon polygon;
  for (const Vec3& corner : facet.corners) polygon.push_back(plane.project(corner));
  if (areaOf(polygon) < 0.0) std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

/// What lies to the left of the line from a to b (Sutherland & Hodgman, CACM 17, 1974).
Polygon leftOf(const Vec2& a, const Vec2& b, const Polygon& polygon) {
  Polygon left;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 &p = polygon[k], &q = polygon[(k + 1) % polygon.size()];
    const double at_p = cross(b - a, p - a), at_q = cross(b - a, q - a);
    if (at_p >= 0.0) left.push_back(p);
    if ((at_p > 0.0 && at_q < 0.0) || (at_p < 0.0 && at_q > 0.0)) left.push_back(p + at_p / (at_p - at_q) * (q - p));
  }
  return left;
}

Polygon clipped(Polygon polygon, const Polygon& by) {
  for (std::size_t k = 0; k < by.size() && !polygon.empty(); ++k)
    polygon = leftOf(by[k], by[(k + 1) % by.size()], polygon);
  return polygon;
}

/// A quadrature point in the plane.
struct PlanePoint {
  Vec2 place;
  double weight;
};

/// Triangles from the polygon's middle, each with its rule.
std::vector<PlanePoint> quadratureOver(const Polygon& polygon, int degree) {
  const fem::Rule rule = fem::quadrature(CellType::tri3, degree);
  Vec2 middle = Vec2::Zero();
  for (const Vec2& corner : polygon) middle += corner / static_cast<double>(polygon.size());
  std::vector<PlanePoint> points;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 a = polygon[k] - middle, b = polygon[(k + 1) % polygon.size()] - middle;
    for (std::size_t q = 0; q < rule.weights.size(); ++q)
      points.push_back({middle + rule.points[q][0] * a + rule.points[q][1] * b, rule.weights[q] * cross(a, b)});
  }
  return points;
}

std::vector<PlanePoint> overInterval(double low, double high, int degree) {
  const fem::Rule rule = fem::quadrature(CellType::line2, degree);
  const double half = 0.5 * (high - low), middle = 0.5 * (high + low);
  std::vector<PlanePoint> points;
  for (std::size_t q = 0; q < rule.weights.size(); ++q)
    points.push_back({{middle + half * rule.points[q][0], 0.0}, half * rule.weights[q]});
  return points;
}

/// Where the line through x along the normal meets a face, in reference coordinates, and how far away: Newton's method
/// for x(xi) - x = gap n. Nothing where it does not converge.
struct Meeting {
  Vec2 xi;
  double gap;
};
std::optional<Meeting> meet(const Face& face, const Vec2& start, const Vec3& x, const Vec3& normal) {
  constexpr int most_iterations = 30;
  const int n = fem::numNodes(face.type), dim = fem::dimensionOf(face.type);
  Meeting at{start, 0.0};
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    double dN[18];
    fem::shapeGradients(face.type, at.xi.data(), dN);
    Eigen::Matrix3d slope = Eigen::Matrix3d::Zero();
    for (int a = 0; a < n; ++a)
      for (int j = 0; j < dim; ++j) slope.col(j) += dN[a * dim + j] * face.nodes[static_cast<std::size_t>(a)];
    if (dim == 1) slope.col(1) = Vec3::UnitZ();
    slope.col(2) = -normal;
    const Vec3 step = slope.partialPivLu().solve(x + at.gap * normal - position(face, at.xi));
    if (!step.allFinite()) return std::nullopt;
    at.xi += step.head<2>();
    at.gap += step[2];
    if (step.head<2>().cwiseAbs().maxCoeff() < 1e-13) return at;
  }
  return std::nullopt;
}

std::vector<PlanePoint> sharedPart(const Facet& slave, const Facet& master, const Plane& plane, int degree) {
  if (slave.corners.size() == 2) {
    double low = plane.project(slave.corners[0])[0], high = plane.project(slave.corners[1])[0];
    const double least = least_share * (high - low);
    const double a = plane.project(master.corners[0])[0], b = plane.project(master.corners[1])[0];
    low = std::max(low, std::min(a, b));
    high = std::min(high, std::max(a, b));
    return high - low > least ? overInterval(low, high, degree) : std::vector<PlanePoint>{};
  }
  const Polygon polygon = clipped(projected(master, plane), projected(slave, plane));
  const bool is_there = polygon.size() > 2 && areaOf(polygon) > least_share * slave.area.norm();
  return is_there ? quadratureOver(polygon, degree) : std::vector<PlanePoint>{};
}

}  // namespace

std::vector<OverlapPoint> overlap(const Face& slave, const Face& master, int degree) {
  std::vector<OverlapPoint> points;
  for (const Corners& slave_corners : facetsOf(slave.type)) {
    const Facet of_slave(slave, slave_corners);
    const Plane plane(of_slave);
    for (const Corners& master_corners : facetsOf(master.type)) {
      const Facet of_master(master, master_corners);
      if (std::abs(plane.normal.dot(of_master.normal())) < least_cosine) continue;
      for (const PlanePoint& point : sharedPart(of_slave, of_master, plane, degree)) {
        const Vec3 x = plane.at(point.place);
        const auto s = meet(slave, of_slave.middle_xi, x, plane.normal);
        const auto m = meet(master, of_master.middle_xi, x, plane.normal);
        if (s && m) points.push_back({{s->xi[0], s->xi[1]}, {m->xi[0], m->xi[1]}, point.weight, m->gap - s->gap});
      }
    }
  }
  return points;
}

}  // namespace tenon::constraint
