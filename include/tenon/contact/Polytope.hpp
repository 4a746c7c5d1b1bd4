#pragma once
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// A convex body with flat faces.
struct Polytope {
  struct Face {
    base::Vec3 normal;          ///< outwards, of length 1
    std::vector<int> vertices;  ///< counter-clockwise, seen from outside
  };
  struct Edge {
    int from, to;
    int left, right;  ///< faces; the left one has it from `from` to `to`
  };

  std::vector<base::Vec3> vertices;
  std::vector<Face> faces;
  std::vector<Edge> edges;

  /// Of vertices and faces that close; edges are found.
  static Polytope of(std::vector<base::Vec3> vertices, const std::vector<std::vector<int>>& faces);
  static Polytope box(const base::Vec3& half);

  /// Where it is turned by R and then moved by x.
  Polytope placed(const base::Mat3& R, const base::Vec3& x) const;
};

}  // namespace tenon::contact
