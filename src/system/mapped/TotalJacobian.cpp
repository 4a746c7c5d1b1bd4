// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TotalJacobian.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace tenon::system {
namespace {

using Entry = mapping::Jacobian::Entry;

/// Adds left right to target [rows x columns]; left, right and target may be multiples of the
/// identity matrix.
/// @param inner  number of columns of `left`
void addProduct(const double* left, bool left_uniform, const double* right, bool right_uniform, bool target_uniform,
                int rows, int inner, int columns, double* target) {
  if (target_uniform) {
    *target += *left * *right;
    return;
  }
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      double sum = 0.0;
      if (left_uniform && right_uniform)
        sum = i == j ? *left * *right : 0.0;
      else if (left_uniform)
        sum = *left * right[i * columns + j];
      else if (right_uniform)
        sum = left[i * inner + j] * *right;
      else
        for (int k = 0; k < inner; ++k) sum += left[i * inner + k] * right[k * columns + j];
      target[i * columns + j] += sum;
    }
}

}  // namespace

/// Terms of one row during collection, found by their nodes.
class TotalJacobian::RowTerms {
 public:
  explicit RowTerms(std::vector<Term>& terms) : terms_(terms) {}
  std::size_t placeOf(int state, LocalIndex node, bool is_uniform) {
    const auto [found, is_new] = places_.emplace(std::pair{state, node}, terms_.size());
    if (is_new)
      terms_.push_back({state, node, is_uniform, 0});
    else
      terms_[found->second].is_uniform = terms_[found->second].is_uniform && is_uniform;
    return found->second;
  }

 private:
  std::vector<Term>& terms_;
  std::map<std::pair<int, LocalIndex>, std::size_t> places_;
};

TotalJacobian::TotalJacobian(const std::vector<la::State*>& states, std::size_t num_independent, const la::State& child,
                             const mapping::Jacobian& J, const Totals& before)
    : states_(states), num_independent_(num_independent), child_(child), num_entries_(J.entries().size()) {
  collect(J, before);
  multiply(J);
  addGhostRows();
}

void TotalJacobian::renew(const mapping::Jacobian& J) {
  base::ensure(J.entries().size() == num_entries_, "A mapping writes entries outside its initial pattern.");
  multiply(J);
  sendValues();
}

// Replaces the rows of ghosts. Ghosts keep their order, so that the terms and values of previous
// ghosts keep their positions.
void TotalJacobian::renewGhostRows() {
  const auto num_owned = static_cast<std::size_t>(child_.layout().numOwned());
  const std::size_t owned_end = starts_[num_owned];
  if (owned_end < terms_.size()) values_.resize(terms_[owned_end].first);
  terms_.resize(owned_end);
  starts_.resize(num_owned + 1);
  asks_.clear(), asked_.clear();
  addGhostRows();
}

std::size_t TotalJacobian::indexOf(const la::State& state) const {
  const auto found = std::find(states_.begin(), states_.end(), &state);
  base::ensure(found != states_.end(), "State \"" + state.name() + "\" does not belong to this system.");
  return static_cast<std::size_t>(found - states_.begin());
}

std::size_t TotalJacobian::sizeOf(const Term& term) const {
  if (term.is_uniform) return 1;
  const int columns = states_[static_cast<std::size_t>(term.state)]->block();
  return static_cast<std::size_t>(child_.block()) * static_cast<std::size_t>(columns);
}

// Collects the terms of owned nodes in the order in which their nodes first occur.
void TotalJacobian::collect(const mapping::Jacobian& J, const Totals& before) {
  const auto& entries = J.entries();
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return entries[a].child_node < entries[b].child_node; });
  starts_.push_back(0);
  std::size_t next = 0;
  for (LocalIndex node = 0; node < child_.layout().numOwned(); ++node) {
    RowTerms row(terms_);
    for (; next < order.size() && entries[order[next]].child_node == node; ++next)
      collectEntry(order[next], entries[order[next]], before, row);
    starts_.push_back(terms_.size());
  }
  base::ensure(next == order.size(), "A mapping writes a row that this rank does not own.");
  std::size_t size = 0;
  for (Term& term : terms_) {
    term.first = size;
    size += sizeOf(term);
  }
  values_.resize(size);
}

void TotalJacobian::collectEntry(std::size_t number, const Entry& entry, const Totals& before, RowTerms& row) {
  const std::size_t parent = indexOf(*entry.parent);
  if (parent < num_independent_) {
    const std::size_t place = row.placeOf(static_cast<int>(parent), entry.parent_node, entry.is_uniform);
    steps_.push_back({number, nullptr, 0, place});
    return;
  }
  const TotalJacobian& total = *before[parent - num_independent_];
  for (const Term* term = total.begin(entry.parent_node); term != total.end(entry.parent_node); ++term) {
    const std::size_t place = row.placeOf(term->state, term->node, entry.is_uniform && term->is_uniform);
    steps_.push_back({number, &total, static_cast<std::size_t>(term - total.terms_.data()), place});
  }
}

void TotalJacobian::multiply(const mapping::Jacobian& J) {
  static constexpr double one = 1.0;
  const auto owned_end = starts_[static_cast<std::size_t>(child_.layout().numOwned())];
  const std::size_t size = owned_end < terms_.size() ? terms_[owned_end].first : values_.size();
  std::fill_n(values_.begin(), size, 0.0);
  for (const Step& step : steps_) {
    const Entry& entry = J.entries()[step.entry];
    const Term& term = terms_[step.term];
    const Term* factor = step.parent != nullptr ? &step.parent->terms_[step.factor] : nullptr;
    addProduct(J.valuesOf(entry), entry.is_uniform, factor != nullptr ? step.parent->valuesOf(*factor) : &one,
               factor == nullptr || factor->is_uniform, term.is_uniform, child_.block(), entry.parent->block(),
               states_[static_cast<std::size_t>(term.state)]->block(), values_.data() + term.first);
  }
}

/// Rows of ghosts, by the ranks that own them. A term has the global number of its node.
struct TotalJacobian::RowsByRank {
  struct RemoteTerm {
    PetscInt state, node, is_uniform;
  };
  std::vector<std::vector<PetscInt>> lengths;
  std::vector<std::vector<RemoteTerm>> terms;
};

// Stores the nodes whose rows other ranks need, and returns these rows to them.
TotalJacobian::RowsByRank TotalJacobian::rowsFromOwners() {
  const la::Layout& layout = child_.layout();
  const auto ranks = static_cast<std::size_t>(layout.comm().size());
  std::vector<std::vector<PetscInt>> questions(ranks);
  asks_.resize(ranks), asked_.resize(ranks);
  for (LocalIndex ghost = layout.numOwned(); ghost < layout.numLocal(); ++ghost) {
    const auto owner = static_cast<std::size_t>(layout.ownerOf(layout.global(ghost)));
    questions[owner].push_back(layout.global(ghost).value());
    asks_[owner].push_back(ghost);
  }
  RowsByRank outgoing;
  outgoing.lengths.resize(ranks), outgoing.terms.resize(ranks);
  const auto questions_here = layout.comm().exchange(questions);
  for (std::size_t r = 0; r < ranks; ++r)
    for (const PetscInt global : questions_here[r]) {
      const LocalIndex node = layout.local(GlobalIndex(global));
      asked_[r].push_back(node);
      outgoing.lengths[r].push_back(static_cast<PetscInt>(end(node) - begin(node)));
      for (const Term* term = begin(node); term != end(node); ++term) {
        const la::Layout& parent = states_[static_cast<std::size_t>(term->state)]->layout();
        outgoing.terms[r].push_back({term->state, parent.global(term->node).value(), term->is_uniform ? 1 : 0});
      }
    }
  return {layout.comm().exchange(outgoing.lengths), layout.comm().exchange(outgoing.terms)};
}

// Receives the rows of ghosts from their owners.
void TotalJacobian::addGhostRows() {
  const RowsByRank remote = rowsFromOwners();
  std::vector<std::vector<GlobalIndex>> ghosts(num_independent_);
  for (const auto& from_rank : remote.terms)
    for (const auto& term : from_rank) ghosts[static_cast<std::size_t>(term.state)].emplace_back(term.node);
  for (std::size_t s = 0; s < ghosts.size(); ++s) states_[s]->addGhosts(ghosts[s]);

  const la::Layout& layout = child_.layout();
  std::vector<std::vector<Term>> rows(static_cast<std::size_t>(layout.numGhosts()));
  for (std::size_t r = 0; r < asks_.size(); ++r) {
    const auto* next = remote.terms[r].data();
    for (std::size_t i = 0; i < asks_[r].size(); ++i)
      for (PetscInt k = 0; k < remote.lengths[r][i]; ++k, ++next) {
        const la::Layout& parent = states_[static_cast<std::size_t>(next->state)]->layout();
        rows[static_cast<std::size_t>(asks_[r][i] - layout.numOwned())].push_back(
            {static_cast<int>(next->state), parent.local(GlobalIndex(next->node)), next->is_uniform != 0, 0});
      }
  }
  std::size_t size = values_.size();
  for (auto& row : rows) {
    for (Term& term : row) {
      term.first = size;
      size += sizeOf(term);
      terms_.push_back(term);
    }
    starts_.push_back(terms_.size());
  }
  values_.resize(size);
  sendValues();
}

void TotalJacobian::sendValues() {
  const base::Communicator& comm = child_.layout().comm();
  std::vector<std::vector<double>> outgoing(asked_.size());
  for (std::size_t r = 0; r < asked_.size(); ++r)
    for (const LocalIndex node : asked_[r])
      for (const Term* term = begin(node); term != end(node); ++term)
        outgoing[r].insert(outgoing[r].end(), valuesOf(*term), valuesOf(*term) + sizeOf(*term));
  const auto incoming = comm.exchange(outgoing);
  for (std::size_t r = 0; r < asks_.size(); ++r) {
    const double* next = incoming[r].data();
    for (const LocalIndex node : asks_[r])
      for (const Term* term = begin(node); term != end(node); ++term) {
        std::copy_n(next, sizeOf(*term), values_.begin() + static_cast<std::ptrdiff_t>(term->first));
        next += sizeOf(*term);
      }
  }
}

}  // namespace tenon::system
