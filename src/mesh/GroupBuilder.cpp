// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "GroupBuilder.hpp"
#include "mesh/distribution/insertFacets.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::mesh {
namespace {

using base::InputError;
using base::Vec3;

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

bool isSelected(const std::vector<char>& flags, LocalIndex i) {
  return flags[static_cast<std::size_t>(i)] != 0;
}

void unite(const std::vector<char>& more, std::vector<char>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = static_cast<char>(flags[i] | more[i]);
}

std::vector<LocalIndex> indicesOfFlags(const std::vector<char>& flags) {
  std::vector<LocalIndex> indices;
  for (std::size_t i = 0; i < flags.size(); ++i)
    if (flags[i] != 0) indices.push_back(static_cast<LocalIndex>(i));
  return indices;
}

std::string describe(const GroupPart& part) {
  static const char* const names[] = {"the mesh",
                                      "the boundary",
                                      "the box",
                                      "the plane",
                                      "the sphere",
                                      "the selection `nearest`",
                                      "the selection `nodes`",
                                      "the other group"};
  std::string text = names[part.rule.index()];
  if (const auto* other = std::get_if<OtherGroup>(&part.rule)) text = fmt::format("the group '{}'", other->name);
  static const char* const kinds[] = {"node", "line", "face", "solid cell"};
  return text + (part.dimension ? fmt::format(" contains no {}", kinds[*part.dimension]) : " contains no node");
}

}  // namespace

void GroupBuilder::build(const GroupDefinition& definition) {
  for (const Group& group : mesh_.groups())
    if (group.name == definition.name)
      throw InputError(fmt::format("'{}' already has a group '{}': choose another name.", mesh_.file(), group.name));
  const auto needs_faces = [&](const GroupPart& part) {
    const bool of_nodes =
        std::holds_alternative<NearestNode>(part.rule) || std::holds_alternative<OtherGroup>(part.rule);
    const bool for_nodes = part.dimension == 0 && !std::holds_alternative<Boundary>(part.rule);
    return !of_nodes && !for_nodes;
  };
  if (std::any_of(definition.parts.begin(), definition.parts.end(), needs_faces)) findBoundary();

  SelectedEntities all = emptySelection();
  for (const GroupPart& part : definition.parts) {
    const SelectedEntities selected = select(part);
    const auto kinds = kindsOf(selected);
    if (std::none_of(kinds.begin(), kinds.end(), [](bool any) { return any; }))
      throw InputError(
          fmt::format("The group '{}' of '{}' would be empty: {}.", definition.name, mesh_.file(), describe(part)));
    unite(selected.nodes, all.nodes);
    for (std::size_t b = 0; b < all.cells.size(); ++b) unite(selected.cells[b], all.cells[b]);
  }
  Group group{definition.name, Group::any_dimension, {}, indicesOfFlags(all.nodes), kindsOf(all)};
  for (const auto& flags : all.cells) group.cells.push_back(indicesOfFlags(flags));
  mesh_.groups_.push_back(std::move(group));
}

GroupBuilder::SelectedEntities GroupBuilder::select(const GroupPart& part) {
  const double tolerance = part.tolerance.value_or(defaultTolerance());
  SelectedEntities selected = emptySelection();
  std::visit(
      Overloaded{
          [&](const WholeMesh&) { selected = selectNodes([](const Vec3&) { return true; }); },
          [&](const Boundary&) { selectBoundary(selected); },
          [&](const InBox& box) {
            selected = selectNodes([&](const Vec3& x) {
              for (int i = 0; i < 3; ++i)
                if (const auto& bounds = box.bounds[static_cast<std::size_t>(i)])
                  if (!(x[i] >= bounds->first - tolerance && x[i] <= bounds->second + tolerance)) return false;
              return true;
            });
          },
          [&](const OnPlane& plane) {
            const Vec3 normal = plane.normal.normalized();
            selected = selectNodes([&](const Vec3& x) { return std::abs(normal.dot(x - plane.point)) <= tolerance; });
          },
          [&](const InSphere& ball) {
            selected = selectNodes([&](const Vec3& x) { return (x - ball.centre).norm() <= ball.radius + tolerance; });
          },
          [&](const NearestNode& nearest) { selectNearest(nearest.point, tolerance, selected); },
          [&](const NodeList& numbers) { selectTags(numbers.tags, selected); },
          [&](const OtherGroup& other) { selectGroup(other, part.dimension, selected); },
      },
      part.rule);
  if (part.dimension) restrictToDimension(*part.dimension, selected);
  return selected;
}

template <class Predicate>
GroupBuilder::SelectedEntities GroupBuilder::selectNodes(Predicate&& predicate) const {
  SelectedEntities selected = emptySelection();
  for (LocalIndex node = 0; node < mesh_.layout().numLocal(); ++node)
    selected.nodes[static_cast<std::size_t>(node)] = predicate(point(node)) ? 1 : 0;
  addCellsBetweenNodes(selected);
  return selected;
}

void GroupBuilder::selectNearest(const Vec3& place, double tolerance, SelectedEntities& selected) const {
  const auto distance = [&](LocalIndex node) { return (point(node) - place).norm(); };
  double least = std::numeric_limits<double>::max();
  for (LocalIndex node = 0; node < mesh_.layout().numOwned(); ++node) least = std::min(least, distance(node));
  least = mesh_.comm().min(least);
  long first = std::numeric_limits<long>::max();
  for (LocalIndex node = 0; node < mesh_.layout().numOwned(); ++node)
    if (distance(node) <= least + tolerance)
      first = std::min(first, static_cast<long>(mesh_.nodePositions()[static_cast<std::size_t>(node)]));
  first = mesh_.comm().min(first);
  for (std::size_t node = 0; node < selected.nodes.size(); ++node)
    selected.nodes[node] = mesh_.nodePositions()[node] == first ? 1 : 0;
}

void GroupBuilder::selectTags(const std::vector<std::int64_t>& tags, SelectedEntities& selected) const {
  std::vector<std::int64_t> wanted = tags;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::vector<int> found(wanted.size(), 0);
  for (std::size_t node = 0; node < selected.nodes.size(); ++node) {
    const auto at = std::lower_bound(wanted.begin(), wanted.end(), mesh_.nodeTags()[node]);
    if (at == wanted.end() || *at != mesh_.nodeTags()[node]) continue;
    selected.nodes[node] = 1;
    found[static_cast<std::size_t>(at - wanted.begin())] = 1;
  }
  mesh_.comm().sumInPlace(gsl::span<int>(found));
  const auto missing = std::find(found.begin(), found.end(), 0);
  if (missing != found.end())
    throw InputError(fmt::format("'{}' has no node {} that belongs to a cell.", mesh_.file(),
                                 wanted[static_cast<std::size_t>(missing - found.begin())]));
  addCellsBetweenNodes(selected);
}

void GroupBuilder::selectGroup(const OtherGroup& other, std::optional<int> dimension,
                               SelectedEntities& selected) const {
  const Group& group = mesh_.group(other.name, dimension.value_or(Group::any_dimension));
  const std::vector<LocalIndex> nodes = dimension == 0 ? mesh_.nodesOf(group) : group.nodes;
  for (const LocalIndex node : nodes) selected.nodes[static_cast<std::size_t>(node)] = 1;
  for (std::size_t b = 0; b < selected.cells.size(); ++b)
    for (const LocalIndex cell : group.cells[b]) selected.cells[b][static_cast<std::size_t>(cell)] = 1;
}

void GroupBuilder::selectBoundary(SelectedEntities& selected) const {
  for (std::size_t b = 0; b < selected.cells.size(); ++b)
    for (const LocalIndex cell : (*boundary_)[b]) selected.cells[b][static_cast<std::size_t>(cell)] = 1;
  // Treated as a group of these faces, so that ghosts receive the flags of their owners.
  Group faces{"", Group::any_dimension, *boundary_};
  for (const LocalIndex node : mesh_.nodesOf(faces)) selected.nodes[static_cast<std::size_t>(node)] = 1;
}

void GroupBuilder::addCellsBetweenNodes(SelectedEntities& selected) const {
  const auto addIfWhole = [&](std::size_t b, LocalIndex cell) {
    const CellBlock& block = mesh_.blocks()[b];
    const LocalIndex* nodes = block.nodesOf(cell);
    if (std::all_of(nodes, nodes + info(block.type).num_nodes,
                    [&](LocalIndex n) { return isSelected(selected.nodes, n); }))
      selected.cells[b][static_cast<std::size_t>(cell)] = 1;
  };
  for (std::size_t b = 0; b < selected.cells.size(); ++b) {
    if (boundary_)
      for (const LocalIndex cell : (*boundary_)[b]) addIfWhole(b, cell);
    if (info(mesh_.blocks()[b].type).dimension == mesh_.dimension())
      for (LocalIndex cell = 0; cell < mesh_.blocks()[b].numCells(); ++cell) addIfWhole(b, cell);
  }
}

void GroupBuilder::restrictToDimension(int dimension, SelectedEntities& selected) const {
  if (dimension > 0) std::fill(selected.nodes.begin(), selected.nodes.end(), 0);
  for (std::size_t b = 0; b < selected.cells.size(); ++b)
    if (info(mesh_.blocks()[b].type).dimension != dimension)
      std::fill(selected.cells[b].begin(), selected.cells[b].end(), 0);
}

std::array<bool, 4> GroupBuilder::kindsOf(const SelectedEntities& selected) const {
  const auto any = [](const std::vector<char>& flags) {
    return std::find(flags.begin(), flags.end(), 1) != flags.end();
  };
  std::array<int, 4> has{any(selected.nodes) ? 1 : 0};
  for (std::size_t b = 0; b < selected.cells.size(); ++b)
    if (any(selected.cells[b])) has[static_cast<std::size_t>(info(mesh_.blocks()[b].type).dimension)] = 1;
  mesh_.comm().sumInPlace(gsl::span<int>(has));
  std::array<bool, 4> kinds{};
  for (std::size_t d = 0; d < kinds.size(); ++d) kinds[d] = has[d] != 0;
  return kinds;
}

GroupBuilder::SelectedEntities GroupBuilder::emptySelection() const {
  SelectedEntities selected{std::vector<char>(static_cast<std::size_t>(mesh_.layout().numLocal()), 0), {}};
  for (const CellBlock& block : mesh_.blocks())
    selected.cells.emplace_back(static_cast<std::size_t>(block.numCells()), 0);
  return selected;
}

double GroupBuilder::defaultTolerance() const {
  constexpr double largest = std::numeric_limits<double>::max(), spacing = std::numeric_limits<double>::epsilon();
  Vec3 low = Vec3::Constant(largest), high = -low;
  for (LocalIndex node = 0; node < mesh_.layout().numOwned(); ++node) {
    low = low.cwiseMin(point(node));
    high = high.cwiseMax(point(node));
  }
  for (int i = 0; i < 3; ++i) low[i] = mesh_.comm().min(low[i]), high[i] = mesh_.comm().max(high[i]);
  const double farthest = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
  return std::max(1e-6 * (high - low).norm(), 8 * spacing * farthest);
}

void GroupBuilder::findBoundary() {
  if (!boundary_) boundary_ = insertFacets(mesh_, mesh_.blocks_, mesh_.groups_);
}

}  // namespace tenon::mesh
