// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DensityLoad.hpp"

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

}  // namespace tenon::force
