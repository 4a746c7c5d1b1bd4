// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NewtonScales.hpp"

#include <cmath>

#include "la/arrays.hpp"

namespace tenon::analysis {
namespace {

/// Returns the power of two closest to `size`; 1 if `size` is not positive or not finite.
double powerOfTwo(double size) {
  return size > 0.0 && std::isfinite(size) ? std::ldexp(1.0, std::ilogb(size)) : 1.0;
}

}  // namespace

NewtonScales::NewtonScales(const Equations& equations, double force) {
  const double L = powerOfTwo(equations.unknowns().size()), F = powerOfTwo(force);
  const la::Vector x = equations.linearSystem().layout().makeVector();
  std::vector<double> weights(static_cast<std::size_t>(la::ReadArray(x.get()).size()), 1.0);
  if (equations.norms().weights() != nullptr) weights = la::entriesOf(equations.norms().weights());
  for (const double weight : weights) {
    const double w = powerOfTwo(weight);
    unknowns_.push_back(L * w);
    residual_.push_back(F / w);
  }
  if (equations.constraints() == nullptr) return;
  for (const double slope : equations.constraints()->lengths(equations.norms().weights())) {
    const double s = powerOfTwo(slope);
    unknowns_.push_back(F / s);
    residual_.push_back(s * L);
  }
}

}  // namespace tenon::analysis
