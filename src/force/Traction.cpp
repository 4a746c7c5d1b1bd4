// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Traction.hpp"

namespace tenon::force {

void Traction::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of faces (lines in plane problems)");
  p.required("traction", &Data::traction, "force/length^2",
             "force per area; constant, function of x, y, z, t, or values from a file");
  p.optional("thickness", &Data::thickness, "length", "thickness of a plane problem, the same for the whole object")
      .positive()
      .defaultsTo("thickness of the object");
  declareHistory(p);
}

Traction::Traction(Data data, const fem::Domain& domain)
    : DensityLoad("traction", {data.group, domain.dimension() - 1, data.thickness}, std::move(data.history), domain) {
  setDensity(fem::Field(data.traction, domain, region(), name()));
}

}  // namespace tenon::force
