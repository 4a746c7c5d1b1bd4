// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <utility>
#include <vector>

#include "tenon/mesh/generation/generate.hpp"

namespace tenon::mesh {

/// Nodes of a cell and the weights that define the location of a site: shape functions, so that
/// neighbours agree.
using SiteWeights = std::vector<std::pair<int, double>>;
const SiteWeights& weightsOf(CellType type, NodeSite site);

/// Returns the sites of the nodes of a cell, in their order.
const std::vector<NodeSite>& sitesOf(CellType type);

/// Returns the site between two vertices: the midpoint of an edge, of the quadrilateral with this
/// diagonal, or of the cell.
NodeSite siteBetween(CellType type, int a, int b);

/// Returns the vertices of the edges of a cell.
const std::vector<std::pair<int, int>>& edgesOf(CellType type);

/// Returns the type of the same shape with first-order nodes. @throws InputError if there is none
CellType linearType(CellType type);
/// Returns the type of the same shape with second-order nodes. @throws InputError if there is none
CellType quadraticType(CellType type);
/// Returns the type of the same shape with second-order nodes including centres.
/// @throws InputError if there is none
CellType completeQuadraticType(CellType type);

}  // namespace tenon::mesh
