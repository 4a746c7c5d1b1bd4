// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/numpy.h>

#include <string>
#include <vector>

#include "ObjectView.hpp"
#include "results.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::python {

/// Derivatives that a method in Python adds, in arrays of blocks. They are stored, so that Python
/// is called once for each configuration, and can be added to several matrices.
class BlockMatrix {
 public:
  /// Creates an empty matrix.
  /// @param method  method that adds the blocks, for messages
  explicit BlockMatrix(Method method) : method_(std::move(method)) {}

  /// Local node numbers.
  using Nodes = pybind11::array_t<long long, pybind11::array::c_style | pybind11::array::forcecast>;
  /// Adds the derivatives of the forces on nodes of one object with respect to nodes of another.
  /// @param row      object of the forces
  /// @param column   object of the positions or velocities
  /// @param i        [m] local nodes of `row`
  /// @param j        [m] local nodes of `column`
  /// @param blocks   [m × components × components], or [components × components] for equal blocks
  /// @throws InputError if an array has the wrong shape, a node does not exist on this rank, or a
  ///   value is not finite
  /// @note Not collective.
  void add(const ObjectView& row, const ObjectView& column, const Nodes& i, const Nodes& j,
           const pybind11::object& blocks);

  /// Adds all blocks to a matrix.
  /// @param derivative  function (row state, column state) that returns the la::Derivative
  template <class DerivativeOf>
  void addTo(DerivativeOf&& derivative) const {
    for (const Batch& batch : batches_) addBatch(batch, derivative(*batch.row, *batch.column));
  }

 private:
  struct Batch {
    const la::State *row, *column;
    std::vector<base::LocalIndex> i, j;
    Array blocks;
    std::size_t stride;
  };
  static void addBatch(const Batch& batch, la::Derivative derivative);
  std::vector<base::LocalIndex> checkedNodes(const ObjectView& object, const Nodes& nodes) const;

  Method method_;
  std::vector<Batch> batches_;
};

}  // namespace tenon::python
