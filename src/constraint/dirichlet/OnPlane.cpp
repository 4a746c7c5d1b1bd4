// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OnPlane.hpp"

#include "constraint/unitVector.hpp"

namespace tenon::constraint {

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
