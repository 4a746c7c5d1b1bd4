// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "contact/Contact.hpp"
#include "tenon/contact/shapes/Shape.hpp"

namespace tenon::contact {

/// Appends the contact points of two bodies that are in contact or closer than `reach`. Faces that
/// lie on each other have several points. At most one of the bodies may be a half-space.
void findContacts(const PlacedShape& first, const PlacedShape& second, double reach, std::vector<ContactPoint>& points);

}  // namespace tenon::contact
