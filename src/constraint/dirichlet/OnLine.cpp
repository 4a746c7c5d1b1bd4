// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OnLine.hpp"

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

}  // namespace tenon::constraint
