// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>
#include <vector>

#include "contact/Contact.hpp"
#include "tenon/contact/shapes/Shape.hpp"

namespace tenon::contact {

/// Separating direction from the first to the second body, and the distance along this direction.
struct Separation {
  /// Features whose normal is the direction: a face of one of the bodies, or an edge of each.
  enum class Of { first_face, second_face, edges };
  double distance = -std::numeric_limits<double>::infinity();
  base::Vec3 normal = base::Vec3::Zero();
  Of of = Of::first_face;
  int first = 0, second = 0;  ///< index of the face, or indices of the edges
};
/// Returns the direction in which two bodies in global coordinates are farthest apart, or any
/// direction in which they are farther apart than `reach`.
Separation separate(const Polytope& first, const Polytope& second, double reach);
/// Appends the contact points along a separating direction.
void addContacts(const Polytope& first, const Polytope& second, const Separation& separation, double reach,
                 std::vector<ContactPoint>& points);

/// Appends the contact points of two convex polyhedra in global coordinates.
///
/// The normal is the direction in which the bodies are farthest apart, among the face normals and
/// the cross products of edges. The face most parallel to the opposing face is clipped by the
/// neighbouring faces of the latter, and points closer than `reach` are kept.
/// @see Gottschalk, Lin and Manocha, SIGGRAPH 1996, 171-180
/// @see Sutherland and Hodgman, CACM 17 (1974), 32-42
void findPolytopeContacts(const Polytope& first, const Polytope& second, double reach,
                          std::vector<ContactPoint>& points);

}  // namespace tenon::contact
