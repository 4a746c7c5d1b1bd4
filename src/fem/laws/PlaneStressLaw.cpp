// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PlaneStressLaw.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenon::fem {
namespace {

constexpr int max_points = MaterialLaw::max_points;

Lane largerOf(const Lane& a, const Lane& b) {
  return a > b ? a : b;
}

bool areAllBelow(const Lane& a, double bound) {
  for (int lane = 0; lane < base::num_lanes; ++lane)
    if (!(std::abs(a[lane]) <= bound)) return false;
  return true;
}

/// Sets a unit change of H_33 at each point.
void stretchAcross(int count, Tensor<Lane>* dH) {
  for (int p = 0; p < count; ++p) {
    dH[p] = {};
    dH[p](2, 2) = base::allLanes(1.0);
  }
}

}  // namespace

void PlaneStressLaw::completeGradients(const LawPoints& at, Tensor<Lane>* H) const {
  constexpr int max_iterations = 50;
  constexpr double round_off = 1e-15;
  Tensor<Lane> P[max_points], across[max_points], change[max_points];
  std::copy(at.H, at.H + at.count, H);
  for (int p = 0; p < at.count; ++p) H[p](2, 2) = Lane{};
  stretchAcross(at.count, across);
  const LawPoints full = at.withGradients(H);
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    law_->stress(full, P);
    law_->stressChange(full, across, change);
    bool done = true;
    Lane largest{};
    for (int p = 0; p < at.count; ++p) {
      const Lane step = -P[p](2, 2) / change[p](2, 2), stretch = 1.0 + H[p](2, 2);
      H[p](2, 2) = largerOf(stretch + step, 0.25 * stretch) - 1.0;  // keeps det F positive
      const Lane part = step / stretch;
      largest = largerOf(largest, part < 0.0 ? -part : part);
      done = done && areAllBelow(part, 4 * round_off);
    }
    if (done) return;
    // Near the solution the steps decrease until they reach the round-off of P.
    double now = 0;
    for (int lane = 0; lane < base::num_lanes; ++lane) now = std::max(now, largest[lane]);
    if (now < 1e-12 && now >= last) return;
    last = now;
  }
  for (int p = 0; p < at.count; ++p) H[p](2, 2) = base::allLanes(std::numeric_limits<double>::quiet_NaN());
}

void PlaneStressLaw::stress(const LawPoints& at, Tensor<Lane>* P) const {
  Tensor<Lane> H[max_points];
  completeGradients(at, H);
  law_->stress(at.withGradients(H), P);
}

void PlaneStressLaw::energy(const LawPoints& at, Lane* W) const {
  Tensor<Lane> H[max_points];
  completeGradients(at, H);
  law_->energy(at.withGradients(H), W);
}

void PlaneStressLaw::evolve(const LawPoints& at, Lane* next) const {
  Tensor<Lane> H[max_points];
  completeGradients(at, H);
  law_->evolve(at.withGradients(H), next);
}

void PlaneStressLaw::stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const {
  Tensor<Lane> H[max_points], across[max_points], by_across[max_points];
  completeGradients(at, H);
  const LawPoints full = at.withGradients(H);
  stretchAcross(at.count, across);
  law_->stressChange(full, across, by_across);
  law_->stressChange(full, dH, dP);
  for (int p = 0; p < at.count; ++p) {
    const Lane stretch = -dP[p](2, 2) / by_across[p](2, 2);
    dP[p] = dP[p] + stretch * by_across[p];
  }
}

void PlaneStressLaw::tangent(const LawPoints& at, Tangent<Lane, 3>* C) const {
  Tensor<Lane> H[max_points];
  completeGradients(at, H);
  law_->tangent(at.withGradients(H), C);
  for (int p = 0; p < at.count; ++p) {
    auto& c = C[p].entry;
    const Lane across = 1.0 / c[2][2][2][2];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        for (int k = 0; k < 2; ++k)
          for (int l = 0; l < 2; ++l) c[i][j][k][l] -= c[i][j][2][2] * across * c[2][2][k][l];
  }
}

}  // namespace tenon::fem
