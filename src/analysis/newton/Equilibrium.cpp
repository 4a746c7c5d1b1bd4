// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Equilibrium.hpp"

#include <algorithm>

namespace tenon::analysis {
namespace {

constexpr double round_off = 1e-13;  // round-off of positions, the least possible gap
// Relative to |K| |q - rest|: a body in pure rigid-body motion has no other forces.
constexpr double round_off_forces = 1e-14;

}  // namespace

bool Equilibrium::isReached(const Equations& equations, const Residual& residual, double gap, bool is_first) {
  const double moved = equations.unknowns().positionChange();
  const double size = equations.unknowns().size();
  load = std::max({load, residual.reaction_norm, residual.constraint_norm, residual.inertia_norm});
  if (is_first) load = std::max(load, residual.free_norm);
  const double least = round_off_forces / tolerance_ * equations.tangent().roundOffForceNorm();
  force_residual_ = residual.free_norm == 0.0 ? 0.0 : residual.free_norm / std::max(load, least);
  const double allowed = std::max(tolerance_ * moved, round_off * size);
  gap_residual_ = gap == 0.0 ? 0.0 : gap / allowed;
  return force_residual_ <= tolerance_ && gap_residual_ <= 1.0;
}

}  // namespace tenon::analysis
