// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MeanDilatationLaw.hpp"

#include <algorithm>

namespace tenon::fem {
namespace {

constexpr int most_points = MaterialLaw::max_points;

/// Returns the sum of v_q f_q over the points.
template <class Function>
Lane sumOver(const LawPoints& at, Function&& f) {
  Lane sum{};
  for (int q = 0; q < at.count; ++q) sum += at.measure[q] * f(q);
  return sum;
}

/// Returns a : C.
Tensor<Lane> times(const Tensor<Lane>& a, const Tangent<Lane, 3>& C) {
  Tensor<Lane> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) result(k, l) += a(i, j) * C.entry[i][j][k][l];
  return result;
}

}  // namespace

/// F-bar and related quantities of an element. For models of small strain F is I, except in H.
struct MeanDilatationLaw::Element {
  Tensor<Lane> H[most_points];        // H of F-bar
  Tensor<Lane> F[most_points];        // F-bar
  Tensor<Lane> inverse[most_points];  // F^-T
  Lane J[most_points], beta[most_points];
  Lane theta, volume;
};

void MeanDilatationLaw::evaluateElement(const LawPoints& at, Element& element) const {
  const Lane one = base::allLanes(1.0);
  element.volume = sumOver(at, [&](int) { return one; });
  if (isAtSmallStrain()) {
    const Lane mean = sumOver(at, [&](int q) { return trace(at.H[q]); }) / element.volume;
    for (int q = 0; q < at.count; ++q) {
      element.H[q] = at.H[q] + spherical<Lane>((mean - trace(at.H[q])) / 3.0);
      element.F[q] = element.inverse[q] = spherical(one);
      element.J[q] = element.beta[q] = one;
    }
    element.theta = one;
    return;
  }
  for (int q = 0; q < at.count; ++q) {
    const Tensor<Lane> F = deformationGradient(at.H[q]);
    element.J[q] = determinant(F);
    element.inverse[q] = (1.0 / element.J[q]) * cofactor(F);
  }
  element.theta = sumOver(at, [&](int q) { return element.J[q]; }) / element.volume;
  for (int q = 0; q < at.count; ++q) {
    const Lane beta = exp(log(element.theta / element.J[q]) / 3.0);
    element.beta[q] = beta;
    element.H[q] = beta * at.H[q] + spherical<Lane>(beta - 1.0);
    element.F[q] = deformationGradient(element.H[q]);
  }
}

void MeanDilatationLaw::completeGradients(const LawPoints& at, Tensor<Lane>* H) const {
  Element element;
  evaluateElement(at, element);
  std::copy(element.H, element.H + at.count, H);
}

void MeanDilatationLaw::evolve(const LawPoints& at, Lane* next) const {
  Element element;
  evaluateElement(at, element);
  law_->evolve(at.withGradients(element.H), next);
}

void MeanDilatationLaw::energy(const LawPoints& at, Lane* W) const {
  Element element;
  evaluateElement(at, element);
  law_->energy(at.withGradients(element.H), W);
}

void MeanDilatationLaw::stress(const LawPoints& at, Tensor<Lane>* P) const {
  Element element;
  evaluateElement(at, element);
  law_->stress(at.withGradients(element.H), P);
  Lane pi[most_points];
  for (int q = 0; q < at.count; ++q) pi[q] = contraction(P[q], element.F[q]) / 3.0;
  const Lane s = sumOver(at, [&](int q) { return pi[q]; }) / (element.volume * element.theta);
  for (int q = 0; q < at.count; ++q) P[q] = element.beta[q] * P[q] + (s * element.J[q] - pi[q]) * element.inverse[q];
}

// With a = F^-T : dF and t = d theta / theta, the sum of v J a over V theta:
//   dF-bar = beta dF + (t - a)/3 F-bar,   3 dpi = dP' : F-bar + P' : dF-bar
//   ds = sum of v dpi / (V theta) - s t
void MeanDilatationLaw::stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const {
  Element element;
  evaluateElement(at, element);
  const LawPoints there = at.withGradients(element.H);
  Tensor<Lane> P[most_points], change[most_points];
  if (!isAtSmallStrain()) law_->stress(there, P);
  Lane a[most_points], pi[most_points], dpi[most_points];
  for (int q = 0; q < at.count; ++q) a[q] = contraction(element.inverse[q], dH[q]);
  const Lane whole = element.volume * element.theta;
  const Lane t = sumOver(at, [&](int q) { return element.J[q] * a[q]; }) / whole;
  for (int q = 0; q < at.count; ++q) change[q] = element.beta[q] * dH[q] + ((t - a[q]) / 3.0) * element.F[q];
  law_->stressChange(there, change, dP);
  for (int q = 0; q < at.count; ++q) {
    pi[q] = contraction(P[q], element.F[q]) / 3.0;
    dpi[q] = (contraction(dP[q], element.F[q]) + contraction(P[q], change[q])) / 3.0;
  }
  const Lane s = sumOver(at, [&](int q) { return pi[q]; }) / whole;
  const Lane ds = sumOver(at, [&](int q) { return dpi[q]; }) / whole - s * t;
  for (int q = 0; q < at.count; ++q) {
    const Lane J = element.J[q], dbeta = element.beta[q] * (t - a[q]) / 3.0;
    const Tensor<Lane>& inverse = element.inverse[q];
    dP[q] = dbeta * P[q] + element.beta[q] * dP[q] + (ds * J + s * J * a[q] - dpi[q]) * inverse;
    if (isAtSmallStrain()) continue;
    dP[q] = dP[q] - (s * J - pi[q]) * product(inverse, product(transpose(dH[q]), inverse));
  }
}

// With G = F^-T, C' = dP'/dF at F-bar, c = C' : F-bar, e = F-bar : c and h = e/9 + pi/3:
//   B = beta/3 (P' + c) - h G,  D = beta/3 (P' + F-bar : C') - h G
//   C = beta^2 C' - B G - G D + (s J - h) G G - (s J - pi) G_il G_kj,  N = sum of v h - s V theta
void MeanDilatationLaw::tangent(const LawPoints& at, Tangent<Lane, 3>* C, PointCoupling& coupling) const {
  Element element;
  evaluateElement(at, element);
  const LawPoints there = at.withGradients(element.H);
  Tensor<Lane> P[most_points];
  if (!isAtSmallStrain()) law_->stress(there, P);
  law_->tangent(there, C);
  const Lane whole = element.volume * element.theta;
  Lane pi[most_points];
  for (int q = 0; q < at.count; ++q) pi[q] = contraction(P[q], element.F[q]) / 3.0;
  const Lane s = sumOver(at, [&](int q) { return pi[q]; }) / whole;
  coupling.N = -s * whole;
  for (int q = 0; q < at.count; ++q) {
    const Tensor<Lane>&G = element.inverse[q], &F = element.F[q];
    const Lane J = element.J[q], third = element.beta[q] / 3.0, square = element.beta[q] * element.beta[q];
    const Tensor<Lane> c = contraction(C[q], F);
    const Lane h = contraction(F, c) / 9.0 + pi[q] / 3.0, geometric = s * J - pi[q], both = s * J - h;
    const Tensor<Lane> B = coupling.B[q] = third * (P[q] + c) - h * G;
    const Tensor<Lane> D = coupling.D[q] = third * (P[q] + times(F, C[q])) - h * G;
    coupling.M[q] = (J / whole) * G;
    coupling.N += at.measure[q] * h;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l)
            C[q].entry[i][j][k][l] = square * C[q].entry[i][j][k][l] - B(i, j) * G(k, l) - G(i, j) * D(k, l) +
                                     both * G(i, j) * G(k, l) -
                                     (isAtSmallStrain() ? Lane{} : geometric * G(i, l) * G(k, j));
  }
}

}  // namespace tenon::fem
