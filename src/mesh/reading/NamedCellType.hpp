// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Cell type of a mesh in memory, with its order of nodes.
struct NamedCellType {
  CellType type;
  bool has_vtk_order;  ///< true if nodes are in VTK's order instead of Gmsh's
};

/// Returns the cell type of a name of tenon or of meshio; none for an unknown name.
std::optional<NamedCellType> findCellType(const std::string& name);

}  // namespace tenon::mesh
