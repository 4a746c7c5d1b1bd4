#pragma once
#include <vector>

#include "tenon/contact/Polytope.hpp"

namespace tenon::contact {

/// The convex hull of points; faces that lie in a plane, to round-off, are one (Qhull: Barber, Dobkin and Huhdanpaa,
/// ACM Trans. Math. Softw. 22 (1996), 469-483). InputError for points of a plane, or fewer than four.
Polytope hullOf(const std::vector<base::Vec3>& points);

}  // namespace tenon::contact
