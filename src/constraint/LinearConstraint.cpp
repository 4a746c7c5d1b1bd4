#include "tenon/constraint/LinearConstraint.hpp"

#include <algorithm>

#include "tenon/base/check.hpp"

namespace tenon::constraint {

LocalIndex LinearConstraint::addRow(double value, double constant) {
  values_.push_back(value);
  constants_.push_back(constant);
  if (!slaves_.empty()) slaves_.emplace_back();
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

void LinearConstraint::finish(const std::vector<const la::State*>& states) {
  far_.reserve(states.size());
  for (const la::State* state : states) {
    std::vector<GlobalIndex> nodes;
    for (const auto& term : rows_.entries())
      if (term.state == state) nodes.push_back(term.node);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    la::Halo halo(state->layout(), nodes);
    far_.push_back({state, std::move(nodes), std::move(halo)});
  }
  for (const auto& term : rows_.entries()) {
    const auto far = std::find_if(far_.begin(), far_.end(), [&](const Far& f) { return f.state == term.state; });
    base::ensure(far != far_.end(), "A row of constraint '" + name_ + "' names a state that finish() was not told of.");
    const auto node = std::lower_bound(far->nodes.begin(), far->nodes.end(), term.node) - far->nodes.begin();
    places_.push_back({static_cast<std::size_t>(far - far_.begin()),
                       static_cast<std::size_t>(node) * static_cast<std::size_t>(term.state->block()) +
                           static_cast<std::size_t>(term.component)});
  }
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

}  // namespace tenon::constraint
