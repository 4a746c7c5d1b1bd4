// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "io/Hdf5File.hpp"
#include "mesh/distribution/Morton.hpp"
#include "mesh/distribution/owners.hpp"
#include "mesh/distribution/radix.hpp"
#include "partitioned.hpp"
#include "tenon/base/check.hpp"

namespace tenon::mesh {
namespace {

class PartitionedWriter {
 public:
  PartitionedWriter(const RawMesh& mesh, const std::vector<int>& parts, int num_parts, const std::string& path)
      : mesh_(mesh),
        parts_(parts),
        num_parts_(static_cast<std::size_t>(num_parts)),
        owners_(ownersOfNodes(mesh, parts)),
        file_(io::Hdf5File::create(base::Communicator::self(), path)) {}

  void write() {
    orderCells();
    orderNodes();
    writeOutline();
    writeNodes();
    for (std::size_t b = 0; b < mesh_.blocks.size(); ++b) writeCells(b);
    file_.commit();
  }

 private:
  std::size_t nodesPerCell(std::size_t block) const {
    return static_cast<std::size_t>(info(mesh_.blocks[block].type).num_nodes);
  }

  /// Orders cells by part, then along the curve.
  void orderCells() {
    const MortonBox box(base::Communicator::self(), mesh_.points);
    std::size_t first = 0;  // among cells of highest dimension
    for (std::size_t b = 0; b < mesh_.blocks.size(); ++b) {
      const RawBlock& block = mesh_.blocks[b];
      const std::size_t n = nodesPerCell(b), cells = block.numCells();
      const bool is_top = info(block.type).dimension == mesh_.dimension;
      std::vector<std::uint64_t> keys(cells);
      std::vector<std::int32_t> order(cells);
      std::vector<std::int64_t> counts(num_parts_ + 1, 0);
      std::iota(order.begin(), order.end(), 0);
      for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::int32_t* nodes = &block.nodes[cell * n];
        const auto part =
            static_cast<std::uint64_t>(is_top ? parts_[first + cell] : owners_[static_cast<std::size_t>(nodes[0])]);
        keys[cell] = (part << MortonBox::key_bits) | box.key(centre(block.type, nodes));
        ++counts[static_cast<std::size_t>(part) + 1];
      }
      radixSort(keys, order, MortonBox::key_bits + bitsFor(num_parts_));
      std::partial_sum(counts.begin(), counts.end(), counts.begin());
      cell_orders_.push_back(std::move(order));
      cell_starts_.push_back(std::move(counts));
      if (is_top) first += cells;
    }
  }

  std::array<double, 3> centre(CellType type, const std::int32_t* nodes) const {
    std::array<double, 3> sum{0, 0, 0};
    const int num_vertices = info(type).num_vertices;
    for (int v = 0; v < num_vertices; ++v)
      for (std::size_t k = 0; k < 3; ++k)
        sum[k] += mesh_.points[3 * static_cast<std::size_t>(nodes[v]) + k] / num_vertices;
    return sum;
  }

  /// Orders nodes by owner, then by first occurrence in the ordered cells.
  void orderNodes() {
    std::vector<char> seen(mesh_.numNodes(), 0);
    std::vector<std::uint32_t> owners;
    for (std::size_t b = 0; b < mesh_.blocks.size(); ++b)
      for (const std::int32_t cell : cell_orders_[b])
        for (std::size_t i = 0; i < nodesPerCell(b); ++i) {
          const std::int32_t node = mesh_.blocks[b].nodes[static_cast<std::size_t>(cell) * nodesPerCell(b) + i];
          if (seen[static_cast<std::size_t>(node)]++ != 0) continue;
          node_order_.push_back(node);
          owners.push_back(static_cast<std::uint32_t>(owners_[static_cast<std::size_t>(node)]));
        }
    radixSort(owners, node_order_, bitsFor(num_parts_));
    row_of_node_.resize(node_order_.size());
    node_starts_.assign(num_parts_ + 1, 0);
    for (std::size_t row = 0; row < node_order_.size(); ++row) {
      row_of_node_[static_cast<std::size_t>(node_order_[row])] = static_cast<std::int64_t>(row);
      ++node_starts_[owners[row] + 1];
    }
    std::partial_sum(node_starts_.begin(), node_starts_.end(), node_starts_.begin());
  }

  void writeOutline() {
    nlohmann::json json{
        {"sets", mesh_.group_sets}, {"groups", nlohmann::json::array()}, {"types", nlohmann::json::array()}};
    for (const RawGroup& group : mesh_.groups) json["groups"].push_back({group.name, group.dimension});
    for (const RawBlock& block : mesh_.blocks) json["types"].push_back(info(block.type).name);
    file_.writeText("/outline", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    file_.writeAttribute("/", "format", std::string("tenon mesh"));
    file_.writeAttribute("/", "version", 1);
    file_.writeAttribute("/", "dimension", mesh_.dimension);
    file_.writeAttribute("/", "file", mesh_.file);
  }

  void writeNodes() {
    std::vector<double> points;
    std::vector<std::int64_t> tags, positions;
    for (const std::int32_t node : node_order_) {
      const auto n = static_cast<std::size_t>(node);
      points.insert(points.end(), &mesh_.points[3 * n], &mesh_.points[3 * n] + 3);
      tags.push_back(mesh_.node_tags[n]);
      positions.push_back(node);
    }
    file_.writeRows("/nodes/points", points, 3);
    file_.writeRows("/nodes/tags", tags);
    file_.writeRows("/nodes/positions", positions);
    file_.writeRows("/nodes/part_starts", node_starts_);
  }

  void writeCells(std::size_t b) {
    const RawBlock& block = mesh_.blocks[b];
    const std::string group = std::string("/cells/") + info(block.type).name;
    const std::size_t n = nodesPerCell(b);
    std::vector<std::int64_t> nodes, tags, positions;
    std::vector<std::int32_t> sets;
    for (const std::int32_t position : cell_orders_[b]) {
      const auto cell = static_cast<std::size_t>(position);
      for (std::size_t i = 0; i < n; ++i)
        nodes.push_back(row_of_node_[static_cast<std::size_t>(block.nodes[cell * n + i])]);
      tags.push_back(block.tags[cell]);
      positions.push_back(position);
      sets.push_back(block.group_set[cell]);
    }
    file_.writeRows(group + "/nodes", nodes, static_cast<int>(n));
    file_.writeRows(group + "/tags", tags);
    file_.writeRows(group + "/positions", positions);
    file_.writeRows(group + "/group_set", sets);
    file_.writeRows(group + "/part_starts", cell_starts_[b]);
  }

  const RawMesh& mesh_;
  const std::vector<int>& parts_;
  std::size_t num_parts_;
  std::vector<std::int32_t> owners_;
  io::Hdf5File file_;
  std::vector<std::vector<std::int32_t>> cell_orders_;  // [blocks][cells] cells in the order of the file
  std::vector<std::vector<std::int64_t>> cell_starts_;  // [blocks][parts + 1] first cell of each part
  std::vector<std::int32_t> node_order_;
  std::vector<std::int64_t> row_of_node_, node_starts_;
};

}  // namespace

void writePartitioned(const RawMesh& mesh, const std::vector<int>& parts, int num_parts, const std::string& path) {
  base::ensure(parts.size() == mesh.numTopCells(),
               "writePartitioned() needs one part for each cell of highest dimension.");
  for (const int part : parts)
    base::ensure(part >= 0 && part < num_parts, "writePartitioned() was given a part out of range.");
  PartitionedWriter(mesh, parts, num_parts, path).write();
}

}  // namespace tenon::mesh
