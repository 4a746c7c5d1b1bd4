// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TermProduct.hpp"

#include <algorithm>

namespace tenon::system {

StateArrays zeroArrays(const std::vector<const la::State*>& states) {
  StateArrays arrays;
  for (const auto* state : states)
    arrays.emplace_back(static_cast<std::size_t>(state->layout().numLocal()) * static_cast<std::size_t>(state->block()),
                        0.0);
  return arrays;
}

TermProduct::TermProduct(const MechanicalSystem& mechanics, const Terms& terms) : mechanics_(mechanics) {
  for (const auto& term : terms.stiffness)
    if (!mechanics.isMappedContributor(term.contributor)) groupOf(term.factor).stiffness.push_back(term.contributor);
  for (const auto& term : terms.damping)
    if (!mechanics.isMappedContributor(term.contributor)) groupOf(term.factor).damping.push_back(term.contributor);
  for (const auto& term : terms.mass)
    if (mechanics.mapped(term.contributor) == nullptr) groupOf(term.factor).mass.push_back(term.contributor);
  for (const auto& one : terms.mappedTerms(mechanics)) groupOf(one.factor).mapped_groups.push_back(one.group);
  if (groups_.size() > 1) scaled_ = zeroArrays(mechanics.states());
}

TermProduct::Group& TermProduct::groupOf(double factor) {
  const auto found =
      std::find_if(groups_.begin(), groups_.end(), [&](const Group& group) { return group.factor == factor; });
  if (found != groups_.end()) return *found;
  groups_.push_back({factor, {}, {}, {}, {}});
  return groups_.back();
}

void TermProduct::addTo(const StateArrays& x, StateArrays& y) {
  DeferredErrors errors;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (g > 0) {
      const double ratio = groups_[g].factor / scale();
      for (std::size_t s = 0; s < x.size(); ++s)
        std::transform(x[s].begin(), x[s].end(), scaled_[s].begin(), [ratio](double value) { return ratio * value; });
    }
    addGroup(groups_[g], g == 0 ? x : scaled_, y, errors);
  }
  errors.throwOnAllRanks(mechanics_.comm());
}

void TermProduct::addGroup(const Group& group, const StateArrays& x, StateArrays& y, DeferredErrors& errors) const {
  const la::IncrementVector motion(
      [&](const la::State& state) { return gsl::span<const double>(x[mechanics_.indexOf(state)]); });
  const la::ForceVector none([&](const la::State& state) { return gsl::span<double>(y[mechanics_.indexOf(state)]); });
  for (const auto* force : group.stiffness) {
    la::ForceVector df = none;
    errors.run([&] { force->addStiffnessTimes(motion, df); });
    if (df.needsFiniteDifferences()) mechanics_.differences().addStiffnessTimes(*force, motion, df);
  }
  for (const auto* force : group.damping) {
    la::ForceVector df = none;
    errors.run([&] { force->addDampingTimes(motion, df); });
    if (df.needsFiniteDifferences()) mechanics_.differences().addDampingTimes(*force, motion, df);
  }
  for (const auto* mass : group.mass) {
    la::ForceVector df = none;
    errors.run([&] { mass->addMassTimes(motion, df); });
  }
  for (const MappedGroup* mapped_groups : group.mapped_groups) mapped_groups->addTimes(x, y);
}

}  // namespace tenon::system
