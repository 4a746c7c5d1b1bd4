// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CentreOfMass.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "children.hpp"
#include "gatherSorted.hpp"
#include "nodeFrames.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/Quadrature.hpp"

namespace tenon::mapping {
namespace {

using base::Vec3;

std::string nameOfCentre(const CentreOfMass::Data& data) {
  return fmt::format("centre-of-mass of {}{}{}", data.parent, data.group.empty() ? "" : "/", data.group);
}

/// Returns the mass of each local node: that of its inertia if the object has any, otherwise that
/// of a unit density. @note Collective.
std::vector<double> massOf(const fem::Domain& parent, const CentreOfMass::Data& data) {
  if (parent.inertia) return parent.inertia->mass;
  std::vector<double> mass(static_cast<std::size_t>(parent.state.layout().numLocal()), 0.0);
  const fem::Region region(parent, data.group, parent.mesh.dimension(), nameOfCentre(data));
  fem::forEachPoint(region, parent.state, fem::massDegree, false,
                    [&](const fem::RegionPart& part, LocalIndex cell, const fem::PointGeometry& point) {
                      for (int a = 0; a < point.num_nodes; ++a)
                        mass[static_cast<std::size_t>(part.nodesOf(cell)[a])] += point.measure * point.shape[a];
                    });
  return mass;
}

/// Returns all nodes that have a share of the mass, on one rank. @note Collective.
Tuples shares(const CentreOfMass::Data& data, const fem::FindDomain& find) {
  const fem::Domain& parent = find(data.parent);
  const std::string name = nameOfCentre(data);
  if (parent.state.kind() == la::NodeKind::scalars)
    refuse(fmt::format("{}: the parent has scalar nodes, which have no centre of mass.", name));
  std::vector<double> mass;
  if (data.weights == "mass") mass = massOf(parent, data);
  std::vector<WeightedNode> mine;
  const bool is_mesh = !parent.inertia && data.weights == "mass";
  for (const LocalIndex node : ownNodes(parent, is_mesh ? "" : data.group)) {
    const auto at = static_cast<std::size_t>(node);
    const double weight = mass.empty() ? 1.0 : mass[at];
    if (weight != 0.0) mine.push_back({parent.mesh.nodePositions()[at], parent.mesh.layout().global(node), weight});
  }
  double sum = 0.0;
  for (const WeightedNode& node : mine) sum += node.weight;
  sum = parent.mesh.comm().sum(sum);
  if (sum <= 0.0)
    refuse(fmt::format(
        "{}: the centre of mass is undefined, because the sum of the weights of the nodes is not positive.", name));
  for (WeightedNode& node : mine) node.weight /= sum;
  Tuples tuples{{&parent.state}, {}, {}};
  for (const WeightedNode& node : gatherSorted(parent.mesh.comm(), mine))
    tuples.parent_nodes.add(0, node.node, node.weight);
  if (tuples.parent_nodes.terms().empty()) return tuples;
  tuples.parent_nodes.endNode();
  tuples.positions.push_back(0);
  return tuples;
}

}  // namespace

void CentreOfMass::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "object whose centre is computed");
  p.optional("group", &Data::group, "", "group of cells (of nodes for equal weights); default: the whole object");
  p.optional("weights", &Data::weights, "",
             "weights of the nodes: masses (of a uniform density for meshes) or equal weights")
      .oneOf({"mass", "equal"});
}

CentreOfMass::CentreOfMass(const Data& data, const fem::FindDomain& find)
    : TupleMapping(nameOfCentre(data), shares(data, find)), parent_(find(data.parent).state) {}

void CentreOfMass::evaluate(LocalIndex i, double* displacement) const {
  Vec3 sum = Vec3::Zero();
  for (const ParentNode& one : parentNodes(i))
    sum += one.weight * translationOf(parent_, parent_.displacement(), one.node);
  std::copy_n(sum.data(), block(), displacement);
}

void CentreOfMass::computeJacobian(LocalIndex i, double* J) const {
  const std::size_t n = numDofs(i);
  std::size_t first = 0;
  for (const ParentNode& one : parentNodes(i)) {
    for (std::size_t row = 0; row < static_cast<std::size_t>(block()); ++row) J[row * n + first + row] = one.weight;
    first += static_cast<std::size_t>(parent_.block());
  }
}

std::vector<Vec3> CentreOfMass::locations() const {
  std::vector<Vec3> places;
  for (LocalIndex i = 0; i < numOwned(); ++i) {
    // so that round-off is relative to the extent
    const Vec3 first = referencePosition(parent_, parentNodes(i).front().node);
    Vec3 sum = Vec3::Zero();
    for (const ParentNode& one : parentNodes(i)) sum += one.weight * (referencePosition(parent_, one.node) - first);
    places.push_back(first + sum);
  }
  return places;
}

std::vector<double> CentreOfMass::rest() const {
  std::vector<double> rest;
  for (const Vec3& place : locations()) rest.insert(rest.end(), place.begin(), place.begin() + block());
  return rest;
}

}  // namespace tenon::mapping
