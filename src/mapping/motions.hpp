#pragma once
#include "tenon/la/NodeFrame.hpp"

// Nodes of any kind as frames in space: what is in the plane has z = 0 and turns about z.
namespace tenon::mapping {

/// The first components of a node's values, 0 in those it has not: of displacements or velocities those of its origin.
inline base::Vec3 translationOf(const la::State& state, gsl::span<const double> values, la::LocalIndex node) {
  const auto first = static_cast<std::size_t>(node) * static_cast<std::size_t>(state.block());
  base::Vec3 translation = base::Vec3::Zero();
  for (int i = 0; i < state.dimension(); ++i) translation[i] = values[first + static_cast<std::size_t>(i)];
  return translation;
}

inline base::Vec3 placeAtRest(const la::State& state, la::LocalIndex node) {
  return translationOf(state, state.rest(), node);
}

/// Rotation of a frame from rest.
inline Eigen::Quaterniond rotationOf(const la::State& frames, la::LocalIndex node) {
  return la::quaternionOf(la::sixMotions(frames, frames.displacement(), node).tail<3>());
}

/// (R - 1) arm, with all digits where R turns but little.
inline base::Vec3 turnOf(const Eigen::Quaterniond& rotation, const base::Vec3& arm) {
  return 2.0 * rotation.vec().cross(rotation.vec().cross(arm) + rotation.w() * arm);
}

/// Of at most six unknowns by six.
using SmallBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 6, 6>;

/// The part of a matrix [6 x 6] between motions of frames that two states have as their unknowns.
inline SmallBlock blockOf(const base::Mat6& six, const la::State& rows, const la::State& columns) {
  const auto row = la::motionsOf(rows), column = la::motionsOf(columns);
  SmallBlock block(static_cast<Eigen::Index>(row.size()), static_cast<Eigen::Index>(column.size()));
  for (std::size_t i = 0; i < row.size(); ++i)
    for (std::size_t j = 0; j < column.size(); ++j)
      block(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = six(row[i], column[j]);
  return block;
}

}  // namespace tenon::mapping
