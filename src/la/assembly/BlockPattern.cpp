// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/BlockPattern.hpp"

#include <algorithm>
#include <numeric>

namespace tenon::la {

RowTable::RowTable(const ElementTable& nodes, int rows_per_node) : nodes_(nodes), rows_(nodes) {
  if (rows_per_node == 1) return;
  const auto size = static_cast<std::size_t>(nodes.num_elements) * static_cast<std::size_t>(nodes.nodes_per_element);
  auto numbers = std::make_shared<std::vector<LocalIndex>>();
  numbers->reserve(size * static_cast<std::size_t>(rows_per_node));
  for (std::size_t i = 0; i < size; ++i)
    for (int k = 0; k < rows_per_node; ++k) numbers->push_back(nodes.nodes[i] * rows_per_node + k);
  rows_ = {numbers->data(), nodes.nodes_per_element * rows_per_node, nodes.num_elements};
  numbers_ = std::move(numbers);
}

namespace {

// Items (elements of a table, or columns of single blocks) that contribute to each owned block row.
class Adjacency {
 public:
  // Calls visit(action) twice. Both calls have to call action(row, item) for the same pairs.
  template <class Visit>
  Adjacency(LocalIndex num_rows, Visit&& visit) : starts_(static_cast<std::size_t>(num_rows) + 1, 0) {
    visit([&](LocalIndex row, LocalIndex) { ++starts_[static_cast<std::size_t>(row) + 1]; });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    items_.resize(static_cast<std::size_t>(starts_.back()));
    std::vector<std::int64_t> next(starts_.begin(), starts_.end() - 1);
    visit([&](LocalIndex row, LocalIndex item) {
      items_[static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++)] = item;
    });
  }
  template <class Action>
  void visit(LocalIndex row, Action&& action) const {
    const auto r = static_cast<std::size_t>(row);
    const LocalIndex* const items = items_.data();
    for (std::int64_t k = starts_[r]; k < starts_[r + 1]; ++k) action(items[k]);
  }

 private:
  std::vector<std::int64_t> starts_;
  std::vector<LocalIndex> items_;
};

Adjacency elementsOfRows(const CombinedLayout& layout, const RecordedBlocks::TablePair& table) {
  const ElementTable& t = table.rows.rows();
  const LocalIndex owned = layout.numOwnedRows(table.row_state);
  const LocalIndex first = layout.firstOwned(table.row_state);
  return Adjacency(layout.layout().numOwned(), [&](auto&& action) {
    const LocalIndex* node = t.nodes;
    for (LocalIndex e = 0; e < t.num_elements; ++e)
      for (int a = 0; a < t.nodes_per_element; ++a, ++node)
        if (*node < owned) action(first + *node, e);
  });
}

// Columns to which the elements of one table connect each row, as local block rows of the combined
// layout.
class TableColumns {
 public:
  TableColumns(const CombinedLayout& layout, const RecordedBlocks::TablePair& table)
      : layout_(&layout), table_(table), elements_(elementsOfRows(layout, table)) {}

  template <class Action>
  void visit(LocalIndex row, Action&& action) const {
    const int n = table_.columns.rows().nodes_per_element;
    elements_.visit(row, [&](LocalIndex element) {
      const LocalIndex* nodes = table_.columns.rows().nodes + static_cast<std::ptrdiff_t>(element) * n;
      for (int b = 0; b < n; ++b) action(layout_->localRow(table_.column_state, nodes[b]));
    });
  }
  std::size_t mostColumns() const {
    const auto m = static_cast<std::size_t>(table_.rows.rows().nodes_per_element);
    const auto n = static_cast<std::size_t>(table_.columns.rows().nodes_per_element);
    const bool diagonal = table_.row_state == table_.column_state;  // one of a row's columns has been counted then
    return static_cast<std::size_t>(table_.rows.rows().num_elements) * m * (diagonal ? n - 1 : n);
  }

 private:
  const CombinedLayout* layout_;
  RecordedBlocks::TablePair table_;
  Adjacency elements_;
};

std::vector<TableColumns> columnsOfTables(const CombinedLayout& layout, const RecordedBlocks& recorded) {
  std::vector<TableColumns> columns;
  for (const auto& table : recorded.tables) columns.emplace_back(layout, table);
  return columns;
}

}  // namespace

BlockPattern::BlockPattern(const CombinedLayout& layout, const RecordedBlocks& recorded)
    : first_(layout.layout().firstOwned()) {
  orderGhosts(layout.layout());
  build(layout, recorded);
}

void BlockPattern::orderGhosts(const Layout& layout) {
  const auto ghosts = layout.ghosts();
  std::vector<LocalIndex> order(ghosts.size());
  std::iota(order.begin(), order.end(), 0);
  const auto ghost = [&](LocalIndex g) { return ghosts[static_cast<std::size_t>(g)]; };
  std::sort(order.begin(), order.end(), [&](LocalIndex a, LocalIndex b) { return ghost(a) < ghost(b); });
  ghost_keys_.resize(ghosts.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    ghost_keys_[static_cast<std::size_t>(order[k])] = layout.numOwned() + static_cast<LocalIndex>(k);
    ghosts_by_key_.push_back(ghost(order[k]));
  }
}

void BlockPattern::build(const CombinedLayout& layout, const RecordedBlocks& recorded) {
  const LocalIndex num_rows = layout.layout().numOwned();
  std::vector<LocalIndex> keys(static_cast<std::size_t>(layout.layout().numLocal()));
  std::iota(keys.begin(), keys.begin() + num_rows, 0);
  std::copy(ghost_keys_.begin(), ghost_keys_.end(), keys.begin() + num_rows);

  const std::vector<TableColumns> tables = columnsOfTables(layout, recorded);
  const Adjacency pairs(num_rows, [&](auto&& action) {
    for (const auto& pair : recorded.blocks) action(pair.row, keys[static_cast<std::size_t>(pair.column)]);
  });
  std::size_t most = static_cast<std::size_t>(num_rows) + recorded.blocks.size();
  for (const auto& table : tables) most += table.mostColumns();
  columns_.reserve(most);  // an upper bound: pages that are not touched use no memory

  starts_.assign(1, 0);
  starts_.reserve(static_cast<std::size_t>(num_rows) + 1);
  num_diagonal_.reserve(static_cast<std::size_t>(num_rows));
  std::vector<LocalIndex> last_row(keys.size(), -1);
  for (LocalIndex row = 0; row < num_rows; ++row) {
    const auto add = [&](LocalIndex key) {
      LocalIndex& last = last_row[static_cast<std::size_t>(key)];
      if (last == row) return;
      last = row;
      columns_.push_back(key);
    };
    add(row);
    for (const auto& table : tables)
      table.visit(row, [&](LocalIndex local) { add(keys[static_cast<std::size_t>(local)]); });
    pairs.visit(row, add);
    closeRow(num_rows);
  }
}

void BlockPattern::closeRow(LocalIndex num_rows) {
  const auto begin = columns_.begin() + starts_.back();
  std::sort(begin, columns_.end());
  const auto diagonal_end = std::lower_bound(begin, columns_.end(), num_rows);
  const auto num_diagonal = static_cast<LocalIndex>(diagonal_end - begin);
  const auto num_ghost = static_cast<LocalIndex>(columns_.end() - diagonal_end);
  num_diagonal_.push_back(num_diagonal);
  num_diagonal_blocks_ += num_diagonal;
  max_blocks_per_row_ = std::max({max_blocks_per_row_, num_diagonal, num_ghost});
  starts_.push_back(static_cast<std::int64_t>(columns_.size()));
}

LocalIndex BlockPattern::find(LocalIndex row, LocalIndex key) const {
  const auto r = static_cast<std::size_t>(row);
  const LocalIndex* const keys = columns_.data() + starts_[r];
  const auto size = static_cast<LocalIndex>(starts_[r + 1] - starts_[r]);
  LocalIndex place = 0;
  if (size <= 64) {
    // Counting the smaller keys requires no branch and processes 16 keys at a time; rows of meshes
    // are short.
    for (LocalIndex k = 0; k < size; ++k) place += keys[k] < key ? 1 : 0;
  } else {
    place = static_cast<LocalIndex>(std::lower_bound(keys, keys + size, key) - keys);
  }
  return place < size && keys[place] == key ? place : -1;
}

}  // namespace tenon::la
