// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RowProducts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tenon/base/Lane.hpp"

namespace tenon::system {
namespace {

/// Limit of the number of blocks of J_i^T C J from one child node; each requires about a hundred
/// bytes.
constexpr std::size_t most_blocks_of_row = 10'000'000;

typedef base::Lane UnalignedLane __attribute__((aligned(8), may_alias));

/// Block between points in space: nine numbers, eight of them in vector registers.
struct PointBlock {
  static constexpr int num_registers = 8 / base::num_lanes;
  base::Lane first[num_registers];
  double last;

  static PointBlock read(const double* block) {
    PointBlock result;
    for (int k = 0; k < num_registers; ++k)
      result.first[k] = *reinterpret_cast<const UnalignedLane*>(block + k * base::num_lanes);
    result.last = block[8];
    return result;
  }
  /// Reads a block whose rows have the distance `stored.length`.
  static PointBlock read(const NodePairs::Stored& stored) {
    PointBlock result;
    for (int k = 0; k < num_registers; ++k)
      result.first[k] = base::laneFrom([&stored, k](int lane) {
        const int entry = k * base::num_lanes + lane;
        return stored.values[entry / 3 * stored.length + entry % 3];
      });
    result.last = stored.values[2 * stored.length + 2];
    return result;
  }
  void addTo(double* block, double weight) const {
    for (int k = 0; k < num_registers; ++k)
      *reinterpret_cast<UnalignedLane*>(block + k * base::num_lanes) += weight * first[k];
    block[8] += weight * last;
  }
};

/// Blocks of J between points, each of which is a number times the identity matrix.
struct Numbers {
  static constexpr int size = 1, width = 3;
  using Block = PointBlock;
  static void addTimes(const Block& C, const double* J, double* T) { C.addTo(T, *J); }
  static void addTransposed(const double* J, const double* T, double* R) { PointBlock::read(T).addTo(R, *J); }
};

/// Blocks of J of points on frames.
struct OnFrames {
  static constexpr int size = 18, width = 6;
  struct Block {
    double entry[3][3];
    static Block read(const NodePairs::Stored& stored) {
      Block block;
      for (int i = 0; i < 3; ++i) std::copy_n(stored.values + i * stored.length, 3, block.entry[i]);
      return block;
    }
  };
  static void addTimes(const Block& C, const double* J, double* T) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 6; ++j)
        T[6 * i + j] += C.entry[i][0] * J[j] + C.entry[i][1] * J[6 + j] + C.entry[i][2] * J[12 + j];
  }
  static void addTransposed(const double* J, const double* T, double* R) {
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) R[6 * i + j] += J[i] * T[j] + J[6 + i] * T[6 + j] + J[12 + i] * T[12 + j];
  }
};

/// Number of blocks of C that are prefetched: those of two rows of a surface.
constexpr std::size_t num_ahead = 14;

}  // namespace

void addTimes(const double* C, int rows, int inner, const double* J, bool uniform, int columns, double* T) {
  if (uniform) {
    for (int i = 0; i < rows * inner; ++i) T[i] += *J * C[i];
    return;
  }
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < inner; ++k)
      for (int j = 0; j < columns; ++j) T[i * columns + j] += C[i * inner + k] * J[k * columns + j];
}

void addTransposed(const double* J, bool uniform, int rows, int inner, const double* T, int columns, double* R) {
  if (uniform) {
    for (int i = 0; i < inner * columns; ++i) R[i] += *J * T[i];
    return;
  }
  for (int k = 0; k < inner; ++k)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) R[i * columns + j] += J[k * rows + i] * T[k * columns + j];
}

/// Numbering of the columns of a cluster, and of each of its rows in turn, in the order of their
/// first occurrence.
class RowProducts::Planned {
 public:
  explicit Planned(const MappingGraph& graph) {
    for (const la::State* state : graph.independent())
      seen_.emplace_back(static_cast<std::size_t>(state->layout().numLocal()));
  }
  void beginCluster() {
    ++cluster_, columns.clear();
    width = 0;
  }
  void beginRow() { ++row_, num_of_row = 0; }

  /// Returns the column of a node within its row; `is_new` is set to true at its first occurrence
  /// in this row.
  int columnOf(std::size_t state, LocalIndex node, int block, bool& is_new) {
    Seen& seen = seen_[state][static_cast<std::size_t>(node)];
    if (seen.cluster != cluster_) {
      seen.cluster = cluster_, seen.of_cluster = width;
      columns.push_back({state, node, true});
      width += block;
    }
    is_new = seen.row != row_;
    if (is_new) seen.row = row_, seen.of_row = num_of_row++;
    return seen.of_row;
  }
  int startOf(std::size_t state, LocalIndex node) const {
    return seen_[state][static_cast<std::size_t>(node)].of_cluster;
  }

  std::vector<Term> columns;  // columns of the cluster
  int width = 0, num_of_row = 0;

 private:
  struct Seen {
    std::size_t cluster = 0, row = 0;
    int of_cluster = 0, of_row = 0;
  };
  std::vector<std::vector<Seen>> seen_;
  std::size_t cluster_ = 0, row_ = 0;
};

RowProducts::RowProducts(const MappingGraph& graph, std::vector<std::size_t> states, const la::MatrixAssembly& assembly,
                         MappedBlocks& blocks)
    : graph_(graph), states_(std::move(states)), pairs_(assembly) {
  for (const la::State* state : graph_.states()) block_sizes_.push_back(state->block());
  const int largest = *std::max_element(block_sizes_.begin(), block_sizes_.end());
  c_.resize(static_cast<std::size_t>(largest * largest));
  const std::vector<std::size_t> order = rowsByTerms();
  Planned planned(graph_);
  for (std::size_t next = 0; next < order.size();) {
    const NodePairs::Row& first = pairs_.rows()[order[next]];
    const std::vector<Term> terms = termsOf(states_[first.state], first.node);
    requireShort(states_[first.state], terms.size());
    planned.beginCluster();
    Cluster cluster{0, terms.size(), 0, 0, 0, kindOf(first)};
    for (const Term& term : terms) cluster.height += blockSize(term.state);
    const auto belongs = [&](const NodePairs::Row& row) {
      return row.state == first.state && kindOf(row) == cluster.kind && termsOf(states_[row.state], row.node) == terms;
    };
    do planRow(order[next++], cluster.kind, planned);
    while (next < order.size() && belongs(pairs_.rows()[order[next]]));
    cluster.rows_end = rows_.size(), cluster.num_columns = planned.columns.size(), cluster.width = planned.width;
    clusters_.push_back(cluster);
    for (const Term& a : terms)
      for (const Term& b : planned.columns) {
        places_.push_back(blocks.add(a.state, a.node, b.state, b.node));
        sizes_.push_back(blockSize(a.state) * blockSize(b.state));
      }
  }
  known_pairs_.resize(known_pairs_.size() + num_ahead);
}

std::vector<RowProducts::Term> RowProducts::termsOf(std::size_t state, LocalIndex node) const {
  std::vector<Term> terms;
  forEachTerm(graph_, state, node, [&](std::size_t of, LocalIndex parent, bool is_uniform, const double*) {
    terms.push_back({of, parent, is_uniform});
  });
  return terms;
}

// Returns the rows in an order in which rows with the same parent nodes are contiguous; otherwise
// as stored, by the first of them.
std::vector<std::size_t> RowProducts::rowsByTerms() const {
  std::vector<std::size_t> order(pairs_.rows().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::vector<Term>> terms;
  for (const NodePairs::Row& row : pairs_.rows()) terms.push_back(termsOf(states_[row.state], row.node));
  const auto before = [&](std::size_t a, std::size_t b) {
    const NodePairs::Row &one = pairs_.rows()[a], &other = pairs_.rows()[b];
    return one.state != other.state ? one.state < other.state : terms[a] < terms[b];
  };
  std::stable_sort(order.begin(), order.end(), before);
  std::vector<std::size_t> first(order.size());  // for each row the first of the rows equal to it
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && !before(order[i - 1], order[i]) ? first[order[i - 1]] : order[i];
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return first[a] != first[b] ? first[a] < first[b] : a < b; });
  return order;
}

void RowProducts::requireShort(std::size_t state, std::size_t num_terms) const {
  if (num_terms * num_terms > most_blocks_of_row)
    throw base::InputError(fmt::format(
        "A contributor on object '{}' couples the {} parent nodes of one node of this object with each other: the "
        "resulting stiffness or mass matrix would be dense. Use a constraint with compliance instead.",
        graph_.states()[state]->name(), num_terms));
}

RowProducts::Kind RowProducts::kindOf(std::size_t state, LocalIndex node) const {
  bool are_numbers = true, are_frames = true;
  forEachTerm(graph_, state, node, [&](std::size_t of, LocalIndex, bool uniform, const double*) {
    are_numbers = are_numbers && uniform;
    are_frames = are_frames && !uniform && blockSize(of) == 6;
  });
  return are_numbers ? Kind::numbers : are_frames ? Kind::frames : Kind::any;
}

RowProducts::Kind RowProducts::kindOf(const NodePairs::Row& row) const {
  const Kind kind = kindOf(states_[row.state], row.node);
  for (std::size_t p = row.begin; p < row.end; ++p) {
    const NodePairs::Pair& pair = pairs_.pairs()[p];
    if (pairs_.stored(row, pair).values == nullptr || kindOf(states_[pair.state], pair.node) != kind) return Kind::any;
  }
  return kind;
}

void RowProducts::planRow(std::size_t number, Kind kind, Planned& planned) {
  const NodePairs::Row& row = pairs_.rows()[number];
  planned.beginRow();
  int width = 0;
  for (std::size_t p = row.begin; p < row.end; ++p) {
    const NodePairs::Pair& pair = pairs_.pairs()[p];
    forEachTerm(graph_, states_[pair.state], pair.node, [&](std::size_t state, LocalIndex node, bool, const double*) {
      bool is_new = false;
      terms_.push_back(planned.columnOf(state, node, blockSize(state), is_new));
      if (!is_new) return;
      columns_.push_back({blockSize(state), width, planned.startOf(state, node)});
      width += blockSize(state);
    });
  }
  rows_.push_back({number, static_cast<std::size_t>(planned.num_of_row), width,
                   kind == Kind::any ? nullptr : firstBlock(states_[row.state], row.node)});
  if (kind != Kind::any) planKnownPairs(row);
}

// Returns the first block of J of a node. If all blocks are of one kind, they are contiguous.
const double* RowProducts::firstBlock(std::size_t state, LocalIndex node) const {
  const double* first = nullptr;
  forEachTerm(graph_, state, node, [&](std::size_t, LocalIndex, bool, const double* J) {
    if (first == nullptr) first = J;
  });
  return first;
}

void RowProducts::planKnownPairs(const NodePairs::Row& row) {
  for (std::size_t p = row.begin; p < row.end; ++p) {
    const NodePairs::Pair& pair = pairs_.pairs()[p];
    const std::size_t state = states_[pair.state];
    const int num_terms = static_cast<int>(termsOf(state, pair.node).size());
    known_pairs_.push_back({pairs_.stored(row, pair), firstBlock(state, pair.node), num_terms});
  }
}

void RowProducts::findPlaces(const MappedBlocks& blocks) {
  for (std::size_t& place : places_) place = blocks.placeOf(place);
}

void RowProducts::addTo(std::vector<double>& values) {
  const KnownPair* pair = known_pairs_.data();
  const int *term = terms_.data(), *size = sizes_.data();
  const Column* columns = columns_.data();
  const std::size_t* place = places_.data();
  auto row = rows_.begin();
  for (const Cluster& cluster : clusters_) {
    const auto end = rows_.begin() + static_cast<std::ptrdiff_t>(cluster.rows_end);
    r_.assign(static_cast<std::size_t>(cluster.height) * static_cast<std::size_t>(cluster.width), 0.0);
    for (; row != end; columns += row->num_columns, ++row)
      if (cluster.kind == Kind::numbers)
        addKnownRow<Numbers>(*row, cluster, pair, term, columns);
      else if (cluster.kind == Kind::frames)
        addKnownRow<OnFrames>(*row, cluster, pair, term, columns);
      else
        addRow(*row, cluster, term, columns);
    const std::size_t num_blocks = cluster.num_terms * cluster.num_columns;
    for (std::size_t block = 0; block < num_blocks; ++block)
      for (int line = 0; line < size[block]; line += 8) __builtin_prefetch(values.data() + place[block] + line, 1);
    const double* r = r_.data();
    for (std::size_t block = 0; block < num_blocks; ++block, ++place, r += *size++)
      for (int i = 0; i < *size; ++i) values[*place + static_cast<std::size_t>(i)] += r[i];
  }
}

// Computes T = C_i J, then adds J_i^T T to R.
void RowProducts::addRow(const Row& row, const Cluster& cluster, const int*& term, const Column* columns) {
  const NodePairs::Row& at = pairs_.rows()[row.number];
  const int rows = blockSize(states_[at.state]);
  t_.assign(static_cast<std::size_t>(rows * row.width), 0.0);
  for (std::size_t p = at.begin; p < at.end; ++p) {
    const NodePairs::Pair& pair = pairs_.pairs()[p];
    const int inner = blockSize(states_[pair.state]);
    pairs_.read(at, pair, c_.data());
    forEachTerm(graph_, states_[pair.state], pair.node,
                [&](std::size_t state, LocalIndex, bool uniform, const double* J) {
                  double* const T = t_.data() + static_cast<std::ptrdiff_t>(rows) * columns[*term++].start;
                  addTimes(c_.data(), rows, inner, J, uniform, blockSize(state), T);
                });
  }
  double* R = r_.data();
  forEachTerm(graph_, states_[at.state], at.node, [&](std::size_t state, LocalIndex, bool uniform, const double* J) {
    const auto of_block = static_cast<std::ptrdiff_t>(blockSize(state));
    for (const Column* t = columns; t != columns + row.num_columns; ++t)
      addTransposed(J, uniform, blockSize(state), rows, t_.data() + static_cast<std::ptrdiff_t>(rows) * t->start,
                    t->block, R + of_block * t->of_cluster);
    R += of_block * cluster.width;
  });
}

// Computes the product of addRow() between points in space whose blocks of J are of one kind.
template <class Blocks>
void RowProducts::addKnownRow(const Row& row, const Cluster& cluster, const KnownPair*& pair, const int*& term,
                              const Column* columns) {
  constexpr std::ptrdiff_t of_t = 3 * Blocks::width;
  const NodePairs::Row& at = pairs_.rows()[row.number];
  t_.assign(static_cast<std::size_t>(3 * row.width), 0.0);
  double* const T = t_.data();
  for (const KnownPair* const end = pair + (at.end - at.begin); pair != end; ++pair) {
    const NodePairs::Stored& later = pair[num_ahead].stored;
    __builtin_prefetch(later.values);
    __builtin_prefetch(later.values + 2 * later.length);
    const auto C = Blocks::Block::read(pair->stored);
    for (int k = 0; k < pair->num_terms; ++k) Blocks::addTimes(C, pair->J + k * Blocks::size, T + of_t * *term++);
  }
  double* R = r_.data();
  const double* J = row.J;
  for (std::size_t a = 0; a < cluster.num_terms; ++a, J += Blocks::size) {
    for (std::size_t t = 0; t < row.num_columns; ++t)
      Blocks::addTransposed(J, T + of_t * static_cast<std::ptrdiff_t>(t), R + Blocks::width * columns[t].of_cluster);
    R += static_cast<std::ptrdiff_t>(Blocks::width) * cluster.width;
  }
}

}  // namespace tenon::system
