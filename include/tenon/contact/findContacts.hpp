#pragma once
#include <vector>

#include "tenon/contact/Contact.hpp"
#include "tenon/contact/Shape.hpp"

namespace tenon::contact {

/// Appends where the two bodies touch or are closer than `reach`. Several points where faces lie on each other.
/// Not both may be half-spaces.
void findContacts(const Placed& first, const Placed& second, double reach, std::vector<ContactPoint>& points);

}  // namespace tenon::contact
