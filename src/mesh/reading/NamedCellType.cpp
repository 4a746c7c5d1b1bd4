// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NamedCellType.hpp"

#include <map>

namespace tenon::mesh {
namespace {

/// Names of meshio, whose nodes are in VTK's order.
const std::map<std::string, CellType> meshio_names{
    {"vertex", CellType::point1},      {"line", CellType::line2},      {"triangle", CellType::tri3},
    {"triangle6", CellType::tri6},     {"quad", CellType::quad4},      {"tetra", CellType::tet4},
    {"tetra10", CellType::tet10},      {"hexahedron", CellType::hex8}, {"hexahedron20", CellType::hex20},
    {"hexahedron27", CellType::hex27}, {"wedge", CellType::prism6},    {"wedge15", CellType::prism15},
    {"pyramid", CellType::pyramid5},   {"node", CellType::point1},
};

}  // namespace

std::optional<NamedCellType> findCellType(const std::string& name) {
  for (int t = 0; t < num_cell_types; ++t)
    if (name == info(static_cast<CellType>(t)).name) return NamedCellType{static_cast<CellType>(t), false};
  const auto found = meshio_names.find(name);
  if (found == meshio_names.end()) return std::nullopt;
  return NamedCellType{found->second, true};
}

}  // namespace tenon::mesh
