// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ViscoelasticLaw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "symmetric.hpp"
#include "tenon/base/CaseNode.hpp"

namespace tenon::fem {
namespace {

constexpr int points_at_once = MaterialLaw::max_points;

/// Coefficients of the evolution of a term in a step: h_{n+1} = keep h_n + gain (T_{n+1} - T_n).
struct Decay {
  double keep, gain;
  Decay(const RelaxationTerm& term, double dt) {
    const double x = dt / term.time;
    keep = std::exp(-x);
    gain = x > 0 ? -std::expm1(-x) / x : 1;
  }
};

template <class T>
Tensor<T> inverseTransposed(const Tensor<T>& F) {
  return (T(1.0) / determinant(F)) * cofactor(F);
}
template <>
Tensor<Lane> inverseTransposed(const Tensor<Lane>& F) {
  return (1.0 / determinant(F)) * cofactor(F);
}

/// Returns P' = a P + (1 - a) p F^-T + J^(-2/3) (F h - (h : C) F^-T / 3) with p = P : F / 3.
template <class T>
Tensor<T> relaxedStress(const Tensor<T>& P, const Tensor<T>& F, const Lane& a, const Tensor<Lane>& h) {
  const Tensor<T> inverse = inverseTransposed(F);
  Tensor<T> Fh;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) Fh(i, j) = h(0, j) * F(i, 0) + h(1, j) * F(i, 1) + h(2, j) * F(i, 2);
  const T pressure = contraction(P, F) / 3.0, spread = contraction(Fh, F) / 3.0;
  const T isochoric = exp(-2.0 / 3.0 * log(determinant(F)));
  const Lane rest = 1.0 - a;
  const T along = rest * pressure - isochoric * spread;
  return a * P + isochoric * Fh + along * inverse;
}

/// Returns T = J^(2/3) DEV[F^-1 P].
Tensor<Lane> deviatoricStress(const Tensor<Lane>& P, const Tensor<Lane>& F) {
  const Tensor<Lane> inverse = transpose(inverseTransposed(F));
  const Lane pressure = contraction(P, F) / 3.0, factor = exp(2.0 / 3.0 * log(determinant(F)));
  return factor * (product(inverse, P) - pressure * product(inverse, transpose(inverse)));
}

/// Returns true if the tangent is symmetric, determined numerically at an arbitrary deformation. If
/// the energy of the elastic model is not a sum of isochoric and volumetric parts, neither its
/// pressure nor the relaxing stress derives from an energy, and the tangent is not symmetric.
bool isSymmetricAnywhere(const MaterialLaw& law) {
  Tensor<Lane> H;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) H(i, j) = base::allLanes(0.1 * std::sin(1.0 + 3 * i + 7 * j));
  Fibres fibres;
  for (int i = 0; i < 3; ++i) fibres.fibre[i] = base::allLanes(i == 0), fibres.sheet[i] = base::allLanes(i == 1);
  const std::vector<Lane> none(static_cast<std::size_t>(law.numInternal()));
  Tangent<Lane, 3> C;
  law.tangent({1, &H, &fibres, nullptr, none.data(), HUGE_VAL}, &C);
  double most = 0, apart = 0;
  for (int m = 0; m < 9; ++m)
    for (int n = 0; n < 9; ++n) {
      const double one = C.entry[m / 3][m % 3][n / 3][n % 3][0], other = C.entry[n / 3][n % 3][m / 3][m % 3][0];
      most = std::max(most, std::abs(one));
      apart = std::max(apart, std::abs(one - other));
    }
  return apart <= 1e-10 * most;
}

}  // namespace

void readValue(const base::CaseNode& node, std::vector<RelaxationTerm>& terms) {
  terms.clear();
  double sum = 0;
  for (const auto& item : node.items()) {
    const auto pair = item.items();
    if (pair.size() != 2)
      item.fail(fmt::format("a term must be a list [g, tau], but the length of the list is {}.", pair.size()));
    const RelaxationTerm term{pair[0].number(), pair[1].number()};
    if (!(term.share > 0)) item.fail(fmt::format("g must be positive, but is {}.", term.share));
    if (!(term.time > 0)) item.fail(fmt::format("tau must be positive, but is {}.", term.time));
    terms.push_back(term);
    sum += term.share;
  }
  if (terms.empty()) node.fail("the list is empty, but at least one entry is required.");
  if (!(sum < 1))
    node.fail(
        fmt::format("the sum of all g must be less than 1, so that an elastic part remains, but the sum is {}.", sum));
}

std::string printValue(const std::vector<RelaxationTerm>& terms) {
  return terms.empty() ? "(none)" : fmt::format("{} terms", terms.size());
}

/// Relation T' = a T + h of a step at a point.
struct ViscoelasticLaw::RelaxedState {
  Lane a;
  Tensor<Lane> h;
};

ViscoelasticLaw::ViscoelasticLaw(std::unique_ptr<MaterialLaw> law, std::vector<RelaxationTerm> terms)
    : law_(std::move(law)), terms_(std::move(terms)), is_symmetric_(isSymmetricAnywhere(*this)) {}

ViscoelasticLaw::RelaxedState ViscoelasticLaw::relaxedState(const LawPoints& at, int point) const {
  const Lane* z = at.internal + point * numInternal();
  double a = 1;
  Tensor<Lane> h;
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    const Decay decay(terms_[k], at.dt);
    const double share = terms_[k].share;
    a += share * (decay.gain - 1);
    h = h + share * decay.keep * unpackSymmetric(z + 6 * (k + 1)) - share * decay.gain * unpackSymmetric(z);
  }
  return {base::allLanes(a), h};
}

void ViscoelasticLaw::stress(const LawPoints& at, Tensor<Lane>* P) const {
  law_->stress(at, P);
  for (int p = 0; p < at.count; ++p) {
    const RelaxedState step = relaxedState(at, p);
    P[p] = relaxedStress(P[p], deformationGradient(at.H[p]), step.a, step.h);
  }
}

void ViscoelasticLaw::stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const {
  Tensor<Lane> P[points_at_once];
  law_->stress(at, P);
  law_->stressChange(at, dH, dP);
  for (int p = 0; p < at.count; ++p) {
    Tensor<Dual<Lane>> stress, F;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        stress(i, j) = {P[p](i, j), dP[p](i, j)};
        F(i, j) = {at.H[p](i, j) + (i == j ? 1.0 : 0.0), dH[p](i, j)};
      }
    const RelaxedState step = relaxedState(at, p);
    const Tensor<Dual<Lane>> changed = relaxedStress(stress, F, step.a, step.h);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) dP[p](i, j) = changed(i, j).slope;
  }
}

void ViscoelasticLaw::tangent(const LawPoints& at, Tangent<Lane, 3>* C) const {
  Tensor<Lane> P[points_at_once];
  law_->stress(at, P);
  law_->tangent(at, C);
  for (int p = 0; p < at.count; ++p) {
    Tensor<LinearJet<Lane>> stress;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        stress(i, j) = P[p](i, j);
        for (int m = 0; m < 9; ++m) stress(i, j).slope[m] = C[p].entry[i][j][m / 3][m % 3];
      }
    const RelaxedState step = relaxedState(at, p);
    C[p] = derivativesOf(relaxedStress(stress, deformationGradient(seeded<LinearJet<Lane>>(at.H[p])), step.a, step.h));
  }
}

void ViscoelasticLaw::energy(const LawPoints& at, Lane* W) const {
  law_->energy(at, W);
}

void ViscoelasticLaw::evolve(const LawPoints& at, Lane* next) const {
  Tensor<Lane> P[points_at_once];
  law_->stress(at, P);
  for (int p = 0; p < at.count; ++p) {
    const Lane* z = at.internal + p * numInternal();
    Lane* to = next + p * numInternal();
    packSymmetric(deviatoricStress(P[p], deformationGradient(at.H[p])), to);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      const Decay decay(terms_[k], at.dt);
      for (std::size_t c = 0; c < 6; ++c) {
        const std::size_t h = 6 * (k + 1) + c;
        to[h] = decay.keep * z[h] + decay.gain * (to[c] - z[c]);
      }
    }
  }
}

}  // namespace tenon::fem
