#pragma once
#include <variant>

#include "tenon/contact/Polytope.hpp"
#include "tenon/fem/search/Box.hpp"

// Shapes of rigid bodies, in the bodies' own axes, with the centre of mass as origin.
namespace tenon::contact {

struct Sphere {
  double radius;
};
struct Block {
  base::Vec3 half;  ///< half the lengths of its edges
  Polytope polytope = Polytope::box(half);
};
/// All within `radius` of a segment from -half_length to half_length along z.
struct Capsule {
  double half_length, radius;
};
/// All points x with normal . x <= 0: a plane that nothing passes.
struct HalfSpace {
  base::Vec3 normal;
};
/// All within half_length of the centre along z, and within `radius` across it.
struct Cylinder {
  double half_length, radius;
};
/// The convex hull of points, which need not be around the centre.
struct Hull {
  Polytope polytope;
};
using Shape = std::variant<Sphere, Block, Capsule, HalfSpace, Cylinder, Hull>;

/// A shape at its present place.
struct Placed {
  const Shape* shape;
  base::Vec3 centre;
  base::Mat3 rotation;  ///< from the body's axes to those of space

  base::Vec3 toSpace(const base::Vec3& x) const;
  base::Vec3 toBody(const base::Vec3& x) const;
};

/// Around all of it; without end for half-spaces.
fem::Box boxAround(const Placed& placed);
/// The point of a shape's surface that is nearest to x, both in the body's own axes. Inside, `distance` is below 0.
struct Nearest {
  base::Vec3 point, normal;  ///< outwards; from inside the shortest way out
  double distance;
};
Nearest nearestOn(const Block& block, const base::Vec3& x);
Nearest nearestOn(const Cylinder& cylinder, const base::Vec3& x);
Nearest nearestOn(const Hull& hull, const base::Vec3& x);

/// Largest distance of a point from the centre; infinite for half-spaces.
double reachOf(const Shape& shape);
bool isUnbounded(const Shape& shape);

}  // namespace tenon::contact
