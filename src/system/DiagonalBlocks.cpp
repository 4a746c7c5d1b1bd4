#include "DiagonalBlocks.hpp"

#include <cmath>
#include <memory>

namespace tenon::system {
namespace {

/// What acts on one node by another, or on one state by another: not on the diagonal.
class Dropped : public la::Accumulator {
 public:
  bool needsValues() const override { return false; }
  void addBlock(LocalIndex, LocalIndex, la::BlockShape, const double*) override {}
  void beginElements(const la::ElementTable&, const la::ElementTable&, la::BlockShape, la::ElementSymmetry) override {}
  void addElements(LocalIndex, int, const la::Lane*) override {}
};

}  // namespace

class DiagonalBlocks::Diagonal : public la::Accumulator {
 public:
  explicit Diagonal(OfState& target) : target_(target), num_owned_(target.values.size() / target.size()) {}
  void setFactor(double factor) { factor_ = factor; }

  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row, LocalIndex column, la::BlockShape, const double* block) override {
    double* const values = row == column ? blockOf(row) : nullptr;
    for (std::size_t i = 0; values != nullptr && i < target_.size(); ++i) values[i] += factor_ * block[i];
  }
  void beginElements(const la::ElementTable& rows, const la::ElementTable& columns, la::BlockShape,
                     la::ElementSymmetry) override {
    rows_ = rows;
    columns_ = columns;
  }
  void addElements(LocalIndex first, int count, const la::Lane* matrix) override {
    const int n = rows_.nodes_per_element, m = columns_.nodes_per_element;
    for (int e = 0; e < count; ++e) {
      const LocalIndex* const row_nodes = rows_.nodes + static_cast<std::ptrdiff_t>(first + e) * n;
      const LocalIndex* const column_nodes = columns_.nodes + static_cast<std::ptrdiff_t>(first + e) * m;
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < m; ++b) {
          double* const values = row_nodes[a] == column_nodes[b] ? blockOf(row_nodes[a]) : nullptr;
          const la::Lane* const block =
              matrix + static_cast<std::ptrdiff_t>(a * m + b) * std::ptrdiff_t(target_.size());
          for (std::size_t i = 0; values != nullptr && i < target_.size(); ++i) values[i] += factor_ * block[i][e];
        }
    }
  }

 private:
  double* blockOf(LocalIndex node) {
    const auto at = static_cast<std::size_t>(node);
    return at < num_owned_ ? target_.values.data() + at * target_.size() : nullptr;
  }
  OfState& target_;
  std::size_t num_owned_;
  double factor_ = 1.0;
  la::ElementTable rows_, columns_;
};

DiagonalBlocks::DiagonalBlocks(const MechanicalSystem& mechanics, const la::CombinedLayout& layout, const Terms& terms)
    : comm_(layout.comm()) {
  for (const auto* state : layout.states()) {
    const auto block = static_cast<std::size_t>(state->block());
    const auto owned = static_cast<std::size_t>(state->layout().numOwned());
    states_.push_back({size_, block, std::vector<double>(owned * block * block, 0.0)});
    size_ += owned * block;
  }
  std::vector<std::unique_ptr<Diagonal>> accumulators;
  for (auto& of_state : states_) accumulators.push_back(std::make_unique<Diagonal>(of_state));
  Dropped dropped;
  const la::Contributions to([&](const la::State& row, const la::State& column, double factor) -> la::Accumulator& {
    if (&row != &column) return dropped;
    Diagonal& diagonal = *accumulators[layout.indexOf(row)];
    diagonal.setFactor(factor);
    return diagonal;
  });
  terms.contribute(mechanics, to, true);
}

double DiagonalBlocks::entry(std::size_t row, std::size_t column) const {
  std::size_t s = 0;
  while (s + 1 < states_.size() && states_[s + 1].first <= row) ++s;
  const OfState& of_state = states_[s];
  const std::size_t node = (row - of_state.first) / of_state.block;
  const std::size_t i = row - of_state.first - node * of_state.block;
  const std::size_t j = column - of_state.first - node * of_state.block;
  return of_state.values[node * of_state.size() + i * of_state.block + j];
}

double DiagonalBlocks::meanOfFree(const std::vector<char>& held) const {
  double sum = 0.0;
  long count = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    if (held[i] != 0) continue;
    sum += std::abs(entry(i, i));
    ++count;
  }
  const double total = comm_.sum(sum);
  const long free = comm_.sum(count);
  return free > 0 && total > 0.0 ? total / static_cast<double>(free) : 1.0;
}

}  // namespace tenon::system
