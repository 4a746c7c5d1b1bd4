// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PositiveFunctions.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "fem/shapes.hpp"
#include "surface/footPoint.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Quadrature.hpp"

namespace tenon::constraint {
namespace {

constexpr double share_of_edges = 0.2;

/// True if the integral of a vertex function of such a face is not positive.
bool needsShares(mesh::CellType type, bool is_axisymmetric) {
  if (type == mesh::CellType::line3) return is_axisymmetric;
  return type == mesh::CellType::quad8 || type == mesh::CellType::tri6;
}

/// Returns the integrals of the shape functions over a face.
std::array<double, 9> shapeIntegrals(const surface::Face& face, bool is_axisymmetric) {
  std::array<double, 9> integrals{};
  const surface::Face here = face.relativeTo(face.nodes[0]);
  const fem::QuadratureRule rule = fem::quadrature(face.type, fem::massDegree(face.type));
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const surface::FaceGeometry at(here, {rule.points[q][0], rule.points[q][1]});
    double measure =
        rule.weights[q] * (at.dimension == 2 ? at.tangents[0].cross(at.tangents[1]).norm() : at.tangents[0].norm());
    if (is_axisymmetric) measure *= 2.0 * M_PI * (at.x[0] + face.nodes[0][0]);
    for (int a = 0; a < at.num_nodes; ++a) integrals[static_cast<std::size_t>(a)] += measure * at.N[a];
  }
  return integrals;
}

using LocalFace = PositiveFunctions::LocalFace;

std::size_t numNodes(const LocalFace& face) {
  return static_cast<std::size_t>(mesh::info(face.type).num_nodes);
}

surface::Face placeOf(const mesh::Mesh& mesh, const LocalFace& face) {
  surface::Face placed{face.type, {}};
  for (std::size_t a = 0; a < numNodes(face); ++a)
    placed.nodes[a] = Eigen::Map<const base::Vec3>(mesh.points().data() + 3 * static_cast<std::size_t>(face.nodes[a]));
  return placed;
}

base::Vec3 middleOf(const surface::Face& face) {
  base::Vec3 sum = base::Vec3::Zero();
  const int vertices = fem::numVertices(face.type);
  for (int v = 0; v < vertices; ++v) sum += face.nodes[static_cast<std::size_t>(v)];
  return sum / vertices;
}

/// True if some node of the face is owned: all cells of that node are present on this rank.
bool touchesOwned(const mesh::Mesh& mesh, const LocalFace& face) {
  const auto end = face.nodes.begin() + mesh::info(face.type).num_nodes;
  return std::any_of(face.nodes.begin(), end, [&](LocalIndex node) { return node < mesh.layout().numOwned(); });
}

std::vector<LocalFace> facesOf(const mesh::Mesh& mesh, const mesh::Group& group) {
  std::vector<LocalFace> faces;
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const mesh::CellBlock& block = mesh.blocks()[b];
    if (mesh::info(block.type).dimension != mesh.spaceDimension() - 1) continue;
    for (const LocalIndex cell : group.cells[b]) {
      LocalFace face{block.type, {}};
      std::copy_n(block.nodesOf(cell), mesh::info(block.type).num_nodes, face.nodes.begin());
      if (touchesOwned(mesh, face)) faces.push_back(face);
    }
  }
  return faces;
}

std::vector<LocalFace> facetsOf(const mesh::CellBlock& block, LocalIndex cell) {
  std::vector<LocalFace> facets;
  for (const auto& [type, at] : mesh::info(block.type).facets) {
    LocalFace& facet = facets.emplace_back(LocalFace{type, {}});
    for (std::size_t a = 0; a < at.size(); ++a) facet.nodes[a] = block.nodesOf(cell)[at[a]];
  }
  return facets;
}

std::vector<LocalIndex> verticesOf(const LocalFace& face) {
  std::vector<LocalIndex> vertices(face.nodes.begin(), face.nodes.begin() + fem::numVertices(face.type));
  std::sort(vertices.begin(), vertices.end());
  return vertices;
}

/// Returns the facets of the group's volumes that do not belong to another volume of the mesh.
std::vector<LocalFace> boundaryOf(const mesh::Mesh& mesh, const mesh::Group& group) {
  if (!group.hasCellsOf(mesh.spaceDimension())) return {};
  std::map<std::vector<LocalIndex>, int> volumes;  // number of volumes by vertices of a facet
  const auto isVolume = [&](const mesh::CellBlock& block) {
    return mesh::info(block.type).dimension == mesh.spaceDimension();
  };
  for (const mesh::CellBlock& block : mesh.blocks())
    for (LocalIndex cell = 0; isVolume(block) && cell < block.numCells(); ++cell)
      for (const LocalFace& facet : facetsOf(block, cell)) ++volumes[verticesOf(facet)];
  std::vector<LocalFace> faces;
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    if (!isVolume(mesh.blocks()[b])) continue;
    for (const LocalIndex cell : group.cells[b])
      for (const LocalFace& facet : facetsOf(mesh.blocks()[b], cell))
        if (volumes[verticesOf(facet)] == 1 && touchesOwned(mesh, facet)) faces.push_back(facet);
  }
  return faces;
}

}  // namespace

PositiveFunctions::PositiveFunctions(const mesh::Mesh& mesh, const mesh::Group& group, const FacePredicate& predicate) {
  areas_.assign(static_cast<std::size_t>(mesh.layout().numOwned()), 0.0);
  const bool has_faces = group.hasCellsOf(mesh.spaceDimension() - 1);
  const std::vector<LocalFace> faces = has_faces ? facesOf(mesh, group) : boundaryOf(mesh, group);
  findEdges(mesh, faces);
  integrate(mesh, faces, has_faces ? FacePredicate{} : predicate);
}

void PositiveFunctions::findEdges(const mesh::Mesh& mesh, const std::vector<LocalFace>& faces) {
  for (const LocalFace& face : faces) {
    if (!needsShares(face.type, mesh.isAxisymmetric())) continue;
    const auto vertices = static_cast<std::size_t>(fem::numVertices(face.type));
    const std::size_t edges = fem::dimensionOf(face.type) == 1 ? 1 : vertices;
    for (std::size_t e = 0; e < edges; ++e)
      ends_[face.nodes[vertices + e]] = {face.nodes[e], face.nodes[(e + 1) % vertices]};
  }
}

// Every face of an owned node is present on this rank, as are the faces adjacent to its edges.
void PositiveFunctions::integrate(const mesh::Mesh& mesh, const std::vector<LocalFace>& faces,
                                  const FacePredicate& predicate) {
  const auto num_local = static_cast<std::size_t>(mesh.layout().numLocal());
  std::vector<surface::Face> placed;
  std::vector<char> is_looking, has_looking(num_local, 0);  // [faces], [nodes]
  for (const LocalFace& face : faces) {
    placed.push_back(placeOf(mesh, face));
    const surface::Face& at = placed.back();
    is_looking.push_back(!predicate || predicate(middleOf(at), surface::centreNormal(at)) ? 1 : 0);
    for (std::size_t a = 0; a < numNodes(face); ++a)
      has_looking[static_cast<std::size_t>(face.nodes[a])] |= is_looking.back();
  }
  std::vector<double> of_shapes(num_local, 0.0);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const std::array<double, 9> integrals = shapeIntegrals(placed[f], mesh.isAxisymmetric());
    for (std::size_t a = 0; a < numNodes(faces[f]); ++a)
      if (const auto node = static_cast<std::size_t>(faces[f].nodes[a]); is_looking[f] || !has_looking[node])
        of_shapes[node] += mesh.thickness() * integrals[a];
  }
  std::copy_n(of_shapes.begin(), areas_.size(), areas_.begin());
  for (const auto& [node, ends] : ends_) {
    const auto edge = static_cast<std::size_t>(node);
    const auto add = [&](LocalIndex to, double part) {
      if (to < mesh.layout().numOwned()) areas_[static_cast<std::size_t>(to)] += part * of_shapes[edge];
    };
    add(node, -2.0 * share_of_edges);
    for (const LocalIndex end : ends)
      if (has_looking[edge] || !has_looking[static_cast<std::size_t>(end)]) add(end, share_of_edges);
  }
}

std::vector<PositiveFunctions::Term> PositiveFunctions::termsOf(LocalIndex node) const {
  const auto edge = ends_.find(node);
  if (edge == ends_.end()) return {{node, 1.0}};
  constexpr double own = 1.0 / (1.0 - 2.0 * share_of_edges), of_end = -share_of_edges * own;
  return {{node, own}, {edge->second[0], of_end}, {edge->second[1], of_end}};
}

std::vector<LocalIndex> PositiveFunctions::combined() const {
  std::vector<LocalIndex> nodes;
  for (const auto& edge : ends_) nodes.push_back(edge.first);
  return nodes;
}

}  // namespace tenon::constraint
