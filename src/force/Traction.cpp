#include "tenon/force/Traction.hpp"

namespace tenon::force {

void Traction::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of faces (lines in plane problems)");
  p.required("traction", &Data::traction, "force/length^2", "force per area, also a field of x, y, z, t or of a file");
  p.optional("thickness", &Data::thickness, "length", "of a plane problem, for the whole object")
      .positive()
      .defaultsTo("that of the object");
  declareHistory(p);
}

Traction::Traction(Data data, const fem::Domain& domain)
    : DensityLoad("traction", {data.group, domain.dimension() - 1, data.thickness}, std::move(data.history), domain) {
  setDensity(fem::Field(data.traction, domain, region(), name()));
}

}  // namespace tenon::force
