// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/layout/NodeFrame.hpp"

// Representation of nodes of any kind as frames in space: positions in the plane have z = 0,
// rotations in the plane are about z.
namespace tenon::mapping {

/// Returns the first components of the values of a node, zero for missing ones. For displacements
/// or velocities these are the values of its origin.
inline base::Vec3 translationOf(const la::State& state, gsl::span<const double> values, la::LocalIndex node) {
  const auto first = static_cast<std::size_t>(node) * static_cast<std::size_t>(state.block());
  base::Vec3 translation = base::Vec3::Zero();
  for (int i = 0; i < state.dimension(); ++i) translation[i] = values[first + static_cast<std::size_t>(i)];
  return translation;
}

/// Returns the reference position of a node.
inline base::Vec3 referencePosition(const la::State& state, la::LocalIndex node) {
  return translationOf(state, state.reference(), node);
}

/// Returns the rotation of a frame from the reference configuration.
inline Eigen::Quaterniond rotationOf(const la::State& frames, la::LocalIndex node) {
  return la::quaternionOf(la::expandToFrame(frames, frames.displacement(), node).tail<3>());
}

/// Returns (R - 1) arm without loss of digits for small rotations R.
inline base::Vec3 rotationDisplacement(const Eigen::Quaterniond& rotation, const base::Vec3& arm) {
  return 2.0 * rotation.vec().cross(rotation.vec().cross(arm) + rotation.w() * arm);
}

/// Block of at most 6 x 6 degrees of freedom.
using SmallBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 6, 6>;

/// Returns the part of a matrix [6 x 6] between the degrees of freedom of two states.
inline SmallBlock blockOf(const base::Mat6& six, const la::State& rows, const la::State& columns) {
  const auto row = la::frameComponentsOf(rows), column = la::frameComponentsOf(columns);
  SmallBlock block(static_cast<Eigen::Index>(row.size()), static_cast<Eigen::Index>(column.size()));
  for (std::size_t i = 0; i < row.size(); ++i)
    for (std::size_t j = 0; j < column.size(); ++j)
      block(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = six(row[i], column[j]);
  return block;
}

}  // namespace tenon::mapping
