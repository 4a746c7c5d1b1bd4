// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "analysis/Equations.hpp"
#include "tenon/fem/Domain.hpp"

// Nodes of objectives, and derivatives with respect to their displacements.
namespace tenon::analysis {

/// Returns the owned nodes of a group, or all owned nodes of the mesh if no group is named.
/// @throws InputError if the group does not exist or has no nodes
/// @note Collective.
std::vector<base::LocalIndex> ownedNodesOf(const fem::Domain& domain, const std::string& group);

/// Returns the index of a displacement component.
/// @param component  x, y or z
/// @throws InputError if the nodes of the object have no such component
int componentIndex(const fem::Domain& domain, const std::string& component);

/// Adds derivatives with respect to the displacements of one state, which may be a mapped state, to
/// a vector over the layout of the linear system.
/// @param values  [numLocal x block] derivatives; values at ghosts are ignored
/// @note Collective.
void addNodalDerivatives(const Equations& equations, const la::State& state, std::vector<double> values, Vec sum);

}  // namespace tenon::analysis
