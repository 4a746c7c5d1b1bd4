// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MultiPoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/InputFile.hpp"
#include "base/caseCommunicator.hpp"
#include "fem/nodesOfTags.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;

}  // namespace

void MultiPoint::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results");
  p.optional("equations", &Data::equations, "",
             "equations of the form: sum of coefficient * displacement = value; by default, coefficients are 1 "
             "and values are 0");
  p.optional(
      "file", &Data::file, "",
      "CSV file that contains additional equations in the columns equation,object,node,component,coefficient,value");
  p.optional("history", &Data::history, "", "time factor of the values, piecewise linear between the entries");
}

MultiPoint::MultiPoint(Data data, const fem::FindDomain& find)
    : LinearConstraint(data.name, 1), data_(std::move(data)) {
  readFile();
  requireValidEquations(find);
  const auto nodes = findNodes(find);
  std::vector<const la::State*> states;
  for (std::size_t e = 0; e < nodes.size(); ++e) {
    const Equation& equation = data_.equations[e];
    for (const EquationTerm& term : equation.terms)
      if (std::find(states.begin(), states.end(), &find(term.object).state) == states.end())
        states.push_back(&find(term.object).state);
    const fem::Domain& first = find(equation.terms.front().object);
    if (!first.mesh.layout().isOwned(nodes[e].front())) continue;
    const LocalIndex row = addRow(equation.value);
    for (std::size_t k = 0; k < nodes[e].size(); ++k)
      addTerm(row, find(equation.terms[k].object).state, nodes[e][k], equation.terms[k].component,
              equation.terms[k].coefficient);
    const LocalIndex slave = first.mesh.layout().local(nodes[e].front());
    setSlave(row, first.state, slave, equation.terms.front().component);
    setRowKey({&first.state, slave, equation.terms.front().component, static_cast<std::int64_t>(e)});
  }
  setHistory(data_.history);
  finish(states);
}

// The file determines the objects, so that all ranks of the case take part.
void MultiPoint::readFile() {
  if (data_.file.path.empty()) return;
  const base::Communicator comm = base::caseCommunicator();
  std::string text;
  base::runOnRoot(comm, [&] { text = base::InputFile("the file of equations", data_.file.path).contents(); });
  text = comm.broadcast(std::move(text));
  for (Equation& equation : equationsOf(text, data_.file.path)) data_.equations.push_back(std::move(equation));
}

/// Checks the equations. Every rank has the same equations and finds the same errors.
void MultiPoint::requireValidEquations(const fem::FindDomain& find) const {
  if (data_.equations.empty()) throw InputError(fmt::format("The constraint '{}' contains no equations.", name()));
  for (const Equation& equation : data_.equations) {
    for (const EquationTerm& term : equation.terms) try {
        const fem::Domain& domain = find(term.object);
        if (!term.group.empty()) domain.mesh.group(term.group);
        if (term.component >= domain.state.block())
          throw InputError(
              domain.state.kind() == la::NodeKind::scalars
                  ? fmt::format("Object '{}' has scalar nodes, so the component must be x.", term.object)
                  : fmt::format("Object '{}' is two-dimensional: its displacement has no z component.", term.object));
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", term.where, error.what()));
      }
    const auto vanishes = [](const EquationTerm& term) { return term.coefficient == 0.0; };
    if (std::all_of(equation.terms.begin(), equation.terms.end(), vanishes))
      throw InputError(fmt::format("{}: all coefficients of this equation are 0, but at least one must not be 0.",
                                   equation.terms.front().where));
  }
}

/// Returns the global number of each term's node, [equations][terms]. @note Collective.
std::vector<std::vector<base::GlobalIndex>> MultiPoint::findNodes(const fem::FindDomain& find) const {
  std::map<std::string, std::vector<std::int64_t>> tags;  // by object
  std::vector<std::string> objects;
  for (const Equation& equation : data_.equations)
    for (const EquationTerm& term : equation.terms)
      if (term.group.empty()) tags[term.object].push_back(term.node);
  std::map<std::string, std::vector<base::GlobalIndex>> numbered;
  for (const auto& [object, wanted] : tags)
    numbered[object] = fem::nodesOfTags(find(object), wanted, fmt::format("Constraint '{}'", name()));
  std::map<std::string, std::size_t> next;
  std::vector<std::vector<base::GlobalIndex>> nodes;
  for (const Equation& equation : data_.equations) {
    auto& of_equation = nodes.emplace_back();
    for (const EquationTerm& term : equation.terms)
      of_equation.push_back(term.group.empty() ? numbered[term.object][next[term.object]++]
                                               : uniqueNode(find(term.object), term));
  }
  return nodes;
}

base::GlobalIndex MultiPoint::uniqueNode(const fem::Domain& domain, const EquationTerm& term) const {
  const std::vector<LocalIndex> nodes = fem::ownedNodes(domain, term.group);
  const base::Communicator& comm = domain.mesh.comm();
  const long count = comm.sum(static_cast<long>(nodes.size()));
  base::runCollectively(comm, [&] {
    if (count != 1)
      throw InputError(
          fmt::format("{}: group {}/{} has {} nodes, but a term of an equation must refer to a single node.",
                      term.where, term.object, term.group, count));
  });
  const long mine = nodes.empty() ? -1 : static_cast<long>(domain.mesh.layout().global(nodes.front()).value());
  return base::GlobalIndex(static_cast<PetscInt>(comm.max(mine)));
}

}  // namespace tenon::constraint
