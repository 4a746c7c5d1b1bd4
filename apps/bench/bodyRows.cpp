// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "bodyRows.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "tenon/fem/CellIntegrator.hpp"

namespace tenon::bench {
namespace {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;

struct Coefficient {
  LocalIndex row;
  base::GlobalIndex node;
  int component;
  double value;
};

/// Gathers the coefficients of all ranks on the root, in rank order; returns an empty list
/// elsewhere.
std::vector<std::vector<Coefficient>> onRoot(const base::Communicator& comm, std::vector<Coefficient> mine) {
  std::vector<std::vector<Coefficient>> outgoing(static_cast<std::size_t>(comm.size()));
  outgoing.front() = std::move(mine);
  return comm.exchange(outgoing);
}

/// Returns the matrix e with e a = b x a.
Mat3 cross(const Vec3& b) {
  Mat3 e;
  e << 0, -b[2], b[1], b[2], 0, -b[0], -b[1], b[0], 0;
  return e;
}

}  // namespace

BodyMeanConstraint::BodyMeanConstraint(const std::vector<MeanRow>& rows, const fem::Domain& body)
    : LinearConstraint("means", 1) {
  const la::Layout& layout = body.mesh.layout();
  const auto num_nodes = static_cast<double>(layout.numGlobal());
  const int dimension = body.dimension();
  std::vector<Coefficient> mine;
  for (LocalIndex node = 0; node < layout.numOwned(); ++node) {
    const Vec3 X = Eigen::Map<const Vec3>(body.mesh.points().data() + 3 * static_cast<std::size_t>(node));
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Vec3 c = (rows[r].u + rows[r].rotation.cross(X)) / num_nodes;
      for (int i = 0; i < dimension; ++i) mine.push_back({static_cast<LocalIndex>(r), layout.global(node), i, c[i]});
    }
  }
  const auto all = onRoot(layout.comm(), std::move(mine));
  if (layout.comm().isRoot())
    for (const MeanRow& row : rows) addRow(row.value);
  for (const auto& from_rank : all)
    for (const Coefficient& c : from_rank) addTerm(c.row, body.state, c.node, c.component, c.value);
  finish({&body.state});
}

VolumeConstraint::VolumeConstraint(const fem::Domain& body) : body_(body), cells_(body, "", 3, name_) {}

// Returns F = I + sum u_a grad N_a.
Mat3 VolumeConstraint::gradient(const LocalIndex* nodes, const fem::PointGeometry& point) const {
  Mat3 F = Mat3::Identity();
  const auto u = body_.state.displacement();
  for (int a = 0; a < point.num_nodes; ++a)
    F += Eigen::Map<const Vec3>(u.data() + 3 * static_cast<std::size_t>(nodes[a])) * point.gradient.row(a);
  return F;
}

void VolumeConstraint::addResidual(gsl::span<double> phi) const {
  double sum = 0.0;
  fem::forEachPoint(cells_, body_.state, fem::massDegree, true, [&](const auto& part, LocalIndex cell, const auto& q) {
    sum += q.measure * (gradient(part.nodesOf(cell), q).determinant() - 1.0);
  });
  sum = body_.mesh.comm().sum(sum);
  if (!phi.empty()) phi[0] += sum;
}

// Adds dV/dx_a = int cof F grad N_a.
void VolumeConstraint::addJacobian(constraint::JacobianRows& G) const {
  const la::Layout& layout = body_.mesh.layout();
  std::vector<Vec3> of_node(static_cast<std::size_t>(layout.numLocal()), Vec3::Zero());
  fem::forEachPoint(cells_, body_.state, fem::massDegree, false, [&](const auto& part, LocalIndex cell, const auto& q) {
    const LocalIndex* nodes = part.nodesOf(cell);
    const Mat3 F = gradient(nodes, q);
    const Mat3 cofactor = F.determinant() * F.inverse().transpose();
    for (int a = 0; a < q.num_nodes; ++a)
      of_node[static_cast<std::size_t>(nodes[a])] += q.measure * cofactor * q.gradient.row(a).transpose();
  });
  std::vector<Coefficient> mine;
  for (LocalIndex node = 0; node < layout.numOwned(); ++node)
    for (int i = 0; i < 3; ++i) mine.push_back({0, layout.global(node), i, of_node[static_cast<std::size_t>(node)][i]});
  for (const auto& from_rank : onRoot(layout.comm(), std::move(mine)))
    for (const Coefficient& c : from_rank) G.add(c.row, body_.state, c.node, c.component, c.value);
}

void VolumeConstraint::setMultipliers(gsl::span<const double> lambda) {
  pressure_ = body_.mesh.comm().sum(lambda.empty() ? 0.0 : lambda[0]);
}

// Adds d2(det F)/dx_a dx_b v = v x F (grad N_a x grad N_b), summed over the points of each cell.
void VolumeConstraint::addGeometricStiffness(la::StiffnessMatrix& K) const {
  auto force = K.forceOn(body_.state).byPositionOf(body_.state);
  const LocalIndex* nodes = nullptr;
  int num_nodes = 0;
  std::vector<Vec3> of_pairs;
  const auto addCell = [&] {
    for (int a = 0; a < num_nodes; ++a)
      for (int b = 0; b < num_nodes; ++b)
        if (a != b) force(nodes[a], nodes[b]) += cross(of_pairs[static_cast<std::size_t>(a * num_nodes + b)]);
  };
  fem::forEachPoint(cells_, body_.state, fem::massDegree, false, [&](const auto& part, LocalIndex cell, const auto& q) {
    if (part.nodesOf(cell) != nodes) {
      addCell();
      nodes = part.nodesOf(cell);
      num_nodes = q.num_nodes;
      of_pairs.assign(static_cast<std::size_t>(num_nodes * num_nodes), Vec3::Zero());
    }
    const Mat3 F = -pressure_ * q.measure * gradient(nodes, q);
    for (int a = 0; a < num_nodes; ++a)
      for (int b = 0; b < a; ++b) {
        const Vec3 normal = F * q.gradient.row(a).transpose().cross(q.gradient.row(b).transpose());
        of_pairs[static_cast<std::size_t>(a * num_nodes + b)] += normal;
        of_pairs[static_cast<std::size_t>(b * num_nodes + a)] -= normal;
      }
  });
  addCell();
}

}  // namespace tenon::bench
