// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FiniteIncompressible.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <array>
#include <numeric>

namespace tenon::constraint {
namespace {

/// Returns d(det F)/dF.
base::Mat3 cofactorOf(const base::Mat3& F) {
  base::Mat3 result;
  for (int i = 0; i < 3; ++i) result.row(i) = F.row((i + 1) % 3).cross(F.row((i + 2) % 3));
  return result;
}

/// Adds the blocks a < b of the stiffness of one integration point to a lane of `matrix`.
/// @param F       deformation gradient
/// @param weight  pressure times the volume of the point
void addPoint(const base::Mat3& F, const fem::PointGeometry& point, double weight, int dim, int lane,
              base::Lane* matrix) {
  std::array<base::Vec3, 27> g;
  for (int a = 0; a < point.num_nodes; ++a) {
    g[static_cast<std::size_t>(a)].setZero();
    g[static_cast<std::size_t>(a)].head(dim) = point.gradient.row(a).head(dim);
  }
  for (int a = 0; a < point.num_nodes; ++a)
    for (int b = a + 1; b < point.num_nodes; ++b) {
      const base::Vec3 w = weight * (F * g[static_cast<std::size_t>(a)].cross(g[static_cast<std::size_t>(b)]));
      base::Lane* block = matrix + (a * point.num_nodes + b) * dim * dim;
      for (int i = 0; i < dim; ++i)
        for (int k = 0; k < dim; ++k)
          if (i != k) block[i * dim + k][lane] += (k == (i + 1) % 3 ? 1.0 : -1.0) * w[3 - i - k];
    }
}

}  // namespace

FiniteIncompressible::FiniteIncompressible(const IncompressibleParameters& data, const fem::FindDomain& find)
    : name_(data.nameOrDefault()), bulk_(data.bulkModulus()), pressure_(data.pressureData(), find(data.object), name_) {
  setMultipliers(std::vector<double>(static_cast<std::size_t>(numRows()), 0.0));
}

base::Mat3 FiniteIncompressible::deformationAt(const LocalIndex* nodes, const fem::PointGeometry& point) const {
  const la::State& state = pressure_.domain().state;
  const int dim = state.block();
  base::Mat3 F = base::Mat3::Identity();
  for (int a = 0; a < point.num_nodes; ++a)
    for (int i = 0; i < dim; ++i)
      F.row(i).head(dim) +=
          state.displacement()[static_cast<std::size_t>(nodes[a] * dim + i)] * point.gradient.row(a).head(dim);
  return F;
}

void FiniteIncompressible::addResidual(gsl::span<double> phi) const {
  pressure_.forEachPoint([&](const LocalIndex* nodes, const fem::PointGeometry& point, const auto& shares) {
    const double change = deformationAt(nodes, point).determinant() - 1.0;
    for (const PressureField::PressureTerm& share : shares)
      phi[static_cast<std::size_t>(share.row)] += share.weight * change;
  });
}

void FiniteIncompressible::addJacobian(JacobianRows& G) const {
  const fem::Domain& domain = pressure_.domain();
  const auto dim = static_cast<std::size_t>(domain.state.block());
  std::vector<base::Vec3> terms(pressure_.firstTerm(numRows()), base::Vec3::Zero());
  pressure_.forEachPoint([&](const LocalIndex* nodes, const fem::PointGeometry& point, const auto& shares) {
    const base::Mat3 cofactor = cofactorOf(deformationAt(nodes, point));
    for (int a = 0; a < point.num_nodes; ++a) {
      base::Vec3 gradient = base::Vec3::Zero();
      gradient.head(static_cast<Eigen::Index>(dim)) = point.gradient.row(a).head(static_cast<Eigen::Index>(dim));
      const base::Vec3 moved = cofactor * gradient;
      for (const PressureField::PressureTerm& share : shares)
        terms[static_cast<std::size_t>(share.term[a])] += share.weight * moved;
    }
  });
  for (LocalIndex row = 0; row < numRows(); ++row)
    for (std::size_t term = pressure_.firstTerm(row); term < pressure_.firstTerm(row + 1); ++term)
      G.addNode(row, domain.state, domain.mesh.layout().global(pressure_.nodeOfTerm(term)), 0,
                {terms[term].data(), dim});
}

void FiniteIncompressible::addGeometricStiffness(la::StiffnessMatrix& K) const {
  const la::State& state = pressure_.domain().state;
  const int dim = state.block();
  la::Derivative dfdx = K.forceOn(state).byPositionOf(state);
  for (std::size_t p = 0; p < of_cells_.size(); ++p) {
    const fem::RegionPart& part = pressure_.region().parts()[p];
    const fem::QuadratureRule rule = pressure_.ruleOf(part.type());
    const auto functions = pressure_.functionsAt(part.type(), rule);
    const std::size_t count = functions.front().size();
    fem::CellIntegrator integrator(part.type(), rule);
    const int n = integrator.numNodes();
    // Accumulator::addElements() expects the blocks a <= b of symmetric matrices.
    const auto addCell = [&](LocalIndex cell, int lane, base::Lane* matrix) {
      const LocalIndex* nodes = part.nodesOf(cell);
      const double* pressures = of_cells_[p].data() + static_cast<std::size_t>(cell) * count;
      integrator.setCell(nodes, state.reference().data(), dim);
      for (std::size_t q = 0; q < functions.size(); ++q) {
        const fem::PointGeometry point = integrator.at(static_cast<int>(q));
        const base::Mat3 F = deformationAt(nodes, point);
        const double pressure = std::inner_product(functions[q].begin(), functions[q].end(), pressures, 0.0);
        addPoint(F, point, pressure_.thickness() * point.measure * pressure, dim, lane, matrix);
      }
    };
    dfdx.addElements(part.table(), dim, la::ElementSymmetry::symmetric,
                     [&](LocalIndex first, int cells, base::Lane* matrix) {
                       std::fill(matrix, matrix + n * n * dim * dim, base::Lane{});
                       for (int lane = 0; lane < cells; ++lane) addCell(first + lane, lane, matrix);
                     });
  }
}

std::vector<double> FiniteIncompressible::compliances() const {
  return addBulkCompliances(Constraint::compliances(), pressure_, bulk_);
}

const la::State* FiniteIncompressible::carrier() const {
  return pressure_.vertices().empty() ? nullptr : &pressure_.domain().state;
}

}  // namespace tenon::constraint
