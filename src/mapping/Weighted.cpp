// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Weighted.hpp"

#include <fmt/format.h>

#include <map>

#include "children.hpp"
#include "csvTable.hpp"
#include "fem/search/NodeSearch.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mapping {
namespace {

constexpr double sum_tolerance = 1e-6;

/// Row of the file: an owned node of the child and the number of a parent node.
struct WeightRow {
  LocalIndex child_node;
  std::int64_t parent_tag;
  double weight;
};

std::int64_t nodeNumber(double value, const std::string& where) {
  const auto number = static_cast<std::int64_t>(value);
  if (static_cast<double>(number) != value)
    throw base::InputError(fmt::format("{}: a node number must be an integer, but is {}.", where, value));
  return number;
}

/// Returns the rows of the nodes of this rank, ordered by nodes and within a node as in the file.
/// @note Collective.
std::vector<WeightRow> readOwnedRows(const std::string& path, const fem::Domain& child) {
  std::map<std::int64_t, LocalIndex> own;
  for (const LocalIndex node : ownNodes(child))
    own.emplace(child.mesh.nodeTags()[static_cast<std::size_t>(node)], node);
  std::vector<WeightRow> listed;
  long num_rows = 0;
  base::runCollectively(child.mesh.comm(), [&] {
    forEachRow(path, "the weights", {"node", "parent", "weight"},
               [&](const std::string& where, gsl::span<const double> row) {
                 ++num_rows;
                 const auto node = own.find(nodeNumber(row[0], where));
                 if (node != own.end()) listed.push_back({node->second, nodeNumber(row[1], where), row[2]});
               });
  });
  const long unknown = num_rows - child.mesh.comm().sum(static_cast<long>(listed.size()));
  if (unknown > 0)
    refuse(fmt::format("{}: in {} of the rows, the column 'node' contains a number that is not a node of '{}'.", path,
                       unknown, child.object));
  std::stable_sort(listed.begin(), listed.end(),
                   [](const WeightRow& a, const WeightRow& b) { return a.child_node < b.child_node; });
  return listed;
}

void requireSums(const std::string& path, const fem::Domain& child, const std::vector<WeightRow>& listed) {
  std::vector<double> sums(static_cast<std::size_t>(child.mesh.layout().numOwned()), 0.0);
  for (const WeightRow& row : listed) sums[static_cast<std::size_t>(row.child_node)] += row.weight;
  for (std::size_t node = 0; node < sums.size(); ++node)
    if (std::abs(sums[node] - 1.0) > sum_tolerance)
      throw base::InputError(fmt::format("{}: the sum of the weights of node {} of '{}' is {}, but must be 1.", path,
                                         child.mesh.nodeTags()[node], child.object, sums[node]));
}

/// Reads the weights from a file. @note Collective.
WeightTable fromFile(const std::string& path, const fem::Domain& child, const fem::Domain& parent) {
  const std::vector<WeightRow> listed = readOwnedRows(path, child);
  std::vector<std::int64_t> wanted;
  for (const WeightRow& row : listed) wanted.push_back(row.parent_tag);
  const auto found = nodesByKey(parent, parent.mesh.nodeTags(), wanted);
  WeightTable weights;
  base::runCollectively(child.mesh.comm(), [&] {
    requireSums(path, child, listed);
    std::size_t k = 0;
    for (LocalIndex node = 0; node < child.mesh.layout().numOwned(); ++node) {
      for (; k < listed.size() && listed[k].child_node == node; ++k) {
        if (!found[k])
          throw base::InputError(fmt::format("{}: '{}' has no node {}.", path, parent.object, listed[k].parent_tag));
        weights.add(0, *found[k], listed[k].weight);
      }
      weights.endNode();
    }
  });
  return weights;
}

/// Computes weights w_k ~ 1 / d_k^power. A node at the position of a parent node follows that node
/// alone. @note Collective.
WeightTable byDistance(const Weighted::Data& data, const fem::Domain& child, const fem::Domain& parent) {
  const auto found = fem::NodeSearch(parent, ownNodes(parent)).nearest(ownedCoordinates(child), data.nearest);
  WeightTable weights;
  for (const auto& near : found) {
    double sum = 0.0;
    for (const auto& one : near) sum += std::pow(near.front().distance / one.distance, data.power);
    for (const auto& one : near) {
      if (near.front().distance > 0.0)
        weights.add(0, one.node, std::pow(near.front().distance / one.distance, data.power) / sum);
      else if (&one == &near.front())
        weights.add(0, one.node, 1.0);
    }
    weights.endNode();
  }
  return weights;
}

std::string nameOfWeighted(const Weighted::Data& data, const fem::Domain& child) {
  return fmt::format("weighted {} on {}", child.object, data.parent);
}

}  // namespace

void Weighted::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "parent object, with nodes or rigid bodies");
  p.optional("file", &Data::file, "",
             "CSV file with the columns node and parent (node numbers) and weight; default: weights by distance");
  p.optional("nearest", &Data::nearest, "", "for weights by distance: number of nearest parent nodes").positive();
  p.optional("power", &Data::power, "",
             "for weights by distance: exponent of the weights, which are proportional to 1 / distance^power")
      .positive();
}

WeightTable Weighted::weights(const Data& data, const fem::Domain& child, const fem::Domain& parent) {
  return data.file.path.empty() ? byDistance(data, child, parent) : fromFile(data.file.path, child, parent);
}

Weighted::Weighted(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(nameOfWeighted(data, child), child.state, {&find(data.parent).state},
                   weights(data, child, find(data.parent))) {}

void Void::declare(base::Parameters<Data>&) {}

Void::Void(const Data&, const fem::Domain& child, const fem::FindDomain&)
    : NodalWeights(fmt::format("void {}", child.object), child.state, {}, [&] {
        WeightTable none;
        for (LocalIndex node = 0; node < child.mesh.layout().numOwned(); ++node) none.endNode();
        return none;
      }()) {}

}  // namespace tenon::mapping
