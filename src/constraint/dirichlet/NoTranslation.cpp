// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NoTranslation.hpp"

namespace tenon::constraint {

void NoTranslation::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of any dimension whose mean translation is constrained to zero");
}

NoTranslation::NoTranslation(Data data, const fem::Domain& domain)
    : GroupCondition("no-translation", data.group, domain) {
  requireFewNodes();
}

void NoTranslation::constrainDirections(ObliqueDirections& directions) const {
  for (int axis = 0; axis < state().block(); ++axis) {
    ObliqueDirections::WeightedSum sum{{}, this};
    for (const base::LocalIndex node : ownedNodes()) sum.terms.push_back({&state(), node, base::Vec3::Unit(axis)});
    directions.addSum(std::move(sum));
  }
}

}  // namespace tenon::constraint
