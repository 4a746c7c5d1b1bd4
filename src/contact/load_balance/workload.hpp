// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "contact/ExactRows.hpp"
#include "contact/Neighbourhood.hpp"

namespace tenon::contact {

// Load of a step: 1 for a body, 2 for a contact, 1 for a row of an exact constraint, and 2 for each
// time that a contact or a row needs a body of another rank.

/// Returns the largest load of any rank if the ranks work on the local bodies as given by `ranks`,
/// [local bodies]. Rows stay on their ranks.
/// @note Collective.
double largestLoad(const Neighbourhood& near, const ExactRows& rows, const std::vector<int>& ranks);

/// Returns the load that is associated with each owned body, [owned bodies]. A contact between two
/// free bodies contributes half to each.
/// @note Collective.
std::vector<std::int64_t> weightsOf(const Neighbourhood& near);

/// Returns the mean load of the ranks if no rank needed bodies of other ranks. @note Collective.
double leastLoad(const base::Communicator& comm, const std::vector<std::int64_t>& weights, const ExactRows& rows);

}  // namespace tenon::contact
