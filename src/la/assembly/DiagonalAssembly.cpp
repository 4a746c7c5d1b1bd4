// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/assembly/DiagonalAssembly.hpp"

#include <algorithm>

#include "tenon/base/runCollectively.hpp"

namespace tenon::la {

DiagonalAssembly::DiagonalAssembly(std::shared_ptr<const CombinedLayout> layout, DiagonalKind kind)
    : layout_(std::move(layout)), kind_(kind) {
  for (const State* state : layout_->states()) {
    const auto b = static_cast<std::size_t>(state->block());
    const std::size_t per_node = kind == DiagonalKind::scalar ? b : b * b;
    values_.emplace_back(static_cast<std::size_t>(state->layout().numOwned()) * per_node, 0.0);
    diagonals_.emplace_back(*state, kind, values_.back());
  }
}

Accumulator& DiagonalAssembly::accumulatorOf(const State& row, const State& column, double factor) {
  const std::size_t state = layout_->indexOf(row);
  if (layout_->indexOf(column) != state) return null_accumulator_;
  diagonals_[state].setFactor(factor);
  return diagonals_[state];
}

void DiagonalAssembly::assemble(const MatrixAssembly::Contribute& contribute) {
  for (auto& values : values_) std::fill(values.begin(), values.end(), 0.0);
  base::runCollectively(layout_->comm(), [&] {
    contribute(Contributions([this](const State& row, const State& column, double factor) -> Accumulator& {
      return accumulatorOf(row, column, factor);
    }));
  });
}

Vector DiagonalAssembly::vector() const {
  Vector diagonal = layout_->makeVector();
  std::vector<std::vector<double>> entries = values_;
  for (std::size_t s = 0; s < entries.size() && kind_ == DiagonalKind::block; ++s) {
    const auto b = static_cast<std::size_t>(layout_->states()[s]->block());
    const std::size_t size = entries[s].size() / b;
    for (std::size_t k = 0; k < size; ++k) entries[s][k] = values_[s][k / b * b * b + k % b * (b + 1)];
    entries[s].resize(size);
  }
  layout_->gather({entries.begin(), entries.end()}, diagonal.get());
  return diagonal;
}

}  // namespace tenon::la
