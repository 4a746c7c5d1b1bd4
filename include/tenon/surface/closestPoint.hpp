#pragma once
#include <array>

#include "tenon/fem/search/Box.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::surface {

/// The nodes of one face, or of one edge of a plane problem: what its geometry x(xi) = sum_a N_a(xi) x_a is made of.
struct Face {
  mesh::CellType type;
  std::array<base::Vec3, 9> nodes;  ///< the first mesh::info(type).num_nodes ones count, in Gmsh's order

  base::Vec3 at(const std::array<double, 2>& xi) const;
  base::Vec3 at(const base::Vec2& xi) const { return at(std::array<double, 2>{xi[0], xi[1]}); }
  /// The same face with `origin` in (0, 0, 0): what is computed there has the digits of the face's own size, wherever
  /// the face is.
  Face from(const base::Vec3& origin) const;
  /// Largest distance between two vertices.
  double diameter() const;
  /// A box that holds the whole face, curved ones too. It is the box of the Bezier points, whose
  /// hull contains the face (Farin, Curves and Surfaces for CAGD, 5th ed., ch. 3 and 16).
  fem::Box box() const;
};

/// The point of a face that is closest to another point.
struct FacePoint {
  std::array<double, 2> xi{};  ///< reference coordinates, never outside of the face
  base::Vec3 position = base::Vec3::Zero();
  double distance = 0.0;
};

/// Minimises |x(xi) - point| over the face: Newton's method in its interior and on each of its edges, and its vertices;
/// the smallest distance wins. Line2/3, tri3/6 and quad4/8/9. Not collective.
FacePoint closestPoint(const Face& face, const base::Vec3& point);

}  // namespace tenon::surface
