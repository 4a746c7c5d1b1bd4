// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "RawMesh.hpp"

namespace tenon::mesh {

/// Statistics of a mesh for `tenon info`.
struct MeshInfo {
  /// Statistics of one group.
  struct GroupInfo {
    std::string name;        ///< name of the group
    int dimension;           ///< dimension of the cells
    std::int64_t num_cells;  ///< number of cells
    double measure;          ///< length, area or volume
  };
  /// Scaled Jacobian of the cells of highest dimension: the minimum over a cell's vertices of the
  /// volume spanned by the edges at the vertex divided by the product of their lengths. It is 1 for
  /// the ideal shape and not positive for inverted cells. Second-order cells are evaluated at all
  /// nodes. Surfaces and lines in 3D are never counted as inverted.
  /// @see P. Knupp, Algebraic mesh quality metrics, SIAM J. Sci. Comput. 23 (2001)
  struct Quality {
    double least = 1, mean = 0;     ///< minimum and mean over the cells
    std::int64_t worst_tag = -1;    ///< tag of the cell with the minimum
    std::int64_t num_inverted = 0;  ///< number of inverted cells
  };
  /// Statistics of one part of a partition.
  struct PartInfo {
    /// Counts, and the sum of CellTypeInfo::partition_cost.
    std::int64_t cells = 0, cost = 0, owned_nodes = 0, ghost_cells = 0, ghost_nodes = 0;
  };

  std::string file;                                      ///< name of the mesh file
  int dimension = 0;                                     ///< highest dimension of any cell
  std::int64_t num_nodes = 0;                            ///< number of nodes
  std::vector<std::pair<CellType, std::int64_t>> cells;  ///< numbers of cells by type
  std::vector<GroupInfo> groups;                         ///< statistics of each group
  std::array<double, 3> low{}, high{};                   ///< bounding box
  double measure = 0;                                    ///< volume; area of a plane mesh
  Quality quality;                                       ///< quality of the cells
  std::vector<PartInfo> parts;                           ///< parts of a partition; empty unless requested
  std::int64_t num_cut_facets = 0;                       ///< facets between cells of different parts
};

/// Computes the statistics of a mesh on one rank, and of its partition by METIS if num_parts > 0.
/// @note Not collective.
MeshInfo inspect(const RawMesh& mesh, int num_parts = 0);

/// Returns the text that `tenon info` prints.
std::string format(const MeshInfo& info);

}  // namespace tenon::mesh
