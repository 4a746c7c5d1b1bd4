// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ConstrainedNodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

using base::InputError;
using base::Vec3;

std::size_t ConstrainedNodes::indexOf(const la::State& state) const {
  const auto found = std::find_if(dofs_.begin(), dofs_.end(), [&](const auto& h) { return &h.state() == &state; });
  base::ensure(found != dofs_.end(), "A condition acts on '" + state.name() + "', which is not part of the system.");
  return static_cast<std::size_t>(found - dofs_.begin());
}

int ConstrainedNodes::numberOf(const std::string& name) const {
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (conditions_[i]->name() == name) return static_cast<int>(i);
  throw base::InternalError("The condition '" + name + "' is not part of the system.");
}

/// Returns the basis of a node, which is initialised with the prescribed degrees of freedom.
NodeBasis& ConstrainedNodes::basisOf(const Node& node) {
  const auto [at, is_new] = bases_.try_emplace(node);
  const ConstrainedDofs& dofs = dofs_[node.first];
  for (int c = 0; is_new && c < numDirections(node.first); ++c)
    if (dofs.isConstrained(node.second, c))
      at->second.add(Vec3::Unit(c), dofs.value(node.second, c), numberOf(dofs.conditionOf(node.second, c)));
  return at->second;
}

void ConstrainedNodes::addDirections(const std::vector<ObliqueDirections::NodeDirection>& directions) {
  base::runCollectively(comm(), [&] {
    for (const auto& d : directions) {
      const std::size_t s = indexOf(*d.state);
      const auto contradiction = basisOf({s, d.node}).add(d.direction, d.value, numberOf(d.by->name()));
      if (contradiction)
        throw InputError(fmt::format(
            "At node {} of object '{}', the displacement {} along ({:.6g}, {:.6g}, {:.6g}) is prescribed by '{}', but "
            "'{}' prescribes a different value.",
            tag_(*d.state, d.node), d.state->name(), d.value, d.direction[0], d.direction[1], d.direction[2],
            d.by->name(), conditions_[static_cast<std::size_t>(contradiction.with)]->name()));
    }
  });
}

// Data exchanged between the owners of two attached nodes.
struct ConstrainedNodes::Request {
  int number;  // number of the pair at its first node's owner
  std::size_t first_state, second_state;
  PetscInt first, second;
  int by;
  NodeBasis basis;
};
struct ConstrainedNodes::Reply {
  int number;
  NodeBasis basis;
};

void ConstrainedNodes::join(const Node& node, GlobalIndex other, std::size_t other_state, int by, bool is_first) {
  const auto name = [this](int number) { return conditions_[static_cast<std::size_t>(number)]->name(); };
  const auto [at, is_new] = partners_.try_emplace(node, Partner{other_state, other, by, is_first});
  if (!is_new)
    throw InputError(
        fmt::format("Node {} of object '{}' is attached twice, by '{}' and by '{}': a node can be attached to only "
                    "one other node. Use a constraint with multipliers (tie, rigid) to join several nodes.",
                    tag_(state(node.first), node.second), state(node.first).name(), name(at->second.by), name(by)));
}

void ConstrainedNodes::unite(const NodeBasis& first, const NodeBasis& second, const Node& mine, int by) {
  NodeBasis all = first;
  for (int i = 0; i < second.count; ++i) {
    const NodeBasis::Member& m = second.members[i];
    const auto contradiction = all.add(m.along(), m.value, m.by);
    const auto name = [this](int number) { return conditions_[static_cast<std::size_t>(number)]->name(); };
    if (contradiction)
      throw InputError(
          fmt::format("'{}' attaches node {} of object '{}' to another node, but '{}' and '{}' prescribe different "
                      "values for the two nodes.",
                      name(by), tag_(state(mine.first), mine.second), state(mine.first).name(),
                      name(contradiction.with), name(m.by)));
  }
  bases_[mine] = all;
}

void ConstrainedNodes::addPairs(const std::vector<ObliqueDirections::AttachedNodes>& pairs) {
  if (!comm().any(!pairs.empty())) return;
  const auto ranks = static_cast<std::size_t>(comm().size());
  std::vector<std::vector<Request>> requests(ranks);
  base::runCollectively(comm(), [&] {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto& pair = pairs[i];
      const std::size_t s = indexOf(*pair.first_state), t = indexOf(*pair.second_state);
      const int by = numberOf(pair.by->name());
      join({s, pair.first}, pair.second, t, by, true);
      requests[static_cast<std::size_t>(pair.second_state->layout().ownerOf(pair.second))].push_back(
          {static_cast<int>(i), s, t, pair.first_state->layout().global(pair.first).value(), pair.second.value(), by,
           basisOf({s, pair.first})});
    }
  });
  const auto asked = comm().exchange(requests);
  std::vector<std::vector<Reply>> replies(ranks);
  base::runCollectively(comm(), [&] {
    for (std::size_t r = 0; r < asked.size(); ++r)
      for (const Request& q : asked[r]) {
        const Node mine{q.second_state, state(q.second_state).layout().local(GlobalIndex(q.second))};
        join(mine, GlobalIndex(q.first), q.first_state, q.by, false);
        replies[r].push_back({q.number, basisOf(mine)});
        unite(q.basis, basisOf(mine), mine, q.by);
      }
  });
  const auto answered = comm().exchange(replies);
  base::runCollectively(comm(), [&] {
    for (const auto& from_rank : answered)
      for (const Reply& reply : from_rank) {
        const auto& pair = pairs[static_cast<std::size_t>(reply.number)];
        const Node mine{indexOf(*pair.first_state), pair.first};
        unite(basisOf(mine), reply.basis, mine, numberOf(pair.by->name()));
      }
  });
}

void ConstrainedNodes::constrainAxes() {
  base::runCollectively(comm(), [&] {
    for (auto& [node, basis] : bases_) {
      const int num_axes = basis.alignWithAxes(numDirections(node.first));
      num_axes_[node] = num_axes;
      for (int i = 0; i < num_axes; ++i) {
        const NodeBasis::Member& m = basis.members[i];
        Eigen::Index axis = 0;
        m.along().maxCoeff(&axis);
        if (!dofs_[node.first].isConstrained(node.second, static_cast<int>(axis)))
          dofs_[node.first].constrain(node.second, static_cast<int>(axis), m.value,
                                      *conditions_[static_cast<std::size_t>(m.by)]);
      }
    }
  });
}

void ConstrainedNodes::addRows(ConstrainedDirections& blocked) const {
  const auto add = [&](LocalIndex row, const la::State& of, GlobalIndex node, const Vec3& direction) {
    for (int c = 0; c < std::min(of.block(), 3); ++c)
      if (direction[c] != 0.0) blocked.rows.add(row, of, node, c, direction[c]);
  };
  for (const auto& [node, basis] : bases_) {
    const la::State& own = state(node.first);
    const GlobalIndex global = own.layout().global(node.second);
    for (int i = num_axes_.at(node); i < basis.count; ++i) {
      add(static_cast<LocalIndex>(blocked.values.size()), own, global, basis.members[i].along());
      blocked.values.push_back(basis.members[i].value);
    }
    const auto partner = partners_.find(node);
    if (partner == partners_.end() || !partner->second.is_first) continue;
    const auto free = basis.complement(numDirections(node.first));
    for (Eigen::Index k = 0; k < free.cols(); ++k) {
      const auto row = static_cast<LocalIndex>(blocked.values.size());
      add(row, own, global, std::sqrt(0.5) * free.col(k));
      add(row, state(partner->second.state), partner->second.node, -std::sqrt(0.5) * free.col(k));
      blocked.values.push_back(0.0);
    }
  }
}

std::pair<double, double> ConstrainedNodes::reduce(std::map<Node, Vec3>& coefficients) {
  struct Half {
    std::size_t state;
    PetscInt node;
    double c[3];
  };
  double value = 0.0, size = 0.0;
  std::vector<std::vector<Half>> outgoing(static_cast<std::size_t>(comm().size()));
  for (auto& [node, c] : coefficients) {
    const double known = basisOf(node).known(c);
    value -= known;
    size += std::abs(known);
    c = basisOf(node).project(c);
    const auto partner = partners_.find(node);
    if (partner == partners_.end()) continue;
    c *= 0.5;  // each of two attached nodes takes half of the coefficient
    outgoing[static_cast<std::size_t>(ownerOf(partner->second))].push_back(
        {partner->second.state, partner->second.node.value(), {c[0], c[1], c[2]}});
  }
  for (const auto& from_rank : comm().exchange(outgoing))
    for (const Half& half : from_rank)
      coefficients.try_emplace({half.state, state(half.state).layout().local(GlobalIndex(half.node))}, Vec3::Zero())
          .first->second += Eigen::Map<const Vec3>(half.c);
  return {value, size};
}

}  // namespace tenon::constraint
