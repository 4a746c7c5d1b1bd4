#pragma once
#include <vector>

#include "tenon/contact/Contact.hpp"
#include "tenon/contact/Polytope.hpp"

namespace tenon::contact {

/// Appends the contacts of two convex bodies with flat faces, in space: along the direction in which they are farthest
/// apart, among the normals of faces and the products of edges, the face that looks at the other body most is cut out
/// of its neighbour's, and keeps what is closer than `reach` (Gottschalk, Lin and Manocha, SIGGRAPH 1996, 171-180;
/// Sutherland and Hodgman, CACM 17 (1974), 32-42).
void findPolytopeContacts(const Polytope& first, const Polytope& second, double reach,
                          std::vector<ContactPoint>& points);

}  // namespace tenon::contact
