// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "guides.hpp"

#include <Eigen/Geometry>

#include "constraint/unitVector.hpp"

namespace tenon::constraint {

void OnLine::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose nodes move along lines");
  p.required("direction", &Data::direction, "", "direction of the lines, of any length");
}

OnLine::OnLine(Data data, const fem::Domain& domain)
    : GroupCondition("line", data.group, domain), direction_(unitVector(data.direction, "direction", domain, name())) {}

void OnLine::constrainDirections(ObliqueDirections& directions) const {
  const bool plane = state().block() == 2;
  const base::Vec3 first = plane ? base::Vec3(-direction_[1], direction_[0], 0) : direction_.unitOrthogonal();
  for (const base::LocalIndex node : nodes()) {
    directions.addDirection(state(), node, first, 0.0, *this);
    if (!plane) directions.addDirection(state(), node, direction_.cross(first), 0.0, *this);
  }
}

void OnPlane::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose nodes remain in planes");
  p.required("normal", &Data::normal, "", "normal of the planes, of any length");
  p.optional("value", &Data::value, "length", "displacement along the normal");
  p.optional("history", &Data::history, "", "time factor of the value, piecewise linear between the entries");
}

OnPlane::OnPlane(Data data, const fem::Domain& domain)
    : GroupCondition("plane", data.group, domain),
      data_(std::move(data)),
      normal_(unitVector(data_.normal, "normal", domain, name())),
      factor_(data_.history(0.0)) {}

void OnPlane::constrainDirections(ObliqueDirections& directions) const {
  for (const base::LocalIndex node : nodes())
    directions.addDirection(state(), node, normal_, factor_ * data_.value, *this);
}

}  // namespace tenon::constraint
