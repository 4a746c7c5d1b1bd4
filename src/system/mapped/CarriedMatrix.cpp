#include "CarriedMatrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/collectively.hpp"

namespace tenon::system {
namespace {

constexpr double one = 1.0;

/// Of J_i^T C J, that one child node brings: some hundred bytes each.
constexpr std::size_t most_blocks_of_row = 10'000'000;

/// Says which states contributors write to; their entries go nowhere.
class Touched {
 public:
  explicit Touched(const MappingGraph& graph) : graph_(graph), flags_(graph.states().size(), 0) {}
  std::vector<char> flags(const la::MatrixAssembly::Contribute& contribute) {
    contribute(la::Contributions([&](const la::State& row, const la::State& column, double) -> la::Accumulator& {
      flags_[graph_.indexOf(row)] = flags_[graph_.indexOf(column)] = 1;
      return nowhere_;
    }));
    return flags_;
  }

 private:
  class Nowhere : public la::Accumulator {
   public:
    bool needsValues() const override { return false; }
    void addBlock(LocalIndex, LocalIndex, la::BlockShape, const double*) override {}
    void beginElements(const la::ElementTable&, const la::ElementTable&, la::BlockShape, la::ElementSymmetry) override {
    }
    void addElements(LocalIndex, int, const la::Lane*) override {}
  };
  const MappingGraph& graph_;
  std::vector<char> flags_;
  Nowhere nowhere_;
};

/// to += weight from, of blocks; those between nodes in space are worth a loop of known length.
inline void addScaled(int size, double weight, const double* from, double* to) {
  if (size == 9) {
    for (int i = 0; i < 9; ++i) to[i] += weight * from[i];
    return;
  }
  for (int i = 0; i < size; ++i) to[i] += weight * from[i];
}

/// T [rows x columns] += C [rows x inner] J [inner x columns]
inline void addTimes(const double* C, int rows, int inner, const double* J, bool uniform, int columns, double* T) {
  if (uniform) return addScaled(rows * inner, *J, C, T);
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < inner; ++k)
      for (int j = 0; j < columns; ++j) T[i * columns + j] += C[i * inner + k] * J[k * columns + j];
}

/// R [rows x columns] += J^T [rows x inner] T [inner x columns]
inline void addTransposed(const double* J, bool uniform, int rows, int inner, const double* T, int columns, double* R) {
  if (uniform) return addScaled(inner * columns, *J, T, R);
  for (int k = 0; k < inner; ++k)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) R[i * columns + j] += J[k * rows + i] * T[k * columns + j];
}

}  // namespace

CarriedMatrix::CarriedMatrix(const MappingGraph& graph, Parts parts) : graph_(graph), parts_(std::move(parts)) {
  for (const la::State* state : graph_.states()) block_sizes_.push_back(state->block());
  touched_ = touchedStates();
  if (!touched_.empty()) record();
  plan("a contributor");
  is_planned_ = true;
}

// The same on every rank. Collective.
std::vector<std::size_t> CarriedMatrix::touchedStates() const {
  std::vector<char> flags(graph_.states().size(), 0);
  if (parts_.contribute) flags = Touched(graph_).flags(parts_.contribute);
  std::vector<std::size_t> touched;
  for (std::size_t s = 0; s < flags.size(); ++s)
    if (graph_.comm().any(flags[s] != 0)) touched.push_back(s);
  return touched;
}

void CarriedMatrix::record() {
  std::vector<const la::State*> states;
  for (const std::size_t s : touched_) states.push_back(graph_.states()[s]);
  assembly_ = std::make_unique<la::MatrixAssembly>(std::make_shared<la::CombinedLayout>(std::move(states)),
                                                   la::Insertion::slots);
  assembly_->record(parts_.contribute);
}

template <class Visit>
void CarriedMatrix::forEachTerm(std::size_t state, LocalIndex node, Visit&& visit) const {
  if (state < graph_.numIndependent()) return visit(state, node, true, &one);
  const TotalJacobian& J = graph_.total(state);
  for (const auto* term = J.begin(node); term != J.end(node); ++term)
    visit(static_cast<std::size_t>(term->state), term->node, term->is_uniform, J.valuesOf(*term));
}

// Collective.
void CarriedMatrix::plan(const std::string& contributor) {
  blocks_.clear(), found_.clear();
  columns_.clear(), sizes_.clear(), column_counts_.clear(), t_columns_.clear(), places_.clear();
  if (assembly_) {
    pairs_ = std::make_unique<NodePairs>(*assembly_);
    base::collectively(graph_.comm(), [&] {
      for (std::size_t row = 0; row < pairs_->rows().size(); ++row) planRow(row);
    });
  }
  planGeometric();
  shareBlocks(contributor);
  std::size_t size = 0;
  const int largest = *std::max_element(block_sizes_.begin(), block_sizes_.end());
  c_.resize(static_cast<std::size_t>(largest * largest));
  for (Block& block : blocks_) {
    block.first = size;
    size += static_cast<std::size_t>(blockSize(block.row_state) * blockSize(block.column_state));
  }
  for (std::size_t& place : places_) place = blocks_[place].first;
  values_.assign(size, 0.0);
  found_.clear();
}

std::size_t CarriedMatrix::blockOf(std::size_t row_state, LocalIndex row_node, std::size_t column_state,
                                   LocalIndex column_node) {
  const auto [found, is_new] =
      found_.emplace(std::tuple{row_state, row_node, column_state, column_node}, blocks_.size());
  if (is_new)
    blocks_.push_back(
        {row_state, row_node, column_state, column_node, 0, graph_.states()[row_state]->layout().isOwned(row_node)});
  return found->second;
}

void CarriedMatrix::requireShort(std::size_t state, LocalIndex node) const {
  std::size_t num_terms = 0;
  forEachTerm(state, node, [&](std::size_t, LocalIndex, bool, const double*) { ++num_terms; });
  if (num_terms * num_terms > most_blocks_of_row)
    throw base::InputError(
        fmt::format("What acts on object '{}' couples the {} nodes that one of its nodes follows with each other: such "
                    "a stiffness or mass has no sparse matrix. Write it as a constraint with compliance.",
                    graph_.states()[state]->name(), num_terms));
}

void CarriedMatrix::planRow(std::size_t row) {
  const NodePairs::Row& at = pairs_->rows()[row];
  requireShort(touched_[at.state], at.node);
  const auto first = static_cast<std::ptrdiff_t>(t_columns_.size());
  const int rows = blockSize(touched_[at.state]);
  int size = 0;
  for (std::size_t p = at.begin; p < at.end; ++p) {
    const NodePairs::Pair& pair = pairs_->pairs()[p];
    forEachTerm(touched_[pair.state], pair.node, [&](std::size_t state, LocalIndex node, bool, const double*) {
      const auto column = std::find_if(t_columns_.begin() + first, t_columns_.end(),
                                       [&](const Column& c) { return c.state == state && c.node == node; });
      columns_.push_back(column == t_columns_.end() ? size : column->start);
      if (column != t_columns_.end()) return;
      t_columns_.push_back({state, node, size});
      size += rows * blockSize(state);
    });
  }
  sizes_.push_back(size);
  column_counts_.push_back(t_columns_.size() - static_cast<std::size_t>(first));
  forEachTerm(touched_[at.state], at.node, [&](std::size_t state, LocalIndex node, bool, const double*) {
    for (auto column = t_columns_.begin() + first; column != t_columns_.end(); ++column)
      places_.push_back(blockOf(state, node, column->state, column->node));
  });
}

void CarriedMatrix::planGeometric() {
  if (parts_.geometric == nullptr) return;
  for (const auto& of_mapping : parts_.geometric->stiffness())
    for (const auto& entry : of_mapping.entries()) {
      const std::size_t row = graph_.indexOf(*entry.row), column = graph_.indexOf(*entry.column);
      forEachTerm(row, entry.row_node, [&](std::size_t a_state, LocalIndex a, bool, const double*) {
        forEachTerm(column, entry.column_node, [&](std::size_t b_state, LocalIndex b, bool, const double*) {
          places_.push_back(blockOf(a_state, a, b_state, b));
        });
      });
    }
}

// Blocks in rows of other ranks go to these, who may have to know further columns. Collective.
void CarriedMatrix::shareBlocks(const std::string& contributor) {
  struct Told {
    PetscInt row_state, row, column_state, column;
  };
  const auto ranks = static_cast<std::size_t>(graph_.comm().size());
  std::vector<std::vector<Told>> told(ranks);
  sent_.assign(ranks, {}), received_.assign(ranks, {});
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = blocks_[b];
    if (block.is_owned) continue;
    const la::Layout& rows = graph_.states()[block.row_state]->layout();
    const la::Layout& columns = graph_.states()[block.column_state]->layout();
    const GlobalIndex row = rows.global(block.row_node);
    const auto owner = static_cast<std::size_t>(rows.ownerOf(row));
    told[owner].push_back({static_cast<PetscInt>(block.row_state), row.value(),
                           static_cast<PetscInt>(block.column_state), columns.global(block.column_node).value()});
    sent_[owner].push_back(b);
  }
  const auto here = graph_.comm().exchange(told);
  std::vector<std::vector<GlobalIndex>> ghosts(graph_.numIndependent());
  bool are_known = true;
  for (const auto& from_rank : here)
    for (const Told& one : from_rank) {
      const auto state = static_cast<std::size_t>(one.column_state);
      if (graph_.states()[state]->layout().local(GlobalIndex(one.column)) >= 0) continue;
      are_known = false;
      ghosts[state].emplace_back(one.column);
    }
  if (is_planned_ && !graph_.comm().all(are_known))
    throw base::InternalError(fmt::format(
        "{} acts on a mapped object and has come to couple nodes that it did not couple at the start.", contributor));
  for (std::size_t s = 0; s < ghosts.size(); ++s) graph_.independent()[s]->addGhosts(ghosts[s]);
  for (std::size_t r = 0; r < ranks; ++r)
    for (const Told& one : here[r]) {
      const auto row_state = static_cast<std::size_t>(one.row_state);
      const auto column_state = static_cast<std::size_t>(one.column_state);
      received_[r].push_back(blockOf(row_state, graph_.states()[row_state]->layout().local(GlobalIndex(one.row)),
                                     column_state,
                                     graph_.states()[column_state]->layout().local(GlobalIndex(one.column))));
    }
}

void CarriedMatrix::assemble() {
  std::string changed;
  if (assembly_)
    if (const auto change = assembly_->assemble(parts_.contribute)) changed = change->contributor;
  if (graph_.comm().any(!changed.empty())) plan(changed.empty() ? "a contributor" : changed);
  multiply();
}

void CarriedMatrix::multiply() {
  std::fill(values_.begin(), values_.end(), 0.0);
  const std::size_t* place = places_.data();
  if (assembly_) {
    const int* column = columns_.data();
    const Column* t_column = t_columns_.data();
    for (std::size_t row = 0; row < pairs_->rows().size(); ++row) {
      multiplyRow(row, column, t_column, place);
      t_column += column_counts_[row];
    }
  }
  multiplyGeometric(place);
  exchangeValues();
}

// T = C_i J, then J_i^T T into the blocks of the product.
void CarriedMatrix::multiplyRow(std::size_t row, const int*& column, const Column* t_column,
                                const std::size_t*& place) {
  const NodePairs::Row& at = pairs_->rows()[row];
  const int rows = blockSize(touched_[at.state]);
  t_.assign(static_cast<std::size_t>(sizes_[row]), 0.0);
  double* const T = t_.data();
  for (std::size_t p = at.begin; p < at.end; ++p) {
    const NodePairs::Pair& pair = pairs_->pairs()[p];
    const int inner = blockSize(touched_[pair.state]);
    pairs_->read(at, pair, c_.data());
    forEachTerm(touched_[pair.state], pair.node, [&](std::size_t state, LocalIndex, bool uniform, const double* J) {
      addTimes(c_.data(), rows, inner, J, uniform, blockSize(state), T + *column++);
    });
  }
  const Column* const t_end = t_column + column_counts_[row];
  forEachTerm(touched_[at.state], at.node, [&](std::size_t state, LocalIndex, bool uniform, const double* J) {
    const int of_block = blockSize(state);
    for (const Column* t = t_column; t != t_end; ++t)
      addTransposed(J, uniform, of_block, rows, T + t->start, blockSize(t->state), values_.data() + *place++);
  });
}

void CarriedMatrix::multiplyGeometric(const std::size_t*& place) {
  if (parts_.geometric == nullptr) return;
  for (const auto& of_mapping : parts_.geometric->stiffness())
    for (const auto& entry : of_mapping.entries()) {
      base::ensure(place < places_.data() + places_.size(), "A mapping has come to write further entries.");
      const std::size_t row = graph_.indexOf(*entry.row), column = graph_.indexOf(*entry.column);
      const int rows = blockSize(row), columns = blockSize(column);
      forEachTerm(row, entry.row_node, [&](std::size_t a, LocalIndex, bool a_uniform, const double* J_a) {
        forEachTerm(column, entry.column_node, [&](std::size_t b, LocalIndex, bool b_uniform, const double* J_b) {
          t_.assign(static_cast<std::size_t>(rows * blockSize(b)), 0.0);
          addTimes(of_mapping.valuesOf(entry), rows, columns, J_b, b_uniform, blockSize(b), t_.data());
          addTransposed(J_a, a_uniform, blockSize(a), rows, t_.data(), blockSize(b), values_.data() + *place++);
        });
      });
    }
}

// Added in the order of the ranks.
void CarriedMatrix::exchangeValues() {
  if (graph_.comm().size() == 1) return;
  const auto sizeOf = [&](const Block& block) { return blockSize(block.row_state) * blockSize(block.column_state); };
  std::vector<std::vector<double>> outgoing(sent_.size());
  for (std::size_t r = 0; r < sent_.size(); ++r)
    for (const std::size_t b : sent_[r]) {
      const double* from = values_.data() + blocks_[b].first;
      outgoing[r].insert(outgoing[r].end(), from, from + sizeOf(blocks_[b]));
    }
  const auto incoming = graph_.comm().exchange(outgoing);
  for (std::size_t r = 0; r < received_.size(); ++r) {
    const double* from = incoming[r].data();
    for (const std::size_t b : received_[r]) {
      double* to = values_.data() + blocks_[b].first;
      for (int i = 0; i < sizeOf(blocks_[b]); ++i) to[i] += *from++;
    }
  }
}

}  // namespace tenon::system
