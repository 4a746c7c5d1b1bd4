#include "Equilibrium.hpp"

#include <algorithm>

namespace tenon::analysis {
namespace {

constexpr double round_off = 1e-13;  // round-off of positions, the least possible gap
// Relative to |K| |q - rest|: a body in pure rigid-body motion has no other forces.
constexpr double round_off_forces = 1e-14;

}  // namespace

bool Equilibrium::holds(Equations& equations, const Equations::Balance& balance, double gap, bool is_first) {
  const double moved = equations.movement();
  const double size = equations.size();
  load = std::max({load, balance.reaction_norm, balance.constraint_norm, balance.inertia_norm});
  if (is_first) load = std::max(load, balance.free_norm);
  const double least = round_off_forces / tolerance_ * equations.roundingForces();
  forces_left_ = balance.free_norm == 0.0 ? 0.0 : balance.free_norm / std::max(load, least);
  const double allowed = std::max(tolerance_ * moved, round_off * size);
  gap_left_ = gap == 0.0 ? 0.0 : gap / allowed;
  return forces_left_ <= tolerance_ && gap_left_ <= 1.0;
}

}  // namespace tenon::analysis
