// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ShapeChange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/ParameterValues.hpp"
#include "base/formula.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;
using base::Vec3;

/// Returns true if the predicate holds for a scalar of a tree.
template <class Predicate>
bool anyScalar(const CaseNode& node, const Predicate& predicate) {
  if (node.isMap()) {
    const std::vector<std::string> keys = node.keys();
    return std::any_of(keys.begin(), keys.end(),
                       [&](const std::string& key) { return anyScalar(node[key], predicate); });
  }
  if (node.isList()) {
    const std::vector<CaseNode> items = node.items();
    return std::any_of(items.begin(), items.end(), [&](const CaseNode& item) { return anyScalar(item, predicate); });
  }
  return node.isScalar() && predicate(node);
}

/// Returns true if a scalar is a formula in terms of the position.
bool dependsOnPosition(const CaseNode& scalar) {
  if (scalar.isNumber()) return false;
  const std::vector<std::string> names = base::namesIn(scalar.scalar());
  return base::contains(names, "x") || base::contains(names, "y") || base::contains(names, "z");
}

/// Returns the block of an object with moved nodes.
const system::Body* bodyNamed(const system::MechanicalSystem& mechanics, const std::string& name) {
  for (const auto& body : mechanics.bodies())
    if (body->name() == name) return body.get();
  return nullptr;
}

/// Returns the largest |d_a - d_b| / |x_a - x_b| of the vertices of the cells of this rank.
double largestStrain(const mesh::Mesh& mesh, const std::vector<double>& field) {
  const auto at = [](const double* values, base::LocalIndex node) {
    return Vec3(values + 3 * static_cast<std::ptrdiff_t>(node));
  };
  double largest = 0.0;
  for (const mesh::CellBlock& block : mesh.blocks())
    for (base::LocalIndex cell = 0; cell < block.num_owned; ++cell) {
      const base::LocalIndex* const nodes = block.nodesOf(cell);
      for (int a = 0; a < mesh::info(block.type).num_nodes; ++a)
        for (int b = 0; b < a; ++b) {
          const double length = (at(mesh.points().data(), nodes[a]) - at(mesh.points().data(), nodes[b])).norm(),
                       change = (at(field.data(), nodes[a]) - at(field.data(), nodes[b])).norm();
          if (length > 0.0) largest = std::max(largest, change / length);
        }
    }
  return largest;
}

/// Returns the largest displacement, divided by the size of the object. @note Collective.
double largestDisplacement(const mesh::Mesh& mesh, const std::vector<double>& field) {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::max()), high = -low;
  double largest = 0.0;
  for (std::size_t i = 0; i < field.size(); i += 3) {
    const Vec3 place(&mesh.points()[static_cast<std::ptrdiff_t>(i)]);
    low = low.cwiseMin(place), high = high.cwiseMax(place);
    largest = std::max(largest, Vec3(&field[i]).norm());
  }
  for (Eigen::Index c = 0; c < 3; ++c) low[c] = mesh.comm().min(low[c]), high[c] = mesh.comm().max(high[c]);
  return mesh.comm().max(largest) / (high - low).norm();
}

}  // namespace

ShapeChange::ShapeChange(const CaseFile& file, const std::string& name, const std::vector<ShapeMode>& modes,
                         const system::MechanicalSystem& mechanics)
    : file_(file), name_(name), mechanics_(mechanics) {
  const std::vector<std::string> dependents = file.root.parameters()->dependentsOf(name);
  std::vector<ShapeMode> own;
  for (const ShapeMode& mode : modes)
    if (base::contains(dependents, mode.parameter)) own.push_back(mode);
  modes_ = std::make_shared<const std::vector<ShapeMode>>(std::move(own));
}

bool ShapeChange::isMoved(const std::string& object) const {
  return std::any_of(modes_->begin(), modes_->end(), [&](const ShapeMode& mode) { return mode.object == object; });
}

bool ShapeChange::namesMovedObject(const CaseNode& node) const {
  return anyScalar(node, [this](const CaseNode& scalar) { return isMoved(scalar.scalar()); });
}

void ShapeChange::refuse(const CaseNode& node, const std::string& reason) const {
  node.fail(fmt::format("a gradient with respect to {}, which moves nodes, is not available: {}.", base::quote(name_),
                        reason));
}

void ShapeChange::requireSupported(const Additions& additions) const {
  requireNoFollowers();
  for (const char* section : {"contacts", "conditions"}) {
    if (!file_.root.has(section) || !file_.root[section].isList()) continue;
    for (const CaseNode& entry : file_.root[section].items())
      if (namesMovedObject(entry))
        refuse(entry, "this entry acts on the moved object; use constraints, or conditions of the object itself");
  }
  requireDataWithoutPosition();
  requireNoHost(additions);
}

void ShapeChange::requireNoFollowers() const {
  const CaseNode objects = file_.root["objects"];
  for (const std::string& object : objects.keys()) {
    if (isMoved(object) && bodyNamed(mechanics_, object) == nullptr)
      refuse(objects[object], "the object has no degrees of freedom of its own");
    if (!objects[object].isMap()) continue;
    for (const char* key : {"derive", "mapping"})
      if (objects[object].has(key) && namesMovedObject(objects[object][key]))
        refuse(objects[object][key], "this object follows the moved object; remove it");
  }
}

void ShapeChange::requireNoHost(const Additions& additions) const {
  bool is_acted_on = !additions.interactions.empty() || !additions.constraints.empty() || !additions.mappings.empty();
  for (const ShapeMode& mode : *modes_) is_acted_on = is_acted_on || additions.forces.count(mode.object) != 0;
  if (is_acted_on)
    refuse(file_.root["parameters"][name_], "the program adds contributors, which cannot be created again");
}

void ShapeChange::requireDataWithoutPosition() const {
  if (!file_.root.has("objective") || !file_.root["objective"].isList()) return;
  for (const CaseNode& entry : file_.root["objective"].items()) {
    if (!entry.isMap() || !entry.has("object") || !entry.has("data") || !isMoved(entry["object"].text())) continue;
    const CaseNode data = entry["data"];
    if (data.has("csv") || data.has("hdf5")) continue;  // values belong to numbers of nodes
    if (anyScalar(data, dependsOnPosition))
      refuse(data, "the data depend on the positions of moved nodes; use numbers or a file");
  }
}

std::vector<CaseEntry> ShapeChange::entries() const {
  std::vector<CaseEntry> all;
  if (isEmpty()) return all;
  for (const CaseEntry& entry : contributorEntries(file_.root)) {
    const bool is_of_object = entry.keys.front() == "objects";
    if (is_of_object ? isMoved(entry.keys[1]) : namesMovedObject(entry.node)) all.push_back(entry);
  }
  return all;
}

bool ShapeChange::hasInitialVelocities() const {
  return std::any_of(modes_->begin(), modes_->end(),
                     [this](const ShapeMode& mode) { return file_.root["objects"][mode.object].has("initial"); });
}

std::vector<system::NodeMoves> ShapeChange::movesTo(const CaseFile& other) const {
  std::vector<system::NodeMoves> moves;
  for (const auto& body : mechanics_.bodies()) {
    if (!isMoved(body->name())) continue;
    system::NodeMoves move{body.get(),
                           std::vector<double>(static_cast<std::size_t>(body->mesh().points().size()), 0.0)};
    for (const ShapeMode& mode : *modes_) {
      if (mode.object != body->name()) continue;
      const double change =
          other.root.parameters()->value(mode.parameter) - file_.root.parameters()->value(mode.parameter);
      for (std::size_t i = 0; i < mode.field.size(); ++i) move.increments[i] += change * mode.field[i];
    }
    moves.push_back(std::move(move));
  }
  return moves;
}

double ShapeChange::unit(const CaseFile& other) const {
  constexpr double largest_change = 3.0;
  const double step = other.root.parameters()->value(name_) - file_.root.parameters()->value(name_);
  double change = 0.0;
  for (const system::NodeMoves& move : movesTo(other)) {
    const mesh::Mesh& mesh = move.body->mesh();
    change = std::max(
        {change, mesh.comm().max(largestStrain(mesh, move.increments)), largestDisplacement(mesh, move.increments)});
  }
  base::runCollectively(mechanics_.comm(), [&] {
    if (!(change > 0.0)) refuse(file_.root["parameters"][name_], "the displacements of all nodes are zero");
  });
  return largest_change * std::abs(step) / change;
}

std::int64_t ShapeChange::numLocalNodes() const {
  std::int64_t count = 0;
  for (const auto& body : mechanics_.bodies()) count += body->state().layout().numLocal();
  return mechanics_.comm().sum(count);
}

}  // namespace tenon::simulation
