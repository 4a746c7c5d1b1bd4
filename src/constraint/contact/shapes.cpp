// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Shapes of obstacles.
#include <algorithm>
#include <cmath>

#include "Obstacle.hpp"
#include "constraint/unitVector.hpp"

namespace tenon::constraint {
namespace {

/// Returns |r| with r = P x, P a projection, the normal r / |r| and the curvature
/// (P - n n^T) / |r|.
Obstacle::SurfaceDistance fromCentre(const base::Vec3& r, const base::Mat3& P) {
  const double distance = r.norm();
  if (distance == 0.0)
    return {0.0, base::Vec3(P.col(0).norm() > 0.5 ? P.col(0) : P.col(1)).normalized(), base::Mat3::Zero()};
  const base::Vec3 n = r / distance;
  return {distance, n, (P - n * n.transpose()) / distance};
}

}  // namespace

template <class ShapeData>
void Obstacle::declareCommon(base::Parameters<ShapeData>& p) {
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

void PlaneObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("point", &Data::point, "length", "a point of the plane");
  p.required("normal", &Data::normal, "", "outward normal of the obstacle, of any length");
}

PlaneObstacle::PlaneObstacle(const Data& data, const fem::FindDomain& find)
    : Obstacle("plane", data, find), point_(data.point), normal_(unitVector(data.normal, "normal", domain(), name())) {
  begin();
}

Obstacle::SurfaceDistance PlaneObstacle::nearest(const base::Vec3& x) const {
  return {normal_.dot(x), normal_, base::Mat3::Zero()};
}

RoundObstacle::RoundObstacle(const std::string& kind, const Data& data, const base::Vec3& axis,
                             const fem::FindDomain& find)
    : Obstacle(kind, data, find),
      centre_(data.centre),
      radius_(data.radius),
      hollow_(data.hollow),
      across_(base::Mat3::Identity() - axis * axis.transpose()) {
  if (domain().state.block() == 2) across_(2, 2) = 0.0;
  begin();
}

Obstacle::SurfaceDistance RoundObstacle::nearest(const base::Vec3& x) const {
  const SurfaceDistance centre = fromCentre(across_ * x, across_);
  if (hollow_) return {radius_ - centre.distance, -centre.normal, -centre.curvature};
  return {centre.distance - radius_, centre.normal, centre.curvature};
}

void SphereObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("centre", &Data::centre, "length", "centre of the sphere");
  p.required("radius", &Data::radius, "length", "radius of the sphere").positive();
  p.optional("hollow", &Data::hollow, "", "true if the nodes are inside a hollow sphere");
}

SphereObstacle::SphereObstacle(const Data& data, const fem::FindDomain& find)
    : RoundObstacle("sphere", data, base::Vec3::Zero(), find) {}

void CylinderObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("centre", static_cast<base::Vec3 Data::*>(&Data::centre), "length", "a point of the axis");
  p.required("radius", static_cast<double Data::*>(&Data::radius), "length", "radius of the infinite cylinder")
      .positive();
  p.optional("axis", &Data::axis, "", "direction of the axis, of any length");
  p.optional("hollow", static_cast<bool Data::*>(&Data::hollow), "", "true if the nodes are inside a hollow cylinder");
}

CylinderObstacle::CylinderObstacle(const Data& data, const fem::FindDomain& find)
    : RoundObstacle("cylinder", data, data.axis.normalized(), find) {
  if (data.axis.norm() == 0.0) throw base::InputError(name() + ": `axis` must not be [0, 0, 0].");
}

void BoxObstacle::declare(base::Parameters<Data>& p) {
  declareCommon(p);
  p.required("low", &Data::low, "length", "corner with the smallest coordinates");
  p.required("high", &Data::high, "length", "corner with the largest coordinates");
}

BoxObstacle::BoxObstacle(const Data& data, const fem::FindDomain& find)
    : Obstacle("box", data, find), centre_((data.low + data.high) / 2), half_((data.high - data.low) / 2) {
  if (domain().state.block() == 2) centre_[2] = 0.0, half_[2] = 1.0;  // the plane bisects the box
  if (!(half_.minCoeff() > 0.0))
    throw base::InputError(name() + ": every coordinate of `low` must be less than that of `high`.");
  begin();
}

// Outside, the distance is that from the nearest point of the box, |x - clamp(x)|; inside, that
// from the nearest face.
Obstacle::SurfaceDistance BoxObstacle::nearest(const base::Vec3& x) const {
  const base::Vec3 beyond = x.cwiseAbs() - half_;
  if (beyond.maxCoeff() <= 0.0) {
    int face = 0;
    for (int c = 1; c < domain().state.block(); ++c)
      if (beyond[c] > beyond[face]) face = c;
    return {beyond[face], std::copysign(1.0, x[face]) * base::Vec3::Unit(face), base::Mat3::Zero()};
  }
  const base::Vec3 outside = (beyond.array() > 0.0).cast<double>();
  return fromCentre((beyond.cwiseProduct(outside)).cwiseProduct(x.cwiseSign()), outside.asDiagonal());
}

}  // namespace tenon::constraint
