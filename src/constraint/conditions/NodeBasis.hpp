#pragma once
#include "tenon/base/algebra.hpp"

namespace tenon::constraint {

/// What is blocked at one node: up to three orthonormal directions, direction . u = value. Travels between ranks.
struct NodeBasis {
  struct Member {
    double direction[3];
    double value;
    int by;  // number of the condition

    base::Vec3 along() const { return Eigen::Map<const base::Vec3>(direction); }
  };
  int count = 0;
  Member members[3] = {};

  /// A direction that depends on the earlier ones and asks for another value than they give.
  struct Contradiction {
    int with = -1;  // number of the condition that comes closest to the direction
    explicit operator bool() const { return with >= 0; }
  };

  /// Adds what `direction` (of length one) adds to the earlier ones; nothing where it depends on them.
  Contradiction add(const base::Vec3& direction, double value, int by);

  /// The part of c that is not blocked.
  base::Vec3 project(const base::Vec3& c) const;
  /// c . u of the blocked part of u.
  double known(const base::Vec3& c) const;

  /// The same space with the axes that lie in it first; gives their number. `dim`: components of a node.
  int alignWithAxes(int dim);

  /// Orthonormal basis of what is left free of the first `dim` components, one column each.
  Eigen::Matrix<double, 3, Eigen::Dynamic> complement(int dim) const;
};

}  // namespace tenon::constraint
