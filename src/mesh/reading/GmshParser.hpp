// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <map>
#include <utility>

#include "GmshCursor.hpp"
#include "RawMesh.hpp"

namespace tenon::mesh {

/// Map from node numbers in the file to indices: a table if the numbers are dense, otherwise a
/// sorted array.
class NodeNumbers {
 public:
  /// Builds the map. Returns a number that occurs twice, or -1.
  std::int64_t build(const std::vector<std::int64_t>& tags);
  /// Returns the index of a node, or -1 if it does not exist.
  std::int32_t find(std::int64_t tag) const {
    if (sorted_.empty()) {
      const std::uint64_t place = static_cast<std::uint64_t>(tag) - static_cast<std::uint64_t>(first_);
      return place < table_.size() ? table_[place] : -1;
    }
    return search(tag);
  }

 private:
  std::int32_t search(std::int64_t tag) const;

  std::int64_t first_ = 0;
  std::vector<std::int32_t> table_;
  std::vector<std::pair<std::int64_t, std::int32_t>> sorted_;
};

/// Parser of the sections of one .msh file.
class GmshParser {
 public:
  GmshParser(std::string_view content, const std::string& file) : cursor_(content, file), file_(file) {
    mesh_.file = file;
  }

  RawMesh parse();

 private:
  void readFormat();
  void readSection(const std::string& name);
  void skipSection(const std::string& name);
  void endSection(const std::string& name);
  void readPhysicalNames();
  void readEntities();
  void readNodes2();
  void readNodes4();
  void readElements2();
  void readElements4();
  void readElement2(std::int64_t gmsh_type, std::size_t num_tags, std::int64_t tag);

  void addNode(std::int64_t tag);
  void numberNodes();
  /// Returns the block for a Gmsh element type; fails for unsupported types.
  RawBlock& blockOf(std::int64_t gmsh_type, std::int64_t tag);
  void addElement(RawBlock& block, std::int64_t tag, std::int32_t set) {
    const int n = info(block.type).num_nodes;
    for (int i = 0; i < n; ++i) {
      const std::int64_t node =
          is_format_4_ ? cursor_.size("a node of an element") : cursor_.integer("a node of an element");
      const std::int32_t index = numbers_.find(node);
      if (index < 0) cursor_.fail(fmt::format("element {} has the node {}, which does not exist.", tag, node));
      block.nodes.push_back(index);
    }
    block.tags.push_back(tag);
    block.group_set.push_back(set);
  }
  std::int32_t setOf(int dimension, const std::vector<std::int64_t>& physicals);
  /// Returns the set of the one physical number of an element line (format 2.2).
  std::int32_t setOfPhysical(int dimension, std::int64_t physical, std::int64_t entity);

  /// Returns the set of the physical groups of an entity, created once (format 4.1).
  std::int32_t setOfEntity(int dimension, std::int64_t entity_dimension, std::int64_t entity);

  void finish();
  void nameGroups();
  void mergeRepeatedCells(RawBlock& block);
  void checkElementTags() const;
  [[noreturn]] void failFile(const std::string& sentence) const {
    throw base::InputError(fmt::format("'{}' {}", file_, sentence));
  }

  using Entity = std::pair<int, std::int64_t>;  // dimension and number of the entity

  GmshCursor cursor_;
  std::string file_;
  RawMesh mesh_;
  bool is_format_4_ = false;  // format 4.1
  bool has_nodes_ = false, has_elements_ = false;
  NodeNumbers numbers_;
  std::array<int, num_cell_types> block_of_type_{};  // index of the block plus 1; 0 if there is none
  std::map<Entity, std::string> names_;              // names of physical groups
  std::map<Entity, int> group_of_physical_;
  std::vector<Entity> physical_of_group_;
  std::map<std::vector<int>, std::int32_t> set_of_groups_;
  std::map<Entity, std::vector<std::int64_t>> physicals_of_entity_;  // format 4.1
  std::map<std::pair<int, Entity>, std::int32_t> set_of_entity_;     // format 4.1, by dimension of the cells
  std::map<Entity, std::int64_t> physical_of_entity_;                // format 2.2
  std::array<bool, 4> repeats_{};  // format 2.2, by dimension: some entity has elements of several physical groups
  struct LastPhysical {
    int dimension = -1;
    std::int64_t physical = 0, entity = 0;
    std::int32_t set = 0;
  } last_physical_;
};

}  // namespace tenon::mesh
