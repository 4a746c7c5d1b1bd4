// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <array>

#include "closestPoint.hpp"

namespace tenon::surface {

/// Offsets of the midside nodes of a face from the midpoints of its chords, such that the face
/// becomes part of a smooth surface through its vertices. For the edge from x_i to x_j the midside
/// node is
///   x_m = (x_i + x_j)/2 + alpha a_1 + beta a_2 + gamma n,   n = (a_1 x a_2)/|a_1 x a_2|.
///
/// The vectors a_1 and a_2 connect opposite sides of the face. In plane problems a_1 connects the
/// ends and a_2 is normal to the plane. The coefficients remain constant while the face moves: the
/// shape rotates with the face and is stretched with its nodes.
struct Bulge {
  /// [edges] (alpha, beta, gamma), in the order of the midside nodes.
  std::array<std::array<double, 3>, 4> edge_coefficients{};

  /// Sets the coefficients of an edge.
  /// @param edge      index of the edge
  /// @param offset    vector from the midpoint of the chord to the midside node
  /// @param straight  face of type line2, tri3 or quad4
  void set(std::size_t edge, const base::Vec3& offset, const Face& straight);
};

/// Returns the type with midside nodes: line3, tri6 or quad8 for line2, tri3 or quad4.
mesh::CellType curvedType(mesh::CellType straight);

/// Returns the face with midside nodes. The curved face interpolates the nodes of `straight`.
Face curvedFace(const Face& straight, const Bulge& bulge);

/// Derivatives of curvedFace() with respect to the nodal positions of the straight face, with `dim`
/// degrees of freedom per node.
struct CurvedFaceDerivatives {
  /// Evaluates the geometry of a face.
  CurvedFaceDerivatives(const Face& straight, const Bulge& bulge, int dim);

  /// Returns the first derivative of the nodal positions of the curved face, [dofs of the curved
  /// face x dofs of the straight face].
  Eigen::MatrixXd first() const;
  /// Returns the second derivative of force . x, with the nodal positions x of the curved face,
  /// [dofs of the straight face x dofs of the straight face].
  /// @param force  [dofs of the curved face]
  Eigen::MatrixXd second(const Eigen::VectorXd& force) const;

 private:
  int dim_, corners_, edges_;
  Bulge bulge_;
  std::array<double, 4> in_a1_, in_a2_;  // weights of the nodes in a_1 and a_2
  base::Vec3 a1_, a2_;
};

}  // namespace tenon::surface
