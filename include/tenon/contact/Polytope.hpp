#pragma once
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Convex polyhedron.
struct Polytope {
  /// Flat face of the polyhedron.
  struct Face {
    base::Vec3 normal;          ///< outward unit normal
    std::vector<int> vertices;  ///< vertex indices, counter-clockwise when seen from outside
  };
  /// Edge between two faces.
  struct Edge {
    int from, to;     ///< vertex indices
    int left, right;  ///< adjacent faces; the left face runs along the edge from `from` to `to`
  };

  std::vector<base::Vec3> vertices;  ///< positions of the vertices
  std::vector<Face> faces;           ///< faces of the polyhedron
  std::vector<Edge> edges;           ///< edges of the polyhedron

  /// Returns the polyhedron with the given vertices and closed faces. The edges are derived from
  /// the faces.
  static Polytope fromFaces(std::vector<base::Vec3> vertices, const std::vector<std::vector<int>>& faces);
  /// Returns the box with edges of twice the lengths `half`, centred at the origin.
  static Polytope box(const base::Vec3& half);

  /// Returns the polyhedron rotated by R and then translated by x.
  Polytope transformed(const base::Mat3& R, const base::Vec3& x) const;
};

}  // namespace tenon::contact
