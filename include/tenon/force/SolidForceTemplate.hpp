#pragma once
#include "tenon/fem/plane.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/locking.hpp"

// Definitions of the members of SolidForce<Material> of constant tangent.
namespace tenon::force {

template <class Material>
SolidForce<Material, true>::SolidForce(Material material, const SolidOptions& options, const fem::Domain& domain)
    : material_(std::move(material)),
      options_(options),
      name_(domain.nameOf("elastic", options.group)),
      state_(domain.state),
      region_(domain, options.group, domain.dimension(), name_) {
  if constexpr (fem::detail::has_check<Material>) material_.check();
  fem::requireThicknessInPlaneOnly(domain, options_.thickness, name_);
  if (options_.temperature.isGiven()) requireExpansion(domain);
  if (domain.dimension() == 3 || options_.plane == fem::Plane::strain) {
    warnOfLocking(region_, fem::differentiate<double>(material_, fem::Tensor<double>{}), name_);
    return;
  }
  const auto C = fem::differentiate<double>(material_, fem::Tensor<double>{});
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l) across_[k][l] = -C.entry[2][2][k][l] / C.entry[2][2][2][2];
}

template <class Material>
std::unique_ptr<Solid> SolidForce<Material, true>::make(const Data& data, const SolidOptions& options,
                                                        const fem::Domain& domain) {
  const bool are_alike =
      options.formulation == Formulation::displacement && data.varying.empty() && !domain.mesh.isAxisymmetric();
  if (!are_alike || !options.relaxation.empty()) return SolidForce<Material, false>::make(data, options, domain);
  return std::make_unique<SolidForce>(data.material, options, domain);
}

template <class Material>
void SolidForce<Material, true>::requireExpansion(const fem::Domain& domain) {
  if constexpr (fem::detail::has_expansion<Material>) expansion_ = material_.thermalExpansion();
  if (expansion_.isZero(0.0))
    throw base::InputError(name_ + ": a temperature is given, but the material has no coefficient of expansion.");
  temperature_.emplace(options_.temperature, domain, region_, name_);
}

template <class Material>
template <class Work>
void SolidForce<Material, true>::withKernel(fem::CellType type, const la::ElementTable& cells, Work&& work) const {
  const auto make = [&](auto cell) {
    constexpr fem::CellType known = decltype(cell)::type;
    using PartLaw = Law<fem::dimensionOf(known)>;
    work(fem::SolidKernel<known, PartLaw>{cells, state_.rest().data(), state_.displacement().data(),
                                          PartLaw(material_, options_.plane), -options_.thickness});
  };
  if (region_.dimension() == 2)
    fem::withCellType<2>(type, make);
  else
    fem::withCellType<3>(type, make);
}

template <class Material>
template <class Work>
void SolidForce<Material, true>::forEachPart(Work&& work) const {
  for (const fem::RegionPart& part : region_.parts())
    withKernel(part.type(), part.table(), [&](const auto& kernel) { work(part, kernel); });
}

template <class Material>
template <class Work>
void SolidForce<Material, true>::forEachBatch(Work&& work) const {
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (base::LocalIndex first = 0; first < part.numCells(); first += base::num_lanes)
      work(kernel, first, std::min(base::num_lanes, part.numCells() - first));
  });
}

template <class Material>
void SolidForce<Material, true>::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  forEachBatch([&](const auto& kernel, base::LocalIndex first, int count) { kernel.addForce(first, count, values); });
  if (temperature_) addThermalForce(f);
}

/// What the stress of a body that is kept from moving does, sigma(-eps_th); the stress being linear, the rest is K u.
template <class Material>
void SolidForce<Material, true>::addThermalForce(la::ForceVector& f) const {
  const int dim = state_.block();
  double* const values = f.on(state_).data();
  const auto degree = [](mesh::CellType type) { return fem::degreeFor(type, fem::Purpose::stiffness); };
  fem::forEachPoint(region_, state_, degree, false, [&](const auto& part, base::LocalIndex cell, const auto& point) {
    const fem::Tensor<double> sigma = material_.stress(elasticPart({}, thermalStrain(part, cell, point)));
    for (int a = 0; a < point.num_nodes; ++a) {
      double* nodal = values + static_cast<std::ptrdiff_t>(part.nodesOf(cell)[a]) * dim;
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          nodal[i] -= options_.thickness * point.measure * sigma(i, j) * point.gradient(a, j);
    }
  });
}

template <class Material>
fem::Tensor<double> SolidForce<Material, true>::thermalStrain(const fem::RegionPart& part, base::LocalIndex cell,
                                                              const fem::PointGeometry& point) const {
  fem::Tensor<double> strain;
  if (!temperature_) return strain;
  const double rise = temperature_->at(0, part, cell, point, time_) - options_.reference_temperature;
  for (int i = 0; i < 3; ++i) strain(i, i) = expansion_[i] * rise;
  return strain;
}

template <class Material>
fem::Tensor<double> SolidForce<Material, true>::elasticPart(const fem::Tensor<double>& H,
                                                            const fem::Tensor<double>& thermal) const {
  fem::Tensor<double> elastic = H + -1.0 * thermal;
  if (state_.block() == 3 || options_.plane == fem::Plane::strain) return elastic;
  elastic(2, 2) = 0;
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l) elastic(2, 2) += across_[k][l] * elastic(k, l);
  return elastic;
}

template <class Material>
void SolidForce<Material, true>::addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const {
  const double* const change = dx.of(state_).data();
  double* const values = df.on(state_).data();
  forEachBatch([&](const auto& kernel, base::LocalIndex first, int count) {
    kernel.addStiffnessTimes(first, count, change, values);
  });
}

namespace detail {

template <class Kernel>
void addElementStiffness(const Kernel& kernel, la::Derivative& dfdx) {
  dfdx.addElements(kernel.elements, Kernel::dim, la::ElementSymmetry::symmetric,
                   [&](base::LocalIndex first, int, base::Lane* matrix) { kernel.stiffness(first, matrix); });
}

}  // namespace detail

template <class Material>
void SolidForce<Material, true>::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  forEachPart([&](const fem::RegionPart&, const auto& kernel) { detail::addElementStiffness(kernel, dfdx); });
}

template <class Material>
void SolidForce<Material, true>::addFirstOrderStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  if (first_order_.empty())
    for (const fem::RegionPart& part : region_.parts())
      first_order_.push_back(std::make_unique<fem::FirstOrderCells>(part));
  for (const auto& cells : first_order_)
    withKernel(cells->type(), cells->table(), [&](const auto& kernel) { detail::addElementStiffness(kernel, dfdx); });
}

template <class Material>
fem::Tensor<double> SolidForce<Material, true>::displacementGradient(const fem::RegionPart& part, base::LocalIndex cell,
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

template <class Material>
double SolidForce<Material, true>::energy() const {
  double sum = 0;
  if (!temperature_) {
    forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
      for (base::LocalIndex first = 0; first < part.numOwned(); first += base::num_lanes)
        sum += kernel.energy(first, std::min(base::num_lanes, part.numOwned() - first));
    });
    return sum;
  }
  const auto degree = [](mesh::CellType type) { return fem::degreeFor(type, fem::Purpose::stiffness); };
  fem::forEachPoint(region_, state_, degree, true, [&](const auto& part, base::LocalIndex cell, const auto& point) {
    const fem::Tensor<double> H =
        elasticPart(displacementGradient(part, cell, point), thermalStrain(part, cell, point));
    sum += 0.5 * options_.thickness * point.measure * contraction(material_.stress(H), H);
  });
  return sum;
}

template <class Material>
void SolidForce<Material, true>::addStress(fem::Recovery& recovery) const {
  std::vector<double> measures, energies;
  std::vector<fem::Tensor<double>> stress, strain, gradients;
  for (const fem::RegionPart& part : region_.parts()) {
    fem::CellIntegrator integrator(part.type(), fem::quadrature(part.type(), fem::Purpose::stiffness));
    for (base::LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      integrator.place(part.nodesOf(cell), state_.rest().data(), state_.block());
      measures.clear(), energies.clear(), stress.clear(), strain.clear(), gradients.clear();
      for (int q = 0; q < integrator.numPoints(); ++q) {
        const fem::PointGeometry point = integrator.at(q);
        const fem::Tensor<double> thermal = thermalStrain(part, cell, point);
        const fem::Tensor<double> elastic = elasticPart(displacementGradient(part, cell, point), thermal);
        measures.push_back(point.measure);
        stress.push_back(material_.stress(elastic));
        strain.push_back(fem::strain(elastic + thermal));
        gradients.push_back(elastic + thermal);
        energies.push_back(0.5 * contraction(stress.back(), elastic));
      }
      recovery.addCell(part, cell, measures, stress, strain);
      if (recovery.wantsDeformation())
        recovery.addDeformation(part, cell, measures, {gradients, energies, std::vector<double>(energies.size())});
    }
  }
}

}  // namespace tenon::force
