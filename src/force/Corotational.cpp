// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Corotational.hpp"

#include <fmt/format.h>

#include "force/solid/locking.hpp"

namespace tenon::force {
namespace {

using base::Lane;
using base::LocalIndex;
using base::num_lanes;
using fem::CellType;

/// Calls work(CellTag<type>) for a first-order solid type.
template <class Work>
void withFirstOrderSolid(CellType type, Work&& work) {
  switch (type) {
    case CellType::tet4:
      return work(fem::CellTag<CellType::tet4>{});
    case CellType::hex8:
      return work(fem::CellTag<CellType::hex8>{});
    case CellType::prism6:
      return work(fem::CellTag<CellType::prism6>{});
    case CellType::pyramid5:
      return work(fem::CellTag<CellType::pyramid5>{});
    default:
      throw base::InternalError("A second-order cell reached the corotational kernel.");
  }
}

fem::Tensor<double> ofLane(const Lane (&values)[3][3], int lane) {
  fem::Tensor<double> tensor;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) tensor(i, j) = values[i][j][lane];
  return tensor;
}

}  // namespace

void Corotational::declare(base::Parameters<Data>& p) {
  p.required("young", &Data::young, "force/length^2", "Young's modulus").positive();
  p.required("poisson", &Data::poisson, "", "Poisson's ratio").between(-1, 0.5);
  p.optional("group", &Data::group, "", "group of volumes; default: the whole object");
  p.optional("rotation", &Data::rotation, "",
             "definition of the element rotation: polar (polar decomposition of the deformation gradient) or qr "
             "(orientation of the first edge and of the plane of the first two edges)")
      .oneOf({"polar", "qr"});
  p.optional("tangent", &Data::tangent, "",
             "tangent stiffness: simple (R K0 R^T, symmetric) or exact (including the derivative of R; symmetric only "
             "for tetrahedra with `rotation: polar`)")
      .oneOf({"simple", "exact"});
}

Corotational::Corotational(const Data& data, const fem::Domain& domain)
    : material_{data.young, data.poisson},
      rotation_(data.rotation == "qr" ? fem::ElementRotation::qr : fem::ElementRotation::polar),
      is_exact_(data.tangent == "exact"),
      name_(domain.nameOf("corotational", data.group)),
      state_(domain.state),
      region_(domain, data.group, 3, name_) {
  for (const fem::RegionPart& part : region_.parts()) {
    if (fem::orderOf(part.type()) != 1)
      throw base::InputError(
          fmt::format("{}: second-order cells ({}) are not supported, because their rotation is not uniform. Use "
                      "first-order cells (tet4, hex8, "
                      "prism6, pyramid5), or 'elastic' with the material 'saint-venant-kirchhoff'.",
                      name_, mesh::info(part.type()).name));
    has_potential_ = has_potential_ && part.type() == CellType::tet4 && rotation_ == fem::ElementRotation::polar;
  }
  warnOfLocking(region_, fem::differentiate<double>(material_, fem::Tensor<double>{}), name_);
}

template <class Work>
void Corotational::forEachPart(Work&& work) const {
  for (const fem::RegionPart& part : region_.parts())
    withFirstOrderSolid(part.type(), [&](auto cell) {
      using Kernel = fem::CorotationalKernel<decltype(cell)::type>;
      work(part, Kernel{{part.table(), state_.reference().data(), state_.displacement().data(),
                         fem::IsotropicLaw<3>(material_, fem::Plane::strain), -1.0},
                        rotation_});
    });
}

void Corotational::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (LocalIndex first = 0; first < part.numCells(); first += num_lanes)
      kernel.addForce(first, std::min(num_lanes, part.numCells() - first), values);
  });
}

void Corotational::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  const auto symmetry = isSymmetric() ? la::ElementSymmetry::symmetric : la::ElementSymmetry::general;
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    dfdx.addElements(part.table(), 3, symmetry, [&](LocalIndex first, int, Lane* matrix) {
      if (is_exact_)
        kernel.exactStiffness(first, matrix, tangentKind());
      else
        kernel.simpleStiffness(first, matrix);
    });
  });
}

void Corotational::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  const double* const values = u.of(state_).data();
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    dfdx.addElements(part.table(), 3, la::ElementSymmetry::symmetric,
                     [&](LocalIndex first, int, Lane* matrix) { kernel.stressStiffness(first, values, matrix); });
  });
}

double Corotational::energy() const {
  double sum = 0;
  if (!has_potential_) return sum;
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (LocalIndex first = 0; first < part.numOwned(); first += num_lanes)
      sum += kernel.energy(first, std::min(num_lanes, part.numOwned() - first));
  });
  return sum;
}

void Corotational::addStress(fem::Recovery& recovery) const {
  forEachPart([&](const fem::RegionPart& part, const auto& kernel) {
    for (LocalIndex first = 0; first < part.numCells(); first += num_lanes) {
      const int count = std::min(num_lanes, part.numCells() - first);
      std::vector<double> measures[num_lanes];
      std::vector<fem::Tensor<double>> stress[num_lanes], strain[num_lanes];
      kernel.atPoints(kernel.rotatedElement(first),
                      [&](const Lane& weight, const auto&, const auto& H, const auto& sigma) {
                        for (int lane = 0; lane < count; ++lane) {
                          measures[lane].push_back(-weight[lane]);
                          stress[lane].push_back(ofLane(sigma, lane));
                          strain[lane].push_back(fem::strain(ofLane(H, lane)));
                        }
                      });
      for (int lane = 0; lane < count; ++lane)
        recovery.addCell(part, first + lane, measures[lane], stress[lane], strain[lane]);
    }
  });
}

}  // namespace tenon::force
