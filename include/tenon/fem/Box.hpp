#pragma once
#include <limits>

#include "tenon/base/algebra.hpp"

namespace tenon::fem {

/// A box along the axes; of nothing at all at first.
struct Box {
  base::Vec3 low = base::Vec3::Constant(std::numeric_limits<double>::infinity());
  base::Vec3 high = base::Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool isEmpty() const { return low[0] > high[0]; }
  void include(const base::Vec3& x) { low = low.cwiseMin(x), high = high.cwiseMax(x); }
  void include(const Box& box) { low = low.cwiseMin(box.low), high = high.cwiseMax(box.high); }
  Box grownBy(double length) const { return {low - base::Vec3::Constant(length), high + base::Vec3::Constant(length)}; }
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
