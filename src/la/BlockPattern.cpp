#include "tenon/la/BlockPattern.hpp"

#include <algorithm>
#include <numeric>

namespace tenon::la {
namespace {

// For every owned block row: items (elements of a table, or columns of single blocks) that touch it.
class Adjacency {
 public:
  // visit(action): calls action(row, item) for each pair, the same ones each time; run twice.
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
  gsl::span<const LocalIndex> operator[](LocalIndex row) const {
    const auto r = static_cast<std::size_t>(row);
    return {items_.data() + starts_[r], static_cast<std::size_t>(starts_[r + 1] - starts_[r])};
  }

 private:
  std::vector<std::int64_t> starts_;
  std::vector<LocalIndex> items_;
};

Adjacency elementsOfRows(const CombinedLayout& layout, const RecordedBlocks::Table& table) {
  const ElementTable& t = table.elements;
  const LocalIndex owned = layout.states()[table.row_state]->layout().numOwned();
  const LocalIndex first = layout.firstOwned(table.row_state);
  return Adjacency(layout.layout().numOwned(), [&](auto&& action) {
    const LocalIndex* node = t.nodes;
    for (LocalIndex e = 0; e < t.num_elements; ++e)
      for (int a = 0; a < t.nodes_per_element; ++a, ++node)
        if (*node < owned) action(first + *node, e);
  });
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
  starts_.assign(1, 0);
  starts_.reserve(static_cast<std::size_t>(num_rows) + 1);  // so that numRows() holds from the end on only
  num_diagonal_.resize(static_cast<std::size_t>(num_rows));

  std::vector<Adjacency> elements;
  std::size_t most = static_cast<std::size_t>(num_rows) + recorded.pairs.size();
  for (const auto& table : recorded.tables) {
    elements.push_back(elementsOfRows(layout, table));
    const auto n = static_cast<std::size_t>(table.elements.nodes_per_element);
    most += static_cast<std::size_t>(table.elements.num_elements) * n * (n - 1);
  }
  const auto columnKey = [&](LocalIndex local) {
    return local < num_rows ? local : ghost_keys_[static_cast<std::size_t>(local - num_rows)];
  };
  const Adjacency columns_of_pairs(num_rows, [&](auto&& action) {
    for (const auto& pair : recorded.pairs) action(pair.row, columnKey(pair.column));
  });

  columns_.reserve(most);  // an upper bound: pages that stay untouched cost nothing
  std::vector<LocalIndex> last_row(static_cast<std::size_t>(layout.layout().numLocal()), -1);
  for (LocalIndex row = 0; row < num_rows; ++row) {
    const auto begin = static_cast<std::ptrdiff_t>(columns_.size());
    const auto add = [&](LocalIndex key) {
      LocalIndex& last = last_row[static_cast<std::size_t>(key)];
      if (last == row) return;
      last = row;
      columns_.push_back(key);
    };
    add(row);
    for (std::size_t t = 0; t < elements.size(); ++t) {
      const auto& table = recorded.tables[t];
      const int n = table.elements.nodes_per_element;
      for (const LocalIndex e : elements[t][row]) {
        const LocalIndex* nodes = table.elements.nodes + static_cast<std::ptrdiff_t>(e) * n;
        for (int b = 0; b < n; ++b) add(columnKey(layout.local(table.column_state, nodes[b])));
      }
    }
    for (const LocalIndex key : columns_of_pairs[row]) add(key);
    std::sort(columns_.begin() + begin, columns_.end());
    const auto diagonal_end = std::lower_bound(columns_.begin() + begin, columns_.end(), num_rows);
    const auto num_diagonal = static_cast<LocalIndex>(diagonal_end - columns_.begin() - begin);
    const auto num_ghost = static_cast<LocalIndex>(columns_.end() - diagonal_end);
    num_diagonal_[static_cast<std::size_t>(row)] = num_diagonal;
    num_diagonal_blocks_ += num_diagonal;
    longest_row_ = std::max({longest_row_, num_diagonal, num_ghost});
    starts_.push_back(static_cast<std::int64_t>(columns_.size()));
  }
}

LocalIndex BlockPattern::find(LocalIndex row, LocalIndex key) const {
  const auto keys = this->row(row);
  std::ptrdiff_t place = 0;
  if (keys.size() <= 64) {
    // Counting the smaller keys needs no branch and goes 16 at a time: rows of meshes are short.
    LocalIndex smaller = 0;
    for (const LocalIndex k : keys) smaller += k < key ? 1 : 0;
    place = smaller;
  } else {
    place = std::lower_bound(keys.begin(), keys.end(), key) - keys.begin();
  }
  const auto p = static_cast<std::size_t>(place);
  return p < keys.size() && keys[p] == key ? static_cast<LocalIndex>(place) : -1;
}

}  // namespace tenon::la
