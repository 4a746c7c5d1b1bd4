// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <array>

#include "tenon/base/Lane.hpp"

// Vectors of one contact per lane, stored component by component.
namespace tenon::contact {

using base::Lane;
using base::num_lanes;
using Lanes2 = std::array<Lane, 2>;
using Lanes3 = std::array<Lane, 3>;

using LaneMask = decltype(Lane{} < Lane{});  // -1 if true, 0 if false

inline LaneMask isLess(const Lane& a, const Lane& b) {
  return a < b;
}
inline Lane select(const LaneMask& mask, const Lane& a, const Lane& b) {
  return mask ? a : b;
}
inline bool any(const LaneMask& mask) {
  long long bits = 0;
  for (int lane = 0; lane < num_lanes; ++lane) bits |= mask[lane];
  return bits != 0;
}

/// Returns the square roots, computed by Eigen: compilers do not vectorise a loop over std::sqrt(),
/// which may have to set errno.
inline Lane rootOf(const Lane& x) {
  using Numbers = Eigen::Array<double, num_lanes, 1>;
  Lane root;
  Eigen::Map<Numbers, Eigen::AlignedMax>(reinterpret_cast<double*>(&root)) =
      Eigen::Map<const Numbers, Eigen::AlignedMax>(reinterpret_cast<const double*>(&x)).sqrt();
  return root;
}

inline Lane dot(const Lanes2& a, const Lanes2& b) {
  return a[0] * b[0] + a[1] * b[1];
}
inline Lane dot(const Lanes3& a, const Lanes3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Lanes3 operator+(const Lanes3& a, const Lanes3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Lanes3 operator-(const Lanes3& a, const Lanes3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Symmetric matrices, one per lane.
struct SymmetricLanes2 {
  Lane xx, yx, yy;
};
struct SymmetricLanes3 {
  Lane xx, yx, zx, yy, zy, zz;
};

inline Lanes2 operator*(const SymmetricLanes2& A, const Lanes2& b) {
  return {A.xx * b[0] + A.yx * b[1], A.yx * b[0] + A.yy * b[1]};
}
inline Lanes3 operator*(const SymmetricLanes3& A, const Lanes3& b) {
  return {A.xx * b[0] + A.yx * b[1] + A.zx * b[2], A.yx * b[0] + A.yy * b[1] + A.zy * b[2],
          A.zx * b[0] + A.zy * b[1] + A.zz * b[2]};
}

}  // namespace tenon::contact
