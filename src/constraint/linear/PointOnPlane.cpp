// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PointOnPlane.hpp"

#include "constraint/nodesOf.hpp"
#include "constraint/unitVector.hpp"

namespace tenon::constraint {

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

}  // namespace tenon::constraint
