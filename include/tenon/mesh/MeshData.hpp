// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tenon::mesh {

/// Mesh in memory that a host program passes instead of a file. Each rank passes any part of the
/// mesh: for example, the whole mesh on one rank or a different part on each rank. The whole mesh
/// consists of the parts of all ranks in the order of the ranks. All indices start at 0 and refer
/// to the whole mesh.
///
/// Node i of the whole mesh has the number i + 1 in results and equations. Cells are numbered from
/// 1, beginning with those of the highest dimension.
///
/// Types of cells have the names that `tenon list element` prints, such as "hex8", with nodes in
/// Gmsh's order. The names of meshio, such as "hexahedron" and "tetra10", are also accepted, with
/// nodes in meshio's order, which is that of VTK.
struct MeshData {
  /// Cells of one type.
  struct Cells {
    std::string type;                 ///< name of the cell type
    std::vector<std::int64_t> nodes;  ///< [cells][nodes of a cell] indices of nodes
  };

  /// Members of a named group that have the same type. Several entries with one name form one group
  /// for each dimension.
  struct Group {
    std::string name;  ///< name of the group
    std::string type;  ///< name of the cell type; "node" for nodes
    /// Indices of the members among the `cells` of this type, or indices of nodes.
    std::vector<std::int64_t> indices{};
    /// [cells][nodes of a cell] members given by their nodes. Cells that are not in `cells` are
    /// added to the mesh.
    std::vector<std::int64_t> nodes{};
  };

  std::vector<double> points{};  ///< [nodes x 3] coordinates [length]
  std::vector<Cells> cells{};    ///< cells by type
  std::vector<Group> groups{};   ///< named groups

  /// Returns the number of nodes of this part.
  std::size_t numNodes() const { return points.size() / 3; }
};

}  // namespace tenon::mesh
