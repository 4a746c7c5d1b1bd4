#pragma once
#include <algorithm>
#include <limits>

#include "tenon/base/algebra.hpp"

namespace tenon::fem {

/// The gap between neighbouring floating-point numbers of the size of x's largest coordinate. Places are known no
/// better, however small what stands there is: lengths are compared with it as well as with that size.
inline double spacingAt(const base::Vec3& x) {
  return std::numeric_limits<double>::epsilon() * x.cwiseAbs().maxCoeff();
}

/// A box along the axes; of nothing at all at first.
struct Box {
  base::Vec3 low = base::Vec3::Constant(std::numeric_limits<double>::infinity());
  base::Vec3 high = base::Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool isEmpty() const { return low[0] > high[0]; }
  void include(const base::Vec3& x) { low = low.cwiseMin(x), high = high.cwiseMax(x); }
  void include(const Box& box) { low = low.cwiseMin(box.low), high = high.cwiseMax(box.high); }
  Box grownBy(double length) const { return {low - base::Vec3::Constant(length), high + base::Vec3::Constant(length)}; }
  /// The longest edge.
  double size() const { return (high - low).maxCoeff(); }
  /// How far two places in the box may seem apart that are meant to be one: their coordinates, and what is computed of
  /// them, are each off by some spacings.
  double roundOff() const { return 8.0 * std::max(spacingAt(low), spacingAt(high)); }
  bool holds(const base::Vec3& x) const {
    return (x.array() >= low.array()).all() && (x.array() <= high.array()).all();
  }
  bool overlaps(const Box& box) const {
    return (low.array() <= box.high.array()).all() && (box.low.array() <= high.array()).all();
  }
  /// Never above the distance of a point in the box, round-off included: the same operations on smaller numbers.
  double distanceTo(const base::Vec3& x) const {
    return isEmpty() ? std::numeric_limits<double>::infinity() : (x - x.cwiseMax(low).cwiseMin(high)).norm();
  }
};

}  // namespace tenon::fem
