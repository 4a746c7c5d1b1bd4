#pragma once
#include <Eigen/Core>
#include <array>

#include "tenon/surface/closestPoint.hpp"

namespace tenon::surface {

/// How far the middles of a face's edges are from those of its chords, so that the face is part of a smooth surface
/// through its nodes: for the edge from x_i to x_j
///   x_m = (x_i + x_j)/2 + alpha a_1 + beta a_2 + gamma n,   n = (a_1 x a_2)/|a_1 x a_2|,
/// with a_1 and a_2 from side to side of the face, in plane problems a_1 from end to end and a_2 across the plane. The
/// numbers stay as the face moves: it keeps its shape as it turns, and is stretched with its nodes.
struct Bulge {
  std::array<std::array<double, 3>, 4> of_edge{};  ///< [edges] (alpha, beta, gamma), in the order of the middle nodes

  /// That of an edge whose middle is `offset` from its chord's; `straight`: line2, tri3 or quad4.
  void set(std::size_t edge, const base::Vec3& offset, const Face& straight);
};

/// line3, tri6, quad8 of line2, tri3, quad4.
mesh::CellType curvedType(mesh::CellType straight);

/// The face with its edges' middles as nodes: it meets the nodes of `straight`.
Face curved(const Face& straight, const Bulge& bulge);

/// Derivatives of curved() by where the nodes of the straight face are, with `dim` unknowns for each node.
struct CurvedSlopes {
  CurvedSlopes(const Face& straight, const Bulge& bulge, int dim);

  /// d(x of the curved face)/d(x of the straight one), [unknowns of the one x unknowns of the other].
  Eigen::MatrixXd first() const;
  /// d2(force . x of the curved face), [unknowns x unknowns] of the straight one.
  Eigen::MatrixXd second(const Eigen::VectorXd& force) const;

 private:
  int dim_, corners_, edges_;
  Bulge bulge_;
  std::array<double, 4> in_a1_, in_a2_;  // weights of the nodes in a_1 and a_2
  base::Vec3 a1_, a2_;
};

}  // namespace tenon::surface
