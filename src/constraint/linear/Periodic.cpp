// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Periodic.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "constraint/nodesOf.hpp"
#include "fem/search/Box.hpp"
#include "fem/search/NodeSearch.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;
using base::Mat3;
using base::Vec3;

std::string nameOf(const Periodic::Data& data) {
  return data.name.empty() ? "periodic_" + data.object : data.name;
}

std::vector<Vec3> placesOf(const fem::Domain& domain, const std::vector<LocalIndex>& nodes, const Vec3& shift) {
  std::vector<Vec3> places;
  for (const LocalIndex node : nodes) places.push_back(placeOf(domain, node) - shift);
  return places;
}

bool holds(const std::vector<LocalIndex>& nodes, LocalIndex node) {
  return std::binary_search(nodes.begin(), nodes.end(), node);
}

}  // namespace

void Periodic::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the object");
  p.required("object", &Data::object, "", "object of the unit cell");
  p.required("pairs", &Data::pairs, "",
             "pairs of groups of faces, [master, slave], each the image of the other under a translation");
  p.optional("strain", &Data::strain, "", "macroscopic strain; shear components are twice the tensor components");
  p.optional("history", &Data::history, "", "time factor of the strain, piecewise linear between the entries");
  p.optional("tolerance", &Data::tolerance, "lengths of the translation",
             "tolerance of the position of a matching node")
      .positive();
  p.optional("fix_node", &Data::fix_node, "", "true if one node is fixed to remove rigid translations of the cell");
}

Periodic::Periodic(Data data, const fem::FindDomain& find)
    : LinearConstraint(nameOf(data), find(data.object).state.block()),
      data_(std::move(data)),
      domain_(find(data_.object)) {
  const std::size_t components = dimension() == 2 ? 3 : 6;
  if (!data_.strain.components.empty() && data_.strain.components.size() != components)
    throw InputError(
        fmt::format("Periodic constraint '{}': object '{}' needs a strain of {} components, but {} are given.", name(),
                    data_.object, components, data_.strain.components.size()));
  for (const GroupPair& groups : data_.pairs) pairs_.push_back(match(groups));
  for (const MatchedGroups& pair : pairs_) requirePartners(pair);
  const std::vector<SlaveNode> slaves = slaveNodes();
  const std::vector<LocalIndex> roots = masterNodes();
  std::vector<Vec3> places;
  for (const SlaveNode& slave : slaves) places.push_back(placeOf(domain_, slave.node) - slave.shift);
  std::vector<base::GlobalIndex> masters;
  for (const auto& found : fem::NodeSearch(domain_, roots).nearest(places)) masters.push_back(found.node);
  addRowsOf(slaves, masters);
  if (data_.fix_node) fixFirst(roots);
  setStrain(data_.strain.tensor());
  setHistory(data_.history);
  finish({&domain_.state});
}

Periodic::MatchedGroups Periodic::match(const GroupPair& groups) const {
  if (groups.master == groups.slave)
    throw InputError(
        fmt::format("Periodic constraint '{}': both sides of a pair are {}/{}, but must be different groups.", name(),
                    data_.object, groups.slave));
  MatchedGroups pair{&groups, nodesOf(domain_, groups.master, name()), nodesOf(domain_, groups.slave, name()),
                     Vec3::Zero()};
  const mesh::Mesh& mesh = domain_.mesh;
  base::runCollectively(mesh.comm(), [&] {
    for (const LocalIndex node : pair.slaves)
      if (holds(pair.masters, node))
        throw InputError(
            fmt::format("Periodic constraint '{}': node {} belongs to both sides of the pair {}, {}: the two sides "
                        "must not share nodes.",
                        name(), mesh.nodeTags()[static_cast<std::size_t>(node)], groups.master, groups.slave));
  });
  pair.translation = lowestCorner(pair.slaves) - lowestCorner(pair.masters);
  return pair;
}

/// Returns the lowest corner of the box around nodes of all ranks.
Vec3 Periodic::lowestCorner(const std::vector<LocalIndex>& nodes) const {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  for (const LocalIndex node : nodes) low = low.cwiseMin(placeOf(domain_, node));
  for (double& x : low) x = domain_.mesh.comm().min(x);
  return low;
}

void Periodic::requirePartners(const MatchedGroups& pair) const {
  const mesh::Mesh& mesh = domain_.mesh;
  const auto search = [&](const std::vector<LocalIndex>& from, const std::vector<LocalIndex>& among, const Vec3& shift,
                          const std::string& group, const std::string& other) {
    const auto found = fem::NodeSearch(domain_, among).nearest(placesOf(domain_, from, shift));
    base::runCollectively(mesh.comm(), [&] {
      for (std::size_t i = 0; i < from.size(); ++i) {
        const Vec3 x = placeOf(domain_, from[i]);
        if (found[i].distance <= data_.tolerance * pair.translation.norm() + fem::Box{x, x}.roundOff()) continue;
        throw InputError(fmt::format(
            "Periodic constraint '{}': the groups {} and {} of object '{}' do not match under the translation ({:.6g}, "
            "{:.6g}, {:.6g}): node {} of {} at ({:.6g}, {:.6g}, {:.6g}) has no partner in {}; the nearest node is "
            "{:.6g} away.",
            name(), pair.groups->master, pair.groups->slave, data_.object, pair.translation[0], pair.translation[1],
            pair.translation[2], mesh.nodeTags()[static_cast<std::size_t>(from[i])], group, x[0], x[1], x[2], other,
            found[i].distance));
      }
    });
  };
  search(pair.slaves, pair.masters, pair.translation, pair.groups->slave, pair.groups->master);
  search(pair.masters, pair.slaves, -pair.translation, pair.groups->master, pair.groups->slave);
}

/// Returns the owned nodes that are a slave of any pair, each once, with the sum of their
/// translations.
std::vector<Periodic::SlaveNode> Periodic::slaveNodes() const {
  std::vector<LocalIndex> nodes;
  for (const MatchedGroups& pair : pairs_) nodes.insert(nodes.end(), pair.slaves.begin(), pair.slaves.end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  std::vector<SlaveNode> list;
  for (const LocalIndex node : nodes) {
    SlaveNode follower{node, Vec3::Zero()};
    for (const MatchedGroups& pair : pairs_)
      if (holds(pair.slaves, node)) follower.shift += pair.translation;
    list.push_back(follower);
  }
  return list;
}

/// Returns the owned master nodes that are not slaves.
std::vector<LocalIndex> Periodic::masterNodes() const {
  std::vector<LocalIndex> nodes;
  for (const MatchedGroups& pair : pairs_)
    for (const LocalIndex node : pair.masters)
      if (std::none_of(pairs_.begin(), pairs_.end(),
                       [&](const MatchedGroups& other) { return holds(other.slaves, node); }))
        nodes.push_back(node);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

void Periodic::addRowsOf(const std::vector<SlaveNode>& slaveNodes, const std::vector<base::GlobalIndex>& masters) {
  for (std::size_t i = 0; i < slaveNodes.size(); ++i) {
    const LocalIndex node = slaveNodes[i].node;
    for (int c = 0; c < dimension(); ++c) {
      const LocalIndex row = addRow();
      addTerm(row, domain_.state, domain_.mesh.layout().global(node), c, 1.0);
      addTerm(row, domain_.state, masters[i], c, -1.0);
      setSlave(row, domain_.state, node, c);
    }
    addCarrierNode(domain_.state, node);
    shifts_.push_back(slaveNodes[i].shift);
  }
}

/// Fixes the master node that comes first in the mesh file.
void Periodic::fixFirst(const std::vector<LocalIndex>& masterNodes) {
  const auto positions = domain_.mesh.nodePositions();
  const auto position = [&](LocalIndex node) { return static_cast<long>(positions[static_cast<std::size_t>(node)]); };
  const auto first = std::min_element(masterNodes.begin(), masterNodes.end(),
                                      [&](LocalIndex a, LocalIndex b) { return position(a) < position(b); });
  const long mine = first == masterNodes.end() ? std::numeric_limits<long>::max() : position(*first);
  if (domain_.mesh.comm().min(mine) != mine || first == masterNodes.end()) return;
  for (int c = 0; c < dimension(); ++c) addTerm(addRow(), domain_.state, domain_.mesh.layout().global(*first), c, 1.0);
  addCarrierNode(domain_.state, *first);
  shifts_.emplace_back(Vec3::Zero());
}

void Periodic::setStrain(const Mat3& strain) {
  for (LocalIndex row = 0; row < numRows(); ++row)
    setValue(row, strain.row(row % dimension()).dot(shifts_[static_cast<std::size_t>(row / dimension())]));
}

double Periodic::cellVolume() const {
  Mat3 edges = Mat3::Identity();
  for (std::size_t i = 0; i < pairs_.size() && i < 3; ++i)
    edges.col(static_cast<Eigen::Index>(i)) = pairs_[i].translation;
  const double area_or_volume = std::abs(edges.determinant());
  double box = 1.0;
  for (const MatchedGroups& pair : pairs_) box *= pair.translation.norm();
  if (pairs_.size() != static_cast<std::size_t>(dimension()) || area_or_volume <= 1e-9 * box)
    throw InputError(fmt::format(
        "Periodic constraint '{}': the number of pairs of faces is {}, but the volume of the cell is defined "
        "only for {} pairs with linearly independent translations.",
        name(), pairs_.size(), dimension()));
  return area_or_volume * domain_.mesh.thickness();
}

Mat3 Periodic::meanStress(gsl::span<const double> multipliers) const {
  Mat3 sum = Mat3::Zero();
  for (std::size_t row = 0; row < multipliers.size(); ++row) {
    const auto d = static_cast<std::size_t>(dimension());
    sum.row(static_cast<Eigen::Index>(row % d)) += multipliers[row] * shifts_[row / d].transpose();
  }
  domain_.mesh.comm().sumInPlace(gsl::span<double>(sum.data(), 9));
  return 0.5 / cellVolume() * (sum + sum.transpose());
}

}  // namespace tenon::constraint
