// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "contact/ImpulseStep.hpp"

namespace tenon::contact {

/// Sends each contact from any rank to the ranks that work on one of its bodies, one of which will
/// detect the contact again.
/// @param comm     communicator
/// @param bodies   bodies on which this rank works
/// @param records  contacts with an impulse of this rank
/// @note Collective.
std::vector<ContactRecord> migrateToBodies(const base::Communicator& comm, const std::vector<RigidBody>& bodies,
                                           const std::vector<ContactRecord>& records);

}  // namespace tenon::contact
