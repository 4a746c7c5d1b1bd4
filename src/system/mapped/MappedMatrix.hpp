// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "MappedBlocks.hpp"
#include "RowProducts.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "system/mapped/GeometricForces.hpp"

namespace tenon::system {

/// Product J^T C J for a matrix C over independent and mapped states, as blocks between nodes of
/// the independent states.
///
/// C is assembled over the states that its contributors act on, then multiplied at positions
/// recorded once (RowProducts). In a new configuration the cost consists of multiplications and one
/// exchange of the contributions to rows of other ranks.
///
/// Columns may be distant from the rows: their nodes become ghosts of the independent states in the
/// constructor. The matrix must therefore be created before the layout of any linear system.
class MappedMatrix {
 public:
  struct Parts {
    la::MatrixAssembly::Contribute contribute;  ///< writes C; empty if there is none
    /// Geometric stiffness of the mappings, with the same entries in every configuration; nullptr:
    /// none.
    const GeometricForces* geometric = nullptr;
  };

  /// Records the pattern of `parts`. @note Collective.
  MappedMatrix(const MappingGraph& graph, Parts parts);

  /// Evaluates C and J^T C J in the current configuration.
  /// @throws InternalError that names the contributor if new blocks of C would couple nodes that
  ///   are not present on this rank
  /// @note Collective.
  void assemble();

  /// Returns the product, whose values are complete on owned rows.
  const MappedBlocks& blocks() const { return blocks_; }

 private:
  std::vector<std::size_t> coupledStates() const;
  void record();
  void plan(const std::string& contributor);
  void planGeometric();
  void multiply();
  void addGeometric();
  int blockSize(std::size_t state) const { return graph_.states()[state]->block(); }

  const MappingGraph& graph_;
  Parts parts_;
  std::vector<std::size_t> coupled_;  // states of C
  std::unique_ptr<la::MatrixAssembly> assembly_;
  std::unique_ptr<RowProducts> products_;
  MappedBlocks blocks_;
  std::vector<std::size_t> geometric_places_;  // positions of values, in the order of evaluation
  std::vector<double> t_;
  bool is_planned_ = false;
};

}  // namespace tenon::system
