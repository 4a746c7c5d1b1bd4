#include "ActiveSet.hpp"

#include <algorithm>
#include <cmath>

#include "tenon/la/arrays.hpp"

namespace tenon::analysis {
namespace {

int signOf(const constraint::Constraint& constraint) {
  if (!constraint.active || !constraint.isBound()) return 0;
  return constraint.bound == "lower" ? 1 : -1;
}

}  // namespace

bool ActiveSet::isNeededFor(const system::MechanicalSystem& mechanics) {
  const auto& constraints = mechanics.constraints();
  return std::any_of(constraints.begin(), constraints.end(), [](const auto& one) { return signOf(*one) != 0; });
}

ActiveSet::ActiveSet(const system::MechanicalSystem& mechanics, const system::ConstraintJacobian& constraints)
    : comm_(mechanics.comm()), flags_(constraints.makeVector()) {
  for (const auto& constraint : mechanics.constraints()) {
    const std::size_t first = signs_.size();
    signs_.insert(signs_.end(), static_cast<std::size_t>(constraint->numRows()), signOf(*constraint));
    if (constraint->active && constraint->friction() > 0.0) addBlocks(*constraint, first);
  }
  for (std::size_t row = 0; row < signs_.size(); ++row)
    if (mechanics.dropped()[row] != 0) signs_[row] = 0;
  for (const int sign : signs_) holds_.push_back(sign == 0 ? 1 : 0);
  slips_.assign(blocks_.size(), 0);
  taken_.assign(signs_.size(), 0.0);
}

void ActiveSet::addBlocks(const constraint::Constraint& constraint, std::size_t first) {
  const auto width = static_cast<std::size_t>(constraint.block());
  for (; first < signs_.size(); first += width) {
    blocks_.push_back({first, width - 1, constraint.friction()});
    std::fill_n(signs_.begin() + static_cast<std::ptrdiff_t>(first) + 1, width - 1, 0);
  }
}

void ActiveSet::release(std::size_t row, double value, double* lambda) {
  holds_[row] = 0;
  taken_[row] = lambda[row] - value;
  lambda[row] = value;
}

void ActiveSet::decide(Vec rows, Vec multipliers, const std::vector<double>& lengths, double stiffness,
                       double touching) {
  const la::ReadArray phi(rows);
  la::WriteArray entries(multipliers);
  double* lambda = entries.begin();
  const auto softnessOf = [&](std::size_t row) {  // 1 / rho
    return stiffness > 0.0 ? lengths[row] * lengths[row] / stiffness : 1.0;
  };
  for (std::size_t row = 0; row < signs_.size(); ++row) {
    if (signs_[row] == 0) continue;
    const double wants = signs_[row] * (softnessOf(row) * lambda[row] - phi.begin()[row]);
    holds_[row] = 1, taken_[row] = 0.0;
    if (!(wants > (is_first_ ? -touching * lengths[row] : 0.0))) release(row, 0.0, lambda);
  }
  for (std::size_t number = 0; number < blocks_.size(); ++number)
    decide(blocks_[number], number, phi.begin(), softnessOf(blocks_[number].first), lambda);
  is_first_ = false;
}

void ActiveSet::decide(const Block& block, std::size_t number, const double* phi, double softness, double* lambda) {
  constexpr double round_off = 1e-9;  // of a force: what slips is not told from what sticks
  constexpr double damping = 4.0;     // of 1 / rho, for the direction: bodies are softer than their stiffest node
  const std::size_t first = block.first + 1, end = first + block.num_slips;
  std::fill(taken_.begin() + static_cast<std::ptrdiff_t>(first), taken_.begin() + static_cast<std::ptrdiff_t>(end),
            0.0);
  if (holds_[block.first] == 0) {
    slips_[number] = 1;  // what closes has moved: it slips, until it is seen to stick
    for (std::size_t row = first; row < end; ++row) release(row, 0.0, lambda);
    return;
  }
  const double limit = block.friction * std::max(lambda[block.first], 0.0);
  double force = 0.0, power = 0.0;
  for (std::size_t row = first; row < end; ++row) {
    force += lambda[row] * lambda[row];
    power += lambda[row] * phi[row];
  }
  slips_[number] = slips_[number] != 0 ? power <= 0.0 : std::sqrt(force) > (1.0 + round_off) * limit;
  double directions[2] = {0.0, 0.0}, length = 0.0;
  for (std::size_t row = first; row < end; ++row) {
    directions[row - first] = damping * softness * lambda[row] - phi[row];
    length = std::hypot(length, directions[row - first]);
  }
  for (std::size_t row = first; row < end; ++row) {
    holds_[row] = 1;
    if (slips_[number] != 0) release(row, length > 0.0 ? limit * directions[row - first] / length : 0.0, lambda);
  }
}

void ActiveSet::clearFree(Vec rows) const {
  la::WriteArray entries(rows);
  for (std::size_t row = 0; row < holds_.size(); ++row)
    if (holds_[row] == 0) entries[static_cast<PetscInt>(row)] = 0.0;
}

void ActiveSet::copyTaken(Vec multipliers) const {
  la::WriteArray entries(multipliers);
  for (std::size_t row = 0; row < holds_.size(); ++row)
    if (holds_[row] == 0) entries[static_cast<PetscInt>(row)] = taken_[row];
}

bool ActiveSet::hasChanged() {
  const bool changed = comm_.any(holds_ != held_);
  held_ = holds_;
  return changed;
}

Mat ActiveSet::active(Mat G) {
  PetscObjectId id = 0;
  TENON_PETSC(PetscObjectGetId(reinterpret_cast<PetscObject>(G), &id));
  if (id != of_)
    TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, active_.put()));
  else
    TENON_PETSC(MatCopy(G, active_.get(), SAME_NONZERO_PATTERN));
  of_ = id;
  la::setEntries(flags_.get(), std::vector<double>(holds_.begin(), holds_.end()));
  TENON_PETSC(MatDiagonalScale(active_.get(), flags_.get(), nullptr));
  return active_.get();
}

}  // namespace tenon::analysis
