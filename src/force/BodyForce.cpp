// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "BodyForce.hpp"

namespace tenon::force {

void BodyForce::declare(base::Parameters<Data>& p) {
  p.required("density", &Data::density, "force/length^3",
             "force per volume; constant, function of x, y, z, t, or values from a file");
  p.optional("group", &Data::group, "", "group of volumes (faces in plane problems); default: the whole object");
  p.optional("thickness", &Data::thickness, "length", "thickness of a plane problem, the same for the whole object")
      .positive()
      .defaultsTo("thickness of the object");
  declareHistory(p);
}

BodyForce::BodyForce(Data data, const fem::Domain& domain)
    : DensityLoad("body force", {data.group, domain.dimension(), data.thickness}, std::move(data.history), domain) {
  setDensity(fem::Field(data.density, domain, region(), name()));
}

}  // namespace tenon::force
