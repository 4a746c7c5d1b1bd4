// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Affine map x -> A x + b from the coordinates of a mesh file to the reference positions of an
/// object. The functions that modify the placement append an operation and return the placement.
class Placement {
 public:
  /// Multiplies the coordinates by `factors`, which must be positive.
  Placement& scale(const base::Vec3& factors);
  /// Rotates about an axis through a point. Multiples of 90 degrees about a coordinate axis are
  /// exact.
  /// @param axis     direction of the axis, of any length except 0
  /// @param degrees  angle of the right-handed rotation [degrees]
  /// @param about    point on the axis
  Placement& rotate(const base::Vec3& axis, double degrees, const base::Vec3& about);
  /// Translates by a vector.
  Placement& move(const base::Vec3& displacement);
  /// Reflects in a plane.
  /// @param normal  normal of the plane, of any length except 0
  /// @param point   point in the plane
  Placement& mirror(const base::Vec3& normal, const base::Vec3& point);

  /// Returns true if all points keep their positions.
  bool isIdentity() const;
  /// Returns true if planes of constant z are mapped to planes of constant z with the same normal.
  bool keepsPlane() const;
  /// Returns true if the map reverses the orientation of space, i.e. if it mirrors an odd number of
  /// times.
  bool reversesOrientation() const;

  /// Maps points, stored as [points x 3].
  void applyTo(gsl::span<double> points) const;

 private:
  Placement& append(const base::Mat3& A, const base::Vec3& b);

  base::Mat3 A_ = base::Mat3::Identity();
  base::Vec3 b_ = base::Vec3::Zero();
};

/// Returns true if reflected cells of a type need another node order. Cells of the dimension of
/// space have a volume with a sign, and cells of one dimension less a normal; lines and points in
/// space have neither.
/// @param type   type of the cells
/// @param space  dimension of space
bool hasOrientation(CellType type, int space);

/// Reorders the nodes of cells so that a reflected cell has a positive volume, and a reflected face
/// the reflected normal.
///
/// The order corresponds to the exchange of the first two coordinates of the reference cell; a line
/// is reversed. The first node of a face or solid remains the first one.
/// @param type   type of the cells
/// @param nodes  nodes of the cells, [cells][nodes of a cell]
template <class Node>
void reflectNodeOrder(CellType type, std::vector<Node>& nodes);

/// Returns the order that reflectNodeOrder() applies: node k of the reflected cell is node order[k]
/// of the cell.
const std::vector<std::size_t>& reflectedNodeOrder(CellType type);

template <class Node>
void reflectNodeOrder(CellType type, std::vector<Node>& nodes) {
  const std::vector<std::size_t>& order = reflectedNodeOrder(type);
  std::vector<Node> cell(order.size());
  for (std::size_t first = 0; first < nodes.size(); first += order.size()) {
    for (std::size_t k = 0; k < order.size(); ++k) cell[k] = nodes[first + order[k]];
    for (std::size_t k = 0; k < order.size(); ++k) nodes[first + k] = cell[k];
  }
}

}  // namespace tenon::mesh
