// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodeBasis.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::constraint {
namespace {

using base::Vec3;

constexpr double least_sine = 1e-8;  // sine of the angle to the earlier directions
constexpr double on_the_axis = 1e-12;

NodeBasis::Member member(const Vec3& direction, double value, int by) {
  return {{direction[0], direction[1], direction[2]}, value, by};
}

}  // namespace

NodeBasis::Contradiction NodeBasis::add(const Vec3& direction, double value, int by) {
  Vec3 rest = direction;
  double rest_value = value, scale = std::abs(value), closest = 0.0;
  int with = -1;
  for (int pass = 0; pass < 2; ++pass)  // the second pass removes round-off
    for (int i = 0; i < count; ++i) {
      const double share = members[i].along().dot(rest);
      rest -= share * members[i].along();
      rest_value -= share * members[i].value;
      scale = std::max(scale, std::abs(share * members[i].value));
      if (pass == 0 && std::abs(share) > closest) closest = std::abs(share), with = members[i].by;
    }
  const double length = rest.norm();
  if (length > least_sine && count < 3) {
    members[count++] = member(rest / length, rest_value / length, by);
    return {};
  }
  if (std::abs(rest_value) <= least_sine * scale) return {};
  return {with};
}

Vec3 NodeBasis::project(const Vec3& c) const {
  Vec3 rest = c;
  for (int i = 0; i < count; ++i) rest -= members[i].along().dot(rest) * members[i].along();
  return rest;
}

double NodeBasis::known(const Vec3& c) const {
  double sum = 0.0;
  for (int i = 0; i < count; ++i) sum += members[i].along().dot(c) * members[i].value;
  return sum;
}

int NodeBasis::alignWithAxes(int dim) {
  NodeBasis aligned;
  for (int axis = 0; axis < dim; ++axis) {
    const Vec3 e = Vec3::Unit(axis);
    if (project(e).norm() > on_the_axis) continue;
    const Member* nearest = std::max_element(members, members + count, [axis](const Member& a, const Member& b) {
      return std::abs(a.direction[axis]) < std::abs(b.direction[axis]);
    });
    aligned.members[aligned.count++] = member(e, known(e), nearest->by);
  }
  const int num_axes = aligned.count;
  if (num_axes == 0) return 0;
  for (int i = 0; i < count && aligned.count < count; ++i) {
    // The remainder of a member that lies in the space of the axes is round-off, far below that of
    // other members.
    const Member& m = members[i];
    aligned.add(m.along(), m.value, m.by);
  }
  *this = aligned;
  return num_axes;
}

Eigen::Matrix<double, 3, Eigen::Dynamic> NodeBasis::complement(int dim) const {
  NodeBasis all = *this;
  Eigen::Matrix<double, 3, Eigen::Dynamic> basis(3, std::max(0, dim - count));
  for (Eigen::Index k = 0; k < basis.cols(); ++k) {
    Vec3 best = Vec3::Zero();
    for (int axis = 0; axis < dim; ++axis)
      if (const Vec3 rest = all.project(Vec3::Unit(axis)); rest.norm() > best.norm() * (1 + least_sine)) best = rest;
    all.add(best.normalized(), 0.0, -1);
    basis.col(k) = all.members[all.count - 1].along();
  }
  return basis;
}

}  // namespace tenon::constraint
