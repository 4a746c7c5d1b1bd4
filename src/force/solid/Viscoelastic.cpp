// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Viscoelastic.hpp"

#include "tenon/force/materials.hpp"

namespace tenon::force {

void Viscoelastic::declare(base::Parameters<Data>& p) {
  p.required("elastic", &Data::elastic, "",
             "instantaneous elastic response, a finite-strain material: {type: ..., ...}");
  p.required("terms", &Data::terms, "",
             "relative modulus g of the deviatoric stress and relaxation time tau of each Prony term; the sum of all g "
             "must be less than 1");
}

std::unique_ptr<Solid> Viscoelastic::make(const Data& data, const SolidOptions& options, const fem::Domain& domain) {
  SolidOptions relaxing = options;
  relaxing.relaxation = data.terms;
  return materials().make(data.elastic, relaxing, domain);
}

}  // namespace tenon::force
