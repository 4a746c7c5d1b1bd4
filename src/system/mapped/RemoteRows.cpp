// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RemoteRows.hpp"

#include <algorithm>

namespace tenon::system {

namespace {

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

}  // namespace

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

}  // namespace tenon::system
