#include "mortarRows.hpp"

#include <algorithm>
#include <cmath>

#include "tenon/la/Halo.hpp"

namespace tenon::constraint {
namespace {

using base::GlobalIndex;

// Rows are short: searching them is quicker than sorting all that comes.
template <class Term>
void addTo(std::vector<Term>& row, const Term& term) {
  const auto same = std::find_if(row.begin(), row.end(), [&](const Term& other) { return other.isLike(term); });
  if (same == row.end())
    row.push_back(term);
  else
    same->add(term);
}

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

/// How well slave nodes are covered, and those that they share covered faces with.
class Coverage {
 public:
  /// Collective.
  Coverage(const la::Layout& slaves, const MortarRows& rows, MortarTerm::Part coupling) : starts_{0} {
    std::vector<GlobalIndex> named;
    std::vector<double> coverage;
    for (const auto& row : rows.terms) {
      double whole = 0.0, covered = 0.0;
      for (const MortarTerm& term : row) {
        if (term.part == MortarTerm::Part::whole) whole += term.value;
        if (term.part != coupling) continue;
        if (term.column == term.row) covered = term.value;
        named.emplace_back(term.column);
        couplings_.push_back(std::abs(term.value));
      }
      coverage.push_back(covered > 0.0 ? covered / whole : 0.0);
      starts_.push_back(named.size());
    }
    const la::Halo halo(slaves, named);
    std::vector<double> around(named.size());
    halo.forward<double>(coverage, around, 1);
    for (std::size_t node = 0; node < coverage.size(); ++node) keeps_.push_back(isWell(coverage[node], node, around));
    neighbour_keeps_.resize(named.size());
    halo.forward<char>(keeps_, neighbour_keeps_, 1);
    for (const GlobalIndex node : named) neighbours_.push_back(node.value());
  }

  bool keepsRow(std::size_t node) const { return keeps_[node] != 0; }

  /// The neighbours that take the row of a node, and their shares; none where no neighbour has a row itself.
  std::vector<std::pair<PetscInt, double>> heirsOf(std::size_t node) const {
    double sum = 0.0;
    std::vector<std::pair<PetscInt, double>> heirs;
    for (std::size_t k = starts_[node]; k < starts_[node + 1]; ++k)
      if (neighbour_keeps_[k] != 0) heirs.emplace_back(neighbours_[k], couplings_[k]), sum += couplings_[k];
    if (sum == 0.0) return {};
    for (auto& heir : heirs) heir.second /= sum;
    return heirs;
  }

 private:
  char isWell(double own, std::size_t node, const std::vector<double>& around) const {
    constexpr double hardly = 0.2;
    double best = own;
    for (std::size_t k = starts_[node]; k < starts_[node + 1]; ++k) best = std::max(best, around[k]);
    return own > 0.0 && own >= hardly * best ? 1 : 0;
  }

  std::vector<std::size_t> starts_;  // of each node's neighbours, itself among them
  std::vector<PetscInt> neighbours_;
  std::vector<double> couplings_;
  std::vector<char> keeps_, neighbour_keeps_;
};

template <class Term>
void hand(const std::vector<Term>& row, PetscInt heir, double share, std::vector<Term>& terms) {
  for (Term term : row) {
    term.row = heir;
    term.scale(share);
    terms.push_back(term);
  }
}

}  // namespace

MortarRows gatherRows(const la::Layout& slaves, const MortarTerms& found) {
  return {gathered(slaves, found.terms), gathered(slaves, found.turns)};
}

MortarRows joinHardlyCovered(const la::Layout& slaves, MortarRows rows, MortarTerm::Part coupling) {
  const Coverage coverage(slaves, rows, coupling);
  MortarTerms given;
  for (std::size_t node = 0; node < rows.terms.size(); ++node) {
    if (coverage.keepsRow(node)) continue;
    const auto heirs = coverage.heirsOf(node);
    if (heirs.empty()) continue;
    for (const auto& [heir, share] : heirs) {
      hand(rows.terms[node], heir, share, given.terms);
      hand(rows.turns[node], heir, share, given.turns);
    }
    rows.terms[node].clear();
    rows.turns[node].clear();
  }
  const MortarRows handed = gatherRows(slaves, given);
  for (std::size_t node = 0; node < rows.terms.size(); ++node) {
    for (const MortarTerm& term : handed.terms[node]) addTo(rows.terms[node], term);
    for (const MortarTurn& turn : handed.turns[node]) addTo(rows.turns[node], turn);
    std::sort(rows.terms[node].begin(), rows.terms[node].end());
    std::sort(rows.turns[node].begin(), rows.turns[node].end());
  }
  return rows;
}

}  // namespace tenon::constraint
