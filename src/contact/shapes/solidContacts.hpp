#pragma once
#include <vector>

#include "tenon/contact/Contact.hpp"
#include "tenon/contact/Shape.hpp"

namespace tenon::contact {

/// Appends the contacts of two blocks, hulls or cylinders; of a cylinder and another shape the cylinder is the second.
///
/// A cylinder is a prism that is inscribed in it, with narrow faces where the other body is nearest, narrower from one
/// search to the next: the direction of a contact of its side converges to that of the cylinder. What touches a flat
/// face or a cap has as many points as a prism with eight sides, one of which is the nearest.
void findSolidContacts(const Placed& first, const Placed& second, double reach, std::vector<ContactPoint>& points);

}  // namespace tenon::contact
