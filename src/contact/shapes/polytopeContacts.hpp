#pragma once
#include <limits>
#include <vector>

#include "tenon/contact/Contact.hpp"
#include "tenon/contact/Polytope.hpp"

namespace tenon::contact {

/// A direction from the first body to the second one, and how far apart they are along it.
struct Separation {
  enum class Of { first_face, second_face, edges };
  double distance = -std::numeric_limits<double>::infinity();
  base::Vec3 normal = base::Vec3::Zero();
  Of of = Of::first_face;
  int first = 0, second = 0;  ///< the face; or the edges
};
/// The one in which two bodies in space are farthest apart; any one by more than `reach` where there is one.
Separation separate(const Polytope& first, const Polytope& second, double reach);
/// Appends their contacts along it.
void addContacts(const Polytope& first, const Polytope& second, const Separation& separation, double reach,
                 std::vector<ContactPoint>& points);

/// Appends the contacts of two convex bodies with flat faces, in space: along the direction in which they are farthest
/// apart, among the normals of faces and the products of edges, the face that looks at the other body most is cut out
/// of its neighbour's, and keeps what is closer than `reach` (Gottschalk, Lin and Manocha, SIGGRAPH 1996, 171-180;
/// Sutherland and Hodgman, CACM 17 (1974), 32-42).
void findPolytopeContacts(const Polytope& first, const Polytope& second, double reach,
                          std::vector<ContactPoint>& points);

}  // namespace tenon::contact
