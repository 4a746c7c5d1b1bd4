#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tenon/mesh/Mesh.hpp"

// What holds for every distributed mesh, whatever its source and partition. All collective.
namespace tenon::mesh::testing {

/// Volume (plane: area) of a straight-edged cell: the divergence theorem over facets fanned from their first vertex.
double straightVolume(const Mesh& mesh, const CellBlock& block, LocalIndex cell);

/// Sum over all owned cells of the mesh's dimension.
double totalVolume(const Mesh& mesh);

/// Node positions of every cell of a block, by cell position, gathered from the cells' owners.
using CellNodes = std::map<std::int64_t, std::vector<std::int64_t>>;
CellNodes allCells(const Mesh& mesh, const CellBlock& block);

/// Points by node position, gathered from the nodes' owners.
std::map<std::int64_t, std::array<double, 3>> allPoints(const Mesh& mesh);

/// Cell positions of a group in one block, gathered from the cells' owners.
std::set<std::int64_t> allOfGroup(const Mesh& mesh, const Group& group, std::size_t block);

/// Node positions of a group, gathered from the nodes' owners.
std::set<std::int64_t> allNodesOfGroup(const Mesh& mesh, const Group& group);

/// Expects: each cell and node owned once, positions from 0 without gaps; on each rank exactly its own cells and all
/// that touch a node it owns; ghosts with the owner's nodes and points; nodes no one here needs are not here.
void expectWellDistributed(const Mesh& mesh);

/// Expects the same cells, points, tags and groups of two meshes of one source on whatever ranks.
void expectSameMesh(const Mesh& a, const Mesh& b);

}  // namespace tenon::mesh::testing
