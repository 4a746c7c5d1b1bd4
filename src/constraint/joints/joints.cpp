// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Types of joints and their rows.
#include <fmt/format.h>

#include "Joint.hpp"
#include "constraint/unitVector.hpp"
#include "fem/plane.hpp"
#include "tenon/base/History.hpp"

namespace tenon::constraint {

using base::Vec3;

namespace {

/// Returns a unit vector orthogonal to a unit vector.
Vec3 squareTo(const Vec3& axis) {
  Eigen::Index least = 0;
  axis.cwiseAbs().minCoeff(&least);
  return axis.cross(Vec3::Unit(least)).normalized();
}

template <class Data>
void declareHistory(base::Parameters<Data>& p, const char* of) {
  p.optional("history", static_cast<base::History Data::*>(&JointEnds::history), "",
             fmt::format("time factor of the {}, piecewise linear between the entries", of));
}

/// Returns the unit vector of the axis of a hinge in space, or of a slider.
Vec3 axisOf(const Vec3& axis, const fem::Domain& domain, const std::string& name) {
  return unitVector(axis, "axis", domain, name);
}

}  // namespace

void BallJoint::declare(base::Parameters<Data>& p) {
  Data::declareEnds(p);
  p.optional("displacement", &Data::displacement, "length",
             "displacement of the joint point of b relative to that of a, in global components");
  declareHistory(p, "displacement");
}

BallJoint::BallJoint(const Data& data, const fem::FindDomain& find) : Joint("ball joint", data, find, false) {
  fem::requireInPlane(first(), data.displacement, name());
  joinPoints(data.displacement);
  setTime(0.0);
}

void HingeJoint::declare(base::Parameters<Data>& p) {
  Data::declareEnds(p);
  p.optional("axis", &Data::axis, "", "axis of the relative rotation in the reference configuration; always z in 2D");
  p.optional("angle", &Data::angle, "rad",
             "drives the joint: the rotation of b relative to a is angle times the history");
  declareHistory(p, "angle");
}

HingeJoint::HingeJoint(const Data& data, const fem::FindDomain& find) : Joint("hinge joint", data, find, true) {
  joinPoints();
  const Vec3 axis = isPlane() ? Vec3(Vec3::UnitZ()) : axisOf(data.axis, first(), name());
  const Vec3 u = squareTo(axis), v = axis.cross(u);
  if (!isPlane()) {
    addRow({JointRow::Kind::direction, u, axis});
    addRow({JointRow::Kind::direction, v, axis});
  }
  if (data.angle.given) {
    JointRow row{JointRow::Kind::angle, u, u, v, v};
    row.sense = -1.0;  // the multiplier is the moment on the first side
    addDrivenRow(row, *data.angle.given);
  }
  setTime(0.0);
}

void UniversalJoint::declare(base::Parameters<Data>& p) {
  Data::declareEnds(p);
  p.optional("axis", &Data::axis, "", "axis fixed to a, in the reference configuration");
  p.optional("second_axis", &Data::second_axis, "",
             "axis fixed to b, in the reference configuration, orthogonal to the first");
  p.optional("angle", &Data::angle, "rad",
             "drives the joint: the second axis rotates about the first by angle times the history");
  p.optional("second_angle", &Data::second_angle, "rad",
             "drives the joint: b rotates about the second axis by second_angle times the history");
  declareHistory(p, "angles");
}

UniversalJoint::UniversalJoint(const Data& data, const fem::FindDomain& find)
    : Joint("universal joint", data, find, true) {
  if (isPlane())
    throw base::InputError(fmt::format("{}: a universal joint requires three-dimensional objects.", name()));
  const Vec3 u = unitVector(data.axis, "axis", first(), name());
  const Vec3 v = unitVector(data.second_axis, "second_axis", first(), name());
  if (std::abs(u.dot(v)) > 1e-9)
    throw base::InputError(fmt::format("{}: `axis` and `second_axis` must be orthogonal.", name()));
  joinPoints();
  addRow({JointRow::Kind::direction, u, v});
  // The first angle is that of v_b in the directions (v, w) of a, the second that of u_a in the
  // directions (u, w) of b, w = u x v.
  const Vec3 w = u.cross(v), none = Vec3::Zero();
  if (data.angle.given) addDrivenRow({JointRow::Kind::angle, v, v, -w, none}, *data.angle.given);
  if (data.second_angle.given) addDrivenRow({JointRow::Kind::angle, u, u, none, w}, *data.second_angle.given);
  setTime(0.0);
}

FixedJoint::FixedJoint(const Data& data, const fem::FindDomain& find) : Joint("fixed joint", data, find, true) {
  fem::requireInPlane(first(), data.displacement, name());
  joinPoints(data.displacement);
  joinRotations();
  setTime(0.0);
}

void SliderJoint::declare(base::Parameters<Data>& p) {
  Data::declareEnds(p);
  p.optional("axis", &Data::axis, "", "sliding axis fixed to a, in the reference configuration");
  p.optional("free_rotation", &Data::turns, "",
             "in 3D: true if b may rotate about the axis relative to a (cylindrical joint)")
      .formerly({"turns"});
  p.optional("travel", &Data::travel, "length",
             "drives the joint: the relative displacement along the axis is travel times the history");
  declareHistory(p, "travel");
}

SliderJoint::SliderJoint(const Data& data, const fem::FindDomain& find) : Joint("slider joint", data, find, true) {
  if (isPlane() && data.turns)
    throw base::InputError(fmt::format(
        "{}: two-dimensional objects cannot rotate about the sliding axis: remove `free_rotation`.", name()));
  const Vec3 axis = axisOf(data.axis, first(), name());
  const Vec3 u = isPlane() ? Vec3(-axis[1], axis[0], 0.0) : squareTo(axis), v = axis.cross(u);
  addRow({JointRow::Kind::sliding, u});
  if (!isPlane()) addRow({JointRow::Kind::sliding, v});
  if (data.turns) {
    addRow({JointRow::Kind::direction, u, axis});
    addRow({JointRow::Kind::direction, v, axis});
  } else {
    joinRotations();
  }
  if (data.travel.given) addDrivenRow({JointRow::Kind::sliding, axis}, *data.travel.given);
  setTime(0.0);
}

}  // namespace tenon::constraint
