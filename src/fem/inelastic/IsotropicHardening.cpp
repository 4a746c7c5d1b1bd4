// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "IsotropicHardening.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tenon/base/Error.hpp"

namespace tenon::fem {
namespace {

constexpr int most_returns = 50;
constexpr double round_off = 1e-15;  // relative to the increment
// Relative to the yield stress: a step that begins on the yield surface is elastic within this
// tolerance.
constexpr double on_the_surface = 1e-12;

bool isNone(const Lane& step, const Lane& value) {
  for (int lane = 0; lane < base::num_lanes; ++lane)
    if (std::abs(step[lane]) > round_off * std::abs(value[lane])) return false;
  return true;
}

/// Returns the solution x of q - 3 mu x - k(a + x) = 0. The function is convex and decreasing in x,
/// so that Newton's method from 0 approaches the solution from the left without overshooting.
Lane incrementOf(const IsotropicHardening& material, const Lane& q, const Lane& a) {
  const double stiffness = 3 * material.mu();
  const Lane excess = q - material.strength(a);
  const Lane one = base::allLanes(1.0);
  const Lane yields = excess > on_the_surface * material.strength(a) ? one : Lane{};
  Lane x{};
  for (int i = 0; i < most_returns; ++i) {
    const Lane here = a + x;
    const Lane step = yields * (q - stiffness * x - material.strength(here)) / (stiffness + material.slope(here));
    x += step;
    if (isNone(step, x)) break;
  }
  return x;
}

}  // namespace

void IsotropicHardening::check() const {
  if (saturation == 0 && exponent == 0) return;
  if (saturation == 0 || exponent == 0)
    throw base::InputError(
        "'saturation_stress' and 'saturation_exponent' must be given together; omit both for linear hardening.");
  if (saturation < yield)
    throw base::InputError(
        fmt::format("'saturation_stress' must be at least 'yield_stress' ({:.6g}), but is {:.6g}: softening has no "
                    "unique solution in this model.",
                    yield, saturation));
}

RadialReturn::RadialReturn(const IsotropicHardening& material, const Lane& square, const Lane& a) {
  const double mu = material.mu();
  const Lane q = std::sqrt(6.0) * mu * sqrt(square);
  increment = incrementOf(material, q, a);
  const Lane one = base::allLanes(1.0);
  const Lane size = increment > 0.0 ? q : one;
  const Lane share = increment / size;
  factor = 1.0 - 3 * mu * share;
  const Lane turn = 1.0 / (3 * mu + material.slope(a + increment)) - share;
  tangent_coefficient = increment > 0.0 ? -18.0 * mu * mu * mu / (size * size) * turn : Lane{};
}

}  // namespace tenon::fem
