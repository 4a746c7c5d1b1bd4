#include "tenon/system/BlockedMotions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/collectively.hpp"

namespace tenon::system {
namespace {

using base::GlobalIndex;
using base::LocalIndex;

bool isSame(const la::ConstraintEntry& a, const la::ConstraintEntry& b) {
  return a.row == b.row && a.column == b.column && a.value == b.value;
}

}  // namespace

BlockedMotions::BlockedMotions(std::vector<la::State*> states, std::vector<constraint::Condition*> conditions,
                               constraint::NodeTag tag)
    : states_(std::move(states)),
      conditions_(std::move(conditions)),
      tag_(std::move(tag)),
      layout_(std::vector<const la::State*>(states_.begin(), states_.end())) {
  const constraint::BlockedDirections directions = collect();
  directions_ = entriesOf(directions);
  values_ = directions.values;
  projection_ =
      std::make_unique<la::Projection>(layout_, heldFlags(), directions_, static_cast<LocalIndex>(values_.size()));
}

constraint::BlockedDirections BlockedMotions::collect() {
  held_.clear();
  for (const la::State* state : states_) held_.emplace_back(*state);
  constraint::ObliqueDirections oblique;
  base::collectively(layout_.comm(), [&] {
    for (const constraint::Condition* condition : conditions_) {
      const auto state = std::find(states_.begin(), states_.end(), &condition->state());
      if (state == states_.end())
        throw base::InputError(fmt::format("'{}' acts on '{}', which has no independent degrees of freedom.",
                                           condition->name(), condition->state().name()));
      condition->hold(held_[static_cast<std::size_t>(state - states_.begin())]);
      condition->direct(oblique);
    }
  });
  return constraint::orthonormalise(oblique, held_, {conditions_.begin(), conditions_.end()}, tag_);
}

std::vector<la::ConstraintEntry> BlockedMotions::entriesOf(const constraint::BlockedDirections& directions) const {
  std::vector<la::ConstraintEntry> entries;
  for (const auto& e : directions.rows.entries()) {
    const GlobalIndex node = layout_.global(layout_.indexOf(*e.state), e.node);
    entries.push_back({e.row, GlobalIndex(node.value() * layout_.block() + e.component), e.value});
  }
  return entries;
}

/// Returns flags over the combined layout, with ghosts from their owners. Unused degrees of freedom
/// are flagged as constrained.
std::vector<char> BlockedMotions::heldFlags() const {
  const auto block = static_cast<std::size_t>(layout_.block());
  std::vector<char> flags(static_cast<std::size_t>(layout_.layout().numLocal()) * block, 0);
  for (std::size_t s = 0; s < held_.size(); ++s)
    for (LocalIndex node = 0; node < states_[s]->layout().numOwned(); ++node)
      for (int i = 0; i < layout_.width(s); ++i)
        flags[static_cast<std::size_t>(layout_.local(s, node)) * block + static_cast<std::size_t>(i)] =
            i >= states_[s]->block() || held_[s].isHeld(node, i) ? 1 : 0;
  layout_.halo().updateGhosts(gsl::span<char>(flags), layout_.block());
  return flags;
}

void BlockedMotions::setTime(double time) {
  for (constraint::Condition* condition : conditions_) condition->setTime(time);
  const constraint::BlockedDirections directions = collect();
  values_ = directions.values;
  const std::vector<la::ConstraintEntry> entries = entriesOf(directions);
  const std::vector<char> held = heldFlags();
  base::ensure(std::equal(entries.begin(), entries.end(), directions_.begin(), directions_.end(), isSame) &&
                   held == projection_->held(),
               "The set of constrained degrees of freedom has changed: only prescribed values may depend on time.");
}

void BlockedMotions::impose() const {
  for (std::size_t s = 0; s < states_.size(); ++s) {
    const auto displacement = states_[s]->displacement();
    for (LocalIndex node = 0; node < states_[s]->layout().numOwned(); ++node)
      for (int i = 0; i < states_[s]->block(); ++i)
        if (held_[s].isHeld(node, i))
          displacement[static_cast<std::size_t>(node * states_[s]->block() + i)] = held_[s].value(node, i);
  }
  if (projection_->isOblique()) {
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
