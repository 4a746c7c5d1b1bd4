#include "tenon/force/Traction.hpp"

#include "tenon/fem/plane.hpp"
#include "tenon/force/loads.hpp"

namespace tenon::force {

void Traction::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of faces (lines in plane problems)");
  p.required("traction", &Data::traction, "force/length^2", "force per area, also a field of x, y, z, t or of a file");
  p.optional("thickness", &Data::thickness, "length", "of a plane problem").positive();
  declareHistory(p);
}

Traction::Traction(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      data_(std::move(data)),
      name_(domain.nameOf("traction", data_.group)),
      state_(domain.state),
      faces_(domain, data_.group, domain.dimension() - 1, name_),
      traction_(data_.traction, domain, fem::nodesOf(faces_), name_) {
  fem::requireThicknessInPlaneOnly(domain, data_.thickness, name_);
}

void Traction::addForce(la::ForceVector& f) const {
  addLoad(
      faces_, state_,
      [&](const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point) -> Vec3 {
        return point.measure * factor() * data_.thickness * traction_.vectorAt(part.nodesOf(cell), point, time());
      },
      f.on(state_));
}

}  // namespace tenon::force
