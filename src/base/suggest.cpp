// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text.hpp"

namespace tenon::base {
namespace {

// Returns the Damerau–Levenshtein distance restricted to transpositions of neighbours (optimal
// string alignment).
std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string nearestName(const std::string& name, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 128;  // the cost of an edit distance is the product of the lengths
  if (name.size() > longest) return "";
  std::string best;
  const std::size_t most = std::max<std::size_t>(2, name.size() / 3);
  std::size_t best_distance = most + 1;
  for (const auto& candidate : candidates) {
    if (candidate.size() > longest) continue;
    const auto distance = editDistance(toLowerCase(name), toLowerCase(candidate));
    const std::size_t close = std::max<std::size_t>(1, 2 * std::max(name.size(), candidate.size()) / 5);
    if (distance < best_distance && distance <= close && distance < candidate.size()) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string joinNames(const std::vector<std::string>& names, std::size_t max_count) {
  std::vector<std::string> shown(names.begin(), names.begin() + static_cast<long>(std::min(max_count, names.size())));
  for (std::string& name : shown) name = abbreviate(name);
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (names.size() > max_count) text += fmt::format(" and {} more", names.size() - max_count);
  return text;
}

std::string suggestionFor(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string best = nearestName(name, candidates);
  if (!best.empty()) return fmt::format("; did you mean '{}'?", best);
  if (candidates.empty()) return "; there are none.";
  return fmt::format("; the choices are: {}.", joinNames(candidates));
}

}  // namespace tenon::base
