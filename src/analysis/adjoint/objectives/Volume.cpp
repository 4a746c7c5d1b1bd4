// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Volume.hpp"

#include "analysis/adjoint/Cotangents.hpp"
#include "mass/regionMass.hpp"

namespace tenon::analysis {

void Volume::declare(base::Parameters<Data>& p) {
  p.required("object", &Data::object, "", "object whose volume is computed");
  p.optional("group", &Data::group, "", "group of volumes (faces in plane problems); default: the whole object");
}

Volume::Volume(const Data& data, const ObjectiveContext& context)
    : domain_(context.find(data.object)),
      name_(domain_.nameOf("volume", data.group)),
      region_(domain_, data.group, domain_.dimension(), name_) {}

double Volume::ofRank() const {
  return mass::ownedMass(region_, domain_.state, domain_.mesh.thickness());
}

double Volume::value(const ObjectiveSample& sample) const {
  return sample.comm().sum(ofRank());
}

void Volume::addDerivatives(const ObjectiveSample&, ObjectiveDerivatives& derivatives) const {
  derivatives.cotangents().explicit_terms.geometry.push_back({[this] { return ofRank(); }, 1.0});
}

}  // namespace tenon::analysis
