#include "tenon/force/BodyForce.hpp"

#include "tenon/fem/plane.hpp"
#include "tenon/force/loads.hpp"

namespace tenon::force {

void BodyForce::declare(base::Parameters<Data>& p) {
  p.required("density", &Data::density, "force/length^3", "force per volume, also a field of x, y, z, t or of a file");
  p.optional("group", &Data::group, "", "group of volumes (faces in plane problems); default: the whole object");
  p.optional("thickness", &Data::thickness, "length", "of a plane problem").positive();
  declareHistory(p);
}

BodyForce::BodyForce(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      data_(std::move(data)),
      name_(domain.nameOf("body force", data_.group)),
      state_(domain.state),
      region_(domain, data_.group, domain.dimension(), name_),
      density_(data_.density, domain, fem::nodesOf(region_), name_) {
  fem::requireThicknessInPlaneOnly(domain, data_.thickness, name_);
}

void BodyForce::addForce(la::ForceVector& f) const {
  if (density_.isConstant())
    return addVolumeLoad(region_, state_, factor() * density_.constant(), data_.thickness, f.on(state_));
  addLoad(
      region_, state_,
      [&](const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point) -> Vec3 {
        return point.measure * factor() * data_.thickness * density_.vectorAt(part.nodesOf(cell), point, time());
      },
      f.on(state_));
}

}  // namespace tenon::force
