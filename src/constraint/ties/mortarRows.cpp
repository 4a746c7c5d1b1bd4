// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "mortarRows.hpp"

#include <algorithm>

namespace tenon::constraint {
namespace {

using base::GlobalIndex;

template <class Term>
std::vector<std::vector<Term>> gathered(const la::Layout& slaves, const std::vector<Term>& terms) {
  const auto size = static_cast<std::size_t>(slaves.comm().size()),
             rank = static_cast<std::size_t>(slaves.comm().rank());
  std::vector<std::vector<Term>> outgoing(size), own(1);
  for (const Term& term : terms) {
    const auto owner = static_cast<std::size_t>(slaves.ownerOf(GlobalIndex(term.row)));
    (owner == rank ? own[0] : outgoing[owner]).push_back(term);
  }
  auto incoming = slaves.comm().exchange(outgoing);
  incoming[rank] = std::move(own[0]);
  std::vector<std::vector<Term>> rows(static_cast<std::size_t>(slaves.numOwned()));
  for (const auto& from_rank : incoming)
    for (const Term& term : from_rank) addTo(rows[static_cast<std::size_t>(slaves.local(GlobalIndex(term.row)))], term);
  for (auto& row : rows) std::sort(row.begin(), row.end());
  return rows;
}

}  // namespace

MortarRows gatherRows(const la::Layout& slaves, const MortarTerms& found) {
  return {gathered(slaves, found.terms), gathered(slaves, found.turns)};
}

}  // namespace tenon::constraint
