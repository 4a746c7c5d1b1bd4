// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tenon/mesh/Mesh.hpp"

// Properties of each distributed mesh, for any source and partition. All functions are collective.
namespace tenon::mesh::testing {

/// Returns the volume (in a plane: the area) of a cell with straight edges. Evaluates the
/// divergence theorem over facets that are divided into triangles from their first vertex.
double straightVolume(const Mesh& mesh, const CellBlock& block, LocalIndex cell);

/// Returns the volume of all cells of the mesh's dimension.
double totalVolume(const Mesh& mesh);

/// Node positions of each cell of a block, by cell position, gathered from the owners of the cells.
using CellNodes = std::map<std::int64_t, std::vector<std::int64_t>>;
CellNodes allCells(const Mesh& mesh, const CellBlock& block);

/// Returns the coordinates of the nodes by node position, gathered from their owners.
std::map<std::int64_t, std::array<double, 3>> allPoints(const Mesh& mesh);

/// Returns the cell positions of a group in one block, gathered from the owners of the cells.
std::set<std::int64_t> allOfGroup(const Mesh& mesh, const Group& group, std::size_t block);

/// Returns the node positions of a group, gathered from the owners of the nodes.
std::set<std::int64_t> allNodesOfGroup(const Mesh& mesh, const Group& group);

/// Expects that each cell and node has one owner and that positions start at 0 without gaps.
/// Expects on each rank exactly its owned cells and all cells with an owned node, ghosts with the
/// nodes and coordinates of their owners, and no unused node.
void expectWellDistributed(const Mesh& mesh);

/// Expects the same cells, coordinates, tags and groups in two meshes of
/// one source, on any number of ranks.
void expectSameMesh(const Mesh& a, const Mesh& b);

}  // namespace tenon::mesh::testing
