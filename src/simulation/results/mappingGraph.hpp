// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Returns the graph of all states as text: their parents, parents before children, and their
/// contributors.
/// @note Not collective; identical on all ranks.
std::string textOfGraph(const system::MechanicalSystem& mechanics);
/// Returns the same graph in the language of Graphviz.
/// @note Not collective; identical on all
/// ranks.
std::string dotOfGraph(const system::MechanicalSystem& mechanics);

}  // namespace tenon::simulation
