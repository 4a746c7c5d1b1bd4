#include "ElementSlots.hpp"

#include <fmt/format.h>

#include <limits>

#include "scatter.hpp"

namespace tenon::la {
namespace {

// Tells a changed connectivity from the one whose slots are known; a few per cent of nothing, as it streams.
std::uint32_t checksum(const ElementTable& table) {
  const auto size = static_cast<std::size_t>(table.num_elements) * static_cast<std::size_t>(table.nodes_per_element);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < size; ++i)
    sum += (static_cast<std::uint32_t>(table.nodes[i]) + 1U) * (2654435769U * static_cast<std::uint32_t>(i) | 1U);
  return sum;
}

std::uint32_t checksum(const ElementTable& rows, const ElementTable& columns) {
  return rows == columns ? checksum(rows) : checksum(rows) ^ (checksum(columns) * 2246822519U);
}

template <int block, class Slot>
class SlotsOf : public ElementSlots {
 public:
  SlotsOf(const ElementTable& row_nodes, const ElementTable& column_nodes, const StatePair& pair)
      : ElementSlots(RowTable(row_nodes, pair.layout->rowsPerNode(pair.row_state)),
                     RowTable(column_nodes, pair.layout->rowsPerNode(pair.column_state))) {
    target_.first_row = pair.layout->firstOwned(pair.row_state);
    target_.num_rows = pair.layout->numOwnedRows(pair.row_state);
    target_.diagonal = pair.matrix->diagonal();
    target_.off_diagonal = pair.matrix->offDiagonal();
    split_ = pair.layout->comm().size() > 1;
    const auto m = static_cast<std::size_t>(rows().nodes_per_element);
    const auto n = static_cast<std::size_t>(columns().nodes_per_element);
    const auto batches = (static_cast<std::size_t>(rows().num_elements) + num_lanes - 1) / num_lanes;
    slots_.assign(batches * m * n * num_lanes, 0);
    for (LocalIndex e = 0; e < rows().num_elements; ++e) findSlots(e, pair);
  }

  void add(LocalIndex first, int count, double factor, ElementSymmetry symmetry, const Lane* matrix) const override {
    const int m = rows().nodes_per_element, n = columns().nodes_per_element;
    const scatter::Batch<Slot> batch{rows().nodes + static_cast<std::ptrdiff_t>(first) * m,
                                     slots_.data() + static_cast<std::ptrdiff_t>(first) * m * n, m, n, count};
    const bool symmetric = symmetry == ElementSymmetry::symmetric;
    if (split_ && symmetric) scatter::addBatch<block, true, true>(target_, batch, factor, matrix);
    if (split_ && !symmetric) scatter::addBatch<block, true, false>(target_, batch, factor, matrix);
    if (!split_ && symmetric) scatter::addBatch<block, false, true>(target_, batch, factor, matrix);
    if (!split_ && !symmetric) scatter::addBatch<block, false, false>(target_, batch, factor, matrix);
  }

  std::size_t bytes() const override { return slots_.size() * sizeof(Slot); }

 private:
  void findSlots(LocalIndex element, const StatePair& pair) {
    const int m = rows().nodes_per_element, n = columns().nodes_per_element;
    const LocalIndex* row_nodes = rows().nodes + static_cast<std::ptrdiff_t>(element) * m;
    const LocalIndex* column_nodes = columns().nodes + static_cast<std::ptrdiff_t>(element) * n;
    Slot* const of_batch = slots_.data() + static_cast<std::ptrdiff_t>(element / num_lanes) * num_lanes * m * n;
    const BlockPattern& pattern = pair.matrix->pattern();
    for (int a = 0; a < m; ++a) {
      if (row_nodes[a] >= target_.num_rows) continue;
      const LocalIndex row = target_.first_row + row_nodes[a];
      const LocalIndex num_diagonal = pattern.numDiagonal(row);
      for (int b = 0; b < n; ++b) {
        const LocalIndex place =
            pattern.find(row, pattern.key(pair.layout->localRow(pair.column_state, column_nodes[b])));
        if (place < 0) throw outsidePattern(element, pair);
        const auto slot = place < num_diagonal
                              ? static_cast<Slot>(place)
                              : static_cast<Slot>((place - num_diagonal) | scatter::off_diagonal_flag<Slot>);
        of_batch[(a * n + b) * num_lanes + element % num_lanes] = slot;
      }
    }
  }

  OutsidePattern outsidePattern(LocalIndex element, const StatePair& pair) const {
    return OutsidePattern(fmt::format(
        "Element {} of a table of {}, delivered to the matrix of \"{}\" by \"{}\", is not in the recorded pattern.",
        element, describe(rowNodes()), pair.rowName(), pair.columnName()));
  }

  scatter::Target target_;
  bool split_;
  std::vector<Slot> slots_;  // [batches][row nodes][column nodes][num_lanes]
};

}  // namespace

std::string describe(const ElementTable& table) {
  return fmt::format("{} elements of {} nodes", table.num_elements, table.nodes_per_element);
}

ElementSlots::ElementSlots(RowTable rows, RowTable columns)
    : rows_(std::move(rows)), columns_(std::move(columns)), checksum_(checksum(rowNodes(), columnNodes())) {}

LocalIndex ElementSlots::rowsEnd(LocalIndex first, int count, LocalIndex num_owned) const {
  const auto n = static_cast<std::ptrdiff_t>(rows().nodes_per_element);
  const LocalIndex* const of_elements = rows().nodes + first * n;
  LocalIndex last = -1;
  for (std::ptrdiff_t i = 0; i < count * n; ++i)
    last = std::max(last, of_elements[i] < num_owned ? of_elements[i] : -1);
  return last + 1;
}

bool ElementSlots::serveAddressesOf(const ElementTable& rows, const ElementTable& columns) const {
  return rowNodes().nodes == rows.nodes && rowNodes().nodes_per_element == rows.nodes_per_element &&
         columnNodes().nodes == columns.nodes && columnNodes().nodes_per_element == columns.nodes_per_element;
}

bool ElementSlots::areUnchangedIn(const ElementTable& rows, const ElementTable& columns) const {
  return rowNodes().num_elements == rows.num_elements && checksum(rows, columns) == checksum_;
}

std::unique_ptr<ElementSlots> ElementSlots::find(const ElementTable& rows, const ElementTable& columns,
                                                 const StatePair& pair) {
  const LocalIndex longest = pair.matrix->pattern().longestRow();
  const bool narrow = longest <= std::numeric_limits<std::int8_t>::max();
  base::ensure(longest <= std::numeric_limits<std::int16_t>::max(), "A node has more than 32767 neighbours.");
  switch (pair.layout->block()) {
    case 1:
      if (narrow) return std::make_unique<SlotsOf<1, std::uint8_t>>(rows, columns, pair);
      return std::make_unique<SlotsOf<1, std::uint16_t>>(rows, columns, pair);
    case 2:
      if (narrow) return std::make_unique<SlotsOf<2, std::uint8_t>>(rows, columns, pair);
      return std::make_unique<SlotsOf<2, std::uint16_t>>(rows, columns, pair);
    case 3:
      if (narrow) return std::make_unique<SlotsOf<3, std::uint8_t>>(rows, columns, pair);
      return std::make_unique<SlotsOf<3, std::uint16_t>>(rows, columns, pair);
    case 6:
      if (narrow) return std::make_unique<SlotsOf<6, std::uint8_t>>(rows, columns, pair);
      return std::make_unique<SlotsOf<6, std::uint16_t>>(rows, columns, pair);
    default:
      throw base::InternalError(
          fmt::format("Element matrices with {} unknowns per node have no slots.", pair.layout->block()));
  }
}

}  // namespace tenon::la
