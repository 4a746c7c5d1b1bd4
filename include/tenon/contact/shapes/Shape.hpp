// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <variant>

#include "tenon/contact/shapes/Polytope.hpp"
#include "tenon/fem/search/Box.hpp"

// Shapes of rigid bodies, defined in the axes of the body with the centre of mass as the origin.
namespace tenon::contact {

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
