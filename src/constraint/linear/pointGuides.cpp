// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "pointGuides.hpp"

#include <Eigen/Geometry>

#include "constraint/nodesOf.hpp"
#include "constraint/unitVector.hpp"
#include "fem/plane.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

void readValue(const base::CaseNode& node, Anchor& anchor) {
  anchor.given = node.vector();
}

std::string printValue(const Anchor& anchor) {
  return anchor.given ? base::printValue(*anchor.given) : "position of each node";
}

void PointOnPoint::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the two ends");
  fem::Pairing::declare(p);
  p.optional("offset", &Data::offset, "length", "displacement of the second nodes relative to the first ones");
  p.optional("history", &Data::history, "", "time factor of the offset, piecewise linear between the entries");
}

PointOnPoint::PointOnPoint(const Data& data, const fem::FindDomain& find)
    : LinearConstraint(nameOnPairs("point-on-point", data), find(data.first.object).state.block()) {
  const fem::Domain &first = find(data.first.object), &second = find(data.second.object);
  fem::requireInPlane(first, data.offset, name());
  const fem::NodeTuples pairs = data.find(find, name());
  for (LocalIndex i = 0; i < pairs.size(); ++i) {
    if (!pairs.isOwned(i)) continue;
    const LocalIndex a = pairs[i][0], b = pairs[i][1];
    for (int c = 0; c < block(); ++c) {
      const LocalIndex row = addRow(data.offset[c]);
      addTerm(row, second.state, second.state.layout().global(b), c, 1.0);
      addTerm(row, first.state, first.state.layout().global(a), c, -1.0);
      setSlave(row, first.state, a, c);
    }
    addCarrierNode(first.state, a);
  }
  const base::Communicator& comm = first.mesh.comm();
  const bool any = comm.any(numRows() > 0);
  base::runCollectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The constraint '{}' contains no nodes.", name()));
  });
  setHistory(data.history);
  finish({&first.state, &second.state});
}

void PointOnPlane::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from object and group");
  p.required("object", &Data::object, "", "object whose nodes remain on planes");
  p.required("group", &Data::group, "", "group of any dimension");
  p.required("normal", &Data::normal, "", "normal of the plane, of any length");
  p.optional("point", &Data::point, "length",
             "point of a single plane for all nodes; default: a plane through each node");
  p.optional("value", &Data::value, "length", "displacement of the plane along its normal");
  p.optional("history", &Data::history, "", "time factor of the value, piecewise linear between the entries");
}

PointOnPlane::PointOnPlane(const Data& data, const fem::FindDomain& find)
    : LinearConstraint(nameOnGroup("point-on-plane", data), 1) {
  const fem::Domain& domain = find(data.object);
  const base::Vec3 normal = unitVector(data.normal, "normal", domain, name());
  for (const LocalIndex node : nodesOf(domain, data.group, name())) {
    const base::Vec3 x = placeOf(domain, node);
    const LocalIndex row = addRow(data.value, normal.dot(x - data.point.given.value_or(x)));
    for (int c = 0; c < domain.state.block(); ++c)
      addTerm(row, domain.state, domain.mesh.layout().global(node), c, normal[c]);
    addCarrierNode(domain.state, node);
  }
  setHistory(data.history);
  finish({&domain.state});
}

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
