// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/simulation/results/Output.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::simulation {

/// Returns the entries of owned nodes of an array of local nodes.
std::vector<double> ownedValues(const system::Body& body, gsl::span<const double> local, int columns);

/// Returns the values of the owned cells of each block from those of owned and ghost cells.
std::vector<std::vector<double>> ownedCellValues(const system::Body& body,
                                                 const std::vector<std::vector<double>>& cells, int columns);

/// Writes nodal vectors, [numLocal x block]: translational components by the name `along`, and
/// rotational components of frames by the name `about`.
/// @note Collective.
void writeVectors(const system::Body& body, gsl::span<const double> values, const std::string& along,
                  const std::string& about, FieldWriter& writer);

}  // namespace tenon::simulation
