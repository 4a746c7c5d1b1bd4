// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ImpulseRows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "system/evaluation.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

using constraint::Constraint;

bool isOfContact(const Constraint& constraint) {
  return constraint.isUnilateral() && !constraint.contactAreas().empty();
}

void requireRowsOfImpulses(const system::MechanicalSystem& mechanics, const std::vector<ConstraintTargets>& targets) {
  for (std::size_t c = 0; c < targets.size(); ++c) {
    const auto& constraint = mechanics.constraints()[c];
    if (!constraint->active || (!targets[c].rigid_bodies && !constraint->isUnilateral())) continue;
    const auto refuse = [&](const char* what) {
      throw base::InputError(
          fmt::format("The time integrator 'moreau-jean' enforces constraints exactly by impulses, but '{}' has {}. "
                      "This combination is not supported: remove this parameter, or choose another `stepper`.",
                      constraint->name(), what));
    };
    if (constraint->compliance != 0.0) refuse("a `compliance`");
    if (constraint->relaxation != 1.0) refuse("a `relaxation`");
    const constraint::DryFriction friction = constraint->friction();
    if (friction.isEnabled() && targets[c].rigid_bodies) refuse("`friction`");
    if (friction.cohesion > 0.0) refuse("a `cohesion`");
    if (friction.isEnabled() && friction.is_pyramid) refuse("a `friction_limit` other than a cone");
    if (friction.isEnabled() && constraint->block() != 3) refuse("`friction` in two dimensions");
  }
}

}  // namespace

ImpulseRows::ImpulseRows(system::MechanicalSystem& mechanics, std::size_t num_contact_nodes)
    : mechanics_(mechanics),
      numbers_(mechanics, num_contact_nodes),
      targets_(findConstraintTargets(mechanics)),
      num_contact_nodes_(num_contact_nodes) {
  base::runCollectively(mechanics.comm(), [&] { requireRowsOfImpulses(mechanics, targets_); });
  for (const auto& constraint : mechanics.constraints()) {
    const auto count = static_cast<std::size_t>(constraint->numRows());
    rows_.has_bound.insert(rows_.has_bound.end(), count, constraint->isUnilateral() ? 1 : 0);
    const bool slides = constraint->friction().isEnabled();
    for (std::size_t r = 0; r < count; ++r) {
      const bool is_slip = slides && r % 3 != 0;
      is_slip_.push_back(is_slip ? 1 : 0);
      rows_.friction.push_back(slides && !is_slip ? constraint->friction().coefficient : 0.0);
      rows_.is_position_level.push_back(constraint->level() == Constraint::Level::position && !is_slip ? 1 : 0);
    }
    signs_.insert(signs_.end(), count, constraint->bound == "upper" ? -1.0 : 1.0);
    is_contact_.insert(is_contact_.end(), count, isOfContact(*constraint) ? 1 : 0);
    const int together = std::max(constraint->block(), 1);
    const bool are_blocks = constraint->numRows() % together == 0;
    rows_.blocks.insert(rows_.blocks.end(), are_blocks ? count / static_cast<std::size_t>(together) : count,
                        are_blocks ? together : 1);
  }
  rows_.force.assign(signs_.size(), 0.0);
  rows_.slopes.resize(signs_.size());
  is_selected_.assign(signs_.size(), 1);
}

bool ImpulseRows::isOnThisRank(std::size_t constraint) const {
  const ConstraintTargets& on = targets_[constraint];
  const bool has_bound =
      mechanics_.constraints()[constraint]->active && mechanics_.constraints()[constraint]->isUnilateral();
  return on.rigid_bodies || has_bound;
}

// Returns Phi with the signs of the rows.
std::vector<double> ImpulseRows::constraintResiduals() const {
  mechanics_.updateMappedStates();
  std::vector<double> phi = system::constraintResidualOf(mechanics_);
  for (std::size_t r = 0; r < phi.size(); ++r) phi[r] *= signs_[r];
  return phi;
}

// Evaluates G.
void ImpulseRows::linearise() {
  entries_.assign(rows_.size(), {});
  std::size_t first = 0;
  for (std::size_t c = 0; c < targets_.size(); ++c) {
    const auto& constraint = mechanics_.constraints()[c];
    constraint::JacobianRows G;
    if (isOnThisRank(c)) constraint->addJacobian(G);
    for (const auto& entry : G.entries()) {
      const std::size_t row = first + static_cast<std::size_t>(entry.row);
      if (mechanics_.dropped()[row] == 0)
        entries_[row].push_back({entry.state, entry.node, entry.component, signs_[row] * entry.value});
    }
    first += static_cast<std::size_t>(constraint->numRows());
  }
}

// Updates the slopes of the rows. A row on nodes that are not bodies of the step, because it has
// slid off a face, keeps its slopes.
void ImpulseRows::computeRates() {
  for (std::size_t row = 0; row < entries_.size(); ++row) {
    const auto isKnown = [&](const JacobianEntry& entry) { return numbers_.has(*entry.state, entry.node); };
    if (is_selected_[row] == 0 || !std::all_of(entries_[row].begin(), entries_[row].end(), isKnown)) continue;
    auto& parts = rows_.slopes[row];
    parts.clear();
    for (const JacobianEntry& entry : entries_[row]) {
      const base::GlobalIndex body = numbers_.of(*entry.state, entry.node);
      auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& one) { return one.body == body; });
      if (part == parts.end()) part = parts.insert(parts.end(), {body, base::Vec6::Zero()});
      part->slope[entry.component] += entry.value;
    }
  }
}

// Returns true if an open contact may close by the end of the step; its neighbours may move it by a
// tenth of a cell.
bool ImpulseRows::isSelected(std::size_t row, double h, const DeformableStep* deformable) const {
  constexpr double margin = 0.1;
  if (deformable == nullptr || is_contact_[row] == 0 || rows_.has_bound[row] == 0 || at_start_[row] <= 0.0) return true;
  double size = 0.0, speed = rows_.rate[row];
  for (const JacobianEntry& entry : entries_[row]) {
    const double* v = deformable->freeVelocity(*entry.state, entry.node);
    if (v == nullptr) return true;
    speed += entry.value * v[entry.component];
    size = std::max(size, deformable->sizeOf(*entry.state));
  }
  return h * speed <= margin * size;
}

std::vector<ContactNode> ImpulseRows::selectRows(double h, DeformableStep* deformable) {
  std::vector<NodeIdentifier> nodes;
  for (std::size_t row = 0; row < entries_.size(); ++row) {
    rows_.slopes[row].clear();
    is_selected_[row] = is_slip_[row] != 0 ? is_selected_[row - 1] : isSelected(row, h, deformable) ? 1 : 0;
    if (is_selected_[row] == 0) continue;
    for (const JacobianEntry& entry : entries_[row])
      if (entry.state->kind() != la::NodeKind::frames)
        nodes.push_back({mechanics_.indexOf(*entry.state), entry.node.value()});
  }
  constrained_nodes_.clear();
  if (deformable != nullptr)
    for (const NodeIdentifier& node : numbers_.setConstrainedNodes(nodes))
      constrained_nodes_.push_back(deformable->nodeOf(node));
  computeRates();
  return constrained_nodes_;
}

// Sets rigid bodies, and nodes on which rows act, to the beginning of the step plus
// factor * increments.
void ImpulseRows::setDisplacements(const double* increments, double factor) {
  std::vector<double> increment;
  for (std::size_t b = 0; b < start_.size(); ++b) {
    la::State& state = mechanics_.bodies()[b]->state();
    if (state.kind() != la::NodeKind::frames) continue;
    const auto count = static_cast<std::size_t>(state.block() * state.layout().numOwned());
    increment.resize(count);
    std::transform(increments, increments + count, increment.begin(), [&](double dq) { return factor * dq; });
    increments += count;
    std::copy(start_[b].begin(), start_[b].end(), state.displacement().begin());
    state.retract(increment);
  }
  for (std::size_t k = 0; k < constrained_nodes_.size(); ++k) {
    const double* increment_of_node = increments + 6 * (num_contact_nodes_ + k);
    const auto first = 3 * static_cast<std::size_t>(constrained_nodes_[k].node);
    const auto q = mechanics_.bodies()[constrained_nodes_[k].object]->state().displacement();
    for (std::size_t i = 0; i < 3; ++i)
      q[first + i] = start_[constrained_nodes_[k].object][first + i] + factor * increment_of_node[i];
  }
  for (const auto& body : mechanics_.bodies()) body->state().updateGhosts();
}

void ImpulseRows::begin(double h) {
  start_.clear();
  std::vector<double> v;
  for (const auto& body : mechanics_.bodies()) {
    const la::State& state = std::as_const(*body).state();
    start_.emplace_back(state.displacement().begin(), state.displacement().end());
    if (state.kind() != la::NodeKind::frames) continue;
    const auto count = static_cast<std::ptrdiff_t>(state.block() * state.layout().numOwned());
    v.insert(v.end(), state.velocity().begin(), state.velocity().begin() + count);
  }
  at_start_ = constraintResiduals();
  linearise();
  constrained_nodes_.clear();
  setDisplacements(v.data(), h);
  rows_.mean_rate = constraintResiduals();
  setDisplacements(v.data(), 0.0);
  for (std::size_t r = 0; r < rows_.mean_rate.size(); ++r) {
    const bool has_path = rows_.is_position_level[r] != 0 && rows_.has_bound[r] == 0;
    rows_.mean_rate[r] = has_path ? (rows_.mean_rate[r] - at_start_[r]) / h : 0.0;
  }
}

// Computes b: for rows on velocities the residual at zero velocity, for other rows their rate of
// change. An open gap may close.
void ImpulseRows::setEndTime(double h) {
  rows_.rate = rows_.violation = constraintResiduals();
  const std::vector<double> without = hasVelocityRows() ? constraintResidualsAtRest() : rows_.rate;
  for (std::size_t r = 0; r < signs_.size(); ++r) {
    double& rate = rows_.rate[r];
    if (rows_.is_position_level[r] == 0)
      rate = without[r];
    else
      rate = (rate - (rows_.has_bound[r] != 0 ? std::min(at_start_[r], 0.0) : at_start_[r])) / h;
  }
  for (std::size_t r = 0; r < signs_.size(); ++r)  // motion of a driven obstacle along its surface
    if (is_slip_[r] != 0) rows_.rate[r] = (rows_.violation[r] - at_start_[r]) / h;
}

bool ImpulseRows::hasVelocityRows() const {
  const auto& all = mechanics_.constraints();
  return std::any_of(all.begin(), all.end(),
                     [](const auto& one) { return one->active && one->level() == Constraint::Level::velocity; });
}

// Returns Phi at zero velocities.
std::vector<double> ImpulseRows::constraintResidualsAtRest() {
  std::vector<std::vector<double>> velocities;
  for (const auto& body : mechanics_.bodies()) {
    const auto v = body->state().velocity();
    velocities.emplace_back(v.begin(), v.end());
    std::fill(v.begin(), v.end(), 0.0);
  }
  std::vector<double> phi = constraintResiduals();
  for (std::size_t b = 0; b < velocities.size(); ++b)
    std::copy(velocities[b].begin(), velocities[b].end(), mechanics_.bodies()[b]->state().velocity().begin());
  mechanics_.updateMappedStates();
  return phi;
}

void ImpulseRows::updatePositions(const std::vector<double>& increments) {
  setDisplacements(increments.data(), 1.0);
  linearise();
  computeRates();
  rows_.violation = constraintResiduals();
}

void ImpulseRows::end(const std::vector<double>& force) {
  rows_.force = force;
  for (std::size_t b = 0; b < start_.size(); ++b) {
    la::State& state = mechanics_.bodies()[b]->state();
    std::copy(start_[b].begin(), start_[b].end(), state.displacement().begin());
  }
}

std::vector<double> ImpulseRows::multipliers() const {
  std::vector<double> lambda = rows_.force;
  for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] *= signs_[r];
  return lambda;
}

}  // namespace tenon::analysis
