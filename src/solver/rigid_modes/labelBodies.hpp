// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/la/assembly/Accumulator.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::solver {

/// Labels each local node with the lowest global number of the nodes in its body. A body is a
/// connected component of the graph whose edges are the elements.
/// @note Collective. The number of rounds equals the number of rank boundaries that a body crosses.
std::vector<long long> labelBodies(const la::State& state, const std::vector<la::ElementTable>& elements);

}  // namespace tenon::solver
