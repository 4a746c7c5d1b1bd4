// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "writeGmsh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "io/textFile.hpp"
#include "tenon/base/check.hpp"

namespace tenon::mesh {
namespace {

class GmshText {
 public:
  explicit GmshText(const Mesh& mesh) : mesh_(mesh) {
    for (const CellBlock& block : mesh.blocks())
      for (const std::int64_t tag : block.tags) last_tag_ = std::max(last_tag_, tag);
    for (std::size_t b = 0; b < mesh.blocks().size(); ++b) addCells(b);
    for (const Group& group : mesh.groups())
      for (const LocalIndex node : group.nodes)
        addRow(++last_tag_, info(CellType::point1), {physical(0, group.name), 0}, &node);
  }

  std::string text() const {
    std::string all = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
    all += fmt::format("$PhysicalNames\n{}\n", names_.size());
    for (const auto& [name, number] : names_) all += fmt::format("{} {} \"{}\"\n", name.first, number, name.second);
    all += fmt::format("$EndPhysicalNames\n$Nodes\n{}\n", mesh_.nodeTags().size());
    std::vector<std::size_t> order(mesh_.nodeTags().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return mesh_.nodePositions()[a] < mesh_.nodePositions()[b]; });
    for (const std::size_t node : order) {
      const double* x = &mesh_.points()[3 * node];
      all += fmt::format("{} {} {} {}\n", mesh_.nodeTags()[node], x[0], x[1], x[2]);
    }
    return all + fmt::format("$EndNodes\n$Elements\n{}\n", num_rows_) + rows_ + "$EndElements\n";
  }

 private:
  void addCells(std::size_t b) {
    const CellBlock& block = mesh_.blocks()[b];
    std::vector<std::vector<int>> physicals(block.tags.size());
    for (const Group& group : mesh_.groups())
      for (const LocalIndex cell : group.cells[b])
        physicals[static_cast<std::size_t>(cell)].push_back(physical(info(block.type).dimension, group.name));
    std::vector<LocalIndex> order(block.tags.size());
    std::iota(order.begin(), order.end(), 0);
    const auto place = [&](LocalIndex cell) { return block.positions[static_cast<std::size_t>(cell)]; };
    std::sort(order.begin(), order.end(), [&](LocalIndex one, LocalIndex other) { return place(one) < place(other); });
    for (const LocalIndex cell : order) {
      const auto c = static_cast<std::size_t>(cell);
      if (physicals[c].empty()) addRow(block.tags[c], info(block.type), {0, 0}, block.nodesOf(cell));
      for (std::size_t i = 0; i < physicals[c].size(); ++i)
        addRow(i == 0 ? block.tags[c] : ++last_tag_, info(block.type), {physicals[c][i], physicals[c][0]},
               block.nodesOf(cell));
    }
  }

  /// Physical group and entity of a cell. All rows of one cell have the same entity, by which
  /// readers identify them as one cell.
  struct EntityReference {
    int physical, entity;
  };

  void addRow(std::int64_t tag, const CellTypeInfo& type, const EntityReference& place, const LocalIndex* nodes) {
    rows_ += fmt::format("{} {} 2 {} {}", tag, type.gmsh_type, place.physical, place.entity);
    for (int i = 0; i < type.num_nodes; ++i)
      rows_ += fmt::format(" {}", mesh_.nodeTags()[static_cast<std::size_t>(nodes[i])]);
    rows_ += '\n';
    ++num_rows_;
  }

  int physical(int dimension, std::string name) {
    std::replace(name.begin(), name.end(), '"', '\'');
    return names_.emplace(std::make_pair(dimension, name), static_cast<int>(names_.size()) + 1).first->second;
  }

  const Mesh& mesh_;
  std::map<std::pair<int, std::string>, int> names_;  // number by dimension and name
  std::string rows_;
  std::int64_t num_rows_ = 0, last_tag_ = 0;
};

}  // namespace

void writeGmsh(const Mesh& mesh, const std::string& path) {
  base::ensure(mesh.comm().size() == 1, "writeGmsh() writes meshes on a single rank only.");
  io::writeTextAtomically(mesh.comm(), path, GmshText(mesh).text());
}

}  // namespace tenon::mesh
