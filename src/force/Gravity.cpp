#include "tenon/force/Gravity.hpp"

#include "tenon/fem/plane.hpp"
#include "tenon/force/loads.hpp"

namespace tenon::force {

void Gravity::declare(base::Parameters<Data>& p) {
  p.required("density", &Data::density, "mass/length^3", "mass per volume").positive();
  p.required("acceleration", &Data::acceleration, "length/time^2", "acceleration of gravity");
  p.optional("group", &Data::group, "", "group of volumes (faces in plane problems); default: the whole object");
  p.optional("thickness", &Data::thickness, "length", "of a plane problem").positive();
  declareHistory(p);
}

Gravity::Gravity(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      data_(std::move(data)),
      name_(domain.nameOf("gravity", data_.group)),
      state_(domain.state),
      region_(domain, data_.group, domain.dimension(), name_) {
  fem::requireThicknessInPlaneOnly(domain, data_.thickness, name_);
  fem::requireInPlane(domain, data_.acceleration, name_);
}

void Gravity::addForce(la::ForceVector& f) const {
  addVolumeLoad(region_, state_, factor() * data_.density * data_.acceleration, data_.thickness, f.on(state_));
}

}  // namespace tenon::force
