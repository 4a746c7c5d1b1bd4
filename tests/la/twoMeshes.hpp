// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "contributor.hpp"
#include "la/assembly/MatrixAssembly.hpp"

// Two states without common nodes, coupled by elements with nodes in
// both states, and their dense matrix.
namespace tenon::la::testing {

/// Elements e of a grid of 4 x 5 quadrilaterals: four nodes in the first state (the
/// corners) and two nodes in the second state (nodes e and e + 1 of a chain). The two
/// states have different numbers of nodes and different partitions. Each rank has the
/// elements of its owned nodes of both states.
struct TwoMeshes {
  TwoMeshes(int first_block, int second_block, const base::Communicator& comm = world())
      : corners_(quadGrid(comm, 4, 5).all_cells) {
    for (PetscInt e = 0; e < static_cast<PetscInt>(corners_.size()); ++e) pairs_.push_back({e, e + 1});
    first_part = distributeBoth(comm, 30, corners_, 21, pairs_);
    second_part = distributeBoth(comm, 21, pairs_, 30, corners_);
    first = std::make_unique<State>(makeState("first", first_part, first_block));
    second = std::make_unique<State>(makeState("second", second_part, second_block));
    layout = std::make_shared<CombinedLayout>(std::vector<const State*>{first.get(), second.get()});
  }

  Part first_part, second_part;  ///< equal elements in equal order
  std::unique_ptr<State> first, second;
  std::shared_ptr<CombinedLayout> layout;

  const State& state(int s) const { return s == 0 ? *first : *second; }
  const Part& part(int s) const { return s == 0 ? first_part : second_part; }

  /// Returns the derivative of entry i of node p of state r with respect to entry j of node q of
  /// state c, in global node numbers.
  static double entry(int r, int c, PetscInt p, PetscInt q, int i, int j, bool symmetric = false) {
    return entryOf(p + 50 * r, q + 50 * c, i, j, symmetric);
  }

  /// Adds the diagonal pairs of states as square elements, symmetric for the first state. Adds the
  /// other pairs as rectangular elements and a second time as single blocks.
  void contribute(const Contributions& to, double factor) const {
    auto K = to.stiffness(factor);
    addStiffness(K);
  }
  void addStiffness(StiffnessMatrix& K) const {
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 2; ++c) {
        auto derivative = K.forceOn(state(r)).byPositionOf(state(c));
        addElements(derivative, r, c);
        if (r != c) addBlocks(derivative, r, c);
      }
  }

  /// Returns the dense sum over all elements of the whole mesh. @note Collective.
  Eigen::MatrixXd reference(double factor) const {
    const Eigen::Index size = 30 * layout->scalarRowsPerNode(0) + 21 * layout->scalarRowsPerNode(1);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
    for (std::size_t e = 0; e < corners_.size(); ++e)
      for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 2; ++c)
          for (const PetscInt p : cells(r)[e])
            for (const PetscInt q : cells(c)[e])
              for (int i = 0; i < state(r).block(); ++i)
                for (int j = 0; j < state(c).block(); ++j)
                  sum(unknown(r, p) + i, unknown(c, q) + j) +=
                      factor * (r == c ? 1.0 : 2.0) * entry(r, c, p, q, i, j, r == 0 && c == 0);
    return sum;
  }

  /// Returns the first row of a node in the numbering of the matrix:
  /// rank after rank, state after state.
  Eigen::Index unknown(int s, PetscInt node) const {
    const auto starts_first = first->layout().starts(), starts_second = second->layout().starts();
    const auto own = state(s).layout().starts();
    std::size_t rank = 0;
    while (own[rank + 1] <= node) ++rank;
    const PetscInt before = layout->scalarRowsPerNode(0) * (s == 0 ? node : starts_first[rank + 1]) +
                            layout->scalarRowsPerNode(1) * (s == 0 ? starts_second[rank] : node);
    return before;
  }

 private:
  using Cells = std::vector<std::vector<PetscInt>>;
  const Cells& cells(int s) const { return s == 0 ? corners_ : pairs_; }

  // Returns the local part with the `wanted` nodes of all elements that
  // have an owned node in either state.
  static Part distributeBoth(const base::Communicator& comm, PetscInt num_nodes, const Cells& wanted,
                             PetscInt num_others, const Cells& others) {
    const auto owns = [&](PetscInt count, const std::vector<PetscInt>& cell) {
      const PetscInt begin = count * comm.rank() / comm.size(), end = count * (comm.rank() + 1) / comm.size();
      return std::any_of(cell.begin(), cell.end(), [&](PetscInt n) { return begin <= n && n < end; });
    };
    const PetscInt begin = num_nodes * comm.rank() / comm.size(), end = num_nodes * (comm.rank() + 1) / comm.size();
    Part part;
    part.nodes_per_cell = static_cast<int>(wanted.front().size());
    std::vector<GlobalIndex> ghosts;
    for (std::size_t e = 0; e < wanted.size(); ++e) {
      if (!owns(num_nodes, wanted[e]) && !owns(num_others, others[e])) continue;
      for (const PetscInt n : wanted[e]) {
        if (begin <= n && n < end) {
          part.nodes.push_back(static_cast<LocalIndex>(n - begin));
          continue;
        }
        auto ghost = std::find(ghosts.begin(), ghosts.end(), GlobalIndex(n));
        if (ghost == ghosts.end()) ghost = ghosts.insert(ghosts.end(), GlobalIndex(n));
        part.nodes.push_back(static_cast<LocalIndex>(end - begin + (ghost - ghosts.begin())));
      }
    }
    part.layout = std::make_shared<Layout>(comm, static_cast<LocalIndex>(end - begin), std::move(ghosts));
    return part;
  }

  void addElements(Derivative& derivative, int r, int c) const {
    const ElementTable rows = part(r).table(), columns = part(c).table();
    const BlockShape shape{state(r).block(), state(c).block()};
    const bool symmetric = r == 0 && c == 0;
    const auto kernel = [&](LocalIndex first_element, int count, Lane* matrix) {
      for (int a = 0; a < rows.nodes_per_element; ++a)
        for (int b = 0; b < columns.nodes_per_element; ++b)
          for (int i = 0; i < shape.rows; ++i)
            for (int j = 0; j < shape.columns; ++j, ++matrix)
              for (int lane = 0; lane < num_lanes; ++lane) {
                const bool nobody_reads = lane >= count || (symmetric && a > b);
                (*matrix)[lane] = nobody_reads ? std::nan("")
                                               : entry(r, c, global(r, rows, first_element + lane, a),
                                                       global(c, columns, first_element + lane, b), i, j, symmetric);
              }
    };
    if (r == c)
      derivative.addElements(rows, shape.rows, symmetric ? ElementSymmetry::symmetric : ElementSymmetry::general,
                             kernel);
    else
      derivative.addElements(rows, columns, shape, kernel);
  }

  void addBlocks(Derivative& derivative, int r, int c) const {
    const ElementTable rows = part(r).table(), columns = part(c).table();
    for (LocalIndex e = 0; e < rows.num_elements; ++e)
      for (int a = 0; a < rows.nodes_per_element; ++a)
        for (int b = 0; b < columns.nodes_per_element; ++b) {
          Eigen::MatrixXd block(state(r).block(), state(c).block());
          for (int i = 0; i < block.rows(); ++i)
            for (int j = 0; j < block.cols(); ++j)
              block(i, j) = entry(r, c, global(r, rows, e, a), global(c, columns, e, b), i, j);
          derivative(rows.nodes[e * rows.nodes_per_element + a], columns.nodes[e * columns.nodes_per_element + b]) +=
              block;
        }
  }

  PetscInt global(int s, const ElementTable& table, LocalIndex element, int a) const {
    return state(s).layout().global(table.nodes[element * table.nodes_per_element + a]).value();
  }

  Cells corners_, pairs_;
};

}  // namespace tenon::la::testing
