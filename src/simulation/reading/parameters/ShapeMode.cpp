// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ShapeMode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/ParameterValues.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "mesh/checks/checks.hpp"
#include "mesh/distribution/MeshBuilder.hpp"
#include "simulation/reading/entries.hpp"
#include "tenon/base/Expression.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;
using base::LocalIndex;

/// Returns the names of the parameters with the key `positions`.
std::vector<std::string> shapesOf(const CaseNode& root) {
  std::vector<std::string> names;
  if (!root.has("parameters") || !root["parameters"].isMap()) return names;
  for (const std::string& name : root["parameters"].keys())
    if (const CaseNode block = root["parameters"][name]; block.isMap() && block.has("positions")) names.push_back(name);
  return names;
}

/// Returns the nodes that a parameter moves, including ghosts. @note Collective.
std::vector<LocalIndex> movedNodes(const CaseNode& block, const mesh::Mesh& mesh) {
  if (!block.has("group")) {
    std::vector<LocalIndex> all(static_cast<std::size_t>(mesh.layout().numLocal()));
    std::iota(all.begin(), all.end(), LocalIndex{0});
    return all;
  }
  std::vector<LocalIndex> nodes;
  withErrorLocation(block["group"], [&] { nodes = mesh.nodesOf(mesh.group(block["group"].text())); });
  return nodes;
}

/// Evaluates the displacements for the amplitude 1. @note Not collective.
std::vector<double> evaluate(const CaseNode& positions, const std::vector<LocalIndex>& nodes, const mesh::Mesh& mesh) {
  std::vector<base::Expression> components;
  for (const CaseNode& component : positions.withSpaceDimension(mesh.spaceDimension()).components())
    components.push_back(base::Expression::read(component));
  components.resize(static_cast<std::size_t>(mesh.spaceDimension()));
  std::vector<double> field(static_cast<std::size_t>(mesh.points().size()), 0.0);
  for (const LocalIndex node : nodes) {
    const auto first = 3 * static_cast<std::size_t>(node);
    const base::Vec3 place = Eigen::Map<const base::Vec3>(&mesh.points()[first]);
    for (std::size_t c = 0; c < components.size(); ++c) field[first + c] = components[c](place, 0.0);
    if (mesh.isAxisymmetric() && mesh.isOnAxis(node) && field[first] != 0.0)
      positions.fail(
          fmt::format("node {} lies on the axis, but its displacement in the direction of x is not zero: multiply "
                      "this component by x.",
                      mesh.nodeTags()[static_cast<std::size_t>(node)]));
  }
  return field;
}

/// Returns the values of parameters for messages, such as "height = 2, width = 0.1".
std::string valuesOf(const CaseNode& root, const std::vector<ShapeMode>& modes) {
  std::vector<std::string> values;
  for (const ShapeMode& mode : modes)
    values.push_back(fmt::format("{} = {:.9g}", mode.parameter, root.parameters()->value(mode.parameter)));
  return fmt::format("{}", fmt::join(values, ", "));
}

/// Checks the cells and, in bodies of revolution, the radii of moved nodes. @note Collective.
void requireValid(const mesh::Mesh& mesh) {
  mesh::checkMesh(mesh);
  if (!mesh.isAxisymmetric()) return;
  const LocalIndex owned = mesh.layout().numOwned();
  bool is_beyond = false;
  for (LocalIndex node = 0; node < owned; ++node)
    is_beyond = is_beyond || mesh.points()[3 * static_cast<std::ptrdiff_t>(node)] < 0.0;
  is_beyond = mesh.comm().any(is_beyond);
  base::runCollectively(mesh.comm(), [&] {
    if (is_beyond) throw base::InputError("a node of the axisymmetric mesh is moved to x < 0.");
  });
}

}  // namespace

void checkShapes(const CaseNode& root) {
  if (!root.has("objects") || !root["objects"].isMap()) return;
  const std::vector<std::string> objects = root["objects"].keys();
  for (const std::string& name : shapesOf(root)) {
    const CaseNode reference = root["parameters"][name]["of"];
    const std::string object = reference.text();
    if (!base::contains(objects, object))
      reference.fail(fmt::format("there is no object {}{}", base::quote(object), base::suggestionFor(object, objects)));
    const CaseNode block = root["objects"][object];
    if (!block.isMap() || !block.has("mesh") || block.has("derive") ||
        (block.has("nodes") && block["nodes"].text() != "points") || block.has("mapping"))
      reference.fail(
          fmt::format("`positions` moves the nodes of an object with a `mesh` and degrees of freedom of its own, whose "
                      "nodes are points, but {} is not such an object.",
                      base::quote(object)));
  }
}

std::vector<ShapeMode> moveNodes(const CaseNode& root, const std::string& object, mesh::Mesh& mesh) {
  std::vector<ShapeMode> modes;
  std::vector<std::string> names;
  for (const std::string& name : shapesOf(root))
    if (root["parameters"][name]["of"].text() == object) names.push_back(name);
  if (names.empty()) return modes;
  const std::vector<double> before(mesh.points().begin(), mesh.points().end());
  std::vector<double> points = before;
  for (const std::string& name : names) {
    const CaseNode block = root["parameters"][name];
    const std::vector<LocalIndex> nodes = movedNodes(block, mesh);
    ShapeMode mode{name, object, {}};
    base::runCollectively(mesh.comm(), [&] { mode.field = evaluate(block["positions"], nodes, mesh); });
    const double amplitude = root.parameters()->value(name);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] += amplitude * mode.field[i];
    modes.push_back(std::move(mode));
  }
  if (!mesh.comm().any(points != before)) return modes;
  mesh::MeshBuilder::setPoints(mesh, points);
  try {
    requireValid(mesh);
  } catch (const base::InputError& error) {
    mesh::MeshBuilder::setPoints(mesh, before);
    const CaseNode block = root["parameters"][modes.front().parameter];
    base::InputError refused(
        fmt::format("{}: the shape with {} is not admissible: {}", block.place(), valuesOf(root, modes), error.what()));
    if (error.isOnAllRanks()) refused.markOnAllRanks();
    throw refused;
  }
  return modes;
}

}  // namespace tenon::simulation
