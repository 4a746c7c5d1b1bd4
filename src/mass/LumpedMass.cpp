// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LumpedMass.hpp"

#include "fem/plane.hpp"
#include "regionMass.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::mass {

LumpedMass::LumpedMass(Data data, const fem::Domain& domain)
    : data_(std::move(data)),
      name_(domain.nameOf("lumped mass", data_.group)),
      state_(domain.state),
      region_(domain, data_.group, domain.dimension(), name_) {
  data_.thickness = fem::thicknessOf(domain, data_.thickness, name_);
  masses_ = computeNodalMasses();
}

std::vector<double> LumpedMass::computeNodalMasses() const {
  std::vector<double> masses(static_cast<std::size_t>(state_.layout().numLocal()), 0.0);
  forEachPart(region_, state_, data_.density * data_.thickness, [&](const fem::RegionPart& part, const auto& kernel) {
    using Kernel = std::decay_t<decltype(kernel)>;
    constexpr int n = Kernel::n;
    for (base::LocalIndex first = 0; first < part.numCells(); first += base::num_lanes) {
      base::Lane row_sums[n], diagonal[n], m[n][1], mass{}, trace{};
      kernel.nodal(first, row_sums, diagonal);
      for (int a = 0; a < n; ++a) mass += row_sums[a], trace += diagonal[a];
      for (int a = 0; a < n; ++a)
        m[a][0] = fem::orderOf(Kernel::Table::type) == 1 ? row_sums[a] : diagonal[a] * (mass / trace);
      fem::scatterAdd(part.table(), first, std::min(base::num_lanes, part.numCells() - first), m, masses.data());
    }
  });
  return masses;
}

void LumpedMass::addMass(la::MassMatrix& M) const {
  la::Derivative on_state = M.on(state_);
  // Ghost nodes that were added to the state after the construction have no entry in masses_ and do
  // not belong to any cell.
  for (base::LocalIndex node = 0; node < static_cast<base::LocalIndex>(masses_.size()); ++node) {
    const double m = masses_[static_cast<std::size_t>(node)];
    if (state_.block() == 2)
      on_state(node, node) += m * base::Mat2::Identity();
    else
      on_state(node, node) += m * base::Mat3::Identity();
  }
}

void LumpedMass::addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const {
  const gsl::span<const double> change = dv.of(state_);
  const gsl::span<double> values = df.on(state_);
  const auto block = static_cast<std::size_t>(state_.block());
  for (std::size_t node = 0; node < masses_.size(); ++node)
    for (std::size_t i = block * node; i < block * (node + 1); ++i) values[i] += masses_[node] * change[i];
}

double LumpedMass::total() const {
  return ownedMass(region_, state_, data_.density * data_.thickness);
}

}  // namespace tenon::mass
