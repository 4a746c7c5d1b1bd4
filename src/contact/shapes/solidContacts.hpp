// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "contact/Contact.hpp"
#include "tenon/contact/shapes/Shape.hpp"

namespace tenon::contact {

/// Appends the contact points of two boxes, hulls or cylinders. If one of the bodies is a cylinder
/// and the other is not, the cylinder must be the second.
///
/// A cylinder is replaced by an inscribed prism with narrow faces close to the other body. These
/// faces become narrower from one search to the next, so that the normal of a contact of the
/// lateral surface converges to that of the cylinder. A contact with a flat face or with an end
/// face has as many points as a prism with eight sides, one of which is the closest point.
void findSolidContacts(const PlacedShape& first, const PlacedShape& second, double reach,
                       std::vector<ContactPoint>& points);

}  // namespace tenon::contact
