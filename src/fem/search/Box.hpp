// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <limits>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::fem {

/// Returns the spacing of floating-point numbers at the largest absolute coordinate of x [length].
/// The spacing limits the accuracy of positions, regardless of the size of the geometry. Length
/// tolerances must therefore include this spacing in addition to a fraction of the size of the
/// geometry.
inline double spacingAt(const base::Vec3& x) {
  return std::numeric_limits<double>::epsilon() * x.cwiseAbs().maxCoeff();
}

/// Axis-aligned box, initially empty. Coordinates and distances are lengths.
struct Box {
  /// Corner with the smallest coordinates.
  base::Vec3 low = base::Vec3::Constant(std::numeric_limits<double>::infinity());
  /// Corner with the largest coordinates.
  base::Vec3 high = base::Vec3::Constant(-std::numeric_limits<double>::infinity());

  /// Returns true if the box contains no point.
  bool isEmpty() const { return low[0] > high[0]; }
  /// Extends the box to contain a point.
  void include(const base::Vec3& x) { low = low.cwiseMin(x), high = high.cwiseMax(x); }
  /// Extends the box to contain another box.
  void include(const Box& box) { low = low.cwiseMin(box.low), high = high.cwiseMax(box.high); }
  /// Returns the box extended by `length` [length] in all directions.
  Box expandedBy(double length) const {
    return {low - base::Vec3::Constant(length), high + base::Vec3::Constant(length)};
  }
  /// Returns the length of the longest edge.
  double size() const { return (high - low).maxCoeff(); }
  /// Returns an upper bound for the computed distance between two coincident points in the box. It
  /// accounts for errors of several spacings in the coordinates and in quantities computed from
  /// them.
  double roundOff() const { return 8.0 * std::max(spacingAt(low), spacingAt(high)); }
  /// Returns true if the box, including its boundary, contains a point.
  bool contains(const base::Vec3& x) const {
    return (x.array() >= low.array()).all() && (x.array() <= high.array()).all();
  }
  /// Returns true if the box and another box have a common point, possibly on their boundaries.
  bool overlaps(const Box& box) const {
    return (low.array() <= box.high.array()).all() && (box.low.array() <= high.array()).all();
  }
  /// Returns the distance from a point to the box. Even with round-off, the result never exceeds
  /// the computed distance from the point to any point in the box, because the same operations are
  /// applied to smaller numbers.
  /// @return distance; 0 inside the box, infinity if the box is empty
  double distanceTo(const base::Vec3& x) const {
    return isEmpty() ? std::numeric_limits<double>::infinity() : (x - x.cwiseMax(low).cwiseMin(high)).norm();
  }
};

/// Returns the smallest box around the boxes of all ranks; empty if all boxes are empty.
/// @note Collective.
inline Box unitedBox(const base::Communicator& comm, Box box) {
  for (double& low : box.low) low = comm.min(low);
  for (double& high : box.high) high = comm.max(high);
  return box;
}

}  // namespace tenon::fem
