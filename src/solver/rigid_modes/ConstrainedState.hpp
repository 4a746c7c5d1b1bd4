// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <gsl/span>
#include <vector>

#include "tenon/la/assembly/Accumulator.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::solver {

using base::LocalIndex;

/// State as seen by the search. The degrees of freedom of a rank are numbered state by state and
/// node by node.
struct ConstrainedState {
  /// State of the nodes.
  const la::State* state;
  /// Nodes that are coupled by stiffness, including ghosts.
  std::vector<la::ElementTable> elements;
  /// Returns true if a component of an owned node is constrained.
  std::function<bool(LocalIndex node, int component)> isConstrained;
  /// [numLocal] numbers of the bodies if the nodes are bodies of a list.
  gsl::span<const std::int64_t> numbers = {};
};

}  // namespace tenon::solver
