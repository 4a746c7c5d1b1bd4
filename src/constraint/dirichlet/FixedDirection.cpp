// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FixedDirection.hpp"

#include "constraint/unitVector.hpp"

namespace tenon::constraint {

void FixedDirection::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose nodes are constrained in one direction");
  p.required("direction", &Data::direction, "", "constrained direction, of any length");
}

FixedDirection::FixedDirection(Data data, const fem::Domain& domain)
    : GroupCondition("direction", data.group, domain),
      direction_(unitVector(data.direction, "direction", domain, name())) {}

void FixedDirection::constrainDirections(ObliqueDirections& directions) const {
  for (const base::LocalIndex node : nodes()) directions.addDirection(state(), node, direction_, 0.0, *this);
}

}  // namespace tenon::constraint
