// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "proportionalRows.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace tenon::system {
namespace {

constexpr double alike = 1e-12;

using Entries = gsl::span<const RowEntry>;

std::size_t largestOf(Entries row) {
  const auto at = std::max_element(row.begin(), row.end(), [](const RowEntry& a, const RowEntry& b) {
    return std::abs(a.value) < std::abs(b.value);
  });
  return static_cast<std::size_t>(at - row.begin());
}

/// Returns a hash that is equal for multiples of a row, except for round-off at rounding
/// boundaries.
std::size_t hashOf(Entries row) {
  std::size_t hash = row.size();
  if (hash == 0) return hash;
  const auto mix = [&](std::size_t part) { hash = hash * 1099511628211u + part; };
  for (const RowEntry& entry : row) mix(std::hash<PetscInt>()(entry.column));
  const double scale = std::copysign(1e6 / std::abs(row[largestOf(row)].value), row[0].value);
  for (const RowEntry& entry : row) mix(std::hash<long>()(std::lround(entry.value * scale)));
  return hash;
}

/// Returns the factor of a = factor b; 0 if there is none.
double factorBetween(Entries a, Entries b) {
  if (a.size() != b.size() || a.empty()) return 0.0;
  const std::size_t at = largestOf(b);
  const double factor = a[at].value / b[at].value, size = std::abs(a[at].value);
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k].column != b[k].column || std::abs(a[k].value - factor * b[k].value) > alike * size) return 0.0;
  return factor;
}

}  // namespace

std::vector<DependentRows> proportionalRows(const WeightedRows& rows) {
  struct Set {
    std::size_t first;  // index of the first row
    DependentRows found;
  };
  std::vector<Set> sets;
  // sets by the hash of their rows
  std::unordered_map<std::size_t, std::vector<std::size_t>> known;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows.compliance[r] > 0.0 || rows.of(r).empty()) continue;
    auto& candidates = known[hashOf(rows.of(r))];
    double factor = 0.0;
    const auto same = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t s) {
      factor = factorBetween(rows.of(r), rows.of(sets[s].first));
      return factor != 0.0;
    });
    if (same == candidates.end()) {
      candidates.push_back(sets.size());
      sets.push_back({r, {{rows.rows[r]}, {}, {}}});
      continue;
    }
    DependentRows& set = sets[*same].found;
    set.dependent.push_back(set.rows.size());
    set.null.push_back({{0, -factor}, {set.rows.size(), 1.0}});
    set.rows.push_back(rows.rows[r]);
  }
  std::vector<DependentRows> found;
  for (auto& set : sets)
    if (!set.found.dependent.empty()) found.push_back(std::move(set.found));
  return found;
}

}  // namespace tenon::system
