// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ActiveSet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "mixBits.hpp"

namespace tenon::analysis {
namespace {

int signOf(const constraint::Constraint& constraint) {
  if (!constraint.active || !constraint.isUnilateral()) return 0;
  return constraint.bound == "lower" ? 1 : -1;
}

}  // namespace

bool ActiveSet::isNeededFor(const system::MechanicalSystem& mechanics) {
  const auto& constraints = mechanics.constraints();
  return std::any_of(constraints.begin(), constraints.end(), [](const auto& one) { return signOf(*one) != 0; });
}

ActiveSet::ActiveSet(const system::MechanicalSystem& mechanics, const system::ConstraintJacobian& constraints)
    : comm_(mechanics.comm()), softness_(constraints.makeVector()), normal_force_acceleration_(mechanics.comm()) {
  for (const auto& constraint : mechanics.constraints()) {
    const std::size_t first = signs_.size();
    signs_.insert(signs_.end(), static_cast<std::size_t>(constraint->numRows()), signOf(*constraint));
    if (constraint->active && constraint->friction().isEnabled()) addBlocks(*constraint, first);
  }
  for (std::size_t row = 0; row < signs_.size(); ++row)
    if (mechanics.dropped()[row] != 0) signs_[row] = 0;
  for (const int sign : signs_) states_.push_back(sign == 0 ? 1 : 0);
  removed_multipliers_.assign(signs_.size(), 0.0);
  softening_.assign(signs_.size(), 0.0);
  first_row_ = comm_.exclusiveSum(static_cast<std::int64_t>(signs_.size()));
  const auto states = mechanics.states();
  has_frames_ =
      std::any_of(states.begin(), states.end(), [](const auto* one) { return one->kind() == la::NodeKind::frames; });
  has_friction_ = comm_.any(!blocks_.empty());
  normal_forces_.assign(blocks_.size(), 0.0);
  slips_in_space_ = comm_.any(
      std::any_of(blocks_.begin(), blocks_.end(), [](const FrictionBlock& block) { return block.num_slips > 1; }));
}

void ActiveSet::addBlocks(const constraint::Constraint& constraint, std::size_t first) {
  const auto width = static_cast<std::size_t>(constraint.block());
  const constraint::DryFriction friction = constraint.friction();
  const std::vector<double> areas = constraint.contactAreas();
  const bool are_tractions = !constraint.measures().empty();
  for (std::size_t k = 0; first < signs_.size(); first += width, ++k) {
    const double area = are_tractions || k >= areas.size() ? 1.0 : areas[k];
    if (friction.is_pyramid)
      for (std::size_t i = 1; i < width; ++i) blocks_.push_back({first, first + i, 1, friction, area});
    else
      blocks_.push_back({first, first + 1, width - 1, friction, area});
    std::fill_n(signs_.begin() + static_cast<std::ptrdiff_t>(first) + 1, width - 1, 0);
  }
}

void ActiveSet::release(std::size_t row, double value, double* lambda) {
  states_[row] = 0;
  removed_multipliers_[row] = lambda[row] - value;
  lambda[row] = value;
}

void ActiveSet::decide(Vec rows, Vec multipliers, const RowProperties& of_G, double stiffness, double touching,
                       RowChanges changes) {
  const la::ReadArray phi(rows);
  la::WriteArray entries(multipliers);
  double* lambda = entries.begin();
  const auto softnessOf = [&](std::size_t row) {  // 1 / rho
    return stiffness > 0.0 ? of_G.lengths[row] * of_G.lengths[row] / stiffness : 1.0;
  };
  std::vector<char> closes(signs_.size(), 0);
  for (std::size_t row = 0; row < signs_.size(); ++row) {
    if (signs_[row] == 0) continue;
    const double wants = signs_[row] * (softnessOf(row) * lambda[row] - phi.begin()[row]);
    const double close = touching * of_G.lengths[row];
    const bool is_open =
        of_G.prescribed[row] != 0 ? signs_[row] * phi.begin()[row] >= -close : !(wants > (is_first_ ? -close : 0.0));
    closes[row] = is_open ? 0 : 1;
  }
  restrain(changes, closes);
  for (std::size_t row = 0; row < signs_.size(); ++row) {
    if (signs_[row] == 0) continue;
    states_[row] = 1, removed_multipliers_[row] = 0.0;
    if (closes[row] == 0) release(row, 0.0, lambda);
  }
  if (changes != RowChanges::free)
    for (FrictionBlock& block : blocks_) block.slips = block.slipped;
  if (has_friction_) extrapolateNormalForces(lambda);
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    decide(blocks_[b], blocks_[b].friction.limit(normal_forces_[b], blocks_[b].area), of_G, of_G.slips[b], touching,
           phi.begin(), lambda);
  is_first_ = false;
}

ActiveSet::RowProperties ActiveSet::computeRowProperties(const system::ConstraintJacobian& G, Vec weights) const {
  std::vector<SlipRows> blocks;
  for (const FrictionBlock& block : blocks_) blocks.push_back({block.gap, block.first, block.num_slips});
  return {G.lengths(weights), G.prescribedRows(), admissibleSlips(G.full(), G.free(), blocks)};
}

void ActiveSet::restrain(RowChanges changes, std::vector<char>& closes) const {
  if (changes == RowChanges::free || changes == RowChanges::all) return;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t first = none;
  for (std::size_t row = 0; row < signs_.size(); ++row) {
    if (signs_[row] == 0 || closes[row] == recorded_states_[row]) continue;
    first = std::min(first, first_row_ + static_cast<std::int64_t>(row));
    closes[row] = recorded_states_[row];
  }
  if (changes == RowChanges::none) return;
  first = comm_.min(first);
  const auto row = static_cast<std::size_t>(first - first_row_);
  if (first != none && first >= first_row_ && row < closes.size()) closes[row] = closes[row] == 0 ? 1 : 0;
}

std::int64_t ActiveSet::numChanges() const {
  std::int64_t changes = 0;
  for (std::size_t row = 0; row < signs_.size(); ++row)
    if (signs_[row] != 0 && states_[row] != recorded_states_[row]) ++changes;
  return comm_.sum(changes);
}

// Sums hashes of 40 bits over the active rows: the sum does not overflow and does not depend on the
// partition.
std::int64_t ActiveSet::setIdentifier() const {
  std::int64_t number = 0;
  for (std::size_t row = 0; row < signs_.size(); ++row)
    if (signs_[row] != 0 && states_[row] != 0)
      number += static_cast<std::int64_t>(mixBits(static_cast<std::uint64_t>(first_row_) + row) >> 24U);
  return comm_.sum(number);
}

// Extrapolates only between consecutive linear systems, because other evaluations do not show how
// normal forces depend on their friction limits.
void ActiveSet::extrapolateNormalForces(const double* lambda) {
  constexpr double least = 0.5, most = 2.0;  // relative to lambda_n
  std::vector<double> now;
  std::vector<char> counts;
  for (const FrictionBlock& block : blocks_) {
    now.push_back(states_[block.gap] != 0 ? std::max(lambda[block.gap], 0.0) : 0.0);
    counts.push_back(block.slips && now.back() > 0.0 ? 1 : 0);
  }
  if (!std::exchange(is_linearised_, false)) {
    normal_force_acceleration_.clear();
    normal_forces_ = std::move(now);
    return;
  }
  const std::vector<double> next = normal_force_acceleration_.nextIterate(normal_forces_, now, counts);
  for (std::size_t b = 0; b < now.size(); ++b)
    normal_forces_[b] = counts[b] != 0 ? std::clamp(next[b], least * now[b], most * now[b]) : now[b];
}

bool ActiveSet::slipsByPrescription(const FrictionBlock& block, const RowProperties& of_G, double touching,
                                    const double* phi) const {
  for (std::size_t row = block.first; row < block.first + block.num_slips; ++row)
    if (of_G.prescribed[row] != 0 && std::abs(phi[row]) > touching * of_G.lengths[row]) return true;
  return false;
}

// Applies friction against the slip, whose direction is that of the current slip if only a part of
// it is prescribed.
void ActiveSet::slipAgainst(FrictionBlock& block, double limit, const double* phi, double* lambda) {
  double length = 0.0;
  for (std::size_t i = 0; i < block.num_slips; ++i) length = std::hypot(length, phi[block.first + i]);
  for (std::size_t i = 0; i < block.num_slips; ++i)
    release(block.first + i, -limit * phi[block.first + i] / length, lambda);
}

void ActiveSet::decide(FrictionBlock& block, double limit, const RowProperties& of_G, const AdmissibleSlip& admissible,
                       double touching, const double* phi, double* lambda) {
  // Relative difference of forces below which slipping and sticking cannot be distinguished.
  constexpr double round_off = 1e-9;
  const std::size_t first = block.first, end = first + block.num_slips;
  block.across[0] = block.across[1] = block.softness = 0.0;
  if (states_[block.gap] == 0) {
    block.slips = true;  // a closing contact has moved: it slips until it is found to stick
    for (std::size_t row = first; row < end; ++row) release(row, 0.0, lambda);
    return;
  }
  if (slipsByPrescription(block, of_G, touching, phi)) {
    block.slips = true;
    return slipAgainst(block, limit, phi, lambda);
  }
  for (std::size_t row = first; row < end; ++row)
    if (of_G.prescribed[row] != 0) release(row, 0.0, lambda);
  if (admissible.dimension == 0) {
    block.slips = false;
    for (std::size_t row = first; row < end; ++row) release(row, 0.0, lambda);
    return;
  }
  double force = 0.0, power = 0.0;
  for (std::size_t row = first; row < end; ++row) {
    force = std::hypot(force, lambda[row]);
    power += lambda[row] * phi[row];
  }
  block.slips = block.slips ? power <= 0.0 : force > (1.0 + round_off) * limit;
  if (block.slips) return slip(block, limit, admissible, phi, lambda);
  stick(block, of_G, admissible, lambda);
}

void ActiveSet::stick(FrictionBlock& block, const RowProperties& of_G, const AdmissibleSlip& admissible,
                      double* lambda) {
  const std::size_t first = block.first, end = first + block.num_slips;
  if (admissible.isSingle() && of_G.prescribed[first] == 0 && of_G.prescribed[first + 1] == 0) {
    const double along = admissible.direction[0] * lambda[first] + admissible.direction[1] * lambda[first + 1];
    for (std::size_t i = 0; i < 2; ++i) {
      release(first + i, admissible.direction[i] * along, lambda);
      block.across[i] = admissible.direction[i];
    }
    states_[first] = 2;
    return;
  }
  for (std::size_t row = first; row < end; ++row)
    if (of_G.prescribed[row] == 0) states_[row] = 1, removed_multipliers_[row] = 0.0;
}

// Applies friction along the current friction force, or against the slip if there is none yet.
void ActiveSet::slip(FrictionBlock& block, double limit, const AdmissibleSlip& admissible, const double* phi,
                     double* lambda) {
  const std::size_t first = block.first;
  const auto directionOf = [&](const double* values, double sign) {
    std::array<double, 2> t{sign * values[first], block.num_slips > 1 ? sign * values[first + 1] : 0.0};
    if (admissible.isSingle()) {
      const double along = t[0] * admissible.direction[0] + t[1] * admissible.direction[1];
      t = {along * admissible.direction[0], along * admissible.direction[1]};
    }
    const double length = std::hypot(t[0], t[1]);
    if (length > 0.0) t = {t[0] / length, t[1] / length};
    return t;
  };
  std::array<double, 2> t = directionOf(lambda, 1.0);
  if (t[0] == 0.0 && t[1] == 0.0) t = directionOf(phi, -1.0);
  for (std::size_t i = 0; i < block.num_slips; ++i) release(first + i, limit * t[i], lambda);
  if (block.num_slips < 2 || limit == 0.0 || admissible.isSingle()) return;
  block.across[0] = -t[1], block.across[1] = t[0];
  block.softness = std::max(0.0, -(t[0] * phi[first] + t[1] * phi[first + 1]) / limit);
  if (block.hasUnknownDirection()) states_[first] = 2;
}

/// Members that decide() and recordChange() change.
struct ActiveSet::Decisions {
  std::vector<FrictionBlock> blocks;
  std::vector<char> states, recorded_states;
  std::vector<double> removed_multipliers, softening, normal_forces;
  bool is_first, is_linearised;
  la::AndersonAcceleration normal_force_acceleration;
};

ActiveSet::Decisions ActiveSet::decisions() const {
  return {blocks_,        states_,   recorded_states_, removed_multipliers_,      softening_,
          normal_forces_, is_first_, is_linearised_,   normal_force_acceleration_};
}

void ActiveSet::restore(const Decisions& decisions) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    FrictionBlock block = decisions.blocks[b];
    block.friction = blocks_[b].friction, block.area = blocks_[b].area;
    blocks_[b] = block;
  }
  states_ = decisions.states, recorded_states_ = decisions.recorded_states;
  removed_multipliers_ = decisions.removed_multipliers, softening_ = decisions.softening;
  normal_forces_ = decisions.normal_forces;
  is_first_ = decisions.is_first, is_linearised_ = decisions.is_linearised;
  normal_force_acceleration_ = decisions.normal_force_acceleration;
}

std::any ActiveSet::stepMemory() const {
  return std::make_shared<const Decisions>(decisions());
}

void ActiveSet::restoreStepMemory(const std::any& memory) {
  restore(*std::any_cast<const std::shared_ptr<const Decisions>&>(memory));
}

void ActiveSet::adopt(const ActiveSet& other) {
  const bool differs = signs_ != other.signs_ || blocks_.size() != other.blocks_.size();
  if (!comm_.any(differs)) restore(other.decisions());
}

void ActiveSet::releaseAll(Vec multipliers) {
  la::WriteArray entries(multipliers);
  for (std::size_t row = 0; row < signs_.size(); ++row)
    if (signs_[row] != 0) release(row, 0.0, entries.begin());
  for (FrictionBlock& block : blocks_) {
    block.across[0] = block.across[1] = block.softness = 0.0;
    for (std::size_t row = block.first; row < block.first + block.num_slips; ++row) release(row, 0.0, entries.begin());
  }
}

void ActiveSet::combine(Vec rows) const {
  rowCombination().apply(rows);
}

void ActiveSet::distribute(Vec multipliers) const {
  rowCombination().applyTransposed(multipliers);
  la::WriteArray change(multipliers);
  for (std::size_t row = 0; row < removed_multipliers_.size(); ++row) change.begin()[row] += removed_multipliers_[row];
}

void ActiveSet::soften(const std::vector<double>& lengths, double largest) {
  constexpr double hair = 1e-7;
  if (!has_frames_ || !(largest > 0.0)) return;
  for (std::size_t row = 0; row < signs_.size(); ++row)
    softening_[row] = signs_[row] != 0 ? hair * lengths[row] * lengths[row] / largest : 0.0;
  for (const FrictionBlock& block : blocks_)
    for (std::size_t row = block.first; row < block.first + block.num_slips; ++row)
      softening_[row] = hair * lengths[row] * lengths[row] / largest;
}

Vec ActiveSet::compliance(Vec own, Vec factors) {
  if (!slips_in_space_ && !has_frames_) return own;
  softness_ = la::makeZeroLike(softness_.get());
  std::vector<double> entries(states_.size(), 0.0);
  for (const FrictionBlock& block : blocks_) entries[block.first] = block.softness;
  la::setEntries(softness_.get(), entries);
  if (factors != nullptr) TENON_PETSC(VecPointwiseDivide(softness_.get(), softness_.get(), factors));
  if (own != nullptr) TENON_PETSC(VecAXPY(softness_.get(), 1.0, own));
  la::WriteArray soft(softness_.get());
  for (std::size_t row = 0; row < states_.size(); ++row)
    if (states_[row] != 0) soft.begin()[row] += softening_[row];
  return softness_.get();
}

bool ActiveSet::recordChange() {
  const bool changed = comm_.any(states_ != recorded_states_);
  recorded_states_ = states_;
  for (FrictionBlock& block : blocks_) block.slipped = block.slips;
  is_linearised_ = true;
  if (changed) normal_force_acceleration_.clear();
  return changed;
}

la::RowCombination ActiveSet::rowCombination() const {
  la::RowCombination S;
  for (const char state : states_) S.own.push_back(state == 0 ? 0.0 : 1.0);
  if (slips_in_space_) S.next.assign(states_.size(), 0.0);
  for (const FrictionBlock& block : blocks_)
    if (block.hasUnknownDirection()) S.own[block.first] = block.across[0], S.next[block.first] = block.across[1];
  return S;
}

// Rows of slips in space always have the entries of both slips, so that the pattern is constant.
Mat ActiveSet::activeRows(Mat G) {
  if (!active_rows_ || !active_rows_->belongsTo(G)) {
    std::vector<char> has_next(states_.size(), 0);
    for (const FrictionBlock& block : blocks_)
      if (block.num_slips > 1) has_next[block.first] = 1;
    active_rows_.emplace(G, has_next);
  }
  active_rows_->update(rowCombination());
  return active_rows_->get();
}

}  // namespace tenon::analysis
