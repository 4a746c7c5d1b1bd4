// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <map>

#include "fem/outwardSigns.hpp"
#include "surfaceFaces.hpp"

namespace tenon::surface {
namespace {

/// Returns the permutation that reverses the orientation of a face: node k of the result is node
/// `reversedOrder[k]` of the face.
const std::array<std::size_t, 9>& reversedOrder(mesh::CellType type) {
  static const std::map<mesh::CellType, std::array<std::size_t, 9>> orders{
      {mesh::CellType::line2, {1, 0}},
      {mesh::CellType::line3, {1, 0, 2}},
      {mesh::CellType::tri3, {0, 2, 1}},
      {mesh::CellType::tri6, {0, 2, 1, 5, 4, 3}},
      {mesh::CellType::quad4, {0, 3, 2, 1}},
      {mesh::CellType::quad8, {0, 3, 2, 1, 7, 6, 5, 4}},
      {mesh::CellType::quad9, {0, 3, 2, 1, 7, 6, 5, 4, 8}}};
  return orders.at(type);
}

void reverseOrientation(SurfaceFace& face) {
  const auto& order = reversedOrder(face.face.type);
  const SurfaceFace before = face;
  for (std::size_t k = 0; k < static_cast<std::size_t>(mesh::info(face.face.type).num_nodes); ++k) {
    face.nodes[k] = before.nodes[order[k]];
    face.face.nodes[k] = before.face.nodes[order[k]];
  }
}

}  // namespace

std::vector<SurfaceFace> ownedFacesOutward(const fem::Domain& domain, const mesh::Group& group) {
  std::vector<SurfaceFace> faces = ownedFaces(domain.mesh, group);
  const fem::Region region(domain, group.name, domain.mesh.spaceDimension() - 1, "surface");
  const std::vector<std::vector<double>> signs = fem::outwardSignsIfAny(domain, region);
  std::map<std::int64_t, double> by_tag;
  for (std::size_t p = 0; p < signs.size(); ++p) {
    const fem::RegionPart& part = region.parts()[p];
    for (base::LocalIndex cell = 0; cell < part.numOwned(); ++cell)
      by_tag[part.cells().tags[static_cast<std::size_t>(part.cell(cell))]] = signs[p][static_cast<std::size_t>(cell)];
  }
  for (SurfaceFace& face : faces)
    if (by_tag[face.tag] < 0.0) reverseOrientation(face);
  return faces;
}

}  // namespace tenon::surface
