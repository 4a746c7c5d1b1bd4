// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "RawMesh.hpp"
#include "tenon/mesh/MeshData.hpp"

namespace tenon::mesh {

/// Conversion of a whole mesh in memory, which has been checked, to the form of a mesh file.
class MemoryMeshBuilder {
 public:
  MemoryMeshBuilder(std::string name, MeshData data);

  /// Returns the mesh, to which normalise() has been applied.
  RawMesh build();

 private:
  /// Cells by their sorted nodes.
  using CellOfNodes = std::unordered_map<std::string, std::size_t>;

  void addPoints();
  void addCells();
  void declareGroups();
  void addMembers(const MeshData::Group& group);
  RawBlock& blockOf(CellType type);
  /// Returns the cell of a block with these nodes, which is added if there is none.
  std::size_t findCell(CellType type, const std::int64_t* nodes);
  /// Appends cells to a block. @param vtk_order  true if nodes are in VTK's order
  void appendCells(CellType type, const std::vector<std::int64_t>& nodes, bool vtk_order);
  void addToGroup(RawBlock& block, std::size_t cell, int group);
  void numberCells();

  MeshData data_;
  RawMesh mesh_;
  std::array<int, num_cell_types> block_of_type_{};  // Place in `blocks` from 1; 0 if there is none.
  std::array<CellOfNodes, num_cell_types> cell_of_nodes_;
  std::map<std::pair<int, std::string>, int> group_of_name_;           // By dimension and name.
  std::map<std::pair<std::int32_t, int>, std::int32_t> extended_set_;  // Set with one more group.
  std::map<std::vector<int>, std::int32_t> set_of_groups_;
};

}  // namespace tenon::mesh
