// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PointOnLine.hpp"

#include <Eigen/Geometry>

#include "constraint/nodesOf.hpp"
#include "constraint/unitVector.hpp"
#include "fem/plane.hpp"

namespace tenon::constraint {
namespace {

/// Returns unit vectors orthogonal to `direction` and to each other.
std::vector<base::Vec3> normalsOf(const base::Vec3& direction, bool plane) {
  if (plane) return {base::Vec3(-direction[1], direction[0], 0)};
  const base::Vec3 first = direction.unitOrthogonal();
  return {first, direction.cross(first)};
}

}  // namespace

void PointOnLine::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from object and group");
  p.required("object", &Data::object, "", "object whose nodes remain on lines");
  p.required("group", &Data::group, "", "group of any dimension");
  p.required("direction", &Data::direction, "", "direction of the line, of any length");
  p.optional("point", &Data::point, "length",
             "point of a single line for all nodes; default: a line through each node");
  p.optional("offset", &Data::offset, "length", "displacement of the line; its component along the line has no effect");
  p.optional("history", &Data::history, "", "time factor of the offset, piecewise linear between the entries");
}

PointOnLine::PointOnLine(const Data& data, const fem::FindDomain& find)
    : LinearConstraint(nameOnGroup("point-on-line", data), find(data.object).state.block() - 1) {
  const fem::Domain& domain = find(data.object);
  const base::Vec3 direction = unitVector(data.direction, "direction", domain, name());
  fem::requireInPlane(domain, data.offset, name());
  const std::vector<base::Vec3> normals = normalsOf(direction, domain.state.block() == 2);
  for (const LocalIndex node : nodesOf(domain, data.group, name())) {
    const base::Vec3 x = placeOf(domain, node);
    for (const base::Vec3& normal : normals) {
      const LocalIndex row = addRow(normal.dot(data.offset), normal.dot(x - data.point.given.value_or(x)));
      for (int c = 0; c < domain.state.block(); ++c)
        addTerm(row, domain.state, domain.mesh.layout().global(node), c, normal[c]);
    }
    addCarrierNode(domain.state, node);
  }
  setHistory(data.history);
  finish({&domain.state});
}

}  // namespace tenon::constraint
