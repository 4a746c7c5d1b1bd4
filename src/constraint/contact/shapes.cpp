// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Shapes of obstacles.
#include <Eigen/Geometry>
#include <limits>

#include "Obstacle.hpp"
#include "constraint/unitVector.hpp"

namespace tenon::constraint {
namespace {

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

/// Returns a rotation of the z axis to the direction of `axis`.
base::Mat3 axesAlong(const base::Vec3& axis) {
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

void CylinderObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("centre", static_cast<base::Vec3 Data::*>(&Data::centre), "length", "a point of the axis");
  p.required("radius", static_cast<double Data::*>(&Data::radius), "length", "radius of the infinite cylinder")
      .positive();
  p.optional("axis", &Data::axis, "", "direction of the axis, of any length");
  p.optional("hollow", static_cast<bool Data::*>(&Data::hollow), "", "true if the nodes are inside a hollow cylinder");
}

std::unique_ptr<Constraint> CylinderObstacle::make(const Data& data, const fem::FindDomain& find) {
  if (data.axis.norm() == 0.0)
    throw base::InputError(Obstacle::nameOf("cylinder", data) + ": `axis` must not be [0, 0, 0].");
  const contact::Cylinder shape{std::numeric_limits<double>::infinity(), data.radius};
  return std::make_unique<Obstacle>(
      Obstacle::PlacedObstacle{"cylinder", shape, data.centre, axesAlong(data.axis), data.hollow}, data, find);
}

void BoxObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("low", &Data::low, "length", "corner with the smallest coordinates");
  p.required("high", &Data::high, "length", "corner with the largest coordinates");
}

// In plane problems, the plane bisects a box that is much longer than the bodies.
std::unique_ptr<Constraint> BoxObstacle::make(const Data& data, const fem::FindDomain& find) {
  constexpr double unbounded = 1e100;
  base::Vec3 centre = (data.low + data.high) / 2, half = (data.high - data.low) / 2;
  if (find(data.slave.object).state.block() == 2) centre[2] = 0.0, half[2] = unbounded;
  if (!(half.minCoeff() > 0.0))
    throw base::InputError(Obstacle::nameOf("box", data) +
                           ": every coordinate of `low` must be less than that of `high`.");
  return std::make_unique<Obstacle>(Obstacle::PlacedObstacle{"box", contact::Cuboid{half}, centre}, data, find);
}

}  // namespace tenon::constraint
