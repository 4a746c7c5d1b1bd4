#include "PositiveFunctions.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Quadrature.hpp"
#include "tenon/fem/shapes.hpp"
#include "tenon/la/Halo.hpp"
#include "tenon/surface/footPoint.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::constraint {
namespace {

constexpr double share_of_edges = 0.2;

/// True if the integral of a vertex function of such a face is not positive.
bool needsShares(mesh::CellType type, bool is_axisymmetric) {
  if (type == mesh::CellType::line3) return is_axisymmetric;
  return type == mesh::CellType::quad8 || type == mesh::CellType::tri6;
}

/// Integrals of the shape functions over a face.
std::array<double, 9> shapeIntegrals(const surface::Face& face, bool is_axisymmetric) {
  std::array<double, 9> integrals{};
  const surface::Face here = face.from(face.nodes[0]);
  const fem::Rule rule = fem::quadrature(face.type, fem::massDegree(face.type));
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const surface::FaceGeometry at(here, {rule.points[q][0], rule.points[q][1]});
    double measure = rule.weights[q] * (at.dimension == 2 ? at.by[0].cross(at.by[1]).norm() : at.by[0].norm());
    if (is_axisymmetric) measure *= 2.0 * M_PI * (at.x[0] + face.nodes[0][0]);
    for (int a = 0; a < at.num_nodes; ++a) integrals[static_cast<std::size_t>(a)] += measure * at.N[a];
  }
  return integrals;
}

}  // namespace

PositiveFunctions::PositiveFunctions(const mesh::Mesh& mesh, const mesh::Group& group) {
  areas_.assign(static_cast<std::size_t>(mesh.layout().numOwned()), 0.0);
  if (!group.hasCellsOf(mesh.spaceDimension() - 1)) return;
  findEdges(mesh, group);
  integrate(mesh, group);
}

void PositiveFunctions::findEdges(const mesh::Mesh& mesh, const mesh::Group& group) {
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const mesh::CellBlock& block = mesh.blocks()[b];
    if (mesh::info(block.type).dimension != mesh.spaceDimension() - 1) continue;
    if (!needsShares(block.type, mesh.isAxisymmetric())) continue;
    const int vertices = fem::numVertices(block.type), edges = fem::dimensionOf(block.type) == 1 ? 1 : vertices;
    for (const LocalIndex cell : group.cells[b]) {
      const LocalIndex* nodes = block.nodesOf(cell);
      for (int e = 0; e < edges; ++e) ends_[nodes[vertices + e]] = {nodes[e], nodes[(e + 1) % vertices]};
    }
  }
}

void PositiveFunctions::integrate(const mesh::Mesh& mesh, const mesh::Group& group) {
  const la::Halo halo(mesh.layout());
  const auto num_local = static_cast<std::size_t>(mesh.layout().numLocal());
  std::vector<double> of_shapes(num_local, 0.0);
  for (const surface::SurfaceFace& face : surface::ownedFaces(mesh, group)) {
    const std::array<double, 9> integrals = shapeIntegrals(face.face, mesh.isAxisymmetric());
    for (std::size_t a = 0; a < static_cast<std::size_t>(mesh::info(face.face.type).num_nodes); ++a)
      of_shapes[static_cast<std::size_t>(mesh.layout().local(face.nodes[a]))] += mesh.thickness() * integrals[a];
  }
  halo.addGhostsToOwners<double>(of_shapes, 1);

  std::vector<double> all(num_local, 0.0);
  for (std::size_t node = 0; node < areas_.size(); ++node) {
    const auto edge = ends_.find(static_cast<LocalIndex>(node));
    all[node] += edge == ends_.end() ? of_shapes[node] : (1.0 - 2.0 * share_of_edges) * of_shapes[node];
    if (edge == ends_.end()) continue;
    for (const LocalIndex end : edge->second) all[static_cast<std::size_t>(end)] += share_of_edges * of_shapes[node];
  }
  halo.addGhostsToOwners<double>(all, 1);
  std::copy_n(all.begin(), areas_.size(), areas_.begin());
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
