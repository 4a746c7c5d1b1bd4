// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <variant>
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::fem {
struct Box;
}

// Shapes of rigid bodies, defined in the axes of the body with the centre of mass as the origin.
namespace tenon::contact {

/// Convex polyhedron, given by its vertices, faces and edges.
struct Polytope {
  /// Flat face of the polyhedron.
  struct Face {
    base::Vec3 normal;          ///< outward unit normal
    std::vector<int> vertices;  ///< vertex indices, counter-clockwise when seen from outside
  };
  /// Edge between two faces.
  struct Edge {
    int from,   ///< index of the first vertex
        to;     ///< index of the second vertex
    int left,   ///< index of the adjacent face whose boundary runs from `from` to `to`
        right;  ///< index of the other adjacent face
  };

  std::vector<base::Vec3> vertices;  ///< positions of the vertices
  std::vector<Face> faces;           ///< faces of the polyhedron
  std::vector<Edge> edges;           ///< edges of the polyhedron

  /// Returns the polyhedron with the given vertices and faces. The faces must form a closed
  /// surface; the edges are derived from them.
  /// @param vertices  positions of the vertices
  /// @param faces     vertex indices of each face, counter-clockwise when seen from outside
  static Polytope fromFaces(std::vector<base::Vec3> vertices, const std::vector<std::vector<int>>& faces);
  /// Returns a box that is centred at the origin and has half edge lengths `half`.
  static Polytope box(const base::Vec3& half);

  /// Returns a copy of the polyhedron, rotated by R and then translated by x.
  Polytope transformed(const base::Mat3& R, const base::Vec3& x) const;
};

/// Sphere centred at the origin.
struct Sphere {
  double radius;  ///< radius of the sphere
};
/// Box aligned with the axes of the body.
struct Cuboid {
  base::Vec3 half;                          ///< half edge lengths
  Polytope polytope = Polytope::box(half);  ///< box as a polyhedron
};
/// Capsule along the z axis, centred at the origin: a cylinder with hemispherical caps.
struct Capsule {
  double half_length,  ///< half of the distance between the centres of the caps [length]
      radius;          ///< radius of the caps and of the cylinder [length]
};
/// Half-space of all points x with normal . x <= 0. Other bodies remain on the side to which the
/// normal points.
struct HalfSpace {
  base::Vec3 normal;  ///< outward unit normal
};
/// Cylinder along the z axis, centred at the origin.
struct Cylinder {
  double half_length,  ///< half of the length along z [length]
      radius;          ///< radius [length]
};
/// Convex hull of points. The hull need not contain the origin.
struct Hull {
  Polytope polytope;  ///< hull as a polyhedron
};
/// Contact shape of a rigid body: one of the types defined above.
using Shape = std::variant<Sphere, Cuboid, Capsule, HalfSpace, Cylinder, Hull>;

/// Shape at the current position of its body.
struct PlacedShape {
  const Shape* shape;   ///< shape in the axes of the body
  base::Vec3 centre;    ///< centre of mass
  base::Mat3 rotation;  ///< rotation from body axes to global axes

  /// Converts a point from body axes to global coordinates.
  base::Vec3 toSpace(const base::Vec3& x) const;
  /// Converts a point from global coordinates to body axes.
  base::Vec3 toBody(const base::Vec3& x) const;
};

/// Returns the bounding box of a shape; unbounded for half-spaces.
fem::Box boundingBox(const PlacedShape& placed);
/// Point on the surface of a shape that is closest to a given point x. Both points have coordinates
/// in the axes of the body.
struct ClosestPoint {
  base::Vec3 point,  ///< closest point
      normal;        ///< outward unit normal; for x inside, the direction of the shortest path to the surface
  double distance;   ///< signed distance; negative if x is inside
};
/// Returns the closest point on the surface of a box.
ClosestPoint closestPointOn(const Cuboid& block, const base::Vec3& x);
/// Returns the closest point on the surface of a cylinder.
ClosestPoint closestPointOn(const Cylinder& cylinder, const base::Vec3& x);
/// Returns the closest point on the surface of a convex hull.
ClosestPoint closestPointOn(const Hull& hull, const base::Vec3& x);

/// Returns the largest distance between a point of the shape and the centre of mass; infinite for
/// half-spaces.
double reachOf(const Shape& shape);
/// Returns true if the shape is unbounded, that is, if it is a half-space.
bool isUnbounded(const Shape& shape);

}  // namespace tenon::contact
