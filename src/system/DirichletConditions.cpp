// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/DirichletConditions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

using base::GlobalIndex;
using base::LocalIndex;

bool isSame(const la::ConstraintEntry& a, const la::ConstraintEntry& b) {
  return a.row == b.row && a.column == b.column && a.value == b.value;
}

}  // namespace

DirichletConditions::DirichletConditions(std::vector<la::State*> states,
                                         std::vector<constraint::DirichletCondition*> conditions,
                                         constraint::NodeTag tag)
    : states_(std::move(states)),
      conditions_(std::move(conditions)),
      tag_(std::move(tag)),
      layout_(std::vector<const la::State*>(states_.begin(), states_.end())) {
  const constraint::ConstrainedDirections directions = collect();
  directions_ = entriesOf(directions);
  values_ = directions.values;
  projection_ = std::make_unique<la::Projection>(layout_, constrainedFlags(), directions_,
                                                 static_cast<LocalIndex>(values_.size()));
}

constraint::ConstrainedDirections DirichletConditions::collect() {
  constrained_dofs_.clear();
  for (const la::State* state : states_) constrained_dofs_.emplace_back(*state);
  constraint::ObliqueDirections oblique;
  base::runCollectively(layout_.comm(), [&] {
    for (const constraint::DirichletCondition* condition : conditions_) {
      const auto state = std::find(states_.begin(), states_.end(), &condition->state());
      if (state == states_.end())
        throw base::InputError(
            fmt::format("'{}' acts on '{}', which has no independent degrees of freedom: a condition must act on an "
                        "object without a mapping.",
                        condition->name(), condition->state().name()));
      condition->constrain(constrained_dofs_[static_cast<std::size_t>(state - states_.begin())]);
      condition->constrainDirections(oblique);
    }
  });
  return constraint::orthonormalise(oblique, constrained_dofs_, {conditions_.begin(), conditions_.end()}, tag_);
}

std::vector<la::ConstraintEntry> DirichletConditions::entriesOf(
    const constraint::ConstrainedDirections& directions) const {
  std::vector<la::ConstraintEntry> entries;
  for (const auto& e : directions.rows.entries()) {
    const GlobalIndex node = layout_.global(layout_.indexOf(*e.state), e.node);
    entries.push_back({e.row, GlobalIndex(node.value() * layout_.block() + e.component), e.value});
  }
  return entries;
}

/// Returns a flag for each degree of freedom of the combined layout, with ghosts from their owners.
/// Unused degrees of freedom are flagged as constrained.
std::vector<char> DirichletConditions::constrainedFlags() const {
  const auto block = static_cast<std::size_t>(layout_.block());
  std::vector<char> flags(static_cast<std::size_t>(layout_.layout().numLocal()) * block, 0);
  for (std::size_t s = 0; s < constrained_dofs_.size(); ++s)
    for (LocalIndex node = 0; node < states_[s]->layout().numOwned(); ++node)
      for (int i = 0; i < layout_.scalarRowsPerNode(s); ++i)
        flags[static_cast<std::size_t>(layout_.local(s, node)) * block + static_cast<std::size_t>(i)] =
            i >= states_[s]->block() || constrained_dofs_[s].isConstrained(node, i) ? 1 : 0;
  layout_.halo().updateGhosts(gsl::span<char>(flags), layout_.block());
  return flags;
}

void DirichletConditions::setTime(double time) {
  for (constraint::DirichletCondition* condition : conditions_) condition->setTime(time);
  const constraint::ConstrainedDirections directions = collect();
  values_ = directions.values;
  const std::vector<la::ConstraintEntry> entries = entriesOf(directions);
  const std::vector<char> held = constrainedFlags();
  base::ensure(std::equal(entries.begin(), entries.end(), directions_.begin(), directions_.end(), isSame) &&
                   held == projection_->constrained(),
               "The set of constrained degrees of freedom has changed: only prescribed values may depend on time.");
}

void DirichletConditions::impose() const {
  for (std::size_t s = 0; s < states_.size(); ++s) {
    const auto displacement = states_[s]->displacement();
    for (LocalIndex node = 0; node < states_[s]->layout().numOwned(); ++node)
      for (int i = 0; i < states_[s]->block(); ++i)
        if (constrained_dofs_[s].isConstrained(node, i))
          displacement[static_cast<std::size_t>(node * states_[s]->block() + i)] = constrained_dofs_[s].value(node, i);
  }
  if (projection_->hasObliqueDirections()) {
    la::Vector u = layout_.makeVector();
    std::vector<gsl::span<const double>> from;
    std::vector<gsl::span<double>> to;
    for (la::State* state : states_) {
      from.push_back(state->displacement());
      to.push_back(state->displacement());
    }
    layout_.gather(from, u.get());
    projection_->imposeDirections(u.get(), values_);
    layout_.scatter(u.get(), to);
  }
  for (la::State* state : states_) state->updateGhosts();
}

}  // namespace tenon::system
