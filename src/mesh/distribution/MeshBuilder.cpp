// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MeshBuilder.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>

#include "Morton.hpp"
#include "base/Runtime.hpp"
#include "mesh/placement/plane.hpp"
#include "radix.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {
namespace {

template <class T>
void permute(std::vector<T>& values, const std::vector<LocalIndex>& order, std::size_t columns) {
  std::vector<T> sorted(values.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(order[i]) * columns), columns,
                sorted.begin() + static_cast<std::ptrdiff_t>(i * columns));
  values.swap(sorted);
}

}  // namespace

MeshOutline broadcastOutline(const base::Communicator& comm, const MeshOutline& outline) {
  nlohmann::json json;
  if (comm.isRoot()) {
    json = {{"file", outline.file}, {"dimension", outline.dimension}, {"sets", outline.group_sets}};
    for (const CellType type : outline.types) json["types"].push_back(static_cast<int>(type));
    for (const RawGroup& group : outline.groups) json["groups"].push_back({group.name, group.dimension});
  }
  const auto replace = nlohmann::json::error_handler_t::replace;  // names need not be UTF-8
  json = nlohmann::json::parse(comm.broadcast(json.dump(-1, ' ', false, replace)));
  MeshOutline everywhere{json["file"], json["dimension"], {}, {}, json["sets"], {}};
  for (const auto& type : json["types"]) everywhere.types.push_back(static_cast<CellType>(type.get<int>()));
  for (const auto& group : json["groups"]) everywhere.groups.push_back({group[0], group[1]});
  return everywhere;
}

Mesh assembleMesh(const base::Communicator& comm, MeshOutline outline, MeshShare share) {
  Mesh mesh = MeshBuilder(comm, std::move(outline), std::move(share)).build();
  base::releaseFreedMemory();  // construction uses several times the memory of the mesh
  return mesh;
}

MeshBuilder::MeshBuilder(const base::Communicator& comm, MeshOutline outline, MeshShare share)
    : comm_(comm), outline_(std::move(outline)), share_(std::move(share)) {}

Mesh MeshBuilder::build() {
  space_dimension_ = spaceDimension();
  sendCells();
  collectRows();
  fetchNodes();
  orderCells();
  numberNodes();
  Mesh mesh;
  fill(mesh);
  if (!outline_.placement.isIdentity()) place(mesh);
  fillGroups(mesh);
  return mesh;
}

void MeshBuilder::collectRows() {
  if (comm_.size() == 1) {  // every row is local
    rows_.resize(share_.node_tags.size());
    std::iota(rows_.begin(), rows_.end(), 0);
    return;
  }
  std::vector<std::uint64_t> keys;
  for (const auto& nodes : cell_nodes_) keys.insert(keys.end(), nodes.begin(), nodes.end());
  std::vector<std::uint32_t> entries(keys.size());
  std::iota(entries.begin(), entries.end(), 0u);
  radixSort(keys, entries, bitsFor(static_cast<std::uint64_t>(outline_.node_starts.back())));

  std::vector<std::int64_t> places(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[i] != keys[i - 1]) rows_.push_back(static_cast<std::int64_t>(keys[i]));
    places[entries[i]] = static_cast<std::int64_t>(rows_.size()) - 1;
  }
  auto place = places.begin();
  for (auto& nodes : cell_nodes_)
    for (std::int64_t& node : nodes) node = *place++;
}

void MeshBuilder::fetchNodes() {
  ByRank<std::int32_t> wanted{std::vector<std::int32_t>(rows_.size()), {}};
  const auto& starts = outline_.node_starts;
  for (const std::int64_t start : starts)
    wanted.starts.push_back(
        static_cast<std::size_t>(std::lower_bound(rows_.begin(), rows_.end(), start) - rows_.begin()));
  for (std::size_t r = 0; r + 1 < starts.size(); ++r)
    for (std::size_t i = wanted.starts[r]; i < wanted.starts[r + 1]; ++i)
      wanted.entries[i] = static_cast<std::int32_t>(rows_[i] - starts[r]);

  const ByRank<std::int32_t> asked = exchange(comm_, wanted);
  ByRank<NodeRecord> answers{std::vector<NodeRecord>(asked.entries.size()), asked.starts};
  for (std::size_t i = 0; i < asked.entries.size(); ++i) {
    const auto row = static_cast<std::size_t>(asked.entries[i]);
    const double* point = &share_.points[3 * row];
    const std::int32_t group_set = share_.node_group_set.empty() ? 0 : share_.node_group_set[row];
    answers.entries[i] = {{point[0], point[1], point[2]},
                          share_.node_tags[row],
                          share_.node_positions[row],
                          owner_of_row_[row],
                          group_set};
  }
  nodes_ = exchange(comm_, answers, wanted.starts).entries;
}

void MeshBuilder::orderCells() {
  const MortonBox box(comm_, share_.points);
  share_ = MeshShare{};
  const auto here = static_cast<std::int32_t>(comm_.rank());
  for (std::size_t b = 0; b < cells_.size(); ++b) {
    const auto n = static_cast<std::size_t>(nodesPerCell(b));
    const auto num_vertices = static_cast<std::size_t>(info(outline_.types[b]).num_vertices);
    std::vector<std::uint64_t> keys(cells_[b].size());
    std::vector<LocalIndex> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    LocalIndex num_owned = 0;
    for (std::size_t cell = 0; cell < keys.size(); ++cell) {
      std::array<double, 3> centre{0, 0, 0};
      for (std::size_t v = 0; v < num_vertices; ++v)
        for (std::size_t k = 0; k < 3; ++k)
          centre[k] += nodes_[static_cast<std::size_t>(cell_nodes_[b][cell * n + v])].point[k] /
                       static_cast<double>(num_vertices);
      const bool ghost = cells_[b][cell].owner != here;
      keys[cell] = box.key(centre) | (ghost ? std::uint64_t{1} << MortonBox::key_bits : 0);
      num_owned += ghost ? 0 : 1;
    }
    radixSort(keys, order, MortonBox::key_bits + 1);
    permute(cells_[b], order, 1);
    permute(cell_nodes_[b], order, n);
    num_owned_cells_.push_back(num_owned);
  }
}

void MeshBuilder::numberNodes() {
  const auto here = static_cast<std::int32_t>(comm_.rank());
  base::runCollectively(comm_, [&] { base::toLocalIndex(static_cast<std::int64_t>(rows_.size()), "nodes"); });
  local_.assign(rows_.size(), -1);
  LocalIndex num_owned = 0;
  for (const auto& nodes : cell_nodes_)
    for (const std::int64_t node : nodes) {
      LocalIndex& local = local_[static_cast<std::size_t>(node)];
      if (local < 0 && nodes_[static_cast<std::size_t>(node)].owner == here) local = num_owned++;
    }
  std::vector<LocalIndex> ghosts;  // indices in rows_
  for (std::size_t place = 0; place < rows_.size(); ++place)
    if (nodes_[place].owner != here) ghosts.push_back(static_cast<LocalIndex>(place));

  const auto first_owned = comm_.exclusiveSum<std::int64_t>(num_owned);
  base::runCollectively(comm_, [&] { base::toPetscInt(first_owned + num_owned, "nodes"); });
  std::vector<base::GlobalIndex> numbers = fetchGlobalNumbers(ghosts, static_cast<PetscInt>(first_owned));
  std::vector<std::size_t> order(ghosts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  std::vector<base::GlobalIndex> sorted;
  for (const std::size_t ghost : order) {
    local_[static_cast<std::size_t>(ghosts[ghost])] = num_owned + static_cast<LocalIndex>(sorted.size());
    sorted.push_back(numbers[ghost]);
  }
  layout_ = std::make_shared<la::Layout>(comm_, num_owned, std::move(sorted));
}

std::vector<base::GlobalIndex> MeshBuilder::fetchGlobalNumbers(const std::vector<LocalIndex>& ghosts,
                                                               PetscInt first_owned) const {
  const auto ownerOf = [&](LocalIndex place) {
    return static_cast<std::size_t>(nodes_[static_cast<std::size_t>(place)].owner);
  };
  std::vector<std::size_t> counts(static_cast<std::size_t>(comm_.size()), 0);
  for (const LocalIndex ghost : ghosts) ++counts[ownerOf(ghost)];
  ByRank<std::int64_t> wanted{std::vector<std::int64_t>(ghosts.size()), startsOfCounts(counts)};
  std::vector<std::size_t> next = wanted.starts;
  for (const LocalIndex ghost : ghosts) wanted.entries[next[ownerOf(ghost)]++] = rows_[static_cast<std::size_t>(ghost)];

  ByRank<std::int64_t> asked = exchange(comm_, wanted);
  // The owner of a node has all cells that contain it, and therefore its row.
  for (std::int64_t& row : asked.entries) {
    const auto place = std::lower_bound(rows_.begin(), rows_.end(), row) - rows_.begin();
    row = first_owned + local_[static_cast<std::size_t>(place)];
  }
  const ByRank<std::int64_t> answers = exchange(comm_, asked, wanted.starts);
  std::vector<base::GlobalIndex> numbers(ghosts.size());
  next = wanted.starts;
  for (std::size_t i = 0; i < ghosts.size(); ++i)
    numbers[i] = base::GlobalIndex(static_cast<PetscInt>(answers.entries[next[ownerOf(ghosts[i])]++]));
  return numbers;
}

void MeshBuilder::fill(Mesh& mesh) {
  mesh.file_ = outline_.file;
  mesh.dimension_ = outline_.dimension;
  mesh.space_dimension_ = space_dimension_;
  mesh.layout_ = layout_;
  mesh.points_.resize(3 * rows_.size());
  mesh.node_tags_.resize(rows_.size());
  mesh.node_positions_.resize(rows_.size());
  for (std::size_t place = 0; place < rows_.size(); ++place) {
    const auto node = static_cast<std::size_t>(local_[place]);
    std::copy_n(nodes_[place].point, 3, &mesh.points_[3 * node]);
    mesh.node_tags_[node] = nodes_[place].tag;
    mesh.node_positions_[node] = nodes_[place].position;
  }
  for (std::size_t b = 0; b < cells_.size(); ++b) {
    CellBlock block{outline_.types[b], num_owned_cells_[b], {}, {}, {}};
    block.nodes.reserve(cell_nodes_[b].size());
    for (const std::int64_t node : cell_nodes_[b]) block.nodes.push_back(local_[static_cast<std::size_t>(node)]);
    for (const CellRecord& cell : cells_[b]) {
      block.tags.push_back(cell.tag);
      block.positions.push_back(cell.position);
    }
    cell_nodes_[b] = {};
    mesh.blocks_.push_back(std::move(block));
  }
}

int MeshBuilder::spaceDimension() const {
  if (outline_.dimension != 2) return 3;
  if (outline_.placement.isIdentity()) return lieInPlane(comm_, share_.points) ? 2 : 3;
  std::vector<double> points = share_.points;
  outline_.placement.applyTo(points);
  return lieInPlane(comm_, points) ? 2 : 3;
}

void MeshBuilder::setPoints(Mesh& mesh, gsl::span<const double> points) {
  base::ensure(static_cast<std::size_t>(points.size()) == mesh.points_.size(),
               "The number of positions differs from that of the nodes.");
  std::copy(points.begin(), points.end(), mesh.points_.begin());
}

// The nodes and cells have been ordered before, so that their order is that of the unplaced mesh.
void MeshBuilder::place(Mesh& mesh) const {
  outline_.placement.applyTo(mesh.points_);
  if (!outline_.placement.reversesOrientation()) return;
  const int space = outline_.space != 0 ? outline_.space : space_dimension_;
  for (CellBlock& block : mesh.blocks_)
    if (hasOrientation(block.type, space)) reflectNodeOrder(block.type, block.nodes);
}

void MeshBuilder::fillGroups(Mesh& mesh) const {
  for (const RawGroup& group : outline_.groups)
    mesh.groups_.push_back({group.name, group.dimension, std::vector<std::vector<LocalIndex>>(cells_.size())});
  for (std::size_t b = 0; b < cells_.size(); ++b)
    for (std::size_t cell = 0; cell < cells_[b].size(); ++cell)
      for (const int group : outline_.group_sets[static_cast<std::size_t>(cells_[b][cell].group_set)])
        mesh.groups_[static_cast<std::size_t>(group)].cells[b].push_back(static_cast<LocalIndex>(cell));
  fillNodesOfGroups(mesh);
  findDimensionsOfGroups(mesh);
}

void MeshBuilder::fillNodesOfGroups(Mesh& mesh) const {
  for (std::size_t place = 0; place < nodes_.size(); ++place)
    for (const int group : outline_.group_sets[static_cast<std::size_t>(nodes_[place].group_set)])
      mesh.groups_[static_cast<std::size_t>(group)].nodes.push_back(local_[place]);
  for (Group& group : mesh.groups_) std::sort(group.nodes.begin(), group.nodes.end());
}

void MeshBuilder::findDimensionsOfGroups(Mesh& mesh) const {
  std::vector<int> has(4 * mesh.groups_.size(), 0);  // one reduction for all groups, which may be many
  for (std::size_t g = 0; g < mesh.groups_.size(); ++g) {
    const Group& group = mesh.groups_[g];
    if (!group.nodes.empty()) has[4 * g] = 1;
    for (std::size_t b = 0; b < cells_.size(); ++b)
      if (!group.cells[b].empty()) has[4 * g + static_cast<std::size_t>(info(outline_.types[b]).dimension)] = 1;
  }
  comm_.sumInPlace(gsl::span<int>(has));
  for (std::size_t g = 0; g < mesh.groups_.size(); ++g) {
    Group& group = mesh.groups_[g];
    if (group.dimension != Group::any_dimension) continue;
    for (std::size_t d = 0; d < 4; ++d) group.has_cells_of[d] = has[4 * g + d] != 0;
  }
}

}  // namespace tenon::mesh
