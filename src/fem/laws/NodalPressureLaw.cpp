// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodalPressureLaw.hpp"

#include <algorithm>

#include "tenon/base/check.hpp"

namespace tenon::fem {
namespace {

const Fibres along_axes{{base::allLanes(1.0), {}, {}}, {{}, base::allLanes(1.0), {}}};

}  // namespace

NodalPressureLaw::NodalPressureLaw(std::unique_ptr<MaterialLaw> law)
    : law_(std::move(law)), initial_internal_(static_cast<std::size_t>(law_->numInternal())) {
  base::ensure(!law_->dependsOnCell() && law_->coupled() == nullptr,
               "Nodal pressures require the same volumetric energy in all cells.");
}

void NodalPressureLaw::setPressures(std::vector<double> pressures, std::vector<double> energies) {
  pressures_ = std::move(pressures);
  energies_ = std::move(energies);
}

LawPoints NodalPressureLaw::sphericalPoints(const Tensor<Lane>& H) const {
  return {1, &H, &along_axes, nullptr, initial_internal_.data()};
}

/// Returns s of F = s I; 1 at small strain, where F is not distinguished from I.
Lane NodalPressureLaw::rootOf(const Lane& dilatation) const {
  return isAtSmallStrain() ? base::allLanes(1.0) : exp(log(dilatation) / 3.0);
}

Tensor<Lane> NodalPressureLaw::sphericalGradient(const Lane& dilatation) const {
  return spherical<Lane>(isAtSmallStrain() ? dilatation / 3.0 : rootOf(dilatation) - 1.0);
}

Lane NodalPressureLaw::volumetricEnergy(const Lane& dilatation) const {
  const Tensor<Lane> H = sphericalGradient(dilatation);
  Lane U;
  law_->energy(sphericalPoints(H), &U);
  return U;
}

// Uses dF/dJ = I / (3 s^2).
Lane NodalPressureLaw::volumetricPressure(const Lane& dilatation) const {
  const Lane s = rootOf(dilatation);
  const Tensor<Lane> H = sphericalGradient(dilatation);
  Tensor<Lane> P;
  law_->stress(sphericalPoints(H), &P);
  return trace(P) / (3.0 * s * s);
}

// Uses d(tr P / (3 s^2))/dJ = I : C : I / (9 s^4) - 2 tr P / (9 s^5).
Lane NodalPressureLaw::volumetricModulus(const Lane& dilatation) const {
  const Lane s = rootOf(dilatation), square = s * s;
  const Tensor<Lane> H = sphericalGradient(dilatation), one = spherical(base::allLanes(1.0));
  Tensor<Lane> P, dP;
  law_->stressChange(sphericalPoints(H), &one, &dP);
  if (isAtSmallStrain()) return trace(dP) / 9.0;
  law_->stress(sphericalPoints(H), &P);
  return (trace(dP) - 2.0 * trace(P) / s) / (9.0 * square * square);
}

/// Returns the values of num_lanes cells. Lanes beyond the last cell repeat its value.
Lane NodalPressureLaw::ofCells(const LawPoints& at, const std::vector<double>& values) {
  base::ensure(!values.empty(), "The nodal pressures were not set.");
  const auto last = static_cast<base::LocalIndex>(values.size()) - 1;
  Lane result;
  for (int lane = 0; lane < base::num_lanes; ++lane)
    result[lane] = values[static_cast<std::size_t>(std::min(at.is_one_cell ? at.cell : at.cell + lane, last))];
  return result;
}

/// Dilatation J or theta at a point, its derivative with respect to H, and the excess pressure p -
/// U'.
struct NodalPressureLaw::Volume {
  Lane dilatation, excess;
  Tensor<Lane> slope;
};

NodalPressureLaw::Volume NodalPressureLaw::volumeAt(const LawPoints& at, int point) const {
  Volume volume;
  if (isAtSmallStrain()) {
    volume.dilatation = trace(at.H[point]);
    volume.slope = spherical(base::allLanes(1.0));
  } else {
    const Tensor<Lane> F = deformationGradient(at.H[point]);
    volume.dilatation = determinant(F);
    volume.slope = cofactor(F);
  }
  volume.excess = ofCells(at, pressures_) - volumetricPressure(volume.dilatation);
  return volume;
}

void NodalPressureLaw::stress(const LawPoints& at, Tensor<Lane>* P) const {
  law_->stress(at, P);
  for (int q = 0; q < at.count; ++q) {
    const Volume volume = volumeAt(at, q);
    P[q] = P[q] + volume.excess * volume.slope;
  }
}

// Uses dA = ((A : dH) A - A dH^T A) / J for A = J F^-T.
void NodalPressureLaw::stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const {
  law_->stressChange(at, dH, dP);
  for (int q = 0; q < at.count; ++q) {
    const Volume volume = volumeAt(at, q);
    const Tensor<Lane>& A = volume.slope;
    const Lane change = contraction(A, dH[q]);
    dP[q] = dP[q] - (volumetricModulus(volume.dilatation) * change) * A;
    if (isAtSmallStrain()) continue;
    const Lane factor = volume.excess / volume.dilatation;
    dP[q] = dP[q] + factor * (change * A - product(A, product(transpose(dH[q]), A)));
  }
}

void NodalPressureLaw::tangent(const LawPoints& at, Tangent<Lane, 3>* C) const {
  law_->tangent(at, C);
  for (int q = 0; q < at.count; ++q) {
    const Volume volume = volumeAt(at, q);
    const Tensor<Lane>& A = volume.slope;
    const Lane crossed = isAtSmallStrain() ? Lane{} : volume.excess / volume.dilatation;
    const Lane straight = crossed - volumetricModulus(volume.dilatation);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l)
            C[q].entry[i][j][k][l] += straight * A(i, j) * A(k, l) - crossed * A(i, l) * A(k, j);
  }
}

void NodalPressureLaw::dyads(const LawPoints& at, TangentDyads<Lane>* C) const {
  law_->dyads(at, C);
  for (int q = 0; q < at.count; ++q) {
    const Volume volume = volumeAt(at, q);
    const Lane J = volume.dilatation, crossed = volume.excess * J;
    C[q].beta += crossed - volumetricModulus(J) * J * J;
    C[q].gamma -= crossed;
  }
}

void NodalPressureLaw::energy(const LawPoints& at, Lane* W) const {
  law_->energy(at, W);
  for (int q = 0; q < at.count; ++q) W[q] += ofCells(at, energies_) - volumetricEnergy(volumeAt(at, q).dilatation);
}

}  // namespace tenon::fem
