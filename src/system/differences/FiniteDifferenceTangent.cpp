// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FiniteDifferenceTangent.hpp"

#include <algorithm>

namespace tenon::system {

gsl::span<double> motionOf(la::State& state, bool by_position) {
  return by_position ? state.displacement() : state.velocity();
}

StateArrays forceOf(const StateSet& movable, const force::ForceField& force) {
  StateArrays values;
  for (const auto* state : movable.states)
    values.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
  la::ForceVector f([&](const la::State& state) { return gsl::span<double>(values[movable.indexOf(state)]); });
  force.addForce(f);
  return values;
}

void FiniteDifferenceTangent::evaluate(const force::ForceField& force) {
  starts_.assign(static_cast<std::size_t>(couplings_.nodes().size()) + 1, 0);
  for (LocalIndex row = 0; row < couplings_.nodes().size(); ++row)
    starts_[static_cast<std::size_t>(row) + 1] =
        starts_[static_cast<std::size_t>(row)] + couplings_.row(row).size() * size_ * size_;
  values_.assign(starts_.back(), 0.0);
  int components = 0;
  for (const auto* state : states_) components = std::max(components, state->block());
  for (int colour = 0; colour < couplings_.numColours(); ++colour)
    for (int component = 0; component < components; ++component) difference(force, colour, component);
}

double FiniteDifferenceTangent::step(LocalIndex node, int component) const {
  const double length = component < 3 ? couplings_.distance(node) : 1.0;  // rotations: one radian
  return relativeStep() * (by_position_ || speed_ == 0.0 ? length : speed_);
}

void FiniteDifferenceTangent::difference(const force::ForceField& force, int colour, int component) {
  std::vector<double> given, widths;
  const auto forEachMoved = [&](auto&& work) {
    std::size_t k = 0;
    for (const LocalIndex node : couplings_.ofColour(colour)) {
      const std::size_t s = couplings_.nodes().stateOf(node);
      const int block = states_[s]->block();
      if (component >= block) continue;
      const LocalIndex at = (node - couplings_.nodes().start(s)) * block + component;
      work(k++, node, motionOf(*states_[s], by_position_)[static_cast<std::size_t>(at)]);
    }
  };
  forEachMoved([&](std::size_t, LocalIndex node, double& value) {
    given.push_back(value);
    value += step(node, component);
    widths.push_back(value);
  });
  const StateArrays after = forceOf(movable_, force);
  forEachMoved([&](std::size_t k, LocalIndex node, double& value) {
    value = given[k] - step(node, component);
    widths[k] -= value;
  });
  const StateArrays before = forceOf(movable_, force);
  forEachMoved([&](std::size_t k, LocalIndex node, double& value) {
    value = given[k];
    keep(node, component, widths[k], after, before);
  });
}

void FiniteDifferenceTangent::keep(LocalIndex node, int component, double width, const StateArrays& after,
                                   const StateArrays& before) {
  for (const LocalIndex row : couplings_.column(node)) {
    const auto& columns = couplings_.row(row);
    const auto k = static_cast<std::size_t>(std::lower_bound(columns.begin(), columns.end(), node) - columns.begin());
    const std::size_t s = couplings_.nodes().stateOf(row);
    const auto block = static_cast<std::size_t>(states_[s]->block());
    const auto first = static_cast<std::size_t>(row - couplings_.nodes().start(s)) * block;
    double* const values = values_.data() + starts_[static_cast<std::size_t>(row)] + k * size_ * size_;
    for (std::size_t i = 0; i < block; ++i)
      values[i * size_ + static_cast<std::size_t>(component)] = (after[s][first + i] - before[s][first + i]) / width;
  }
}

Eigen::MatrixXd FiniteDifferenceTangent::block(LocalIndex row, std::size_t k, const la::State& row_state,
                                               const la::State& column_state) const {
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(row_state.block(), column_state.block());
  if (values_.empty()) return block;
  const double* const values = values_.data() + starts_[static_cast<std::size_t>(row)] + k * size_ * size_;
  for (Eigen::Index i = 0; i < block.rows(); ++i)
    for (Eigen::Index j = 0; j < block.cols(); ++j) block(i, j) = values[i * Eigen::Index(size_) + j];
  return block;
}

}  // namespace tenon::system
