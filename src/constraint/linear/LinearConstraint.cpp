#include "tenon/constraint/LinearConstraint.hpp"

#include <algorithm>

#include "tenon/base/check.hpp"

namespace tenon::constraint {
namespace {

/// Numbers the nodes that rows name, ascending, each once: those of this rank by a table, the others by search.
class NamedNodes {
 public:
  explicit NamedNodes(const la::Layout& layout)
      : first_(layout.firstOwned().value()), owned_(static_cast<std::size_t>(layout.numOwned()), -1) {}

  void add(GlobalIndex node) {
    if (isOwned(node))
      owned_[static_cast<std::size_t>(node.value() - first_)] = 0;
    else
      far_.push_back(node);
  }

  /// All of them. To be called once.
  std::vector<GlobalIndex> number() {
    std::sort(far_.begin(), far_.end());
    far_.erase(std::unique(far_.begin(), far_.end()), far_.end());
    const auto behind = std::lower_bound(far_.begin(), far_.end(), GlobalIndex(first_));
    num_before_ = static_cast<std::size_t>(behind - far_.begin());
    std::vector<GlobalIndex> nodes(far_.begin(), behind);
    for (std::size_t k = 0; k < owned_.size(); ++k) {
      if (owned_[k] < 0) continue;
      owned_[k] = static_cast<LocalIndex>(nodes.size());
      nodes.emplace_back(first_ + static_cast<PetscInt>(k));
    }
    num_owned_ = nodes.size() - num_before_;
    nodes.insert(nodes.end(), behind, far_.end());
    return nodes;
  }

  std::size_t numberOf(GlobalIndex node) const {
    if (isOwned(node)) return static_cast<std::size_t>(owned_[static_cast<std::size_t>(node.value() - first_)]);
    const auto at = static_cast<std::size_t>(std::lower_bound(far_.begin(), far_.end(), node) - far_.begin());
    return at < num_before_ ? at : at + num_owned_;
  }

 private:
  bool isOwned(GlobalIndex node) const {
    return node.value() >= first_ && node.value() - first_ < static_cast<PetscInt>(owned_.size());
  }

  PetscInt first_;
  std::vector<LocalIndex> owned_;  // [numOwned] number; -1: not named
  std::vector<GlobalIndex> far_;
  std::size_t num_before_ = 0, num_owned_ = 0;
};

}  // namespace

LocalIndex LinearConstraint::addRow(double value, double constant) {
  values_.push_back(value);
  constants_.push_back(constant);
  if (!slaves_.empty()) slaves_.emplace_back();
  if (!row_places_.empty()) row_places_.emplace_back();
  return numRows() - 1;
}

void LinearConstraint::drive(base::History history) {
  history_ = std::move(history);
  factor_ = history_(0.0);
}

void LinearConstraint::addTerm(LocalIndex row, const la::State& state, GlobalIndex node, int component,
                               double coefficient) {
  if (coefficient != 0.0) rows_.add(row, state, node, component, coefficient);
}

void LinearConstraint::determines(LocalIndex row, const la::State& state, LocalIndex node, int component) {
  slaves_.resize(values_.size());
  slaves_[static_cast<std::size_t>(row)] = {&state, node, component};
}

void LinearConstraint::carry(const la::State& state, LocalIndex node) {
  carrier_ = &state;
  carrier_nodes_.push_back(node);
}

void LinearConstraint::place(const RowPlace& place) {
  row_places_.resize(values_.size());
  row_places_.back() = place;
}

std::vector<Constraint::RowPlace> LinearConstraint::places() const {
  return row_places_.empty() ? Constraint::places() : row_places_;
}

void LinearConstraint::finish(const std::vector<const la::State*>& states) {
  far_.clear();
  places_.assign(rows_.entries().size(), {states.size(), 0});
  for (std::size_t s = 0; s < states.size(); ++s) {
    const la::State* state = states[s];
    NamedNodes named(state->layout());
    for (const auto& term : rows_.entries())
      if (term.state == state) named.add(term.node);
    std::vector<GlobalIndex> nodes = named.number();
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const auto& term = rows_.entries()[k];
      if (term.state == state)
        places_[k] = {s, named.numberOf(term.node) * static_cast<std::size_t>(state->block()) +
                             static_cast<std::size_t>(term.component)};
    }
    la::Halo halo(state->layout(), nodes);
    far_.push_back({state, std::move(nodes), std::move(halo)});
  }
  const bool complete =
      std::all_of(places_.begin(), places_.end(), [&](const Place& place) { return place.state < states.size(); });
  base::ensure(complete, "A row of constraint '" + name_ + "' names a state that finish() was not told of.");
}

/// A share of a term, on its way to another row.
struct LinearConstraint::HandedTerm {
  GlobalIndex slave;
  int slave_component;
  std::size_t state;  // among far_
  GlobalIndex node;
  int component;
  double value;
};

/// What else there is of a row.
struct LinearConstraint::HandedRow {
  GlobalIndex slave;
  int slave_component;
  double value, constant, measure;
};

void LinearConstraint::handOn(const la::State& slaves, const std::vector<Share>& shares,
                              std::vector<double>& measures) {
  const la::Layout& layout = slaves.layout();
  std::vector<std::vector<HandedTerm>> terms(static_cast<std::size_t>(layout.comm().size()));
  std::vector<std::vector<HandedRow>> rows(terms.size());
  std::vector<std::vector<const Share*>> shares_of(values_.size());
  for (const Share& share : shares) {
    const auto row = static_cast<std::size_t>(share.row);
    shares_of[row].push_back(&share);
    rows[static_cast<std::size_t>(layout.ownerOf(share.node))].push_back(
        {share.node, share.component, share.factor * values_[row], share.factor * constants_[row],
         share.factor * measures[row]});
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto& term = rows_.entries()[k];
    for (const Share* share : shares_of[static_cast<std::size_t>(term.row)])
      terms[static_cast<std::size_t>(layout.ownerOf(share->node))].push_back(
          {share->node, share->component, places_[k].state, term.node, term.component, share->factor * term.value});
  }
  for (std::size_t row = 0; row < shares_of.size(); ++row)
    if (!shares_of[row].empty()) measures[row] = 0.0;
  take(slaves, layout.comm().exchange(terms), layout.comm().exchange(rows), measures);
}

void LinearConstraint::take(const la::State& slaves, const std::vector<std::vector<HandedTerm>>& terms,
                            const std::vector<std::vector<HandedRow>>& rows, std::vector<double>& measures) {
  const auto block = static_cast<std::size_t>(slaves.block());
  std::vector<LocalIndex> row_of(static_cast<std::size_t>(slaves.layout().numOwned()) * block, -1);
  const auto place = [&](LocalIndex node, int component) {
    return static_cast<std::size_t>(node) * block + static_cast<std::size_t>(component);
  };
  for (LocalIndex row = 0; row < numRows(); ++row) {
    const Slave& slave = slaves_[static_cast<std::size_t>(row)];
    if (slave.state == &slaves) row_of[place(slave.node, slave.component)] = row;
  }
  std::vector<const la::State*> states;
  for (const Far& far : far_) states.push_back(far.state);
  for (const auto& from_rank : terms)
    for (const HandedTerm& term : from_rank)
      addTerm(row_of[place(slaves.layout().local(term.slave), term.slave_component)], *states[term.state], term.node,
              term.component, term.value);
  for (const auto& from_rank : rows)
    for (const HandedRow& handed : from_rank) {
      const auto row =
          static_cast<std::size_t>(row_of[place(slaves.layout().local(handed.slave), handed.slave_component)]);
      values_[row] += handed.value, constants_[row] += handed.constant, measures[row] += handed.measure;
    }
  finish(states);
}

void LinearConstraint::addJacobian(JacobianRows& G) const {
  for (const auto& term : rows_.entries()) G.add(term.row, *term.state, term.node, term.component, term.value);
}

void LinearConstraint::addViolation(gsl::span<double> phi) const {
  std::vector<std::vector<double>> motion;
  for (const Far& far : far_) {
    const int block = far.state->block();
    const auto num_owned = static_cast<std::size_t>(far.state->layout().numOwned()) * static_cast<std::size_t>(block);
    std::vector<double> u(far.nodes.size() * static_cast<std::size_t>(block));
    far.halo.forward<double>(far.state->displacement().first(num_owned), u, block);
    motion.push_back(std::move(u));
  }
  for (std::size_t row = 0; row < values_.size(); ++row) phi[row] += constants_[row] - factor_ * values_[row];
  const auto& terms = rows_.entries();
  for (std::size_t k = 0; k < terms.size(); ++k)
    phi[static_cast<std::size_t>(terms[k].row)] += terms[k].value * motion[places_[k].state][places_[k].unknown];
}

void LinearConstraint::addRate(gsl::span<double> rate) const {
  for (std::size_t row = 0; row < values_.size(); ++row) rate[row] -= slope_ * values_[row];
}

}  // namespace tenon::constraint
