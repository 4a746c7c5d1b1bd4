// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SlaveNeighbours.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::constraint {
namespace {

std::vector<base::GlobalIndex> neighboursIn(const MortarRows& rows, MortarTerm::Part coupling) {
  std::vector<base::GlobalIndex> neighbours;
  for (const auto& row : rows.terms)
    for (const MortarTerm& term : row)
      if (term.part == coupling) neighbours.emplace_back(term.column);
  return neighbours;
}

}  // namespace

SlaveNeighbours::SlaveNeighbours(const la::Layout& slaves, const MortarRows& rows, MortarTerm::Part coupling)
    : neighbours_(neighboursIn(rows, coupling)), halo_(slaves, neighbours_) {
  for (const auto& row : rows.terms) {
    for (const MortarTerm& term : row)
      if (term.part == coupling) weights_.push_back(std::abs(term.value));
    starts_.push_back(weights_.size());
  }
}

std::vector<double> SlaveNeighbours::largestAround(const std::vector<double>& values) const {
  std::vector<double> around(neighbours_.size()), largest = values;
  halo_.forward<double>(values, around, 1);
  for (std::size_t node = 0; node < numNodes(); ++node)
    for (std::size_t k = starts_[node]; k < starts_[node + 1]; ++k) largest[node] = std::max(largest[node], around[k]);
  return largest;
}

std::vector<std::vector<SlaveNeighbours::Receiver>> SlaveNeighbours::receivers(const std::vector<char>& keeps) const {
  std::vector<char> neighbour_keeps(neighbours_.size());
  halo_.forward<char>(keeps, neighbour_keeps, 1);
  std::vector<std::vector<Receiver>> receivers(numNodes());
  for (std::size_t node = 0; node < numNodes(); ++node) {
    if (keeps[node] != 0) continue;
    double sum = 0.0;
    for (std::size_t k = starts_[node]; k < starts_[node + 1]; ++k)
      if (neighbour_keeps[k] != 0) receivers[node].push_back({neighbours_[k], weights_[k]}), sum += weights_[k];
    if (sum == 0.0) receivers[node].clear();
    for (Receiver& heir : receivers[node]) heir.share /= sum;
  }
  return receivers;
}

}  // namespace tenon::constraint
