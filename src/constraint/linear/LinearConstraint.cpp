// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/constraint/linear/LinearConstraint.hpp"

#include <utility>

#include "LinearTerms.hpp"

namespace tenon::constraint {

LinearConstraint::LinearConstraint(std::string name, int block)
    : name_(std::move(name)), block_(block), terms_(std::make_shared<LinearTerms>()) {}

LocalIndex LinearConstraint::addRow(double value, double constant) {
  values_.push_back(value);
  constants_.push_back(constant);
  if (!slaves_.empty()) slaves_.emplace_back();
  if (!row_keys_.empty()) row_keys_.emplace_back();
  return numRows() - 1;
}

void LinearConstraint::setHistory(base::History history) {
  history_ = std::move(history);
  factor_ = history_(0.0);
}

void LinearConstraint::clearTerms() {
  terms_ = std::make_shared<LinearTerms>();
}

void LinearConstraint::addTerm(LocalIndex row, const la::State& state, GlobalIndex node, int component,
                               double coefficient) {
  if (coefficient != 0.0) terms_->add(row, state, node, component, coefficient);
}

void LinearConstraint::setSlave(LocalIndex row, const la::State& state, LocalIndex node, int component) {
  slaves_.resize(values_.size());
  slaves_[static_cast<std::size_t>(row)] = {&state, node, component};
}

void LinearConstraint::addCarrierNode(const la::State& state, LocalIndex node) {
  carrier_ = &state;
  carrier_nodes_.push_back(node);
}

void LinearConstraint::setRowKey(const RowKey& place) {
  row_keys_.resize(values_.size());
  row_keys_.back() = place;
}

std::vector<Constraint::RowKey> LinearConstraint::rowKeys() const {
  return row_keys_.empty() ? Constraint::rowKeys() : row_keys_;
}

void LinearConstraint::finish(const std::vector<const la::State*>& states) {
  terms_->finish(name_, states);
}

/// Share of a term that is transferred to another row.
struct LinearConstraint::DistributedTerm {
  GlobalIndex slave;
  int slave_component;
  std::size_t state;  // index among the states of the terms
  GlobalIndex node;
  int component;
  double value;
};

/// Share of a row's value, constant and measure that is transferred to another row.
struct LinearConstraint::DistributedRow {
  GlobalIndex slave;
  int slave_component;
  double value, constant, measure;
};

void LinearConstraint::distributeRows(const la::State& slaves, const std::vector<RowShare>& shares,
                                      std::vector<double>& measures) {
  const la::Layout& layout = slaves.layout();
  std::vector<std::vector<DistributedTerm>> terms(static_cast<std::size_t>(layout.comm().size()));
  std::vector<std::vector<DistributedRow>> rows(terms.size());
  std::vector<std::vector<const RowShare*>> shares_of(values_.size());
  for (const RowShare& share : shares) {
    const auto row = static_cast<std::size_t>(share.row);
    shares_of[row].push_back(&share);
    rows[static_cast<std::size_t>(layout.ownerOf(share.node))].push_back(
        {share.node, share.component, share.factor * values_[row], share.factor * constants_[row],
         share.factor * measures[row]});
  }
  for (std::size_t k = 0; k < terms_->entries().size(); ++k) {
    const auto& term = terms_->entries()[k];
    for (const RowShare* share : shares_of[static_cast<std::size_t>(term.row)])
      terms[static_cast<std::size_t>(layout.ownerOf(share->node))].push_back(
          {share->node, share->component, terms_->stateOf(k), term.node, term.component, share->factor * term.value});
  }
  for (std::size_t row = 0; row < shares_of.size(); ++row)
    if (!shares_of[row].empty()) measures[row] = 0.0;
  receiveRows(slaves, layout.comm().exchange(terms), layout.comm().exchange(rows), measures);
}

void LinearConstraint::receiveRows(const la::State& slaves, const std::vector<std::vector<DistributedTerm>>& terms,
                                   const std::vector<std::vector<DistributedRow>>& rows,
                                   std::vector<double>& measures) {
  const auto block = static_cast<std::size_t>(slaves.block());
  std::vector<LocalIndex> row_of(static_cast<std::size_t>(slaves.layout().numOwned()) * block, -1);
  const auto place = [&](LocalIndex node, int component) {
    return static_cast<std::size_t>(node) * block + static_cast<std::size_t>(component);
  };
  for (LocalIndex row = 0; row < numRows(); ++row) {
    const Slave& slave = slaves_[static_cast<std::size_t>(row)];
    if (slave.state == &slaves) row_of[place(slave.node, slave.component)] = row;
  }
  const std::vector<const la::State*> states = terms_->states();
  for (const auto& from_rank : terms)
    for (const DistributedTerm& term : from_rank)
      addTerm(row_of[place(slaves.layout().local(term.slave), term.slave_component)], *states[term.state], term.node,
              term.component, term.value);
  for (const auto& from_rank : rows)
    for (const DistributedRow& handed : from_rank) {
      const auto row =
          static_cast<std::size_t>(row_of[place(slaves.layout().local(handed.slave), handed.slave_component)]);
      values_[row] += handed.value, constants_[row] += handed.constant, measures[row] += handed.measure;
    }
  finish(states);
}

void LinearConstraint::addJacobian(JacobianRows& G) const {
  for (const auto& term : terms_->entries()) G.add(term.row, *term.state, term.node, term.component, term.value);
}

bool LinearConstraint::restoreRows(const RowMemory& rows) {
  constants_ = rows.constants;
  return std::exchange(terms_, rows.terms) != rows.terms;
}

void LinearConstraint::addResidual(gsl::span<double> phi) const {
  const std::vector<double> sums = terms_->sums(numRows(), [](const la::State& state) { return state.displacement(); });
  for (std::size_t row = 0; row < values_.size(); ++row)
    phi[row] += constants_[row] - factor_ * values_[row] + sums[row];
}

void LinearConstraint::addRate(gsl::span<double> rate) const {
  for (std::size_t row = 0; row < values_.size(); ++row) rate[row] -= slope_ * values_[row];
}

}  // namespace tenon::constraint
