#include "tenon/la/SlotAccumulator.hpp"

#include <fmt/format.h>

#include <limits>

#include "scatter.hpp"
#include "splitBlocks.hpp"

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

std::string describe(const ElementTable& table) {
  return fmt::format("{} elements of {} nodes", table.num_elements, table.nodes_per_element);
}

// An element whose blocks are not all in the pattern.
class OutsidePattern : public base::InternalError {
 public:
  using InternalError::InternalError;
};

}  // namespace

/// The slots of one pair of element tables.
class SlotAccumulator::Scatter {
 public:
  Scatter(RowTable rows, RowTable columns)
      : rows_(std::move(rows)), columns_(std::move(columns)), checksum_(checksum(rows_.nodes(), columns_.nodes())) {}
  virtual ~Scatter() = default;
  virtual void add(LocalIndex first, int count, double factor, ElementSymmetry symmetry, const Lane* matrix) const = 0;
  /// Owned nodes of these elements are below this number.
  LocalIndex nodesEnd(LocalIndex first, int count, LocalIndex num_owned) const {
    const auto n = static_cast<std::ptrdiff_t>(rows().nodes_per_element);
    const LocalIndex* const nodes = rows().nodes + first * n;
    LocalIndex last = -1;
    for (std::ptrdiff_t i = 0; i < count * n; ++i) last = std::max(last, nodes[i] < num_owned ? nodes[i] : -1);
    return last + 1;
  }
  virtual std::size_t bytes() const = 0;

  /// The tables in block rows of the matrix, and as contributors know them.
  const ElementTable& rows() const { return rows_.rows(); }
  const ElementTable& columns() const { return columns_.rows(); }
  const ElementTable& rowNodes() const { return rows_.nodes(); }
  const ElementTable& columnNodes() const { return columns_.nodes(); }
  bool servesAddressesOf(const ElementTable& rows, const ElementTable& columns) const {
    return rowNodes().nodes == rows.nodes && rowNodes().nodes_per_element == rows.nodes_per_element &&
           columnNodes().nodes == columns.nodes && columnNodes().nodes_per_element == columns.nodes_per_element;
  }
  bool isUnchangedIn(const ElementTable& rows, const ElementTable& columns) const {
    return rowNodes().num_elements == rows.num_elements && checksum(rows, columns) == checksum_;
  }

 private:
  RowTable rows_, columns_;
  std::uint32_t checksum_;
};

template <int block, class Slot>
class SlotAccumulator::ScatterOf : public Scatter {
 public:
  ScatterOf(const ElementTable& row_nodes, const ElementTable& column_nodes, const SlotAccumulator& owner)
      : Scatter(RowTable(row_nodes, owner.rows_per_node_), RowTable(column_nodes, owner.columns_per_node_)) {
    target_.first_row = owner.layout_->firstOwned(owner.row_state_);
    target_.num_rows = owner.num_owned_rows_;
    target_.diagonal = owner.matrix_->diagonal();
    target_.off_diagonal = owner.matrix_->offDiagonal();
    split_ = owner.layout_->comm().size() > 1;
    const auto m = static_cast<std::size_t>(rows().nodes_per_element);
    const auto n = static_cast<std::size_t>(columns().nodes_per_element);
    const auto batches = (static_cast<std::size_t>(rows().num_elements) + num_lanes - 1) / num_lanes;
    slots_.assign(batches * m * n * num_lanes, 0);
    for (LocalIndex e = 0; e < rows().num_elements; ++e) findSlots(e, owner);
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
  void findSlots(LocalIndex element, const SlotAccumulator& owner) {
    const int m = rows().nodes_per_element, n = columns().nodes_per_element;
    const LocalIndex* row_nodes = rows().nodes + static_cast<std::ptrdiff_t>(element) * m;
    const LocalIndex* column_nodes = columns().nodes + static_cast<std::ptrdiff_t>(element) * n;
    Slot* const of_batch = slots_.data() + static_cast<std::ptrdiff_t>(element / num_lanes) * num_lanes * m * n;
    const BlockPattern& pattern = owner.matrix_->pattern();
    for (int a = 0; a < m; ++a) {
      if (row_nodes[a] >= owner.num_owned_rows_) continue;
      const LocalIndex row = owner.layout_->localRow(owner.row_state_, row_nodes[a]);
      const LocalIndex num_diagonal = pattern.numDiagonal(row);
      for (int b = 0; b < n; ++b) {
        const LocalIndex place =
            pattern.find(row, pattern.key(owner.layout_->localRow(owner.column_state_, column_nodes[b])));
        if (place < 0) throw outsidePattern(element, owner);
        const auto slot = place < num_diagonal
                              ? static_cast<Slot>(place)
                              : static_cast<Slot>((place - num_diagonal) | scatter::off_diagonal_flag<Slot>);
        of_batch[(a * n + b) * num_lanes + element % num_lanes] = slot;
      }
    }
  }

  OutsidePattern outsidePattern(LocalIndex element, const SlotAccumulator& owner) const {
    return OutsidePattern(fmt::format(
        "Element {} of a table of {}, delivered to the matrix of \"{}\" by \"{}\", is not in the recorded pattern.",
        element, describe(rowNodes()), owner.layout_->states()[owner.row_state_]->name(),
        owner.layout_->states()[owner.column_state_]->name()));
  }

  scatter::Target target_;
  bool split_;
  std::vector<Slot> slots_;  // [batches][row nodes][column nodes][num_lanes]
};

SlotAccumulator::SlotAccumulator(const CombinedLayout& layout, std::size_t row_state, std::size_t column_state,
                                 BlockMatrix& matrix)
    : layout_(&layout),
      row_state_(row_state),
      column_state_(column_state),
      rows_per_node_(layout.rowsPerNode(row_state)),
      columns_per_node_(layout.rowsPerNode(column_state)),
      first_row_(layout.firstOwned(row_state)),
      num_owned_rows_(layout.numOwnedRows(row_state)),
      matrix_(&matrix) {}

SlotAccumulator::~SlotAccumulator() = default;

std::unique_ptr<SlotAccumulator::Scatter> SlotAccumulator::makeScatter(const ElementTable& rows,
                                                                       const ElementTable& columns) const {
  const LocalIndex longest = matrix_->pattern().longestRow();
  const bool narrow = longest <= std::numeric_limits<std::int8_t>::max();
  base::ensure(longest <= std::numeric_limits<std::int16_t>::max(), "A node has more than 32767 neighbours.");
  switch (layout_->block()) {
    case 1:
      if (narrow) return std::make_unique<ScatterOf<1, std::uint8_t>>(rows, columns, *this);
      return std::make_unique<ScatterOf<1, std::uint16_t>>(rows, columns, *this);
    case 2:
      if (narrow) return std::make_unique<ScatterOf<2, std::uint8_t>>(rows, columns, *this);
      return std::make_unique<ScatterOf<2, std::uint16_t>>(rows, columns, *this);
    case 3:
      if (narrow) return std::make_unique<ScatterOf<3, std::uint8_t>>(rows, columns, *this);
      return std::make_unique<ScatterOf<3, std::uint16_t>>(rows, columns, *this);
    case 6:
      if (narrow) return std::make_unique<ScatterOf<6, std::uint8_t>>(rows, columns, *this);
      return std::make_unique<ScatterOf<6, std::uint16_t>>(rows, columns, *this);
    default:
      throw base::InternalError(
          fmt::format("Element matrices with {} unknowns per node have no slots.", layout_->block()));
  }
}

void SlotAccumulator::begin() {
  FactoredAccumulator::begin();
  current_ = nullptr;
  next_block_ = 0;
}

void SlotAccumulator::checkComplete() const {
  if (current_ == nullptr || next_element_ == current_->rows().num_elements) return;
  throw base::InternalError(fmt::format("A table of {} was delivered to the matrix up to element {} only.",
                                        describe(current_->rowNodes()), next_element_));
}

void SlotAccumulator::end() {
  if (isPatternChanged()) return;
  checkComplete();
  blocks_.resize(next_block_);
}

SlotAccumulator::Scatter* SlotAccumulator::scatterFor(const ElementTable& rows, const ElementTable& columns) const {
  // Tables may begin at one address and differ in length: the first of two regions, and both.
  Scatter* at_address = nullptr;
  for (const auto& scatter : scatters_) {
    if (!scatter->servesAddressesOf(rows, columns)) continue;
    if (scatter->rows().num_elements == rows.num_elements) return scatter.get();
    at_address = scatter.get();
  }
  return at_address;
}

void SlotAccumulator::prepare(const ElementTable& rows, const ElementTable& columns) {
  const Scatter* known = scatterFor(rows, columns);
  if (known != nullptr && known->rows().num_elements == rows.num_elements) return;
  scatters_.push_back(makeScatter(rows, columns));
}

void SlotAccumulator::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape,
                                    ElementSymmetry symmetry) {
  if (isPatternChanged()) return;
  checkComplete();
  current_ = nullptr;
  if (!beginKnown(rows, columns)) return;
  symmetry_ = symmetry;
  next_element_ = 0;
}

bool SlotAccumulator::beginKnown(const ElementTable& rows, const ElementTable& columns) {
  Scatter* known = scatterFor(rows, columns);
  try {
    if (known == nullptr) {
      prepare(rows, columns);
      known = scatters_.back().get();
    } else if (!known->isUnchangedIn(rows, columns)) {
      throw OutsidePattern(fmt::format(
          "The connectivity of {}, delivered to the matrix of \"{}\" by \"{}\", has changed since its slots "
          "were found for {}.",
          describe(rows), layout_->states()[row_state_]->name(), layout_->states()[column_state_]->name(),
          describe(known->rowNodes())));
    }
  } catch (const OutsidePattern& change) {
    patternChanged(change.what());
    return false;
  }
  current_ = known;
  return true;
}

void SlotAccumulator::addElements(LocalIndex first, int count, const Lane* matrix) {
  if (current_ == nullptr || first != next_element_ || first % num_lanes != 0 ||
      first + count > current_->rows().num_elements) {
    if (isPatternChanged()) return;
    throw base::InternalError(fmt::format("Elements {} to {} were delivered to the matrix where element {} was due.",
                                          first, first + count - 1, next_element_));
  }
  next_element_ += count;
  matrix_->zeroUpTo(first_row_ + current_->nodesEnd(first, count, num_owned_rows_));
  current_->add(first, count, factor(), symmetry_, inBlocksOfMatrix(matrix));
}

const Lane* SlotAccumulator::inBlocksOfMatrix(const Lane* matrix) {
  if (rows_per_node_ == 1 && columns_per_node_ == 1) return matrix;
  const int m = current_->rowNodes().nodes_per_element, n = current_->columnNodes().nodes_per_element;
  const int g = layout_->block();
  const BlockShape shape{g * rows_per_node_, g * columns_per_node_};
  split_.resize(static_cast<std::size_t>(m * shape.rows) * static_cast<std::size_t>(n * shape.columns));
  splitBlocks(matrix, m, n, shape, g, symmetry_ == ElementSymmetry::symmetric, split_.data());
  return split_.data();
}

std::optional<SlotAccumulator::SingleBlock> SlotAccumulator::findBlock(LocalIndex row, LocalIndex column) const {
  const BlockPattern& pattern = matrix_->pattern();
  const LocalIndex matrix_row = first_row_ + row;
  const auto placeOf = [&](LocalIndex k) {
    return pattern.find(matrix_row, pattern.key(layout_->localRow(column_state_, column + k)));
  };
  // The block rows of a node are recorded together and numbered together: its columns follow one another.
  const LocalIndex place = placeOf(0);
  if (place < 0 || (columns_per_node_ > 1 && placeOf(columns_per_node_ - 1) != place + columns_per_node_ - 1))
    return {};
  const int g = layout_->block();
  const LocalIndex num_diagonal = pattern.numDiagonal(matrix_row);
  const bool off = place >= num_diagonal;
  const StoredRows rows = off ? matrix_->offDiagonal() : matrix_->diagonal();
  const std::int64_t entry =
      rows.starts[static_cast<std::ptrdiff_t>(matrix_row) * g] + g * (off ? place - num_diagonal : place);
  return SingleBlock{row, column, off ? -1 - entry : entry};
}

void SlotAccumulator::addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape, const double* block) {
  const LocalIndex row = row_node * rows_per_node_, column = column_node * columns_per_node_;
  if (row >= num_owned_rows_ || isPatternChanged()) return;
  matrix_->zeroUpTo(first_row_ + row + rows_per_node_);
  const int entries = layout_->block() * layout_->block() * columns_per_node_;
  for (int k = 0; k < rows_per_node_; ++k) addRow(row + k, column, block + k * entries);
}

// The part of a node's block that lies in one block row.
void SlotAccumulator::addRow(LocalIndex row, LocalIndex column, const double* block) {
  if (next_block_ == blocks_.size()) blocks_.push_back({-1, -1, 0});
  SingleBlock& where = blocks_[next_block_++];
  if (where.row != row || where.column != column) {
    const auto found = findBlock(row, column);
    if (!found) {
      patternChanged(fmt::format(
          "The block of node {} of \"{}\" by node {} of \"{}\" (local numbers) is not in the recorded pattern.",
          row / rows_per_node_, layout_->states()[row_state_]->name(), column / columns_per_node_,
          layout_->states()[column_state_]->name()));
      return;
    }
    where = *found;
  }
  const bool off = where.first_entry < 0;
  const StoredRows rows = off ? matrix_->offDiagonal() : matrix_->diagonal();
  const int g = layout_->block(), width = g * columns_per_node_;
  const PetscInt* start = rows.starts + static_cast<std::ptrdiff_t>(first_row_ + row) * g;
  const std::ptrdiff_t length = start[1] - start[0];
  double* to = rows.values + (off ? -1 - where.first_entry : where.first_entry);
  for (int i = 0; i < g; ++i, to += length)
    for (int j = 0; j < width; ++j) to[j] += factor() * block[i * width + j];
}

std::size_t SlotAccumulator::bytes() const {
  std::size_t sum = blocks_.capacity() * sizeof(SingleBlock);
  for (const auto& scatter : scatters_) sum += scatter->bytes();
  return sum;
}

}  // namespace tenon::la
