// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/dirichlet/orthonormalise.hpp"

#include <fmt/format.h>

#include <cmath>

#include "ConstrainedNodes.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

using base::Vec3;
using Node = ConstrainedNodes::Node;

/// Normalised sum over nodes of all ranks: sum of c . u = value.
struct Column {
  std::map<Node, Vec3> coefficients;  // coefficients of owned nodes
  double value;
};

double product(const Column& a, const Column& b, const base::Communicator& comm) {
  double sum = 0.0;
  for (const auto& [node, c] : a.coefficients) {
    const auto other = b.coefficients.find(node);
    if (other != b.coefficients.end()) sum += c.dot(other->second);
  }
  return comm.sum(sum);
}

void subtract(Column& from, double share, const Column& what) {
  for (const auto& [node, c] : what.coefficients)
    from.coefficients.try_emplace(node, Vec3::Zero()).first->second -= share * c;
  from.value -= share * what.value;
}

/// Adds the component of a sum that is orthogonal to the columns and to the constrained directions
/// of the nodes.
void addColumn(const ObliqueDirections::WeightedSum& sum, ConstrainedNodes& nodes, std::vector<Column>& columns) {
  constexpr double dependent = 1e-8;
  const base::Communicator& comm = nodes.comm();
  Column column;
  for (const auto& term : sum.terms)
    column.coefficients.try_emplace({nodes.indexOf(*term.state), term.node}, Vec3::Zero()).first->second +=
        term.coefficient;
  const double before = std::sqrt(product(column, column, comm));
  const auto [value, size] = nodes.reduce(column.coefficients);
  column.value = comm.sum(value);
  double scale = comm.sum(size);
  for (int pass = 0; pass < 2; ++pass)  // the second pass removes round-off
    for (const Column& earlier : columns) {
      const double share = product(column, earlier, comm);
      subtract(column, share, earlier);
      scale += std::abs(share * earlier.value);
    }
  const double length = std::sqrt(product(column, column, comm));
  if (length > dependent * before) {
    for (auto& [node, c] : column.coefficients) c /= length;
    column.value /= length;
    columns.push_back(std::move(column));
    return;
  }
  base::runCollectively(comm, [&] {
    if (std::abs(column.value) > dependent * scale)
      throw base::InputError(
          fmt::format("'{}' contradicts the values that other conditions prescribe for its nodes.", sum.by->name()));
  });
}

/// Adds the rows of the columns, each complete on the lowest rank that has a part of it.
void addRows(const std::vector<Column>& columns, const ConstrainedNodes& nodes, ConstrainedDirections& blocked) {
  struct Entry {
    std::size_t column, state;
    PetscInt node;
    int component;
    double value;
  };
  const base::Communicator& comm = nodes.comm();
  std::vector<std::vector<Entry>> outgoing(static_cast<std::size_t>(comm.size()));
  std::vector<LocalIndex> row_of(columns.size(), -1);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const int owner = comm.min(columns[k].coefficients.empty() ? comm.size() : comm.rank());
    if (owner == comm.rank()) {
      row_of[k] = static_cast<LocalIndex>(blocked.values.size());
      blocked.values.push_back(columns[k].value);
    }
    for (const auto& [node, c] : columns[k].coefficients)
      for (int i = 0; i < std::min(nodes.state(node.first).block(), 3); ++i)
        if (c[i] != 0.0)
          outgoing[static_cast<std::size_t>(owner)].push_back(
              {k, node.first, nodes.state(node.first).layout().global(node.second).value(), i, c[i]});
  }
  for (const auto& from_rank : comm.exchange(outgoing))
    for (const Entry& e : from_rank)
      blocked.rows.add(row_of[e.column], nodes.state(e.state), GlobalIndex(e.node), e.component, e.value);
}

}  // namespace

ConstrainedDirections orthonormalise(const ObliqueDirections& directions, std::vector<ConstrainedDofs>& dofs,
                                     const std::vector<const DirichletCondition*>& conditions, const NodeTag& tag) {
  ConstrainedDirections blocked;
  ConstrainedNodes nodes(dofs, conditions, tag);
  nodes.addDirections(directions.nodeDirections());
  nodes.addPairs(directions.pairs());
  nodes.constrainAxes();
  nodes.addRows(blocked);
  std::vector<Column> columns;
  for (const auto& sum : directions.sums()) addColumn(sum, nodes, columns);
  addRows(columns, nodes, blocked);
  return blocked;
}

}  // namespace tenon::constraint
