// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/contact/shapes/Shape.hpp"

namespace tenon::contact {

/// Returns the convex hull of points, computed by Qhull. Faces in the same plane, to round-off, are
/// merged.
/// @throws InputError if the points lie in a plane, or if there are fewer than four
/// @see Barber, Dobkin and Huhdanpaa, ACM Trans. Math. Softw. 22 (1996), 469-483
Polytope hullOf(const std::vector<base::Vec3>& points);

/// Returns a prism along z whose section is the convex hull of the projections of points on the
/// plane z = 0. Points of this plane are closer to a side of the prism than to its ends.
/// @throws InputError if the projections are collinear, or if there are fewer than three
Polytope prismOf(const std::vector<base::Vec3>& points);

}  // namespace tenon::contact
