// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AwakeRows.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::contact {
namespace {

using base::GlobalIndex;
using base::LocalIndex;

la::Layout knownOf(const la::Layout& own, const ExactRows& rows) {
  std::vector<GlobalIndex> ghosts;
  for (const auto& parts : rows.slopes)
    for (const auto& part : parts)
      if (!own.isOwned(part.body)) ghosts.push_back(part.body);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  return {own.comm(), own.numOwned(), std::move(ghosts)};
}

/// Calls visit(first row, end) for each block.
template <class Visit>
void forEachBlock(const ExactRows& rows, Visit&& visit) {
  std::size_t first = 0;
  for (const int count : rows.blocks) {
    visit(first, first + static_cast<std::size_t>(count));
    first += static_cast<std::size_t>(count);
  }
}

template <class T>
std::vector<T> chosenOf(const std::vector<T>& values, const std::vector<std::size_t>& rows) {
  std::vector<T> chosen;
  chosen.reserve(rows.size());
  for (const std::size_t row : rows) chosen.push_back(values[row]);
  return chosen;
}

}  // namespace

AwakeRows::AwakeRows(const la::Layout& own, ExactConstraints& all)
    : all_(all), known_(knownOf(own, all.rows())), halo_(known_) {
  forEachBlock(all.rows(), [&](std::size_t first, std::size_t end) {
    GlobalIndex one;
    for (std::size_t row = first; row < end; ++row)
      for (const auto& part : all.rows().slopes[row]) {
        if (one.value() < 0) one = part.body;
        if (one != part.body) pairs_.push_back({one, part.body});
      }
  });
}

// Returns a flag for each owned body: true if it occurs in a row for which `is` is true.
// @note Collective.
template <class Is>
std::vector<char> AwakeRows::bodiesOf(Is is) const {
  std::vector<int> counts(static_cast<std::size_t>(known_.numLocal()), 0);
  const ExactRows& rows = all_.rows();
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (is(row))
      for (const auto& part : rows.slopes[row]) counts[static_cast<std::size_t>(known_.local(part.body))] = 1;
  halo_.addGhostsToOwners<int>(counts, 1);
  std::vector<char> flags;
  for (LocalIndex body = 0; body < known_.numOwned(); ++body)
    flags.push_back(counts[static_cast<std::size_t>(body)] > 0 ? 1 : 0);
  return flags;
}

std::vector<char> AwakeRows::drivenBodies(const std::vector<double>& sizes, double speed) const {
  std::vector<double> size = sizes;
  size.resize(static_cast<std::size_t>(known_.numLocal()));
  halo_.updateGhosts<double>(size, 1);
  const ExactRows& rows = all_.rows();
  return bodiesOf([&](std::size_t row) {
    double across = 0.0;  // velocity across the row if its bodies move with `speed`
    for (const auto& part : rows.slopes[row])
      across += speed * (part.slope.head<3>().norm() +
                         part.slope.tail<3>().norm() / size[static_cast<std::size_t>(known_.local(part.body))]);
    const double rate = rows.rate[row];
    if (rows.has_bound[row] == 0) return std::abs(rate) > across;
    return rate < -across || (rows.force[row] > 0.0 && rate > across);
  });
}

std::vector<char> AwakeRows::adjacentBodies(const std::vector<char>& marked) const {
  std::vector<char> known = marked;
  known.resize(static_cast<std::size_t>(known_.numLocal()));
  halo_.updateGhosts<char>(known, 1);
  return bodiesOf([&](std::size_t row) {
    const auto& parts = all_.rows().slopes[row];
    return std::any_of(parts.begin(), parts.end(),
                       [&](const auto& part) { return known[static_cast<std::size_t>(known_.local(part.body))] != 0; });
  });
}

void AwakeRows::selectRows(const std::vector<LocalIndex>& part, const std::vector<char>& asleep) {
  const la::Layout taking_part(known_.comm(), static_cast<LocalIndex>(part.size()), {});
  part_ = part;
  places_.assign(static_cast<std::size_t>(known_.numLocal()), {});
  for (std::size_t p = 0; p < part.size(); ++p)
    places_[static_cast<std::size_t>(part[p])] = taking_part.global(static_cast<LocalIndex>(p));
  std::vector<char> sleeps = asleep;
  sleeps.resize(places_.size());
  halo_.updateGhosts<GlobalIndex>(places_, 1);
  halo_.updateGhosts<char>(sleeps, 1);
  const ExactRows& rows = all_.rows();
  chosen_.clear();
  rows_.blocks.clear();
  forEachBlock(rows, [&](std::size_t first, std::size_t end) {
    for (std::size_t row = first; row < end; ++row)
      for (const auto& one : rows.slopes[row])
        if (sleeps[static_cast<std::size_t>(known_.local(one.body))] != 0) return;
    for (std::size_t row = first; row < end; ++row) chosen_.push_back(row);
    rows_.blocks.push_back(static_cast<int>(end - first));
  });
  rows_.mean_rate = chosenOf(rows.mean_rate, chosen_);
  rows_.rate = chosenOf(rows.rate, chosen_);
  rows_.force = chosenOf(rows.force, chosen_);
  rows_.has_bound = chosenOf(rows.has_bound, chosen_);
  rows_.is_position_level = chosenOf(rows.is_position_level, chosen_);
  updateRows();
}

// Copies the values of the selected rows that depend on the positions of the bodies.
void AwakeRows::updateRows() {
  rows_.violation = chosenOf(all_.rows().violation, chosen_);
  rows_.slopes = chosenOf(all_.rows().slopes, chosen_);
  for (auto& parts : rows_.slopes)
    for (auto& part : parts) part.body = places_[static_cast<std::size_t>(known_.local(part.body))];
}

void AwakeRows::updatePositions(const std::vector<double>& increments) {
  std::vector<double> of_all(6 * static_cast<std::size_t>(known_.numOwned()), 0.0);
  for (std::size_t p = 0; p < part_.size(); ++p)
    std::copy_n(increments.begin() + 6 * static_cast<std::ptrdiff_t>(p), 6, of_all.begin() + 6 * part_[p]);
  all_.updatePositions(of_all);
  updateRows();
}

void AwakeRows::restart() {
  all_.updatePositions(std::vector<double>(6 * static_cast<std::size_t>(known_.numOwned()), 0.0));
}

std::vector<double> AwakeRows::forcesOfAll(const std::vector<double>& forces) const {
  std::vector<double> of_all = all_.rows().force;
  for (std::size_t r = 0; r < chosen_.size(); ++r) of_all[chosen_[r]] = forces[r];
  return of_all;
}

}  // namespace tenon::contact
