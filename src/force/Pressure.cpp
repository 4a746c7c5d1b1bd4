#include "tenon/force/Pressure.hpp"

#include "tenon/fem/outward.hpp"
#include "tenon/fem/plane.hpp"
#include "tenon/force/loads.hpp"

namespace tenon::force {

void Pressure::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of faces (lines in plane problems)");
  p.required("pressure", &Data::pressure, "force/length^2", "force per area against the outward normal");
  p.optional("thickness", &Data::thickness, "length", "of a plane problem").positive();
  declareHistory(p);
}

Pressure::Pressure(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      data_(std::move(data)),
      name_(domain.nameOf("pressure", data_.group)),
      state_(domain.state),
      faces_(domain, data_.group, domain.dimension() - 1, name_) {
  fem::requireThicknessInPlaneOnly(domain, data_.thickness, name_);
  outward_ = fem::outwardSigns(domain, faces_, name_);
}

void Pressure::addForce(la::ForceVector& f) const {
  const double p = factor() * data_.pressure * data_.thickness;
  const fem::RegionPart* parts = faces_.parts().data();
  addLoad(
      faces_, state_,
      [&](const fem::RegionPart& part, base::LocalIndex face, const fem::PointGeometry& point) -> Vec3 {
        const auto& signs = outward_[static_cast<std::size_t>(&part - parts)];
        return -p * signs[static_cast<std::size_t>(face)] * point.area;
      },
      f.on(state_));
}

}  // namespace tenon::force
