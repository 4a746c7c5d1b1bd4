// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MeshDeriver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/Directory.hpp"
#include "mesh/distribution/globalOrder.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::mesh {
namespace {

constexpr std::size_t pieces_per_cell = 32;  // upper bound of the number of pieces, faces, edges and nodes

/// Runs local work on all ranks. The name of the mesh is added to the beginning of an InputError.
/// @note Collective.
template <class Work>
void runOnMesh(const Mesh& source, Work&& work) {
  base::runCollectively(source.comm(), [&] {
    try {
      work();
    } catch (const base::InputError& error) {
      throw base::InputError(fmt::format("'{}': {}", source.file(), error.what()));
    }
  });
}

}  // namespace

MeshDeriver::MeshDeriver(const Mesh& source, const DerivationStep& step)
    : source_(source), step_(step), type_(step.type.make()), memberships_(membershipsOf(source)), nodes_(source) {
  std::int64_t before = 0;
  for (const CellBlock& block : source.blocks()) {
    first_cell_.push_back(before);
    before += source.comm().sum(static_cast<long>(block.num_owned));
  }
}

DerivedMesh MeshDeriver::derive() {
  select();
  addCells();
  std::vector<std::int32_t> node_sets;
  for (LocalIndex node = 0; node < nodes_.size(); ++node) node_sets.push_back(sets_.numberOf(groupsOfNewNode(node)));

  MeshOutline outline = this->outline();
  if (outline.types.empty())
    throw base::InputError(fmt::format("'{}' contains nothing from which '{}' can be derived{}.", source_.file(),
                                       step_.type.name(),
                                       step_.group.empty() ? "" : fmt::format(" in the group '{}'", step_.group)));
  const std::vector<std::int32_t> set_numbers = transferGroups(source_, dimension(), sets_, outline);
  for (std::int32_t& set : node_sets) set = set_numbers[static_cast<std::size_t>(set)];
  const NodeDirectory directory(source_, nodes_, node_sets);
  outline.node_starts = directory.starts();

  using Sources = base::Directory<SourceCell>;
  std::vector<std::vector<Sources::KeyValuePair>> known;
  MeshShare share = this->share(directory, set_numbers, outline);
  for (std::size_t b = 0; b < outline.types.size(); ++b) {
    auto& pairs = known.emplace_back();
    const Cells& cells = cells_[static_cast<std::size_t>(outline.types[b])];
    for (std::size_t c = 0; c < cells.sources.size(); ++c)
      pairs.push_back({share.cells[b].positions[c], cells.sources[c]});
  }
  DerivedMesh derived{assembleMesh(source_.comm(), std::move(outline), std::move(share)), {}, {}, {}, {}};
  const Mesh& mesh = derived.mesh;
  directory.fetchWeights(mesh.nodePositions().first(static_cast<std::size_t>(mesh.layout().numOwned())), derived);
  for (std::size_t b = 0; b < known.size(); ++b) {
    auto& cells = derived.cells.emplace_back();
    for (const auto& cell : Sources(mesh.comm(), known[b]).find(mesh.blocks()[b].positions)) cells.push_back(*cell);
  }
  derived.mesh.setSpaceDimension(source_.spaceDimension());
  if (source_.isAxisymmetric()) derived.mesh.makeAxisymmetric();
  if (source_.thickness() != 1.0) derived.mesh.setThickness(source_.thickness());
  return derived;
}

void MeshDeriver::addCells() {
  switch (type_->source()) {
    case Derivation::Source::cells:
      return cutCells();
    case Derivation::Source::entities:
      return addEntities(false);
    case Derivation::Source::boundary:
      return addEntities(true);
    case Derivation::Source::nodes:
      addPoints();
  }
}

void MeshDeriver::select() {
  selection_.dimension = source_.dimension();
  const Group* group = step_.group.empty() ? nullptr : &source_.group(step_.group);
  if (group != nullptr)
    for (selection_.dimension = 3; selection_.dimension > 0 && !group->hasCellsOf(selection_.dimension);)
      --selection_.dimension;
  for (std::size_t b = 0; b < source_.blocks().size(); ++b) {
    const CellBlock& block = source_.blocks()[b];
    const bool is_whole = group == nullptr && info(block.type).dimension == selection_.dimension;
    auto& cells = selection_.cells.emplace_back(static_cast<std::size_t>(block.numCells()), is_whole ? 1 : 0);
    if (group != nullptr && info(block.type).dimension == selection_.dimension)
      for (const LocalIndex cell : group->cells[b]) cells[static_cast<std::size_t>(cell)] = 1;
  }
  const std::string required = type_->requiredCells(selection_.dimension);
  if (!required.empty())
    throw base::InputError(fmt::format(
        "'{}': '{}' can be derived only from {}, but {} has cells of dimension {}.", source_.file(), step_.type.name(),
        required, group == nullptr ? "the mesh" : fmt::format("the group '{}'", step_.group), selection_.dimension));
  if (type_->source() != Derivation::Source::nodes) return;
  if (group != nullptr) {
    points_ = source_.nodesOf(*group);
  } else {
    for (LocalIndex node = 0; node < source_.layout().numLocal(); ++node) points_.push_back(node);
  }
}

int MeshDeriver::dimension() const {
  return type_->dimension(selection_.dimension);
}

void MeshDeriver::cutCells() {
  const Derivation::Division divide = type_->divide(source_, selection_.cells);
  std::vector<char> present(static_cast<std::size_t>(source_.layout().numLocal()), 0);
  runOnMesh(source_, [&] {
    for (std::size_t b = 0; b < source_.blocks().size(); ++b) {
      const CellBlock& block = source_.blocks()[b];
      for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
        if (selection_.cells[b][static_cast<std::size_t>(cell)] == 0) continue;
        for (int i = 0; i < info(block.type).num_nodes; ++i)
          present[static_cast<std::size_t>(block.nodesOf(cell)[i])] = 1;
        if (cell < block.num_owned)
          addPieces(divide, b, cell, memberships_.of_cells[b][static_cast<std::size_t>(cell)]);
      }
    }
  });
  addLowerCells(divide, std::move(present));
}

void MeshDeriver::addEntities(bool only_boundary) {
  std::vector<char> present(static_cast<std::size_t>(source_.layout().numLocal()), 0);
  const bool has_no_side = !only_boundary && dimension() == 1;  // The nodes determine the direction.
  for (const Entity& entity : findEntities(source_, selection_, memberships_, dimension(), only_boundary)) {
    const CellBlock& block = source_.blocks()[entity.block];
    EntityType type = entitiesOf(block.type, dimension())[entity.number];
    const auto place = [&](int at) {
      return source_.nodePositions()[static_cast<std::size_t>(block.nodesOf(entity.cell)[at])];
    };
    if (has_no_side && place(type.nodes[0]) > place(type.nodes[1])) std::swap(type.nodes[0], type.nodes[1]);
    std::vector<NodeSite> sites;
    for (const int at : type.nodes) {
      present[static_cast<std::size_t>(block.nodesOf(entity.cell)[at])] = 1;
      sites.push_back(sitesOf(block.type)[static_cast<std::size_t>(at)]);
    }
    if (entity.is_owned)
      add(type.type, sites, entity.block, entity.cell, keyOf(entity.block, entity.cell, entity.number), entity.groups);
  }
  addLowerCells(type_->Derivation::divide(source_, selection_.cells), std::move(present));
}

void MeshDeriver::addPoints() {
  const auto num_nodes = static_cast<std::size_t>(source_.layout().numLocal());
  struct First {
    std::size_t block = 0;
    LocalIndex cell = -1;
    int at = 0;
  };
  std::vector<First> first(num_nodes);  // cell of highest dimension
  std::vector<std::vector<int>> groups(num_nodes);
  for (std::size_t g = 0; g < source_.groups().size(); ++g)
    for (const LocalIndex node : source_.nodesOf(source_.groups()[g]))
      groups[static_cast<std::size_t>(node)].push_back(static_cast<int>(g));
  for (std::size_t b = 0; b < source_.blocks().size(); ++b) {
    const CellBlock& block = source_.blocks()[b];
    if (info(block.type).dimension != source_.dimension()) continue;
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell)
      for (int i = 0; i < info(block.type).num_nodes; ++i) {
        First& known = first[static_cast<std::size_t>(block.nodesOf(cell)[i])];
        const auto place = [&](LocalIndex c) { return block.positions[static_cast<std::size_t>(c)]; };
        if (known.cell < 0 || (known.block == b && place(cell) < place(known.cell))) known = {b, cell, i};
      }
  }
  for (const LocalIndex node : points_) {
    if (!source_.layout().isOwned(node)) continue;
    const auto n = static_cast<std::size_t>(node);
    const NodeSite site = sitesOf(source_.blocks()[first[n].block].type)[static_cast<std::size_t>(first[n].at)];
    add(CellType::point1, {site}, first[n].block, first[n].cell, source_.nodePositions()[n], groups[n]);
    cells_[0].tags.push_back(source_.nodeTags()[n]);
  }
}

void MeshDeriver::addLowerCells(const Derivation::Division& divide, std::vector<char> present) {
  la::Halo(source_.layout()).updateGhosts<char>(present, 1);
  runOnMesh(source_, [&] {
    for (std::size_t b = 0; b < source_.blocks().size(); ++b) {
      const CellBlock& block = source_.blocks()[b];
      const int of_cells = info(block.type).dimension;
      if (of_cells >= dimension()) continue;
      for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
        const auto groups = memberships_.of_cells[b][static_cast<std::size_t>(cell)];
        const LocalIndex* nodes = block.nodesOf(cell);
        const bool is_there = std::all_of(nodes, nodes + info(block.type).num_nodes,
                                          [&](LocalIndex n) { return present[static_cast<std::size_t>(n)] != 0; });
        if (!groups.empty() && is_there) addPieces(divide, b, cell, groups);
      }
    }
  });
}

void MeshDeriver::addPieces(const Derivation::Division& divide, std::size_t block, LocalIndex cell,
                            const std::vector<int>& groups) {
  const std::vector<Piece> pieces = divide(block, cell);
  if (pieces.size() > pieces_per_cell)
    throw base::InputError(fmt::format("'{}' divides element {} into more than {} cells.", step_.type.name(),
                                       sourceOf(block, cell).tag, pieces_per_cell));
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    requirePiece(pieces[p], block, cell);
    add(pieces[p].type, pieces[p].sites, block, cell, keyOf(block, cell, p), groups);
    if (type_->keepsNumbers())
      cells_[static_cast<std::size_t>(pieces[p].type)].tags.push_back(sourceOf(block, cell).tag);
  }
}

void MeshDeriver::requirePiece(const Piece& piece, std::size_t block, LocalIndex cell) const {
  const CellTypeInfo& of_source = info(source_.blocks()[block].type);
  const bool has_sites = std::all_of(piece.sites.begin(), piece.sites.end(), [&](NodeSite site) {
    return site != 0 && site >> static_cast<unsigned>(of_source.num_vertices) == 0;
  });
  if (has_sites && piece.sites.size() == static_cast<std::size_t>(info(piece.type).num_nodes)) return;
  throw base::InputError(
      fmt::format("'{}' divides element {} into a {} cell whose {} sites are not {} sets of vertices of a {} cell.",
                  step_.type.name(), sourceOf(block, cell).tag, info(piece.type).name, piece.sites.size(),
                  info(piece.type).num_nodes, of_source.name));
}

void MeshDeriver::add(CellType type, const std::vector<NodeSite>& sites, std::size_t block, LocalIndex cell,
                      std::int64_t key, const std::vector<int>& groups) {
  Cells& cells = cells_[static_cast<std::size_t>(type)];
  for (const NodeSite site : sites) cells.nodes.push_back(nodes_.add(block, cell, site));
  cells.keys.push_back(key);
  cells.sources.push_back(sourceOf(block, cell));
  cells.sets.push_back(sets_.numberOf(groups));
}

std::vector<int> MeshDeriver::groupsOfNewNode(LocalIndex node) const {
  if (memberships_.of_nodes.empty()) return {};
  std::vector<int> common;
  bool is_first = true;
  for (const auto& [at, weight] : nodes_.weightsOf(node)) {
    const auto& groups = memberships_.of_nodes[static_cast<std::size_t>(at)];
    std::vector<int> both;
    std::set_intersection(common.begin(), common.end(), groups.begin(), groups.end(), std::back_inserter(both));
    common = is_first ? groups : both;
    is_first = false;
  }
  return common;
}

SourceCell MeshDeriver::sourceOf(std::size_t block, LocalIndex cell) const {
  const CellBlock& cells = source_.blocks()[block];
  const auto c = static_cast<std::size_t>(cell);
  return {cells.type, cells.positions[c], cells.tags[c]};
}

std::int64_t MeshDeriver::keyOf(std::size_t block, LocalIndex cell, std::size_t piece) const {
  return (first_cell_[block] + sourceOf(block, cell).position) * static_cast<std::int64_t>(pieces_per_cell) +
         static_cast<std::int64_t>(piece);
}

MeshOutline MeshDeriver::outline() const {
  const std::string name = fmt::format("{} of {}", step_.type.name(), source_.file());
  MeshOutline outline{name, dimension(), {}, {}, {}, {}};
  for (int d = 3; d >= 0; --d)
    for (int t = 0; t < num_cell_types; ++t) {
      const auto type = static_cast<CellType>(t);
      if (info(type).dimension == d && source_.comm().any(!cells_[static_cast<std::size_t>(t)].keys.empty()))
        outline.types.push_back(type);
    }
  return outline;
}

MeshShare MeshDeriver::share(const NodeDirectory& directory, const std::vector<std::int32_t>& set_numbers,
                             const MeshOutline& outline) {
  MeshShare share;
  directory.fill(share);
  std::int64_t next_tag = 1;
  for (const CellType type : outline.types) {
    Cells& cells = cells_[static_cast<std::size_t>(type)];
    CellShare part;
    part.positions = globalOrder(source_.comm(), cells.keys);
    for (const LocalIndex node : cells.nodes) part.nodes.push_back(directory.rows()[static_cast<std::size_t>(node)]);
    for (const std::int32_t set : cells.sets) part.group_set.push_back(set_numbers[static_cast<std::size_t>(set)]);
    part.tags = std::move(cells.tags);
    if (part.tags.empty())
      for (const std::int64_t position : part.positions) part.tags.push_back(next_tag + position);
    if (info(type).dimension == outline.dimension) part.parts.assign(part.tags.size(), source_.comm().rank());
    next_tag += source_.comm().sum(static_cast<std::int64_t>(part.positions.size()));
    share.cells.push_back(std::move(part));
  }
  return share;
}

DerivedMesh derive(const Mesh& source, const DerivationStep& derivation) {
  return MeshDeriver(source, derivation).derive();
}

}  // namespace tenon::mesh
