// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DensityLoad.hpp"

#include "fem/outwardSigns.hpp"
#include "fem/plane.hpp"
#include "loads.hpp"

namespace tenon::force {

DensityLoad::DensityLoad(const std::string& title, LoadRegion target, base::History history, const fem::Domain& domain)
    : TimedLoad(std::move(history)),
      name_(domain.nameOf(title, target.group)),
      state_(domain.state),
      region_(domain, target.group, target.dimension, name_),
      thickness_(fem::thicknessOf(domain, target.thickness, name_)) {}

Vec3 DensityLoad::densityAt(const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point) const {
  if (const auto* field = std::get_if<fem::Field>(&density_)) return field->vectorAt(part, cell, point, time());
  return std::get<Density>(density_)(part, cell, point);
}

void DensityLoad::addForce(la::ForceVector& f) const {
  const auto* field = std::get_if<fem::Field>(&density_);
  if (field != nullptr && field->isConstant() && region_.dimension() == state_.dimension())
    return addVolumeLoad(region_, state_, factor() * field->constant(), thickness_, f.on(state_));
  addLoad(
      region_, state_,
      [&](const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point) -> Vec3 {
        return point.measure * factor() * thickness_ * densityAt(part, cell, point);
      },
      f.on(state_));
}

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
