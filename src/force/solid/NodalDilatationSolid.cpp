// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodalDilatationSolid.hpp"

#include <algorithm>

#include "tenon/base/Error.hpp"

namespace tenon::force {
namespace {

/// Returns f(x) for each number x, evaluated in batches of eight.
template <class Function>
std::vector<double> ofEach(const std::vector<double>& x, Function&& f) {
  constexpr auto at_once = static_cast<std::size_t>(base::num_lanes);
  std::vector<double> y(x.size());
  for (std::size_t first = 0; first < x.size(); first += at_once) {
    const std::size_t count = std::min(at_once, x.size() - first);
    base::Lane lanes;
    for (std::size_t i = 0; i < at_once; ++i) lanes[i] = x[first + std::min(i, count - 1)];
    const base::Lane result = f(lanes);
    for (std::size_t i = 0; i < count; ++i) y[first + i] = result[i];
  }
  return y;
}

fem::NodalPressureLaw& nodalLaw(fem::MaterialLaw& law) {
  auto* const nodal = dynamic_cast<fem::NodalPressureLaw*>(&law);
  base::ensure(nodal != nullptr, "A nodal-dilatation solid was created for another formulation.");
  return *nodal;
}

}  // namespace

NodalDilatationSolid::NodalDilatationSolid(std::unique_ptr<fem::MaterialLaw> law, const fem::FibreSources& fibres,
                                           const SolidOptions& options, const fem::Domain& domain)
    : PointwiseSolid(std::move(law), fibres, options, domain),
      law_(nodalLaw(PointwiseSolid::law())),
      volumes_(domain, region(), name()) {}

std::unique_ptr<Solid> makeNodalDilatationSolid(std::unique_ptr<fem::MaterialLaw> law, const fem::FibreSources& fibres,
                                                const SolidOptions& options, const fem::Domain& domain) {
  return std::make_unique<NodalDilatationSolid>(std::move(law), fibres, options, domain);
}

void refuseVaryingNodalDilatation(const SolidOptions& options, const fem::Domain& domain) {
  throw base::InputError(domain.nameOf("elastic", options.group) +
                         ": `formulation: nodal-dilatation` requires uniform material constants: specify a separate "
                         "`elastic` for each group of cells.");
}

/// Computes J_a, and from it the pressures and energies of cells in the current configuration.
void NodalDilatationSolid::updateVolumes() const {
  volumes_.update(law_.isAtSmallStrain());
  const auto meansOf = [&](auto&& f) { return volumes_.meansOfCells(ofEach(volumes_.dilatations(), f)); };
  law_.setPressures(meansOf([&](const base::Lane& J) { return law_.volumetricPressure(J); }),
                    meansOf([&](const base::Lane& J) { return law_.volumetricEnergy(J); }));
}

/// Returns -U''(J_a) / V_a per thickness, with the sign of f = -dPi/dx.
std::vector<double> NodalDilatationSolid::dyadWeights() const {
  std::vector<double> weights =
      ofEach(volumes_.dilatations(), [&](const base::Lane& J) { return law_.volumetricModulus(J); });
  for (std::size_t a = 0; a < weights.size(); ++a) weights[a] *= -thickness() / volumes_.volumes()[a];
  return weights;
}

void NodalDilatationSolid::commit() {
  updateVolumes();
  PointwiseSolid::commit();
}

void NodalDilatationSolid::addForce(la::ForceVector& f) const {
  updateVolumes();
  PointwiseSolid::addForce(f);
}

void NodalDilatationSolid::addStiffness(la::StiffnessMatrix& K) const {
  updateVolumes();
  PointwiseSolid::addStiffness(K);
  la::Derivative dfdx = K.forceOn(state()).byPositionOf(state());
  volumes_.addDyads(dyadWeights(), dfdx);
}

// Returns U''(J_a) / V_a d_a . u of each node; -dyadWeights() is U''(J_a) / V_a per thickness.
std::vector<double> NodalDilatationSolid::pressureChanges(const la::IncrementVector& u) const {
  std::vector<double> changes = volumes_.volumeChanges(u.of(state()));
  const std::vector<double> weights = dyadWeights();
  for (std::size_t a = 0; a < changes.size(); ++a) changes[a] *= -weights[a] / thickness();
  return volumes_.meansOfCells(changes);
}

void NodalDilatationSolid::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  updateVolumes();
  PointwiseSolid::addStressStiffness(u, K);
}

void NodalDilatationSolid::addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const {
  updateVolumes();
  PointwiseSolid::addStiffnessTimes(dx, df);
  volumes_.addDyadsTimes(dyadWeights(), dx.of(state()), df.on(state()));
}

double NodalDilatationSolid::energy() const {
  updateVolumes();
  return PointwiseSolid::energy();
}

void NodalDilatationSolid::addStress(fem::Recovery& recovery) const {
  updateVolumes();
  PointwiseSolid::addStress(recovery);
}

}  // namespace tenon::force
