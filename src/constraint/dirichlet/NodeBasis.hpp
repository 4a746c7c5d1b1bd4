// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/algebra.hpp"

namespace tenon::constraint {

/// Constrained directions of one node: up to three orthonormal directions with
/// direction . u = value. Exchanged between ranks.
struct NodeBasis {
  struct Member {
    double direction[3];
    double value;
    int by;  // index of the condition

    base::Vec3 along() const { return Eigen::Map<const base::Vec3>(direction); }
  };
  int count = 0;
  Member members[3] = {};

  /// Contradiction: a direction depends on earlier ones, but prescribes another value than they do.
  struct Contradiction {
    int with = -1;  // index of the condition that is closest to the direction
    explicit operator bool() const { return with >= 0; }
  };

  /// Adds the component of `direction` (a unit vector) orthogonal to the earlier directions. Adds
  /// nothing if the direction depends linearly on them.
  Contradiction add(const base::Vec3& direction, double value, int by);

  /// Returns the component of c in the free directions.
  base::Vec3 project(const base::Vec3& c) const;
  /// Returns c . u for the constrained part of u.
  double known(const base::Vec3& c) const;

  /// Transforms the basis so that coordinate axes that lie in its space come first.
  /// @param dim  components of a node
  /// @return  the number of these axes
  int alignWithAxes(int dim);

  /// Returns an orthonormal basis of the free directions of the first `dim` components, one column
  /// each.
  Eigen::Matrix<double, 3, Eigen::Dynamic> complement(int dim) const;
};

}  // namespace tenon::constraint
