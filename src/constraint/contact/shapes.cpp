// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Shapes of obstacles.
#include <Eigen/Geometry>
#include <limits>
#include <type_traits>
#include <utility>

#include "Obstacle.hpp"
#include "constraint/unitVector.hpp"
#include "contact/shapes/hull.hpp"
#include "fem/search/Box.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

template <class Shape>
constexpr bool is_capsule = std::is_same_v<Shape, contact::Capsule>;

/// Declares the parameters common to all shapes.
template <class ShapeData>
void declareCommon(base::Parameters<ShapeData>& p) {
  p.optional("name", static_cast<std::string ShapeData::*>(&ShapeData::name), "",
             "name in messages and results; default: derived from shape and group");
  p.required("slave", static_cast<fem::ObjectGroup ShapeData::*>(&ShapeData::slave), "",
             "group of any dimension whose nodes may come into contact");
  p.optional("displacement", static_cast<base::Vec3 ShapeData::*>(&ShapeData::move), "length",
             "displacement of the obstacle")
      .formerly({"move"});
  p.optional("history", static_cast<base::History ShapeData::*>(&ShapeData::history), "",
             "time factor of the displacement, piecewise linear between the entries");
  ContactLaw::declare(p);
}

/// Returns true if an axis is normal to the plane of a plane problem.
bool isNormalToPlane(const base::Vec3& axis, const fem::Domain& domain) {
  return domain.dimension() == 2 && axis.head<2>().isZero(0.0);
}

/// Returns a rotation of the z axis to the direction of `axis`.
/// @throws InputError if the axis is zero or oblique to the plane of a plane problem
base::Mat3 axesAlong(const base::Vec3& axis, const fem::Domain& domain, const std::string& name) {
  if (axis.isZero(0.0)) throw base::InputError(name + ": `axis` must not be [0, 0, 0].");
  if (domain.dimension() == 2 && axis[2] != 0.0 && !isNormalToPlane(axis, domain))
    throw base::InputError(name + ": '" + domain.object +
                           "' is two-dimensional, so `axis` must lie in the xy plane or be [0, 0, 1].");
  return Eigen::Quaterniond::FromTwoVectors(base::Vec3::UnitZ(), axis).toRotationMatrix();
}

}  // namespace

void PlaneObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("point", &Data::point, "length", "a point of the plane");
  p.required("normal", &Data::normal, "", "outward normal of the obstacle, of any length");
}

std::unique_ptr<Constraint> PlaneObstacle::make(const Data& data, const fem::FindDomain& find) {
  const base::Vec3 normal = unitVector(data.normal, "normal", find(data.slave.object), Obstacle::nameOf("plane", data));
  return std::make_unique<Obstacle>(Obstacle::PlacedObstacle{"plane", contact::HalfSpace{normal}, data.point}, data,
                                    find);
}

void SphereObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("centre", &Data::centre, "length", "centre of the sphere");
  p.required("radius", &Data::radius, "length", "radius of the sphere").positive();
  p.optional("hollow", &Data::hollow, "", "true if the nodes are inside a hollow sphere");
}

std::unique_ptr<Constraint> SphereObstacle::make(const Data& data, const fem::FindDomain& find) {
  const Obstacle::PlacedObstacle sphere{"sphere", contact::Sphere{data.radius}, data.centre, base::Mat3::Identity(),
                                        data.hollow};
  return std::make_unique<Obstacle>(sphere, data, find);
}

template <class Shape>
void AxialObstacle<Shape>::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("centre", static_cast<base::Vec3 Data::*>(&Data::centre), "length",
             is_capsule<Shape> ? "centre of the capsule" : "centre of the cylinder, or any point of an infinite axis");
  p.required("radius", static_cast<double Data::*>(&Data::radius), "length", "radius").positive();
  p.optional("axis", &Data::axis, "",
             "direction of the axis, of any length; in plane problems, in the xy plane or along z");
  if constexpr (is_capsule<Shape>)
    p.required("length", &Data::length, "length", "distance between the centres of the caps").positive();
  else
    p.optional("length", &Data::length, "length", "distance between the end faces; 0: infinite").nonNegative();
  p.optional("hollow", static_cast<bool Data::*>(&Data::hollow), "", "true if the nodes are inside a hollow obstacle");
}

template <class Shape>
std::unique_ptr<Constraint> AxialObstacle<Shape>::make(const Data& data, const fem::FindDomain& find) {
  const std::string kind = is_capsule<Shape> ? "capsule" : "cylinder";
  const fem::Domain& domain = find(data.slave.object);
  const base::Mat3 axes = axesAlong(data.axis, domain, Obstacle::nameOf(kind, data));
  const bool is_infinite = data.length == 0.0 || isNormalToPlane(data.axis, domain);
  const Shape shape{is_infinite ? std::numeric_limits<double>::infinity() : 0.5 * data.length, data.radius};
  return std::make_unique<Obstacle>(Obstacle::PlacedObstacle{kind, shape, data.centre, axes, data.hollow}, data, find);
}

template struct AxialObstacle<contact::Cylinder>;
template struct AxialObstacle<contact::Capsule>;

void HullObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  contact::HullPoints::declare(p, "points of the obstacle; in plane problems, z coordinates are ignored");
}

// The hull is placed by the centre of its bounding box.
std::unique_ptr<Constraint> HullObstacle::make(const Data& data, const fem::FindDomain& find) {
  const fem::Domain& domain = find(data.slave.object);
  Obstacle::PlacedObstacle hull{"hull", {}, {}};
  base::runCollectively(domain.mesh.comm(), [&] {
    std::vector<base::Vec3> points = data.read();
    fem::Box box;
    for (const base::Vec3& x : points) box.include(x);
    hull.origin = 0.5 * (box.low + box.high);
    for (base::Vec3& x : points) x -= hull.origin;
    hull.shape = contact::Hull{domain.dimension() == 2 ? contact::prismOf(points) : contact::hullOf(points)};
  });
  return std::make_unique<Obstacle>(std::move(hull), data, find);
}

void BoxObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("low", &Data::low, "length", "corner with the smallest coordinates");
  p.required("high", &Data::high, "length", "corner with the largest coordinates");
}

// In plane problems, the plane bisects a box that is much longer than the bodies.
std::unique_ptr<Constraint> BoxObstacle::make(const Data& data, const fem::FindDomain& find) {
  constexpr double unbounded = 1e100;
  const base::Vec3 centre = (data.low + data.high) / 2;
  base::Vec3 half = (data.high - data.low) / 2;
  if (find(data.slave.object).dimension() == 2) half[2] = unbounded;
  if (!(half.minCoeff() > 0.0))
    throw base::InputError(Obstacle::nameOf("box", data) +
                           ": every coordinate of `low` must be less than that of `high`.");
  return std::make_unique<Obstacle>(Obstacle::PlacedObstacle{"box", contact::Cuboid{half}, centre}, data, find);
}

}  // namespace tenon::constraint
