#include "tenon/force/BodyForce.hpp"

#include "tenon/fem/plane.hpp"
#include "tenon/force/loads.hpp"

namespace tenon::force {

void BodyForce::declare(base::Parameters<Data>& p) {
  p.required("density", &Data::density, "force/length^3", "force per volume");
  p.optional("group", &Data::group, "", "group of volumes (faces in plane problems); default: the whole object");
  p.optional("thickness", &Data::thickness, "length", "of a plane problem").positive();
  declareHistory(p);
}

BodyForce::BodyForce(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      data_(std::move(data)),
      name_(domain.nameOf("body force", data_.group)),
      state_(domain.state),
      region_(domain, data_.group, domain.dimension(), name_) {
  fem::requireThicknessInPlaneOnly(domain, data_.thickness, name_);
  fem::requireInPlane(domain, data_.density, name_);
}

void BodyForce::addForce(la::ForceVector& f) const {
  addVolumeLoad(region_, state_, factor() * data_.density, data_.thickness, f.on(state_));
}

}  // namespace tenon::force
