// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "analysis/Equations.hpp"

// Vectors over the unknowns with given or arbitrary entries at nodes.
namespace tenon::analysis {

/// Returns a vector over the unknowns with the entries value(body, owned node, component).
template <class Value>
la::Vector vectorByNodes(const Equations& equations, Value&& value) {
  std::vector<std::vector<double>> arrays;
  for (const auto& body : equations.mechanics().bodies()) {
    const int block = body->state().block();
    arrays.emplace_back();
    for (base::LocalIndex node = 0; node < body->state().layout().numOwned(); ++node)
      for (int c = 0; c < block; ++c) arrays.back().push_back(value(*body, node, c));
  }
  la::Vector vector = equations.linearSystem().layout().makeVector();
  equations.linearSystem().layout().gather({arrays.begin(), arrays.end()}, vector.get());
  return vector;
}

/// Returns a vector of arbitrary entries that depend on `number` and on the positions of nodes in
/// their mesh files.
/// @note Collective.
la::Vector arbitraryVector(const Equations& equations, std::uint64_t number);

}  // namespace tenon::analysis
