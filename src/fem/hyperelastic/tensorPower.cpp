// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tensorPower.hpp"

#include <cmath>

#include "fem/laws/principalAxes.hpp"

namespace tenon::fem {
namespace {

/// Returns Q M Q^T.
Tensor<Lane> rotated(const Tensor<Lane>& Q, const Tensor<Lane>& M) {
  return product(product(Q, M), transpose(Q));
}

/// Returns (a^p - b^p) / (a - b).
double dividedDifference(double a, double b, double p) {
  const double ratio = std::log1p((a - b) / b);
  if (ratio == 0.0) return p * std::pow(b, p - 1);
  return std::pow(b, p - 1) * std::expm1(p * ratio) / std::expm1(ratio);
}

template <class Number, class Slope>
Tensor<Lane> slopesIn(const Tensor<Number>& C, const Slope& slope) {
  Tensor<Lane> dC;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) dC(i, j) = slope(C(i, j));
  return dC;
}

}  // namespace

TensorPower::TensorPower(const Tensor<Lane>& C, double p) {
  const PrincipalAxes principal = principalAxes(C);
  directions_ = principal.axes;
  Tensor<Lane> powers;
  for (int i = 0; i < 3; ++i) {
    powers(i, i) = power(principal.values[i], p);
    for (int j = 0; j < 3; ++j)
      for (int lane = 0; lane < base::num_lanes; ++lane)
        differences_(i, j)[lane] = dividedDifference(principal.values[i][lane], principal.values[j][lane], p);
  }
  value_ = rotated(directions_, powers);
}

Tensor<Lane> TensorPower::change(const Tensor<Lane>& dC) const {
  Tensor<Lane> inside = product(product(transpose(directions_), dC), directions_);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) inside(i, j) = differences_(i, j) * inside(i, j);
  return rotated(directions_, inside);
}

Tensor<Dual<Lane>> power(const Tensor<Dual<Lane>>& C, double p) {
  const TensorPower of(slopesIn(C, [](const auto& c) { return c.value; }), p);
  const Tensor<Lane> change = of.change(slopesIn(C, [](const auto& c) { return c.slope; }));
  Tensor<Dual<Lane>> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = Dual<Lane>(of.value()(i, j), change(i, j));
  return result;
}

Tensor<LinearJet<Lane>> power(const Tensor<LinearJet<Lane>>& C, double p) {
  const TensorPower of(slopesIn(C, [](const auto& c) { return c.value; }), p);
  Tensor<LinearJet<Lane>> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j).value = of.value()(i, j);
  for (int k = 0; k < LinearJet<Lane>::size; ++k) {
    const Tensor<Lane> change = of.change(slopesIn(C, [k](const auto& c) { return c.slope[k]; }));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) result(i, j).slope[k] = change(i, j);
  }
  return result;
}

}  // namespace tenon::fem
