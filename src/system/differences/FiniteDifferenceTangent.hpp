// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "Couplings.hpp"
#include "system/mapped/MappingGraph.hpp"

namespace tenon::system {

/// Returns the relative increment of central differences.
inline double relativeStep() {
  return std::cbrt(std::numeric_limits<double>::epsilon());
}

/// Returns the displacement or the velocity.
gsl::span<double> motionOf(la::State& state, bool by_position);
/// Returns the result of addForce() of one force, by state.
StateArrays forceOf(const StateSet& movable, const force::ForceField& force);

/// Blocks of df/dx or df/dv of one force, evaluated colour by colour. @note Not collective.
class FiniteDifferenceTangent {
 public:
  /// Creates a tangent.
  /// @param speed  largest speed of all nodes
  FiniteDifferenceTangent(const StateSet& movable, const Couplings& couplings, bool by_position, double speed)
      : movable_(movable), couplings_(couplings), states_(movable.states), by_position_(by_position), speed_(speed) {}

  /// Evaluates the blocks.
  void evaluate(const force::ForceField& force);

  /// Adds the blocks (zeros if evaluate() was not called) to derivative(row state, column state).
  template <class Find>
  void add(Find&& derivative) const {
    const NodeNumbering& nodes = couplings_.nodes();
    for (std::size_t r = 0; r < states_.size(); ++r)
      for (std::size_t c = 0; c < states_.size(); ++c) {
        std::optional<la::Derivative> target;  // created only if there are entries
        for (LocalIndex row = 0; row < states_[r]->layout().numOwned(); ++row) {
          const auto& columns = couplings_.row(nodes.start(r) + row);
          for (std::size_t k = 0; k < columns.size(); ++k) {
            if (nodes.stateOf(columns[k]) != c) continue;
            if (!target) target = derivative(*states_[r], *states_[c]);
            (*target)(row, columns[k] - nodes.start(c)) += block(nodes.start(r) + row, k, *states_[r], *states_[c]);
          }
        }
      }
  }

 private:
  static constexpr std::size_t size_ = 6;  // largest number of dofs of a node

  double step(LocalIndex node, int component) const;
  void difference(const force::ForceField& force, int colour, int component);
  void keep(LocalIndex node, int component, double width, const StateArrays& after, const StateArrays& before);
  Eigen::MatrixXd block(LocalIndex row, std::size_t k, const la::State& row_state, const la::State& column_state) const;

  const StateSet& movable_;
  const Couplings& couplings_;
  const std::vector<la::State*>& states_;
  bool by_position_;
  double speed_;
  std::vector<std::size_t> starts_;
  std::vector<double> values_;  // [rows][coupled nodes][size_][size_]
};

}  // namespace tenon::system
