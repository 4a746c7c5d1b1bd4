// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mapped/MappedConstraint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "TotalJacobian.hpp"
#include "constraint/dirichlet/orthonormalise.hpp"
#include "tenon/base/History.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

/// Rows of J of mapped nodes of any rank, by their global numbers.
class RemoteRows {
 public:
  struct RemoteTerm {
    std::size_t state;  ///< independent state
    GlobalIndex node;
    bool is_uniform;
    std::vector<double> values;
  };
  using Node = std::pair<std::size_t, PetscInt>;  ///< state, global number

  /// Collects the rows.
  /// @param requested  nodes of mapped states; repeated nodes are ignored
  /// @note Collective.
  RemoteRows(const MappingGraph& graph, std::vector<Node> requested);

  const std::vector<RemoteTerm>& of(const Node& node) const { return rows_.at(node); }

 private:
  std::map<Node, std::vector<RemoteTerm>> rows_;
};

struct Question {
  PetscInt state, node;
};

struct SentTerm {
  PetscInt state, node, is_uniform, size;
};

/// Appends the row of a node that this rank owns: its number of terms, the terms and their values.
void addRow(const MappingGraph& graph, const Question& question, std::vector<PetscInt>& lengths,
            std::vector<SentTerm>& terms, std::vector<double>& values) {
  const auto state = static_cast<std::size_t>(question.state);
  const TotalJacobian& J = graph.total(state);
  const la::State& child = *graph.states()[state];
  const LocalIndex node = child.layout().local(GlobalIndex(question.node));
  lengths.push_back(static_cast<PetscInt>(J.end(node) - J.begin(node)));
  for (const auto* term = J.begin(node); term != J.end(node); ++term) {
    const la::State& parent = *graph.states()[static_cast<std::size_t>(term->state)];
    const PetscInt size = term->is_uniform ? 1 : child.block() * parent.block();
    terms.push_back({term->state, parent.layout().global(term->node).value(), term->is_uniform ? 1 : 0, size});
    values.insert(values.end(), J.valuesOf(*term), J.valuesOf(*term) + size);
  }
}

// Requests the rows from their owners, including rows that are present on this rank.
RemoteRows::RemoteRows(const MappingGraph& graph, std::vector<Node> requested) {
  std::sort(requested.begin(), requested.end());
  requested.erase(std::unique(requested.begin(), requested.end()), requested.end());
  const auto ranks = static_cast<std::size_t>(graph.comm().size());
  std::vector<std::vector<Question>> questions(ranks);
  for (const auto& [state, node] : requested)
    questions[static_cast<std::size_t>(graph.states()[state]->layout().ownerOf(GlobalIndex(node)))].push_back(
        {static_cast<PetscInt>(state), node});
  std::vector<std::vector<PetscInt>> lengths(ranks);
  std::vector<std::vector<SentTerm>> terms(ranks);
  std::vector<std::vector<double>> values(ranks);
  const auto asked = graph.comm().exchange(questions);
  for (std::size_t r = 0; r < ranks; ++r)
    for (const Question& question : asked[r]) addRow(graph, question, lengths[r], terms[r], values[r]);
  const auto lengths_here = graph.comm().exchange(lengths);
  const auto terms_here = graph.comm().exchange(terms);
  const auto values_here = graph.comm().exchange(values);
  for (std::size_t r = 0; r < ranks; ++r) {
    const SentTerm* term = terms_here[r].data();
    const double* value = values_here[r].data();
    for (std::size_t q = 0; q < questions[r].size(); ++q) {
      auto& row = rows_[{static_cast<std::size_t>(questions[r][q].state), questions[r][q].node}];
      for (PetscInt k = 0; k < lengths_here[r][q]; ++k, value += term->size, ++term)
        row.push_back({static_cast<std::size_t>(term->state),
                       GlobalIndex(term->node),
                       term->is_uniform != 0,
                       {value, value + term->size}});
    }
  }
}

using constraint::JacobianRows;

/// Multiplies an entry of one row and one mapped node by the row of J of this node.
void addMappedEntry(const MappingGraph& graph, const RemoteRows& J, std::size_t state, const JacobianRows::Entry& entry,
                    JacobianRows& G) {
  for (const RemoteRows::RemoteTerm& term : J.of({state, entry.node.value()})) {
    const la::State& parent = *graph.states()[term.state];
    if (term.is_uniform) {
      G.add(entry.row, parent, term.node, entry.component, entry.value * term.values.front());
      continue;
    }
    const double* of_component = term.values.data() + static_cast<std::ptrdiff_t>(entry.component) * parent.block();
    std::vector<double> product(of_component, of_component + parent.block());
    for (double& value : product) value *= entry.value;
    G.addNode(entry.row, parent, term.node, 0, product);
  }
}

}  // namespace

MappedConstraint::MappedConstraint(std::shared_ptr<MappingGraph> graph, std::unique_ptr<Constraint> constraint)
    : ForwardedConstraint(std::move(constraint)),
      graph_(std::move(graph)),
      is_linear_(this->constraint().isLinear() && graph_->isLinear()),
      multipliers_(static_cast<std::size_t>(numRows()), 0.0) {}

bool MappedConstraint::isNeeded(const MappingGraph& graph, const Constraint& constraint) {
  JacobianRows rows;
  constraint.addJacobian(rows);
  const auto& entries = rows.entries();
  const std::vector<const la::State*> may_come = constraint.statesOfPairs();
  return graph.comm().any(
      std::any_of(entries.begin(), entries.end(), [&](const auto& entry) { return graph.isMapped(*entry.state); }) ||
      std::any_of(may_come.begin(), may_come.end(), [&](const la::State* state) { return graph.isMapped(*state); }));
}

void MappedConstraint::addJacobian(JacobianRows& G) const {
  graph_->updateStates();
  JacobianRows own;
  constraint().addJacobian(own);
  std::vector<RemoteRows::Node> wanted;
  for (const auto& entry : own.entries())
    if (graph_->isMapped(*entry.state)) wanted.emplace_back(graph_->indexOf(*entry.state), entry.node.value());
  const RemoteRows J(*graph_, std::move(wanted));
  for (const auto& entry : own.entries()) {
    if (graph_->isMapped(*entry.state))
      addMappedEntry(*graph_, J, graph_->indexOf(*entry.state), entry, G);
    else
      G.add(entry.row, *entry.state, entry.node, entry.component, entry.value);
  }
}

void MappedConstraint::addResidual(gsl::span<double> phi) const {
  graph_->updateStates();
  constraint().addResidual(phi);
}

void MappedConstraint::addRate(gsl::span<double> rate) const {
  graph_->updateStates();
  constraint().addRate(rate);
}

void MappedConstraint::setMultipliers(gsl::span<const double> lambda) {
  std::copy(lambda.begin(), lambda.end(), multipliers_.begin());
  forwarded().setMultipliers(lambda);
}

bool MappedConstraint::updatePairs(double share) {
  graph_->updateStates();
  return forwarded().updatePairs(share);
}

void MappedConstraint::commit() {
  graph_->updateStates();
  forwarded().commit();
}

// Returns the slaves, except for degrees of freedom of mapped nodes, which no row can determine.
std::vector<constraint::Constraint::Slave> MappedConstraint::slaves() const {
  std::vector<Slave> slaves = constraint().slaves();
  for (Slave& slave : slaves)
    if (slave.state != nullptr && graph_->isMapped(*slave.state)) slave = {};
  return slaves;
}

void MappedConstraint::addForceOnAll(StateArrays& f) const {
  if (!active) return;
  struct Told {
    PetscInt state, node;
    int component;
    double force;
  };
  JacobianRows own;
  constraint().addJacobian(own);
  std::vector<std::vector<Told>> outgoing(static_cast<std::size_t>(graph_->comm().size()));
  for (const auto& entry : own.entries()) {
    const std::size_t state = graph_->indexOf(*entry.state);
    outgoing[static_cast<std::size_t>(entry.state->layout().ownerOf(entry.node))].push_back(
        {static_cast<PetscInt>(state), entry.node.value(), entry.component,
         entry.value * multipliers_[static_cast<std::size_t>(entry.row)]});
  }
  for (const auto& from_rank : graph_->comm().exchange(outgoing))
    for (const Told& one : from_rank) {
      const auto state = static_cast<std::size_t>(one.state);
      const la::State& at = *graph_->states()[state];
      f[state][static_cast<std::size_t>(at.layout().local(GlobalIndex(one.node)) * at.block() + one.component)] +=
          one.force;
    }
}

MappedCondition::MappedCondition(Body& body)
    : body_(body),
      name_(body.conditions.size() == 1 ? body.conditions.front()->name()
                                        : fmt::format("conditions of {}", body.name())) {
  collect(0.0);
  const la::State& state = body_.state();
  for (LocalIndex node = 0; node < state.layout().numOwned(); ++node)
    for (int i = 0; i < state.block(); ++i)
      if (constrained_dofs_.front().isConstrained(node, i)) constrained_components_.emplace_back(node, i);
  std::vector<GlobalIndex> nodes;
  for (const auto& entry : directions_.rows.entries()) nodes.push_back(entry.node);
  far_nodes_ = std::make_unique<la::Halo>(state.layout(), nodes);
}

void MappedCondition::collect(double time) const {
  for (const auto& condition : body_.conditions) condition->setTime(time);
  constrained_dofs_.clear();
  constrained_dofs_.emplace_back(body_.state());
  constraint::ObliqueDirections oblique;
  base::runCollectively(body_.mesh().comm(), [&] {
    for (const auto& condition : body_.conditions) {
      condition->constrain(constrained_dofs_.front());
      condition->constrainDirections(oblique);
    }
  });
  std::vector<const constraint::DirichletCondition*> conditions;
  for (const auto& condition : body_.conditions) conditions.push_back(condition.get());
  directions_ = constraint::orthonormalise(
      oblique, constrained_dofs_, conditions,
      [this](const la::State&, LocalIndex node) { return body_.mesh().nodeTags()[static_cast<std::size_t>(node)]; });
}

void MappedCondition::setTime(double time) {
  time_ = time;
  collect(time);
}

void MappedCondition::addJacobian(JacobianRows& G) const {
  const la::State& state = body_.state();
  LocalIndex row = 0;
  for (const auto& [node, component] : constrained_components_)
    G.add(row++, state, state.layout().global(node), component, 1.0);
  for (const auto& entry : directions_.rows.entries())
    G.add(row + entry.row, *entry.state, entry.node, entry.component, entry.value);
}

std::vector<double> MappedCondition::values() const {
  std::vector<double> all;
  for (const auto& [node, component] : constrained_components_)
    all.push_back(constrained_dofs_.front().value(node, component));
  all.insert(all.end(), directions_.values.begin(), directions_.values.end());
  return all;
}

void MappedCondition::addResidual(gsl::span<double> phi) const {
  const la::State& state = body_.state();
  const auto u = state.displacement();
  const std::vector<double> held_at = values();
  std::size_t row = 0;
  for (const auto& [node, component] : constrained_components_) {
    phi[row] += u[static_cast<std::size_t>(node * state.block() + component)] - held_at[row];
    ++row;
  }
  const std::size_t first = row;
  for (; row < held_at.size(); ++row) phi[row] -= held_at[row];
  const auto& entries = directions_.rows.entries();
  std::vector<double> motion(entries.size() * static_cast<std::size_t>(state.block()));
  far_nodes_->forward(u.first(static_cast<std::size_t>(state.layout().numOwned() * state.block())),
                      gsl::span<double>(motion), state.block());
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const auto& entry = entries[e];
    phi[first + static_cast<std::size_t>(entry.row)] +=
        entry.value * motion[e * static_cast<std::size_t>(state.block()) + static_cast<std::size_t>(entry.component)];
  }
}

// Returns the increment of time for a difference quotient of the prescribed values, because
// conditions provide values but no rates. No table has another point within the increment, so that
// the quotient is exact for tables.
double MappedCondition::differenceStep() const {
  constexpr double round_off = 1e-12;
  double step = 1e-6 * (time_ != 0.0 ? std::abs(time_) : 1.0);
  for (const auto& condition : body_.conditions) {
    const auto* tabulated = dynamic_cast<const base::TabulatedInTime*>(condition.get());
    if (tabulated == nullptr) continue;
    for (const auto& entry : tabulated->history().table()) {
      const double since = time_ - entry.first;
      if (since > round_off * std::abs(time_)) step = std::min(step, 0.5 * since);
    }
  }
  return step;
}

void MappedCondition::addRate(gsl::span<double> rate) const {
  const double step = differenceStep();
  const std::vector<double> now = values();
  collect(time_ - step);
  const std::vector<double> before = values();
  collect(time_);
  for (std::size_t row = 0; row < now.size(); ++row) rate[row] -= (now[row] - before[row]) / step;
}

std::vector<constraint::Constraint::RowKey> MappedCondition::rowKeys() const {
  std::vector<RowKey> places;
  for (const auto& [node, component] : constrained_components_) places.push_back({&body_.state(), node, component, -1});
  places.resize(static_cast<std::size_t>(numRows()));
  return places;
}

}  // namespace tenon::system
