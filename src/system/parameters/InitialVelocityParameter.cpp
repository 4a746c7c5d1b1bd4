// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "InitialVelocityParameter.hpp"

#include <array>

namespace tenon::system {

// Differences of fourth order are exact to round-off for linear and quadratic dependence.
void InitialVelocityParameter::addInitialProducts(const StateArrays&, const StateArrays& velocities,
                                                  gsl::span<double> gradient) {
  constexpr double relative_step = 1e-2;
  constexpr std::array<double, 4> offsets{-2.0, -1.0, 1.0, 2.0}, factors{1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12};
  const double step = relative_step * unit_;
  double sum = 0.0;
  for (std::size_t k = 0; k < offsets.size(); ++k) {
    const StateArrays moved = make_velocities_(value_ + offsets[k] * step);
    for (std::size_t b = 0; b < moved.size(); ++b) {
      const la::State& state = mechanics_.bodies()[b]->state();
      const auto owned = static_cast<std::size_t>(state.layout().numOwned() * state.block());
      for (std::size_t i = 0; i < owned; ++i) sum += factors[k] / step * velocities[b][i] * moved[b][i];
    }
  }
  gradient[0] += mechanics_.comm().sum(sum);
}

}  // namespace tenon::system
