// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MultiplierSpace.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

#include "base/dense.hpp"
#include "fem/shapes.hpp"
#include "gapRotation.hpp"
#include "surface/footPoint.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Quadrature.hpp"

namespace tenon::constraint {
namespace {

using Values = Eigen::Matrix<double, 9, 1>;  // values of a face's functions, 0 beyond its nodes
using Square = Eigen::Matrix<double, 9, 9>;

Values shapesAt(const surface::Face& face, const std::array<double, 2>& xi) {
  Values N = Values::Zero();
  fem::shapeFunctions(face.type, xi.data(), N.data());
  return N;
}

/// Returns the matrix T of N~ = T N, which is the identity on first-order faces.
Square transformation(mesh::CellType type) {
  constexpr double share = 0.2;
  Square T = Square::Identity();
  const int vertices = fem::numVertices(type), edges = fem::dimensionOf(type) == 1 ? 1 : vertices;
  if (fem::orderOf(type) == 1) return T;
  for (int e = 0; e < edges; ++e) {
    const int edge = vertices + e;
    T(e, edge) = T((e + 1) % vertices, edge) = share;
    T(edge, edge) = 1.0 - 2.0 * share;
  }
  return T;
}

/// Returns the matrix A of the dual functions Phi = A N, with integrals over the given points.
Square dualOf(const surface::Face& slave, const std::vector<std::vector<surface::OverlapPoint>>& points) {
  const int n = fem::numNodes(slave.type);
  const Square T = transformation(slave.type);
  Square mass = Square::Zero();
  Values integral = Values::Zero();
  for (const auto& of_master : points)
    for (const surface::OverlapPoint& point : of_master) {
      const Values N = T * shapesAt(slave, point.slave_xi);
      mass += point.weight * N * N.transpose();
      integral += point.weight * N;
    }
  Square A = Square::Zero();
  const Eigen::MatrixXd inverse =
      base::solvePositiveDefinite(mass.topLeftCorner(n, n), Eigen::MatrixXd::Identity(n, n));
  A.topLeftCorner(n, n) = integral.head(n).asDiagonal() * inverse * T.topLeftCorner(n, n);
  return A;
}

/// Adds a b^T to `sum`, restricted to the first entries: most faces have three or four nodes.
void addProduct(const Values& a, int num_a, const Values& b, int num_b, Square& sum) {
  for (int j = 0; j < num_b; ++j)
    for (int i = 0; i < num_a; ++i) sum(i, j) += a[i] * b[j];
}

/// Adds Phi_j B_l at one point to `turns`, entry [j][l].
void addTurns(const surface::Face& slave, const surface::Face& master, const surface::OverlapPoint& point,
              const Values& weighted, int n, std::vector<std::array<base::Mat3, 9>>& turns) {
  if (turns.empty()) {
    turns.resize(static_cast<std::size_t>(n));
    for (auto& of_row : turns) of_row.fill(base::Mat3::Zero());
  }
  const base::Vec3 origin = slave.nodes[0];
  const surface::Face below = master.relativeTo(origin);
  const base::Vec3 gap = slave.relativeTo(origin).at(point.slave_xi) - below.at(point.master_xi);
  const auto B = gapRotation(below, {point.master_xi[0], point.master_xi[1]}, gap);
  for (int j = 0; j < n; ++j)
    for (std::size_t l = 0; l < static_cast<std::size_t>(fem::numNodes(master.type)); ++l)
      turns[static_cast<std::size_t>(j)][l] += weighted[j] * B[l];
}

}  // namespace

std::array<double, 9> faceMassDiagonal(const surface::Face& face, bool is_axisymmetric) {
  std::array<double, 9> masses{};
  const surface::Face here = face.relativeTo(face.nodes[0]);
  const fem::QuadratureRule rule = fem::quadrature(face.type, fem::massDegree(face.type));
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const surface::FaceGeometry at(here, {rule.points[q][0], rule.points[q][1]});
    double area = at.dimension == 2 ? at.tangents[0].cross(at.tangents[1]).norm() : at.tangents[0].norm();
    if (is_axisymmetric) area *= 2.0 * M_PI * (at.x[0] + face.nodes[0][0]);
    for (int a = 0; a < at.num_nodes; ++a)
      masses[static_cast<std::size_t>(a)] += rule.weights[q] * area * at.N[a] * at.N[a];
  }
  return masses;
}

FaceIntegrals integrate(const surface::Face& slave, const std::vector<const surface::Face*>& masters,
                        const std::vector<std::vector<surface::OverlapPoint>>& points, MultiplierSpace space,
                        double round_off) {
  FaceIntegrals integrals;
  const int n = fem::numNodes(slave.type);
  const Square A = space == MultiplierSpace::dual ? dualOf(slave, points) : Square(Square::Identity());
  for (std::size_t m = 0; m < masters.size(); ++m) {
    Square& of_master = integrals.master.emplace_back(Square::Zero());
    auto& turns = integrals.turns.emplace_back();
    for (const surface::OverlapPoint& point : points[m]) {
      const Values N = shapesAt(slave, point.slave_xi);
      const Values weighted = point.weight * (space == MultiplierSpace::dual ? Values(A * N) : N);
      addProduct(weighted, n, N, n, integrals.slave);
      for (int j = 0; j < n; ++j) integrals.gap[static_cast<std::size_t>(j)] += weighted[j] * point.gap;
      addProduct(point.weight * N, n, N, n, integrals.coupling);
      if (std::abs(point.gap) > round_off) addTurns(slave, *masters[m], point, weighted, n, turns);
      addProduct(weighted, n, shapesAt(*masters[m], point.master_xi), fem::numNodes(masters[m]->type), of_master);
      integrals.area += point.weight;
    }
  }
  return integrals;
}

}  // namespace tenon::constraint
