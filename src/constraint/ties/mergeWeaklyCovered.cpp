// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "mergeWeaklyCovered.hpp"

#include <algorithm>

#include "SlaveNeighbours.hpp"

namespace tenon::constraint {
namespace {

/// Returns the covered share of int N_j^2 of every owned node.
std::vector<double> coverageOf(const MortarRows& rows, MortarTerm::Part coupling) {
  std::vector<double> coverage;
  for (const auto& row : rows.terms) {
    double whole = 0.0, covered = 0.0;
    for (const MortarTerm& term : row) {
      if (term.part == MortarTerm::Part::whole) whole += term.value;
      if (term.part == coupling && term.column == term.row) covered = term.value;
    }
    coverage.push_back(covered > 0.0 ? covered / whole : 0.0);
  }
  return coverage;
}

/// Returns a flag for each owned node: true if its overlap suffices for rows of its own.
/// @note Collective.
std::vector<char> wellCovered(const SlaveNeighbours& neighbours, const std::vector<double>& coverage) {
  constexpr double hardly = 0.2;
  const std::vector<double> best = neighbours.largestAround(coverage);
  std::vector<char> well;
  for (std::size_t node = 0; node < coverage.size(); ++node)
    well.push_back(coverage[node] > 0.0 && coverage[node] >= hardly * best[node] ? 1 : 0);
  return well;
}

template <class Term>
void hand(const std::vector<Term>& row, PetscInt heir, double share, std::vector<Term>& terms) {
  for (Term term : row) {
    term.row = heir;
    term.scale(share);
    terms.push_back(term);
  }
}

}  // namespace

MortarRows mergeWeaklyCovered(const la::Layout& slaves, MortarRows rows, MortarTerm::Part coupling) {
  const SlaveNeighbours neighbours(slaves, rows, coupling);
  const auto receivers = neighbours.receivers(wellCovered(neighbours, coverageOf(rows, coupling)));
  MortarTerms given;
  for (std::size_t node = 0; node < rows.terms.size(); ++node) {
    if (receivers[node].empty()) continue;
    for (const auto& [heir, share] : receivers[node]) {
      hand(rows.terms[node], heir.value(), share, given.terms);
      hand(rows.turns[node], heir.value(), share, given.turns);
    }
    rows.terms[node].clear();
    rows.turns[node].clear();
  }
  const MortarRows handed = gatherRows(slaves, given);
  for (std::size_t node = 0; node < rows.terms.size(); ++node) {
    for (const MortarTerm& term : handed.terms[node]) addTo(rows.terms[node], term);
    for (const GapRotationTerm& turn : handed.turns[node]) addTo(rows.turns[node], turn);
    std::sort(rows.terms[node].begin(), rows.terms[node].end());
    std::sort(rows.turns[node].begin(), rows.turns[node].end());
  }
  return rows;
}

}  // namespace tenon::constraint
