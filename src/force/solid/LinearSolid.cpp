// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/force/solid/LinearSolid.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "fem/FirstOrderCells.hpp"
#include "fem/kernels/SolidKernel.hpp"
#include "fem/plane.hpp"
#include "locking.hpp"

namespace tenon::force {

LinearSolid::LinearSolid(const LinearConstants& material, const SolidOptions& options, const fem::Domain& domain)
    : material_(material),
      options_(options),
      name_(domain.nameOf("elastic", options.group)),
      state_(domain.state),
      region_(domain, options.group, domain.dimension(), name_) {
  options_.thickness = fem::thicknessOf(domain, options_.thickness, name_);
  if (options_.temperature.isGiven()) requireExpansion(domain);
  if (domain.dimension() == 3 || options_.plane == fem::Plane::strain) {
    warnOfLocking(region_, material_.C, name_);
    return;
  }
  const auto& C = material_.C;
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l) across_[k][l] = -C.entry[2][2][k][l] / C.entry[2][2][2][2];
}

LinearSolid::LinearSolid(LinearSolid&&) noexcept = default;

LinearSolid::~LinearSolid() = default;

void LinearSolid::requireExpansion(const fem::Domain& domain) {
  if (material_.expansion.isZero(0.0))
    throw base::InputError(name_ +
                           ": a temperature is given, but the material has no coefficient of thermal expansion.");
  temperature_.emplace(options_.temperature, domain, region_, name_);
}

template <class Work>
void LinearSolid::withKernel(fem::CellType type, const la::ElementTable& cells, Work&& work) const {
  const auto with = [&](auto cell, const auto& law) {
    work(fem::SolidKernel<decltype(cell)::type, std::decay_t<decltype(law)>>{
        cells, state_.reference().data(), state_.displacement().data(), law, -options_.thickness});
  };
  const auto make = [&](auto cell) {
    constexpr int dim = fem::dimensionOf(decltype(cell)::type);
    if (material_.lame)
      with(cell, fem::IsotropicLaw<dim>((*material_.lame)[0], (*material_.lame)[1], options_.plane));
    else
      with(cell, fem::ConstantLaw<dim>(material_.C, options_.plane));
  };
  if (region_.dimension() == 2)
    fem::withCellType<2>(type, make);
  else
    fem::withCellType<3>(type, make);
}

template <class Work>
void LinearSolid::forEachPart(Work&& work) const {
  for (const fem::RegionPart& part : region_.parts())
    withKernel(part.type(), part.table(), [&](const auto& kernel) { work(part, kernel); });
}

template <class Work>
void LinearSolid::forEachBatch(Work&& work) const {
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (base::LocalIndex first = 0; first < part.numCells(); first += base::num_lanes)
      work(kernel, first, std::min(base::num_lanes, part.numCells() - first));
  });
}

void LinearSolid::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  forEachBatch([&](const auto& kernel, base::LocalIndex first, int count) { kernel.addForce(first, count, values); });
  if (temperature_) addThermalForce(f);
}

/// Adds the force of the stress sigma(-eps_th) of the body without displacements. Since the stress
/// is linear, the remaining force is K u.
void LinearSolid::addThermalForce(la::ForceVector& f) const {
  const int dim = state_.block();
  double* const values = f.on(state_).data();
  const auto degree = [](mesh::CellType type) { return fem::degreeFor(type, fem::Purpose::stiffness); };
  fem::forEachPoint(region_, state_, degree, false, [&](const auto& part, base::LocalIndex cell, const auto& point) {
    const fem::Tensor<double> sigma = stressOf(elasticPart({}, thermalStrain(part, cell, point)));
    for (int a = 0; a < point.num_nodes; ++a) {
      double* nodal = values + static_cast<std::ptrdiff_t>(part.nodesOf(cell)[a]) * dim;
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          nodal[i] -= options_.thickness * point.measure * sigma(i, j) * point.gradient(a, j);
    }
  });
}

fem::Tensor<double> LinearSolid::stressOf(const fem::Tensor<double>& elastic) const {
  return contraction(material_.C, elastic);
}

fem::Tensor<double> LinearSolid::thermalStrain(const fem::RegionPart& part, base::LocalIndex cell,
                                               const fem::PointGeometry& point) const {
  fem::Tensor<double> strain;
  if (!temperature_) return strain;
  const double rise = temperature_->at(0, part, cell, point, time_) - options_.reference_temperature;
  for (int i = 0; i < 3; ++i) strain(i, i) = material_.expansion[i] * rise;
  return strain;
}

fem::Tensor<double> LinearSolid::elasticPart(const fem::Tensor<double>& H, const fem::Tensor<double>& thermal) const {
  fem::Tensor<double> elastic = H + -1.0 * thermal;
  if (state_.block() == 3 || options_.plane == fem::Plane::strain) return elastic;
  elastic(2, 2) = 0;
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l) elastic(2, 2) += across_[k][l] * elastic(k, l);
  return elastic;
}

void LinearSolid::addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const {
  const double* const change = dx.of(state_).data();
  double* const values = df.on(state_).data();
  forEachBatch([&](const auto& kernel, base::LocalIndex first, int count) {
    kernel.addStiffnessTimes(first, count, change, values);
  });
}

void LinearSolid::addStiffness(la::Derivative& dfdx, fem::CellType type, const la::ElementTable& cells) const {
  withKernel(type, cells, [&](const auto& kernel) {
    dfdx.addElements(cells, state_.block(), la::ElementSymmetry::symmetric,
                     [&](base::LocalIndex first, int, base::Lane* matrix) { kernel.stiffness(first, matrix); });
  });
}

void LinearSolid::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  for (const fem::RegionPart& part : region_.parts()) addStiffness(dfdx, part.type(), part.table());
}

void LinearSolid::addFirstOrderStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  if (first_order_.empty())
    for (const fem::RegionPart& part : region_.parts())
      first_order_.push_back(std::make_unique<fem::FirstOrderCells>(part));
  for (const auto& cells : first_order_) addStiffness(dfdx, cells->type(), cells->table());
}

fem::Tensor<double> LinearSolid::displacementGradient(const fem::RegionPart& part, base::LocalIndex cell,
                                                      const fem::PointGeometry& point) const {
  fem::Tensor<double> H;
  const int dim = state_.block();
  for (int a = 0; a < point.num_nodes; ++a) {
    const double* u = state_.displacement().data() + static_cast<std::ptrdiff_t>(part.nodesOf(cell)[a]) * dim;
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) H(i, j) += u[i] * point.gradient(a, j);
  }
  return H;
}

double LinearSolid::energy() const {
  if (!temperature_) return displacementEnergy();
  double sum = 0;
  const auto degree = [](mesh::CellType type) { return fem::degreeFor(type, fem::Purpose::stiffness); };
  fem::forEachPoint(region_, state_, degree, true, [&](const auto& part, base::LocalIndex cell, const auto& point) {
    const fem::Tensor<double> H =
        elasticPart(displacementGradient(part, cell, point), thermalStrain(part, cell, point));
    sum += 0.5 * options_.thickness * point.measure * contraction(stressOf(H), H);
  });
  return sum;
}

/// Returns -u . f / 2 of the cells that this rank owns.
double LinearSolid::displacementEnergy() const {
  const auto u = state_.displacement();
  std::vector<double> f(u.size(), 0.0);
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (base::LocalIndex first = 0; first < part.numOwned(); first += base::num_lanes)
      kernel.addForce(first, std::min(base::num_lanes, part.numOwned() - first), f.data());
  });
  return -0.5 * std::inner_product(f.begin(), f.end(), u.begin(), 0.0);
}

void LinearSolid::addStress(fem::Recovery& recovery) const {
  std::vector<double> measures, energies;
  std::vector<fem::Tensor<double>> stress, strain, gradients;
  for (const fem::RegionPart& part : region_.parts()) {
    fem::CellIntegrator integrator(part.type(), fem::quadrature(part.type(), fem::Purpose::stiffness));
    for (base::LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      integrator.setCell(part.nodesOf(cell), state_.reference().data(), state_.block());
      measures.clear(), energies.clear(), stress.clear(), strain.clear(), gradients.clear();
      for (int q = 0; q < integrator.numPoints(); ++q) {
        const fem::PointGeometry point = integrator.at(q);
        const fem::Tensor<double> thermal = thermalStrain(part, cell, point);
        const fem::Tensor<double> elastic = elasticPart(displacementGradient(part, cell, point), thermal);
        measures.push_back(point.measure);
        stress.push_back(stressOf(elastic));
        strain.push_back(fem::strain(elastic + thermal));
        gradients.push_back(elastic + thermal);
        energies.push_back(0.5 * contraction(stress.back(), elastic));
      }
      recovery.addCell(part, cell, measures, stress, strain);
      if (recovery.needsDeformation())
        recovery.addDeformation(part, cell, measures, {gradients, energies, std::vector<double>(energies.size())});
    }
  }
}

}  // namespace tenon::force
