// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Pressure.hpp"

#include "fem/outwardSigns.hpp"

namespace tenon::force {

void Pressure::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of faces (lines in plane problems)");
  p.required("pressure", &Data::pressure, "force/length^2", "force per area against the outward normal");
  p.optional("thickness", &Data::thickness, "length", "thickness of a plane problem, the same for the whole object")
      .positive()
      .defaultsTo("thickness of the object");
  declareHistory(p);
}

Pressure::Pressure(Data data, const fem::Domain& domain)
    : DensityLoad("pressure", {data.group, domain.dimension() - 1, data.thickness}, std::move(data.history), domain) {
  const auto* const parts = region().parts().data();
  // [parts][faces] sign of the face's normal
  const auto outward = fem::outwardSigns(domain, region(), name());
  setDensity([=, p = data.pressure](const fem::RegionPart& part, base::LocalIndex face,
                                    const fem::PointGeometry& point) -> base::Vec3 {
    const double sign = outward[static_cast<std::size_t>(&part - parts)][static_cast<std::size_t>(face)];
    return -p * sign * point.area / point.measure;
  });
}

}  // namespace tenon::force
