#include "tenon/force/Gravity.hpp"

#include "nodesOf.hpp"
#include "tenon/fem/plane.hpp"
#include "tenon/force/loads.hpp"

namespace tenon::force {

void Gravity::declare(base::Parameters<Data>& p) {
  p.optional("density", &Data::density, "mass/length^3",
             "mass per volume, required but for particles and rigid bodies, which have masses")
      .positive();
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
      inertia_(domain.inertia) {
  fem::requireInPlane(domain, data_.acceleration, name_);
  if (inertia_) {
    if (data_.density != 0.0)
      throw base::InputError(name_ + ": particles and rigid bodies have masses: leave `density` out.");
    bodies_ = nodesOf(domain, data_.group);
    return;
  }
  if (data_.density == 0.0) throw base::InputError(name_ + ": `density` is missing: mass per volume.");
  region_.emplace(domain, data_.group, domain.dimension(), name_);
  fem::requireThicknessInPlaneOnly(domain, data_.thickness, name_);
}

void Gravity::addForce(la::ForceVector& f) const {
  const base::Vec3 g = factor() * data_.acceleration;
  if (!inertia_) return addVolumeLoad(*region_, state_, data_.density * g, data_.thickness, f.on(state_));
  double* const values = f.on(state_).data();
  const int dimension = state_.dimension(), block = state_.block();
  for (const base::LocalIndex body : bodies_)
    for (int i = 0; i < dimension; ++i)
      values[static_cast<std::ptrdiff_t>(body) * block + i] += inertia_->mass[static_cast<std::size_t>(body)] * g[i];
}

}  // namespace tenon::force
