// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/force/solid/PointwiseSolid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include "fem/FirstOrderCells.hpp"
#include "fem/kernels/DyadBatches.hpp"
#include "fem/kernels/PointwiseKernel.hpp"
#include "fem/laws/FibreField.hpp"
#include "fem/laws/MeanDilatationLaw.hpp"
#include "fem/laws/NodalPressureLaw.hpp"
#include "fem/laws/PlaneStressLaw.hpp"
#include "fem/laws/ViscoelasticLaw.hpp"
#include "fem/plane.hpp"
#include "locking.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/fem/CellIntegrator.hpp"

namespace tenon::force {
namespace {

using base::Lane;
using base::LocalIndex;
using base::num_lanes;

std::unique_ptr<fem::MaterialLaw> relaxing(std::unique_ptr<fem::MaterialLaw> law, const SolidOptions& options,
                                           const fem::Domain& domain) {
  if (options.relaxation.empty()) return law;
  if (law->isAtSmallStrain() || law->numInternal() > 0)
    throw base::InputError(
        domain.nameOf("elastic", options.group) +
        ": `viscoelastic` needs a finite-strain material without plasticity, such as 'isochoric-neo-hookean'.");
  return std::make_unique<fem::ViscoelasticLaw>(std::move(law), options.relaxation);
}

std::unique_ptr<fem::MaterialLaw> atNodes(std::unique_ptr<fem::MaterialLaw> law, const SolidOptions& options,
                                          const fem::Domain& domain) {
  const std::string name = domain.nameOf("elastic", options.group);
  if (domain.mesh.isAxisymmetric())
    throw base::InputError(name + ": `formulation: nodal-dilatation` does not support axisymmetric bodies, but '" +
                           domain.object + "' is axisymmetric: use a mesh of quadrilaterals and `mean-dilatation`.");
  return std::make_unique<fem::NodalPressureLaw>(std::move(law));
}

std::unique_ptr<fem::MaterialLaw> inElements(std::unique_ptr<fem::MaterialLaw> law, const SolidOptions& options,
                                             const fem::Domain& domain) {
  const bool is_sheet = domain.dimension() == 2 && options.plane == fem::Plane::stress;
  if (is_sheet && domain.mesh.isAxisymmetric())
    throw base::InputError(domain.nameOf("elastic", options.group) +
                           ": `plane: stress` applies only to thin sheets, but '" + domain.object +
                           "' is axisymmetric: remove `plane`.");
  if (options.formulation != Formulation::displacement && is_sheet)
    throw base::InputError(domain.nameOf("elastic", options.group) +
                           ": `plane: stress` supports only the formulation `displacement`, which does not lock in "
                           "this case: remove `formulation`.");
  if (options.formulation == Formulation::mean_dilatation)
    return std::make_unique<fem::MeanDilatationLaw>(std::move(law));
  if (options.formulation == Formulation::nodal_dilatation) return atNodes(std::move(law), options, domain);
  if (is_sheet) return std::make_unique<fem::PlaneStressLaw>(std::move(law));
  return law;
}

/// Rejects cells with one quadrature point, for which the mean dilatation has no effect.
void requireSeveralPoints(const fem::Region& region, const std::string& name) {
  for (const fem::RegionPart& part : region.parts())
    if (part.numCells() > 0 && fem::numPointsFor(part.type(), fem::Purpose::stiffness) == 1)
      throw base::InputError(
          fmt::format("{}: the strain is uniform in each cell of type {}, so mean dilatation has no effect. Use "
                      "`formulation: nodal-dilatation`, quadrilaterals, hexahedra, or second-order cells.",
                      name, mesh::info(part.type()).name));
}

fem::Tensor<double> laneOf(const fem::Tensor<Lane>& a, int lane) {
  fem::Tensor<double> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = a(i, j)[lane];
  return result;
}

/// Returns the tangent in the reference configuration of the first cell, with fibres along x.
fem::Tangent<double, 3> tangentAtRest(const fem::MaterialLaw& law) {
  const Lane one = base::allLanes(1.0);
  const fem::Tensor<Lane> H;
  const fem::Fibres axes{{one, {}, {}}, {{}, one, {}}};
  const std::vector<Lane> internal(static_cast<std::size_t>(law.numInternal()));
  fem::Tangent<Lane, 3> C;
  law.tangent({1, &H, &axes, nullptr, internal.data()}, &C);
  fem::Tangent<double, 3> result;
  for (int i = 0; i < 81; ++i) (&result.entry[0][0][0][0])[i] = (&C.entry[0][0][0][0])[i][0];
  return result;
}

fem::Tensor<double> cauchy(const fem::Tensor<double>& P, const fem::Tensor<double>& H) {
  const fem::Tensor<double> F = fem::deformationGradient(H);
  return (1.0 / fem::determinant(F)) * product(P, fem::transpose(F));
}

}  // namespace

PointwiseSolid::PointwiseSolid(std::unique_ptr<fem::MaterialLaw> law, const fem::FibreSources& fibres,
                               const SolidOptions& options, const fem::Domain& domain)
    : law_(inElements(relaxing(std::move(law), options, domain), options, domain)),
      name_(domain.nameOf("elastic", options.group)),
      state_(domain.state),
      region_(domain, options.group, domain.dimension(), name_),
      fibres_(std::make_unique<fem::FibreField>(fibres, domain, region_, name_)),
      internal_(law_->numInternal(), region_, name_),
      thickness_(fem::thicknessOf(domain, options.thickness, name_)) {
  const bool is_sheet = domain.dimension() == 2 && options.plane == fem::Plane::stress;
  if (options.formulation == Formulation::displacement && !is_sheet)
    warnOfLocking(region_, tangentAtRest(*law_), name_);
  if (options.formulation == Formulation::mean_dilatation)
    base::runCollectively(domain.mesh.comm(), [&] { requireSeveralPoints(region_, name_); });
  if (options.temperature.isGiven())
    throw base::InputError(
        name_ + (law_->isLinear()
                     ? ": `temperature` is not supported for axisymmetric bodies, for material constants that vary in "
                       "space, or with `formulation: mean-dilatation` or `nodal-dilatation`."
                     : ": a temperature is given, but the material has no coefficient of thermal expansion."));
}

PointwiseSolid::~PointwiseSolid() = default;

template <class Work>
void PointwiseSolid::withKernel(fem::CellType type, const la::ElementTable& cells, const fem::PointFields& fields,
                                Work&& work) const {
  const auto with = [&](auto cell, auto is_axisymmetric) {
    work(fem::PointwiseKernel<decltype(cell)::type, decltype(is_axisymmetric)::value>{
        cells, state_.reference().data(), state_.displacement().data(), *law_, -thickness_, fields});
  };
  if (region_.isAxisymmetric())
    fem::withCellType<2>(type, [&](auto cell) { with(cell, std::true_type{}); });
  else if (region_.dimension() == 2)
    fem::withCellType<2>(type, [&](auto cell) { with(cell, std::false_type{}); });
  else
    fem::withCellType<3>(type, [&](auto cell) { with(cell, std::false_type{}); });
}

fem::PointFields PointwiseSolid::fieldsOf(std::size_t part) const {
  LocalIndex first_cell = 0;
  for (std::size_t p = 0; p < part; ++p) first_cell += region_.parts()[p].numCells();
  return {fibres_->dataOfPart(part), internal_.dataOfPart(part), time_ - internal_.time(), first_cell};
}

template <class Work>
void PointwiseSolid::forEachPart(Work&& work) const {
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    withKernel(part.type(), part.table(), fieldsOf(p), [&](const auto& kernel) { work(part, kernel); });
  }
}

void PointwiseSolid::findInverted(const fem::RegionPart& part, LocalIndex first, int count, const Lane& least) const {
  for (int lane = 0; lane < count; ++lane) {
    if (least[lane] > 0) continue;
    const std::int64_t tag = part.cells().tags[static_cast<std::size_t>(part.cell(first + lane))];
    inverted_ = std::min(tag, inverted_.value_or(tag));
  }
}

void PointwiseSolid::commit() {
  if (internal_.isEmpty()) return;
  std::vector<std::vector<Lane>> next;
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    const auto width = static_cast<std::size_t>(kernel.points * law_->numInternal());
    std::vector<Lane>& of_part = next.emplace_back();
    for (LocalIndex first = 0; first < part.numCells(); first += num_lanes) {
      of_part.resize(of_part.size() + width);
      kernel.evolve(first, &of_part[of_part.size() - width]);
    }
  });
  internal_.replace(std::move(next), time_);
}

void PointwiseSolid::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  inverted_.reset();
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (LocalIndex first = 0; first < part.numCells(); first += num_lanes) {
      const int count = std::min(num_lanes, part.numCells() - first);
      const Lane least = kernel.addForce(first, count, values);
      if (refusesInversion()) findInverted(part, first, count, least);
    }
  });
}

void PointwiseSolid::addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const {
  const double* const change = dx.of(state_).data();
  double* const values = df.on(state_).data();
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (LocalIndex first = 0; first < part.numCells(); first += num_lanes)
      kernel.addStiffnessTimes(first, std::min(num_lanes, part.numCells() - first), change, values);
  });
}

void PointwiseSolid::addCellProducts(const la::IncrementVector& w, double beta, gsl::span<double> products) const {
  const double* const weights = w.of(state_).data();
  const double* const velocity = state_.velocity().data();
  double* to = products.data();
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (LocalIndex first = 0; first < part.numOwned(); first += num_lanes) {
      const Lane of_cells = kernel.virtualWork(first, weights, beta, velocity);
      for (int lane = 0; lane < std::min(num_lanes, part.numOwned() - first); ++lane) *to++ += of_cells[lane];
    }
  });
}

void PointwiseSolid::addStiffness(la::Derivative& dfdx, fem::CellType type, const la::ElementTable& cells,
                                  const fem::PointFields& fields) const {
  const auto symmetry = law_->isSymmetric() ? la::ElementSymmetry::symmetric : la::ElementSymmetry::general;
  withKernel(type, cells, fields, [&](const auto& kernel) {
    using Kernel = std::decay_t<decltype(kernel)>;
    const auto add = [&](auto&& evaluate) {
      dfdx.addElements(cells, state_.block(), symmetry,
                       [&](LocalIndex first, int, Lane* matrix) { evaluate.stiffness(first, matrix, symmetry); });
    };
    if constexpr (Kernel::points == 1 && Kernel::num_directions == Kernel::dim)
      if (kernel.has_dyads && kernel.has_dyad_factors)
        return add(fem::DyadBatches<Kernel::cell_type>(cells, kernel.rest, kernel.displacement, *law_, kernel.scale));
    add(kernel);
  });
}

void PointwiseSolid::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  for (std::size_t p = 0; p < region_.parts().size(); ++p)
    addStiffness(dfdx, region_.parts()[p].type(), region_.parts()[p].table(), fieldsOf(p));
}

void PointwiseSolid::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  if (law_->isAtSmallStrain()) return;
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  const double* const values = u.of(state_).data();
  const std::vector<double> pressures = pressureChanges(u);
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    dfdx.addElements(
        part.table(), state_.block(), la::ElementSymmetry::symmetric,
        [&](LocalIndex first, int, Lane* matrix) { kernel.stressStiffness(first, values, pressures, matrix); });
  });
}

void PointwiseSolid::addFirstOrderStiffness(la::StiffnessMatrix& K) const {
  if (!fibres_->isEmpty() || !internal_.isEmpty() || law_->dependsOnCell()) return addStiffness(K);
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  if (first_order_.empty())
    for (const fem::RegionPart& part : region_.parts())
      first_order_.push_back(std::make_unique<fem::FirstOrderCells>(part));
  for (const auto& cells : first_order_) addStiffness(dfdx, cells->type(), cells->table(), {});
}

double PointwiseSolid::energy() const {
  double sum = 0;
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (LocalIndex first = 0; first < part.numOwned(); first += num_lanes)
      sum += kernel.energy(first, std::min(num_lanes, part.numOwned() - first));
  });
  return sum;
}

/// Adds the stresses, with the points of one cell evaluated in SIMD lanes.
template <class Kernel>
void PointwiseSolid::addStressOf(const fem::RegionPart& part, const Kernel& kernel, fem::Recovery& recovery) const {
  constexpr int points = Kernel::points, batches = (points + num_lanes - 1) / num_lanes;
  fem::CellIntegrator integrator(part.type(), fem::quadrature(part.type(), fem::Purpose::stiffness),
                                 region_.isAxisymmetric());
  std::vector<double> measures(points);
  std::vector<fem::Tensor<double>> stress(points), strain(points);
  fem::Recovery::Deformation deformation{std::vector<fem::Tensor<double>>(points), std::vector<double>(points),
                                         std::vector<double>(points)};
  const int num_internal = law_->numInternal(), plastic = law_->plasticStrainIndex();
  std::vector<Lane> internal(static_cast<std::size_t>(batches * num_internal));
  for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
    std::array<fem::Tensor<Lane>, batches> H, full, P;
    std::array<fem::Fibres, batches> fibres;
    std::array<Lane, batches> W;
    kernel.pointsOf(cell, H.data(), fibres.data(), internal.data());
    fem::LawPoints at{batches, H.data(), fibres.data(), nullptr, internal.data(), kernel.fields.dt};
    at.cell = kernel.fields.first_cell + cell;
    at.is_one_cell = true;
    const fem::MaterialLaw& law = law_->coupled() != nullptr ? law_->coupled()->pointLaw() : *law_;
    law.completeGradients(at, full.data());
    law.stress(at, P.data());
    law.energy(at, W.data());
    integrator.setCell(part.nodesOf(cell), state_.reference().data(), state_.block());
    for (int q = 0; q < points; ++q) {
      const auto to = static_cast<std::size_t>(q), batch = to / num_lanes;
      const fem::Tensor<double> h = laneOf(full[batch], q % num_lanes), p = laneOf(P[batch], q % num_lanes);
      measures[to] = integrator.at(q).measure;
      stress[to] = law_->isAtSmallStrain() ? p : cauchy(p, h);
      strain[to] = fem::strain(h);
      deformation.gradients[to] = h;
      deformation.energies[to] = W[batch][q % num_lanes];
      if (plastic >= 0)
        deformation.plastic_strains[to] =
            internal[batch * num_internal + static_cast<std::size_t>(plastic)][q % num_lanes];
    }
    recovery.addCell(part, cell, measures, stress, strain);
    if (recovery.needsDeformation()) recovery.addDeformation(part, cell, measures, deformation);
  }
}

void PointwiseSolid::addStress(fem::Recovery& recovery) const {
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) { addStressOf(part, kernel, recovery); });
}

}  // namespace tenon::force
