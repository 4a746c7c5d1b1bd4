// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Gravity.hpp"

#include "fem/plane.hpp"
#include "loads.hpp"
#include "nodesOf.hpp"
#include "tenon/fem/CellIntegrator.hpp"

namespace tenon::force {

void Gravity::declare(base::Parameters<Data>& p) {
  p.optional("density", &Data::density, "mass/length^3",
             "mass per volume, required except for particles and rigid bodies, which have their own masses")
      .positive();
  p.required("acceleration", &Data::acceleration, "length/time^2", "acceleration of gravity");
  p.optional("group", &Data::group, "",
             "group of volumes (faces in plane problems and for surfaces, lines if `area` is specified); default: the "
             "whole object");
  p.optional(
       "thickness", &Data::thickness, "length",
       "thickness of a plane problem (the same for the whole object), or of a surface in three dimensions (default: 1)")
      .positive()
      .defaultsTo("thickness of the object");
  p.optional("area", &Data::area, "length^2", "cross-sectional area of lines").positive();
  declareHistory(p);
}

Gravity::Gravity(Data data, const fem::Domain& domain)
    : TimedLoad(data.history),
      data_(std::move(data)),
      name_(domain.nameOf("gravity", data_.group)),
      state_(domain.state),
      inertia_(domain.inertia) {
  fem::requireInPlane(domain, data_.acceleration, name_);
  fem::requireAlongAxis(domain, data_.acceleration, name_);
  if (inertia_) {
    if (data_.density != 0.0)
      throw base::InputError(name_ + ": particles and rigid bodies have their own masses: remove `density`.");
    bodies_ = nodesOf(domain, data_.group);
    return;
  }
  if (data_.density == 0.0) throw base::InputError(name_ + ": `density`, the mass per volume, is missing.");
  const bool is_surface = domain.dimension() == 3 && domain.mesh.dimension() == 2;
  if (data_.area != 0.0 || is_surface) {
    computeThinMasses(domain);
    return;
  }
  region_.emplace(domain, data_.group, domain.dimension(), name_);
  data_.thickness = fem::thicknessOf(domain, data_.thickness, name_);
}

void Gravity::computeThinMasses(const fem::Domain& domain) {
  const bool are_lines = data_.area != 0.0;
  const fem::Region region(domain, data_.group, are_lines ? 1 : 2, name_);
  const double factor = data_.density * (are_lines ? data_.area : data_.thickness == 0.0 ? 1.0 : data_.thickness);
  thin_.resize(static_cast<std::size_t>(state_.layout().numLocal()));
  for (const fem::RegionPart& part : region.parts()) {
    fem::CellIntegrator cell(part.type(), fem::quadrature(part.type(), fem::Purpose::mass));
    for (base::LocalIndex i = 0; i < part.numCells(); ++i) {
      cell.setCell(part.nodesOf(i), domain.mesh.points().data(), 3);
      for (int q = 0; q < cell.numPoints(); ++q) {
        const fem::PointGeometry point = cell.at(q);
        for (int a = 0; a < point.num_nodes; ++a)
          thin_[static_cast<std::size_t>(part.nodesOf(i)[a])] += factor * point.measure * point.shape[a];
      }
    }
  }
}

void Gravity::addForce(la::ForceVector& f) const {
  const base::Vec3 g = factor() * data_.acceleration;
  if (region_) return addVolumeLoad(*region_, state_, data_.density * g, data_.thickness, f.on(state_));
  double* const values = f.on(state_).data();
  const int dimension = state_.dimension(), block = state_.block();
  for (std::size_t node = 0; node < thin_.size(); ++node)
    for (int i = 0; i < dimension; ++i)
      values[node * static_cast<std::size_t>(block) + static_cast<std::size_t>(i)] += thin_[node] * g[i];
  for (const base::LocalIndex body : bodies_)
    for (int i = 0; i < dimension; ++i)
      values[static_cast<std::ptrdiff_t>(body) * block + i] += inertia_->mass[static_cast<std::size_t>(body)] * g[i];
}

}  // namespace tenon::force
