// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Implementation of GmshParser: elements and their groups.
#include <algorithm>
#include <numeric>

#include "GmshParser.hpp"

namespace tenon::mesh {

std::int64_t NodeNumbers::build(const std::vector<std::int64_t>& tags) {
  if (tags.empty()) return -1;
  const auto [least, greatest] = std::minmax_element(tags.begin(), tags.end());
  first_ = *least;
  const std::uint64_t span = static_cast<std::uint64_t>(*greatest) - static_cast<std::uint64_t>(first_);
  if (span < 4 * tags.size() + 1000) {
    table_.assign(span + 1, -1);
    for (std::size_t i = 0; i < tags.size(); ++i) {
      std::int32_t& index = table_[static_cast<std::uint64_t>(tags[i]) - static_cast<std::uint64_t>(first_)];
      if (index >= 0) return tags[i];
      index = static_cast<std::int32_t>(i);
    }
    return -1;
  }
  for (std::size_t i = 0; i < tags.size(); ++i) sorted_.emplace_back(tags[i], static_cast<std::int32_t>(i));
  std::sort(sorted_.begin(), sorted_.end());
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end(), same);
  return twice == sorted_.end() ? -1 : twice->first;
}

std::int32_t NodeNumbers::search(std::int64_t tag) const {
  const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair<std::int64_t, std::int32_t>{tag, 0});
  return found != sorted_.end() && found->first == tag ? found->second : -1;
}

RawBlock& GmshParser::blockOf(std::int64_t gmsh_type, std::int64_t tag) {
  const CellType* type = gmsh_type < 0 || gmsh_type > 1000 ? nullptr : cellTypeOfGmsh(static_cast<int>(gmsh_type));
  if (type == nullptr) {
    std::string known;
    for (int t = 0; t < num_cell_types; ++t)
      known += std::string(t == 0 ? "" : ", ") + info(static_cast<CellType>(t)).name;
    cursor_.fail(fmt::format("element {} is of Gmsh's type {}, which is not supported; the supported types are: {}.",
                             tag, gmsh_type, known));
  }
  int& place = block_of_type_[static_cast<std::size_t>(*type)];
  if (place == 0) {
    mesh_.blocks.push_back({*type, {}, {}, {}});
    place = static_cast<int>(mesh_.blocks.size());
  }
  return mesh_.blocks[static_cast<std::size_t>(place) - 1];
}

std::int32_t GmshParser::setOf(int dimension, const std::vector<std::int64_t>& physicals) {
  std::vector<int> groups;
  for (const std::int64_t physical : physicals) {
    if (physical == 0 || physical == INT64_MIN) continue;
    const Entity key{dimension, std::abs(physical)};  // Gmsh marks reversed orientation by the sign
    const auto [found, is_new] = group_of_physical_.emplace(key, static_cast<int>(physical_of_group_.size()));
    if (is_new) physical_of_group_.push_back(key);
    groups.push_back(found->second);
  }
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  if (groups.empty()) return 0;
  const auto [found, is_new] = set_of_groups_.emplace(groups, static_cast<std::int32_t>(mesh_.group_sets.size()));
  if (is_new) mesh_.group_sets.push_back(groups);
  return found->second;
}

std::int32_t GmshParser::setOfPhysical(int dimension, std::int64_t physical, std::int64_t entity) {
  LastPhysical& last = last_physical_;
  if (last.dimension == dimension && last.physical == physical && last.entity == entity) return last.set;
  const auto [found, is_new] = physical_of_entity_.emplace(Entity{dimension, entity}, physical);
  if (!is_new && found->second != physical) repeats_[static_cast<std::size_t>(dimension)] = true;
  last = {dimension, physical, entity, setOf(dimension, {physical})};
  return last.set;
}

std::int32_t GmshParser::setOfEntity(int dimension, std::int64_t entity_dimension, std::int64_t entity) {
  const Entity key{static_cast<int>(std::clamp<std::int64_t>(entity_dimension, 0, 3)), entity};
  const auto physicals = physicals_of_entity_.find(key);
  if (physicals == physicals_of_entity_.end()) return 0;
  const auto [known, is_new] = set_of_entity_.emplace(std::pair{dimension, key}, 0);
  if (is_new) known->second = setOf(dimension, physicals->second);
  return known->second;
}

void GmshParser::readElement2(std::int64_t gmsh_type, std::size_t num_tags, std::int64_t tag) {
  std::int64_t physical = 0, entity = 0;
  for (std::size_t i = 0; i < num_tags; ++i) {
    const std::int64_t value = cursor_.integer("a tag of an element");
    if (i == 0) physical = value;
    if (i == 1) entity = value;
  }
  RawBlock& block = blockOf(gmsh_type, tag);
  addElement(block, tag, setOfPhysical(info(block.type).dimension, physical, entity));
}

void GmshParser::readElements2() {
  const std::int64_t claimed = cursor_.text<std::int64_t>("the number of elements");
  const std::size_t count = cursor_.checkCount(claimed, 4, 8, "elements");
  cursor_.line();
  for (std::size_t done = 0; done < count;) {
    const std::int64_t tag = cursor_.binary() ? 0 : cursor_.integer("the number of an element");
    const std::int64_t type = cursor_.integer("the type of an element");
    const std::int64_t follow = cursor_.binary() ? cursor_.integer("the number of elements in a block") : 1;
    const std::size_t num_tags =
        cursor_.checkCount(cursor_.integer("the number of tags of an element"), 1, 4, "tags of one element");
    if (follow < 1 || static_cast<std::size_t>(follow) > count - done)
      cursor_.fail(
          fmt::format("the number of elements in a block is {}, but must be positive, and the sum over all blocks must "
                      "not exceed the declared total, {}.",
                      follow, count));
    for (std::int64_t i = 0; i < follow; ++i)
      readElement2(type, num_tags, cursor_.binary() ? cursor_.integer("the number of an element") : tag);
    done += static_cast<std::size_t>(follow);
  }
}

void GmshParser::readElements4() {
  const std::int64_t num_blocks = cursor_.size("the number of blocks of elements");
  const std::size_t count = cursor_.checkCount(cursor_.size("the number of elements"), 2, 16, "elements");
  for (int i = 0; i < 2; ++i) cursor_.size("the smallest or the largest element number");
  std::size_t done = 0;
  for (std::int64_t b = 0; b < num_blocks; ++b) {
    const std::int64_t dimension = cursor_.integer("the dimension of an entity");
    const std::int64_t entity = cursor_.integer("the number of an entity");
    const std::int64_t type = cursor_.integer("the type of elements");
    const std::int64_t claimed = cursor_.size("the number of elements of an entity");
    if (claimed == 0) continue;
    std::int64_t tag = cursor_.size("the number of an element");
    RawBlock& block = blockOf(type, tag);
    const auto n = static_cast<std::size_t>(info(block.type).num_nodes);
    const std::size_t here =
        cursor_.checkCount(std::max<std::int64_t>(claimed, 0) - 1, 1 + n, 8 * (1 + n), "more elements") + 1;
    if (here > count - done) cursor_.fail(fmt::format("the section contains more elements than declared ({}).", count));
    done += here;
    const std::int32_t set = setOfEntity(info(block.type).dimension, dimension, entity);
    if (block.tags.empty()) {
      block.nodes.reserve(here * n);
      block.tags.reserve(here);
      block.group_set.reserve(here);
    }
    for (std::size_t i = 0; i < here; ++i) {
      if (i > 0) tag = cursor_.size("the number of an element");
      addElement(block, tag, set);
    }
  }
  if (done != count)
    cursor_.fail(fmt::format("the declared number of elements is {}, but the section contains {}.", count, done));
}

void GmshParser::finish() {
  if (!has_nodes_) failFile("has no section $Nodes.");
  if (!has_elements_) failFile("has no section $Elements.");
  checkElementTags();
  for (RawBlock& block : mesh_.blocks)
    if (repeats_[static_cast<std::size_t>(info(block.type).dimension)]) mergeRepeatedCells(block);
  nameGroups();
  normalise(mesh_);
  if (mesh_.blocks.empty()) failFile("has no cells.");
}

void GmshParser::checkElementTags() const {
  std::vector<std::int64_t> tags;
  for (const RawBlock& block : mesh_.blocks) tags.insert(tags.end(), block.tags.begin(), block.tags.end());
  if (!std::is_sorted(tags.begin(), tags.end())) std::sort(tags.begin(), tags.end());
  const auto twice = std::adjacent_find(tags.begin(), tags.end());
  if (twice != tags.end()) failFile(fmt::format("defines element {} twice.", *twice));
}

// Format 2.2 writes an element once for each of its physical groups, under different numbers; the
// first one is kept.
void GmshParser::mergeRepeatedCells(RawBlock& block) {
  const auto n = static_cast<std::size_t>(info(block.type).num_nodes);
  std::vector<std::int32_t> keys = block.nodes;
  for (std::size_t cell = 0; cell < block.numCells(); ++cell) std::sort(&keys[cell * n], &keys[cell * n] + n);
  const auto compare = [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(&keys[a * n], &keys[a * n] + n, &keys[b * n], &keys[b * n] + n);
  };
  std::vector<std::size_t> order(block.numCells());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), compare);
  std::vector<char> repeated(order.size(), 0);
  for (std::size_t first = 0, next; first < order.size(); first = next) {
    std::vector<std::int64_t> physicals;
    for (next = first; next < order.size() && !compare(order[first], order[next]); ++next) {
      for (const int group : mesh_.group_sets[static_cast<std::size_t>(block.group_set[order[next]])])
        physicals.push_back(physical_of_group_[static_cast<std::size_t>(group)].second);
      repeated[order[next]] = next > first ? 1 : 0;
    }
    if (next > first + 1) block.group_set[order[first]] = setOf(info(block.type).dimension, physicals);
  }
  RawBlock merged{block.type, {}, {}, {}};
  for (std::size_t cell = 0; cell < block.numCells(); ++cell) {
    if (repeated[cell] != 0) continue;
    merged.nodes.insert(merged.nodes.end(), &block.nodes[cell * n], &block.nodes[cell * n] + n);
    merged.tags.push_back(block.tags[cell]);
    merged.group_set.push_back(block.group_set[cell]);
  }
  block = std::move(merged);
}

// Groups are ordered by dimension and number; two groups of the same name and dimension are merged.
void GmshParser::nameGroups() {
  std::vector<int> new_index(physical_of_group_.size());
  std::map<std::pair<int, std::string>, int> index_of_name;
  for (const auto& [physical, group] : group_of_physical_) {
    const auto named = names_.find(physical);
    const std::string name = named == names_.end() ? std::to_string(physical.second) : named->second;
    const auto [found, is_new] =
        index_of_name.emplace(std::pair{physical.first, name}, static_cast<int>(mesh_.groups.size()));
    if (is_new) mesh_.groups.push_back({name, physical.first});
    new_index[static_cast<std::size_t>(group)] = found->second;
  }
  for (auto& set : mesh_.group_sets) {
    for (int& group : set) group = new_index[static_cast<std::size_t>(group)];
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
}

}  // namespace tenon::mesh
