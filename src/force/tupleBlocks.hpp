// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <array>

#include "tenon/fem/NodeTuples.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::force {

/// Derivatives of the forces on the nodes of one tuple with respect to the displacements of its
/// nodes, [positions][positions].
template <int places, int dim>
using TupleBlocks = std::array<std::array<Eigen::Matrix<double, dim, dim>, places>, places>;

/// Adds the blocks of every tuple to a matrix. Tuples of one object are elements. If the positions
/// in a tuple belong to different objects, each pair of positions is added separately.
/// @param derivative  function (row, column) that returns the la::Derivative of two states, such as
///   K.forceOn(row).byPositionOf(column)
/// @param fill  function (i, blocks) that computes the blocks of tuple i
template <int places, int dim, class Find, class Fill>
void addTuples(const fem::NodeTuples& tuples, const std::array<const la::State*, places>& states,
               la::ElementSymmetry symmetry, Find&& derivative, Fill&& fill) {
  using base::LocalIndex;
  constexpr auto n = static_cast<std::size_t>(places);
  const auto toLanes = [](const Eigen::Matrix<double, dim, dim>& block, int lane, la::Lane* matrix) {
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) matrix[i * dim + j][lane] = block(i, j);
  };
  TupleBlocks<places, dim> blocks;
  bool one_object = true;
  for (const la::State* state : states) one_object = one_object && state == states[0];
  if (one_object) {
    derivative(*states[0], *states[0])
        .addElements(tuples.table(), dim, symmetry, [&](LocalIndex first, int count, la::Lane* matrix) {
          for (int lane = 0; lane < count; ++lane) {
            fill(first + lane, blocks);
            for (std::size_t p = 0; p < n; ++p)
              for (std::size_t q = symmetry == la::ElementSymmetry::symmetric ? p : 0; q < n; ++q)
                toLanes(blocks[p][q], lane, matrix + (p * n + q) * dim * dim);
          }
        });
    return;
  }
  for (std::size_t p = 0; p < n; ++p)
    for (std::size_t q = 0; q < n; ++q)
      derivative(*states[p], *states[q])
          .addElements(tuples.table(p), tuples.table(q), {dim, dim},
                       [&](LocalIndex first, int count, la::Lane* matrix) {
                         for (int lane = 0; lane < count; ++lane) {
                           fill(first + lane, blocks);
                           toLanes(blocks[p][q], lane, matrix);
                         }
                       });
}

}  // namespace tenon::force
