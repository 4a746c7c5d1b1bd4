// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ThinMass.hpp"

#include <numeric>

#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::mass {

using base::LocalIndex;

void LineMass::declare(base::Parameters<Data>& p) {
  p.required("density", &Data::density, "mass/length^3", "mass per volume").positive();
  p.required("area", &Data::area, "length^2", "cross-sectional area").positive();
  p.optional("polar_moment", &Data::polar_moment, "length^4",
             "polar second moment of area I_y + I_z of the section, required for beams, whose nodes have rotational "
             "degrees of freedom")
      .nonNegative();
  p.optional("group", &Data::group, "", "group of lines; default: all lines of the object");
}

void SurfaceMass::declare(base::Parameters<Data>& p) {
  p.required("density", &Data::density, "mass/length^3", "mass per volume").positive();
  p.required("thickness", &Data::thickness, "length", "thickness of the surface").positive();
  p.optional("group", &Data::group, "", "group of faces; default: all faces of the object");
}

ThinMass::ThinMass(const std::string& type, int dimension, double per_measure, double inertia, const std::string& group,
                   const fem::Domain& domain)
    : name_(domain.nameOf(type, group)),
      state_(domain.state),
      masses_(static_cast<std::size_t>(domain.state.layout().numLocal()), 0.0),
      inertia_over_mass_(inertia / per_measure) {
  const bool turns = state_.kind() == la::NodeKind::frames;
  if (turns && inertia == 0.0)
    throw base::InputError(
        name_ + ": the nodes have rotational degrees of freedom and need a moment of inertia; specify `polar_moment`.");
  if (!turns && inertia != 0.0)
    throw base::InputError(name_ + ": the nodes have no rotational degrees of freedom; remove `polar_moment`.");
  const fem::Region region(domain, group, dimension, name_);
  for (const fem::RegionPart& part : region.parts()) addPart(part, domain.mesh.points().data(), per_measure);
}

void ThinMass::addPart(const fem::RegionPart& part, const double* points, double per_measure) {
  const bool is_first_order = fem::orderOf(part.type()) == 1;
  fem::CellIntegrator integrator(part.type(), fem::quadrature(part.type(), fem::Purpose::mass));
  std::vector<double> share(static_cast<std::size_t>(integrator.numNodes()));
  for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
    integrator.setCell(part.nodesOf(cell), points, 3);
    std::fill(share.begin(), share.end(), 0.0);
    double measure = 0;
    for (int q = 0; q < integrator.numPoints(); ++q) {
      const fem::PointGeometry point = integrator.at(q);
      measure += point.measure;
      for (std::size_t a = 0; a < share.size(); ++a)
        share[a] += point.measure * point.shape[a] * (is_first_order ? 1.0 : point.shape[a]);
    }
    const double mass = per_measure * measure, sum = std::accumulate(share.begin(), share.end(), 0.0);
    if (cell < part.numOwned()) total_ += mass;
    for (std::size_t a = 0; a < share.size(); ++a)
      masses_[static_cast<std::size_t>(part.nodesOf(cell)[a])] += mass * share[a] / sum;
  }
}

void ThinMass::addMass(la::MassMatrix& M) const {
  la::Derivative on_state = M.on(state_);
  const auto motions = la::frameComponentsOf(state_);
  Eigen::VectorXd unit(static_cast<Eigen::Index>(motions.size()));
  for (std::size_t i = 0; i < motions.size(); ++i)
    unit[static_cast<Eigen::Index>(i)] = motions[i] < 3 ? 1.0 : inertia_over_mass_;
  for (std::size_t node = 0; node < masses_.size(); ++node) {
    const Eigen::MatrixXd block = (masses_[node] * unit).asDiagonal();
    on_state(static_cast<LocalIndex>(node), static_cast<LocalIndex>(node)) += block;
  }
}

}  // namespace tenon::mass
