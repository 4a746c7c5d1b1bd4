// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MortarIntegrals.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "fem/shapes.hpp"
#include "surface/footPoint.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Quadrature.hpp"

namespace tenon::constraint {
namespace {

/// Returns the degree of products of shape functions of both faces.
int degreeOf(const surface::Face& slave, const surface::Face& master) {
  const auto degree = [](mesh::CellType type) {
    return fem::orderOf(type) * (fem::shapeOf(type) == fem::Shape::quadrilateral ? 2 : 1);
  };
  return degree(slave.type) + std::max(degree(slave.type), degree(master.type));
}

/// Returns the circumference of the ring through a point of a face.
double ringOf(const surface::Face& face, const std::array<double, 2>& xi) {
  return 2.0 * M_PI * face.at(xi)[0];
}

}  // namespace

MortarIntegrals::MortarIntegrals(const base::Communicator& comm, const std::vector<surface::SurfaceFace>& slaves,
                                 const std::vector<surface::SurfaceFace>& masters, const std::vector<double>& reach,
                                 MultiplierSpace space, Options options) {
  std::vector<fem::Box> boxes;
  for (std::size_t s = 0; s < slaves.size(); ++s) boxes.push_back(slaves[s].box.expandedBy(reach[s]));
  const surface::NearFaces near = surface::nearFaces(comm, masters, boxes);
  for (std::size_t s = 0; s < slaves.size(); ++s) {
    slave_area += surface::areaOfFacets(slaves[s].face);
    std::vector<const surface::SurfaceFace*> under;
    for (const std::size_t face : near.faces_of_box[s]) under.push_back(&near.faces[face]);
    add(slaves[s], under, reach[s], space, options);
  }
}

void MortarIntegrals::add(const surface::SurfaceFace& slave, const std::vector<const surface::SurfaceFace*>& masters,
                          double reach, MultiplierSpace space, Options options) {
  std::vector<const surface::Face*> faces;
  std::vector<const surface::SurfaceFace*> under;
  std::vector<std::vector<surface::OverlapPoint>> points;
  const double farthest = reach + slave.round_off;
  for (const surface::SurfaceFace* master : masters) {
    const int degree = degreeOf(slave.face, master->face) + (options.is_axisymmetric ? 1 : 0);
    surface::Overlap shared = options.has_gaps ? surface::overlap(slave.face, master->face, degree, farthest)
                                               : surface::overlap(slave.face, master->face, degree);
    lost.add(slave.tag, shared.lost_area);
    const auto far = [&](const surface::OverlapPoint& point) { return std::abs(point.gap) > farthest; };
    if (!options.has_gaps)
      shared.points.erase(std::remove_if(shared.points.begin(), shared.points.end(), far), shared.points.end());
    if (shared.points.empty()) continue;
    if (options.is_axisymmetric)
      for (surface::OverlapPoint& point : shared.points) point.weight *= ringOf(slave.face, point.slave_xi);
    for (const surface::OverlapPoint& point : shared.points)
      if (std::abs(point.gap) > slave.round_off)
        largest_gap = std::max(largest_gap, std::abs(point.gap) / slave.diameter);
    faces.push_back(&master->face);
    under.push_back(master);
    points.push_back(std::move(shared.points));
  }
  const FaceIntegrals integrals = integrate(slave.face, faces, points, space, slave.round_off);
  covered_area += integrals.area;
  if (options.has_gaps) addGap(slave, integrals);
  addTerms(slave, under, integrals, space, options);
}

// Adds the entries of D, M and the areas.
void MortarIntegrals::addTerms(const surface::SurfaceFace& slave, const std::vector<const surface::SurfaceFace*>& under,
                               const FaceIntegrals& integrals, MultiplierSpace space, Options options) {
  using Part = MortarTerm::Part;
  const std::array<double, 9> whole = faceMassDiagonal(slave.face, options.is_axisymmetric);
  const auto n = fem::numNodes(slave.face.type);
  const double diagonal = integrals.slave.diagonal().sum();
  for (int j = 0; j < n; ++j) {
    const PetscInt row = slave.nodes[static_cast<std::size_t>(j)].value();
    terms.terms.push_back({row, row, Part::whole, whole[static_cast<std::size_t>(j)]});
    if (under.empty()) continue;
    terms.terms.push_back({row, row, Part::area, integrals.area * integrals.slave(j, j) / diagonal});
    for (int k = 0; k < n; ++k) {
      const PetscInt column = slave.nodes[static_cast<std::size_t>(k)].value();
      terms.terms.push_back({row, column, Part::D, integrals.slave(j, k)});
      if (space == MultiplierSpace::dual)
        terms.terms.push_back({row, column, Part::coupling, integrals.coupling(j, k)});
    }
    for (std::size_t m = 0; m < under.size(); ++m)
      for (int l = 0; l < fem::numNodes(under[m]->face.type); ++l) {
        const PetscInt column = under[m]->nodes[static_cast<std::size_t>(l)].value();
        terms.terms.push_back({row, column, Part::M, -integrals.master[m](j, l)});
        if (integrals.turns[m].empty()) continue;
        GapRotationTerm& turn = terms.turns.emplace_back(GapRotationTerm{row, column, {}});
        Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(turn.values.data()) =
            -integrals.turns[m][static_cast<std::size_t>(j)][static_cast<std::size_t>(l)];
      }
  }
}

// Adds the gap of each node, int Phi_j g, and the outward normal of the slave there, int N_j n.
void MortarIntegrals::addGap(const surface::SurfaceFace& slave, const FaceIntegrals& integrals) {
  using Part = MortarTerm::Part;
  const surface::Face here = slave.face.relativeTo(slave.face.nodes[0]);
  std::array<base::Vec3, 9> normals;
  normals.fill(base::Vec3::Zero());
  const fem::QuadratureRule rule = fem::quadrature(here.type, fem::massDegree(here.type));
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const surface::FaceGeometry at(here, {rule.points[q][0], rule.points[q][1]});
    const base::Vec3 normal = at.areaVector();
    for (int a = 0; a < at.num_nodes; ++a)
      normals[static_cast<std::size_t>(a)] += rule.weights[q] * at.N[a] * at.N[a] * normal;
  }
  for (int j = 0; j < fem::numNodes(here.type); ++j) {
    const auto node = static_cast<std::size_t>(j);
    const PetscInt row = slave.nodes[node].value();
    terms.terms.push_back({row, 0, Part::gap, integrals.gap[node]});
    for (int c = 0; c < 3; ++c) terms.terms.push_back({row, c, Part::normal, normals[node][c]});
  }
}

}  // namespace tenon::constraint
