// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Convex polyhedron, given by its vertices, faces and edges.
struct Polytope {
  /// Flat face of the polyhedron.
  struct Face {
    base::Vec3 normal;          ///< outward unit normal
    std::vector<int> vertices;  ///< vertex indices, counter-clockwise when seen from outside
  };
  /// Edge between two faces.
  struct Edge {
    int from,   ///< index of the first vertex
        to;     ///< index of the second vertex
    int left,   ///< index of the adjacent face whose boundary runs from `from` to `to`
        right;  ///< index of the other adjacent face
  };

  std::vector<base::Vec3> vertices;  ///< positions of the vertices
  std::vector<Face> faces;           ///< faces of the polyhedron
  std::vector<Edge> edges;           ///< edges of the polyhedron

  /// Returns the polyhedron with the given vertices and faces. The faces must form a closed
  /// surface; the edges are derived from them.
  /// @param vertices  positions of the vertices
  /// @param faces     vertex indices of each face, counter-clockwise when seen from outside
  static Polytope fromFaces(std::vector<base::Vec3> vertices, const std::vector<std::vector<int>>& faces);
  /// Returns a box that is centred at the origin and has half edge lengths `half`.
  static Polytope box(const base::Vec3& half);

  /// Returns a copy of the polyhedron, rotated by R and then translated by x.
  Polytope transformed(const base::Mat3& R, const base::Vec3& x) const;
};

}  // namespace tenon::contact
