// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mass/ConsistentMass.hpp"

#include "fem/plane.hpp"
#include "regionMass.hpp"

namespace tenon::mass {

void Density::declare(base::Parameters<Density>& p) {
  p.required("density", &Density::density, "mass/length^3", "mass per volume").positive();
  p.optional("group", &Density::group, "", "group of volumes (faces in plane problems); default: the whole object");
  p.optional("thickness", &Density::thickness, "length", "thickness of a plane problem, the same for the whole object")
      .positive()
      .defaultsTo("thickness of the object");
}

ConsistentMass::ConsistentMass(Data data, const fem::Domain& domain)
    : data_(std::move(data)),
      name_(domain.nameOf("consistent mass", data_.group)),
      state_(domain.state),
      region_(domain, data_.group, domain.dimension(), name_) {
  data_.thickness = fem::thicknessOf(domain, data_.thickness, name_);
}

void ConsistentMass::addMass(la::MassMatrix& M) const {
  la::Derivative on_state = M.on(state_);
  forEachPart(region_, state_, data_.density * data_.thickness, [&](const fem::RegionPart& part, const auto& kernel) {
    on_state.addElements(part.table(), state_.block(), la::ElementSymmetry::symmetric,
                         [&](base::LocalIndex first, int, base::Lane* matrix) { kernel.mass(first, matrix); });
  });
}

void ConsistentMass::addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const {
  const double* const change = dv.of(state_).data();
  double* const values = df.on(state_).data();
  forEachPart(region_, state_, data_.density * data_.thickness, [&](const fem::RegionPart& part, const auto& kernel) {
    for (base::LocalIndex first = 0; first < part.numCells(); first += base::num_lanes)
      kernel.addMassTimes(first, std::min(base::num_lanes, part.numCells() - first), change, values);
  });
}

double ConsistentMass::total() const {
  return ownedMass(region_, state_, data_.density * data_.thickness);
}

}  // namespace tenon::mass
